/** What of a game without a board of its own is read out. */

import type { Legend, SeatInfo, TableEvent, View } from '../types';

/**
 * The news: all of it while one waits or watches, and what speaks of oneself in the midst of acting.
 * Who won in the end is said by the table.
 */
export function newsToHear(happened: TableEvent[], me: number | null, acting: boolean): string {
  return happened
    .filter(({ told, to_you: toYou }) => !acting || told['seat'] === me || toYou)
    .filter(({ ends }) => !ends)
    .map(({ words }) => words)
    .join(' ');
}

/** Whose turn it is, in a game that has turns; else only that something can be done. */
export function turnToHear(view: View, legend: Legend, seats: SeatInfo[], can: boolean): string {
  const turn = legend.view['turn']?.kind === 'seat' ? (view?.turn as unknown) : null;
  const whose = typeof turn === 'number' ? seats[turn] : undefined;
  if (whose?.me) return can ? 'Your turn.' : '';
  if (can) return 'There is something you can do.';
  return whose ? `${whose.name}'s turn.` : '';
}
