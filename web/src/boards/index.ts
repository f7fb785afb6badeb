import type { Boards } from './types';

/** The games that have a board, each loaded only when a table of it is opened. */
export const boards: Boards = {
  'out-of-time': async () => (await import('./out-of-time')).outOfTime,
};
