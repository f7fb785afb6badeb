/** Board and mat of one table share what somebody points at; its clock tells tables apart. */

import type { TableClock } from '../types';

export class Shared {
  /** The thing whose acts are wanted, in the game's own word. */
  thing: string | null = $state(null);
}

const tables = new WeakMap<TableClock, Shared>();

export function sharedOf(clock: TableClock): Shared {
  let shared = tables.get(clock);
  if (!shared) {
    shared = new Shared();
    tables.set(clock, shared);
  }
  return shared;
}
