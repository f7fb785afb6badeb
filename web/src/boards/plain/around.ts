/** What every part of a reading needs to draw itself, however deep it lies. */

import { getContext, setContext } from 'svelte';
import type { SeatInfo, TableClock } from '../types';

export interface Around {
  seats: SeatInfo[];
  clock: TableClock;
  reducedMotion: boolean;
  /** The words that acts name now: these are lit. */
  lit: Set<string>;
  /** The one that was pointed at. */
  thing: string | null;
  point: (thing: string) => void;
}

const KEY = Symbol('around');

export function setAround(around: () => Around): void {
  setContext(KEY, around);
}

export function getAround(): () => Around {
  return getContext<() => Around>(KEY);
}
