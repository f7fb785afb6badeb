import type { TableClock } from '../boards/types';

/** The clock of a table at which no sand runs. */
export function standingClock(now: number): TableClock {
  return {
    now: () => now,
    rate: 0,
    onchange: () => () => undefined,
    localTime: () => Infinity,
  };
}
