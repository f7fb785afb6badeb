/** Several ordinary acts, sent one by one: each when the one before is decided and it is legal. */

import type { Act, BoardProps } from '../types';
import { has } from './deeds';
import type { SpaceView } from './view';

/** At least so far apart, so that everybody sees what happens. */
const APART = 60;
/** If an act is not legal for so long, it does not come any more. */
const PATIENCE = 1500;

type Given = Pick<
  BoardProps,
  'act' | 'legal' | 'me' | 'paused' | 'pendingAct' | 'refusedAct' | 'view'
>;

export class Sending {
  queue: Act[] = $state.raw([]);

  private refused: Act | null | undefined = undefined;
  private sentAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private given: Given | null = null;

  /** Sends these; what was still to be sent is dropped. */
  send(acts: Act[], given: Given): void {
    clearTimeout(this.timer);
    this.refused = given.refusedAct;
    this.queue = acts;
    this.look(given);
  }

  stop(): void {
    clearTimeout(this.timer);
    if (this.queue.length > 0) this.queue = [];
  }

  /** The table has changed. */
  look(given: Given): void {
    this.given = given;
    clearTimeout(this.timer);
    const [next] = this.queue;
    if (!next) return;
    if (given.refusedAct !== this.refused || given.paused) return this.stop();
    if (given.pendingAct) return;
    if (!has(given.legal, next)) {
      // In line at a planet one waits for as long as it takes.
      if (!isInLine(given)) this.timer = setTimeout(() => this.stop(), PATIENCE);
      return;
    }
    const wait = this.sentAt + APART - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.given && this.look(this.given), wait);
      return;
    }
    this.sentAt = performance.now();
    this.queue = this.queue.slice(1);
    given.act(next);
  }
}

function isInLine({ view, me }: Given): boolean {
  return me !== null && ((view as SpaceView).mats[me]?.hand?.waits ?? false);
}
