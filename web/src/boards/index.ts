import { BOARD_VERSION, type GameBoard } from './types';

type Load = () => Promise<GameBoard>;

/** The games for which this site has a board, each loaded only when a table of it is opened. */
const boards: Record<string, Load> = {
  watch: async () => (await import('./watch')).watch,
  'out-of-time': async () => (await import('./out-of-time')).outOfTime,
  'time-of-chaos': async () => (await import('./time-of-chaos')).timeOfChaos,
  'time-n-space': async () => (await import('./time-n-space')).timeNSpace,
};

/** Whether this site has a board for a game; each can also have one in its own package. */
export function hasBoard(game: string): boolean {
  return Object.hasOwn(boards, game);
}

/** A board that cannot be used, and why, for whoever made it. */
export class NoBoard extends Error {}

/** Draws any game from what it says of itself. */
export async function plainBoard(): Promise<GameBoard> {
  return (await import('./plain')).plain;
}

/**
 * The board of a game: the one in its package, the one this site has for it, or the plain one.
 * `address` is where the package's own lies.
 */
export async function boardOf(game: string, address: string | null): Promise<GameBoard> {
  if (address !== null) return fetched(address);
  const load = hasBoard(game) ? boards[game] : undefined;
  return (load ?? plainBoard)();
}

async function fetched(address: string): Promise<GameBoard> {
  const module = (await import(/* @vite-ignore */ address)) as { default?: unknown };
  return checked(module.default);
}

/** A board from outside, if it is one that this site can show. */
export function checked(found: unknown): GameBoard {
  const board = found as Partial<GameBoard> | null | undefined;
  if (typeof board !== 'object' || board === null) {
    throw new NoBoard('the module has no board as its default export');
  }
  if (board.version !== BOARD_VERSION) {
    const other = String(board.version);
    throw new NoBoard(`it is made for version ${other} of the interface, not ${BOARD_VERSION}`);
  }
  if (typeof board.mount?.board !== 'function') throw new NoBoard('it has no mount.board');
  return board as GameBoard;
}
