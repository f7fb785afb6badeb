import { NotDone, api } from './api';
import { myself } from './me.svelte';
import { isSuggested } from './names';
import type { SeatRequest } from './protocol';

const ASK_EVERY = 1500;

/**
 * Sitting down at a table. A seat in a running game has to be asked for: then this waits, asking
 * again and again, until everybody has agreed or somebody has not.
 */
export class SittingDown {
  /** What was asked for and has no answer yet. */
  waiting: SeatRequest | null = $state.raw(null);
  busy = $state(false);
  wrong = $state('');
  /** A name that is not taken at this table, where ours is. */
  better: string | null = $state(null);

  private turn = 0;
  private seat: number | null = null;

  constructor(
    private readonly id: string,
    /** The seat's cookie is read when the line opens. */
    private readonly seated: () => void,
    private readonly pause: (ms: number) => Promise<void> = (ms) =>
      new Promise((done) => setTimeout(done, ms)),
  ) {}

  async sit(seat: number | null): Promise<void> {
    const turn = ++this.turn;
    this.busy = true;
    this.wrong = '';
    this.better = null;
    try {
      await myself.haveName();
      while (turn === this.turn) {
        const got = await (seat === null ? api.sit(this.id) : api.sitAt(this.id, seat));
        if (!got.request) {
          this.seated();
          break;
        }
        if (turn !== this.turn) return;
        this.waiting = got.request;
        await this.pause(ASK_EVERY);
      }
    } catch (error) {
      if (turn === this.turn) {
        this.wrong = error instanceof NotDone ? error.message : 'That did not work.';
        this.better = error instanceof NotDone ? error.suggestion : null;
        this.seat = seat;
      }
    }
    if (turn !== this.turn) return;
    this.forget();
    // Whoever chose no name does not mind another.
    if (this.better && isSuggested(myself.now?.name ?? '')) await this.underAnotherName();
  }

  /** Take the name that was suggested, and sit down under it. */
  async underAnotherName(): Promise<void> {
    const name = this.better;
    if (!name) return;
    this.better = null;
    try {
      await myself.rename(name);
    } catch (error) {
      this.wrong = error instanceof NotDone ? error.message : 'That did not work.';
      return;
    }
    await this.sit(this.seat);
  }

  /** Wait no longer; what was asked ends by itself. */
  giveUp(): void {
    this.turn += 1;
    this.wrong = '';
    this.better = null;
    this.forget();
  }

  private forget(): void {
    this.busy = false;
    this.waiting = null;
  }
}
