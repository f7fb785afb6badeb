/** The end of a game: a moment that belongs to the board, and then the result. */

import type { PlainOutcome } from './protocol';
import type { SeatInfo } from '../boards/types';
import { listWords } from './words';

/** How long the board has the stage before the result comes up. */
export const MOMENT = 2400;
/** A hand that was on its way when the game ended does not cut the moment short. */
export const HUSH = 600;

export class Ending {
  /** The game has just ended, and the result is not up yet. */
  moment = $state(false);
  /** The result is up. */
  open = $state(false);
  private began = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Everything stops; the board shows it. Gives what calls it off. */
  begin(): () => void {
    this.moment = true;
    this.began = this.now();
    this.timer = setTimeout(() => this.show(), MOMENT);
    return () => clearTimeout(this.timer);
  }

  /** A tap or a key: whoever has seen enough need not wait. */
  hurry(): void {
    if (this.moment && this.now() - this.began >= HUSH) this.show();
  }

  show(): void {
    clearTimeout(this.timer);
    this.moment = false;
    this.open = true;
  }

  close(): void {
    this.open = false;
  }
}

/** Whether this seat has won, alone or with others. */
export function hasWon(outcome: PlainOutcome, seat: number | null): boolean {
  return seat !== null && outcome.winners.includes(seat);
}

/** The few words of the moment, as each person reads them. */
export function momentWords(winners: SeatInfo[]): string {
  if (!winners.length) return 'Nobody wins';
  const alone = winners.length === 1;
  if (winners.some((seat) => seat.me)) return alone ? 'You win!' : 'You share the win!';
  return `${listWords(winners.map((seat) => seat.name))} ${alone ? 'wins' : 'share the win'}`;
}

/** The headline of the result. */
export function resultWords(winners: SeatInfo[]): string {
  if (!winners.length) return 'Nobody won';
  const alone = winners.length === 1;
  if (winners.some((seat) => seat.me)) return alone ? 'You won' : 'You share the win';
  return `${listWords(winners.map((seat) => seat.name))} won`;
}
