/** The board and the mat of one table share one choice; the table's clock tells tables apart. */

import type { TableClock } from '../types';
import { Ahead } from './ahead.svelte';
import { NOTHING, type Choice } from './choice';

export class Shared {
  choice: Choice = $state.raw(NOTHING);
  readonly ahead = new Ahead();
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
