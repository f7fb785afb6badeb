/** What a bot would do in my seat: asked for by me, and shown until it is out of date. Nothing is played. */

import type { Act } from '../boards/types';
import type { Advice } from './hintwords';
import { NoAnswer, type Counsel } from './previews';
import { Level, type BotLevel, type Room } from './protocol';

/** Where time presses, a hint is soon out of date even if its act can still be done. */
const FRESH = 12_000;

const isSame = (one: Act, other: Act): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether bots have all other seats, and nobody may come back to one of them. */
export function isAmongBots(room: Room, me: number | null): boolean {
  return (
    me !== null &&
    room.seats.every(
      ({ seat, kind, stand_in, left_by }) =>
        seat === me || (kind === 'bot' && !stand_in && left_by === null),
    )
  );
}

/** Whether there is a bot that does not just play anything. */
export function hasSense(bots: Pick<BotLevel, 'level'>[]): boolean {
  return bots.some(({ level }) => level !== Level.RANDOM);
}

export interface Shown extends Counsel, Advice {
  /** Told apart from an equal one before it. */
  id: number;
  /** What could be done when it was given. */
  legal: Act[];
}

export class Hints {
  shown: Shown | null = $state.raw(null);
  asking = $state(false);
  /** Whether its words still have the line; it may be pointed at for longer. */
  spoken = $state(false);

  private id = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: () => Promise<Counsel>,
    /** Puts it into words, and finds what it is about. */
    private readonly read: (counsel: Counsel) => Promise<Advice>,
    private readonly no: (why: string, rule: string | null) => void,
  ) {}

  /** Ask for one; `legal` is what can be done by the time it comes. */
  async want(legal: () => Act[], hurried: boolean): Promise<void> {
    if (this.asking) return;
    this.forget();
    this.asking = true;
    try {
      const counsel = await this.ask();
      // The reason says something even if the rest cannot be fetched, or the board does not know.
      const advice = await this.read(counsel).catch(() => ({ words: counsel.why, points: [] }));
      this.shown = { ...counsel, ...advice, id: ++this.id, legal: legal() };
      this.spoken = true;
      if (hurried) this.timer = setTimeout(() => this.forget(), FRESH);
    } catch (error) {
      if (error instanceof NoAnswer) this.no(error.message, error.rule);
      else throw error;
    } finally {
      this.asking = false;
    }
  }

  /** What can be done has changed: is the hint still one? */
  look(legal: Act[]): void {
    const { shown } = this;
    if (!shown) return;
    const stands =
      shown.act === null
        ? JSON.stringify(legal) === JSON.stringify(shown.legal)
        : legal.some((act) => isSame(act, shown.act!));
    if (!stands) this.forget();
  }

  /** Something newer has the line. */
  hush(): void {
    this.spoken = false;
  }

  forget(): void {
    clearTimeout(this.timer);
    this.shown = null;
    this.spoken = false;
  }
}
