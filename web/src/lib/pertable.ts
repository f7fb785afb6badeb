/** What the parts of a board share at one table. */

import type { TableClock } from '../boards/types';

/** Gives each table one of its own; its clock tells tables apart. */
export function perTable<Shared>(make: () => Shared): (clock: TableClock) => Shared {
  const tables = new WeakMap<TableClock, Shared>();
  return (clock) => {
    let shared = tables.get(clock);
    if (!shared) tables.set(clock, (shared = make()));
    return shared;
  };
}
