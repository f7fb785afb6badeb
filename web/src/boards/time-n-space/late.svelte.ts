/** The last minutes are felt: the board learns when they begin without looking at a clock. */

import { untrack } from 'svelte';
import type { TableClock } from '../types';
import type { SpaceView } from './view';

/** Before the end of time, in milliseconds. */
const LATE = 300_000;
/** More than a timer of the browser can hold. */
const NEVER = 2_000_000_000;

export function keepLate(
  view: () => SpaceView,
  clock: () => TableClock,
  tell: (late: boolean) => void,
): void {
  $effect(() => {
    const { due, phase } = view();
    const time = clock();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const left = phase === 'play' && due !== null ? due - time.now() - LATE : Infinity;
      untrack(() => tell(left <= 0 || phase === 'final'));
      if (left > 0 && left < NEVER && time.rate > 0) timer = setTimeout(look, left / time.rate + 5);
    };
    look();
    const forget = time.onchange(look);
    return () => {
      clearTimeout(timer);
      forget();
    };
  });
}
