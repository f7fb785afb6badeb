/** Something that drains: full when it is first seen, and empty when its time is up. */

import type { Attachment } from 'svelte/attachments';
import type { TableClock } from '../boards/types';
import { followClock } from './sand';

/** Attach to what drains; `full` and `empty` are how it looks at either end. */
export function drains(
  until: number,
  clock: TableClock,
  full: Keyframe,
  empty: Keyframe,
): Attachment {
  return (element) => {
    if (typeof element.animate !== 'function') return undefined;
    const timerMs = Math.max(1, until - clock.now());
    const animation = element.animate([full, empty], { duration: timerMs, fill: 'both' });
    return followClock([animation], { runsOutAt: until, timerMs }, clock);
  };
}
