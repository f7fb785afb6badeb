/**
 * What happened at a table while this person was away: how much of it, and to be seen again.
 *
 * The browser keeps the table time of the last thing that was seen there. What is later than that
 * when somebody comes back is news; the server tells it once more, moment by moment.
 */

import type { BoardProps, Said, TableEvent } from '../boards/types';
import { EstimatedClock } from './clock';
import { applyChanges } from './patch';
import type { Story } from './protocol';
import { markSeen, seenAt } from './seen';

type View = Record<string, unknown>;

/** A moment that is being shown again. */
export interface ShownAgain {
  view: View;
  happened: TableEvent[];
  /** What is said about it. */
  words: string;
}

/** The first look at how it was. */
const BEFORE = 700;
const LONGEST_STEP = 1800;
const SHORTEST_STEP = 600;
/** A long absence is told in about this time. */
const IN_ALL = 24_000;
const SILENT_STEP = 150;

export class Lately {
  /** How much happened while nobody looked; 0 when that was answered. */
  news: number = $state(0);
  shown: ShownAgain | null = $state.raw(null);
  /** It is being asked for. */
  busy: boolean = $state(false);
  /** Its sand stands still at the moment that is shown. */
  readonly clock = new EstimatedClock();

  /** Table time of the last thing that was seen; null on the first visit. */
  private seen: number | null;
  /** Where the latest absence began. */
  private from: number | null = $state(null);
  private latest = 0;
  private watching = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly id: string,
    private readonly fetch: (since: number) => Promise<Story>,
  ) {
    this.seen = seenAt(id);
  }

  /** Whether there is something to be seen again. */
  get has(): boolean {
    return this.from !== null;
  }

  /** What the log says now, and whether anybody sees it. */
  look(log: TableEvent[], visible: boolean): void {
    this.latest = log.at(-1)?.at ?? 0;
    const isBack = visible && !this.watching;
    this.watching = visible;
    const { seen } = this;
    if (seen !== null && isBack) {
      const missed = log.filter((one) => one.at > seen && one.words).length;
      if (missed) {
        this.from = seen;
        this.news = missed;
      }
    }
    if (seen === null || (visible && this.news === 0)) this.mark();
  }

  /** They know, or do not want to. It can still be seen again. */
  settle(): void {
    if (this.news === 0) return;
    this.news = 0;
    this.mark();
  }

  /** See it again, from where the absence began. */
  async show(): Promise<void> {
    const { from } = this;
    if (from === null || this.busy || this.shown) return;
    this.busy = true;
    try {
      const story = await this.fetch(from);
      this.settle();
      if (story.frames.length) this.play(story);
    } finally {
      this.busy = false;
    }
  }

  /** Back to how it is now. */
  skip(): void {
    clearTimeout(this.timer);
    this.shown = null;
  }

  /** The game is over, and its result says all. */
  end(): void {
    this.skip();
    this.settle();
  }

  private play({ view, at, frames }: Story): void {
    const things = frames.flatMap((frame) => frame.events.filter((one) => one.words)).length;
    const step = Math.min(LONGEST_STEP, Math.max(SHORTEST_STEP, IN_ALL / Math.max(1, things)));
    let told = 0;
    const wait = (then: () => void, ms: number): void => void (this.timer = setTimeout(then, ms));
    /** One moment after another, and within a moment one sentence after another. */
    const on = (nth: number): void => {
      const frame = frames[nth];
      if (!this.shown || !frame) {
        this.skip();
        return;
      }
      this.stand(frame.at);
      const { words } = this.shown;
      const now = applyChanges(this.shown.view, frame.changes);
      this.shown = { view: now, happened: frame.events, words };
      const sentences = frame.events.map((one) => one.words).filter(Boolean);
      const say = (): void => {
        const sentence = sentences.shift();
        if (sentence === undefined || !this.shown) {
          wait(() => on(nth + 1), SILENT_STEP);
          return;
        }
        told += 1;
        this.shown = { ...this.shown, words: `${told} of ${things}: ${sentence}` };
        wait(say, step);
      };
      say();
    };
    this.stand(at);
    this.shown = { view, happened: [], words: 'This is how it was when you left.' };
    wait(() => on(0), BEFORE);
  }

  private stand(at: number): void {
    this.clock.tell({ now: at, server: performance.now(), rate: 0 });
  }

  /** All there is now was seen. */
  private mark(): void {
    if (this.latest === this.seen) return;
    this.seen = this.latest;
    markSeen(this.id, this.latest);
  }
}

/** What stands in the line about it. */
export function saidLately(lately: Lately, show: () => void): Said | null {
  if (lately.shown) {
    const button = { label: 'Skip', press: () => lately.skip(), primary: true };
    return { words: lately.shown.words, mood: 'go', buttons: [button] };
  }
  if (!lately.news) return null;
  const things = lately.news === 1 ? 'one thing has' : `${lately.news} things have`;
  return {
    words: `Since you were here, ${things} happened.`,
    mood: 'go',
    buttons: [
      { label: 'Show', press: show, primary: true },
      { label: 'No', press: () => lately.settle() },
    ],
  };
}

/** The table as it was: it is only looked at, and what it says is said in the line. */
export function asItWas(given: BoardProps, shown: ShownAgain, clock: EstimatedClock): BoardProps {
  const { ask: _ask, say: _say, limit: _limit, tell: _tell, onBack: _onBack, ...rest } = given;
  return {
    ...rest,
    view: shown.view,
    happened: shown.happened,
    clock,
    legal: [],
    act: () => undefined,
    pendingAct: null,
    paused: false,
    ended: null,
    vibrate: () => undefined,
  };
}
