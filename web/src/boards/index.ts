import type { Boards } from './types';

/** The games that have a board, each loaded only when a table of it is opened. */
export const boards: Boards = {
  watch: async () => (await import('./watch')).watch,
  'out-of-time': async () => (await import('./out-of-time')).outOfTime,
};
