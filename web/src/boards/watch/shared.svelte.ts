/** The board, the mat and the plates of one table share one plan; its clock tells tables apart. */

import type { TableClock } from '../types';
import { NO_PLAN, type Plan } from './plan';

export class Shared {
  plan: Plan = $state.raw(NO_PLAN);
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
