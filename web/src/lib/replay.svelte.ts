import type { TableEvent } from '../boards/types';
import { api } from './api';
import { EstimatedClock } from './clock';
import { applyChanges } from './patch';
import type { Story } from './protocol';

export const SPEEDS = [1, 2, 4, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** How often the slider follows the sand, in milliseconds. */
const FOLLOW = 100;

type View = Record<string, unknown>;

/** A moment of the game with what was seen after it. */
export interface Moment {
  at: number;
  view: View;
  events: TableEvent[];
}

export interface ToldLine extends TableEvent {
  id: number;
  /** How many moments are shown when this line is the newest. */
  moment: number;
}

type Fetch = (viewer: string, start: number) => Promise<Story>;

/** What pages of a story say, with every view worked out; views share what did not change. */
export async function readStory(
  viewer: string,
  fetch: Fetch,
): Promise<{ first: View; moments: Moment[]; length: number }> {
  let first: View | null = null;
  let length = 0;
  const moments: Moment[] = [];
  for (let start: number | null = 0; start !== null;) {
    const page: Story = await fetch(viewer, start);
    let view = page.view;
    first ??= view;
    for (const frame of page.frames) {
      view = applyChanges(view, frame.changes);
      moments.push({ at: frame.at, view, events: frame.events });
    }
    length = Math.max(page.length, moments.at(-1)?.at ?? 0);
    start = page.next;
  }
  return { first: first ?? {}, moments, length };
}

/** A finished game that runs again: its own clock, and the view that belongs to it. */
export class Replay {
  viewer: string = $state('');
  view: View | null = $state.raw(null);
  /** What happened just now; empty after a jump. */
  happened: TableEvent[] = $state.raw([]);
  lines: ToldLine[] = $state.raw([]);
  /** How many moments are shown. */
  shown: number = $state(0);
  /** Table time as the slider shows it. */
  at: number = $state(0);
  length: number = $state(0);
  playing: boolean = $state(false);
  speed: Speed = $state(1);

  readonly clock = new EstimatedClock();
  private first: View = {};
  private moments: Moment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private follow: ReturnType<typeof setInterval> | undefined;
  private fetch: Fetch;
  private known = new Map<string, Awaited<ReturnType<typeof readStory>>>();

  /** `pace`: table milliseconds a millisecond as the game was played. */
  constructor(
    id: string,
    private readonly pace: number,
    fetch?: Fetch,
  ) {
    this.fetch = fetch ?? ((viewer, start) => api.story(id, viewer, start));
  }

  get over(): boolean {
    return this.view !== null && this.at >= this.length;
  }

  /** See the game as `viewer` did; it stays at the same instant. */
  async see(viewer: string): Promise<void> {
    const told = this.known.get(viewer) ?? (await readStory(viewer, this.fetch));
    this.known.set(viewer, told);
    const now = Math.min(this.clock.now(), told.length);
    this.viewer = viewer;
    this.first = told.first;
    this.moments = told.moments;
    this.length = told.length;
    this.lines = told.moments.flatMap((moment, nth) =>
      moment.events.map((event) => ({ ...event, id: 0, moment: nth + 1 })),
    );
    this.lines.forEach((line, nth) => (line.id = nth));
    this.seek(now);
  }

  play(): void {
    if (this.at >= this.length) this.seek(0);
    this.playing = true;
    this.run(this.clock.now());
  }

  pause(): void {
    this.playing = false;
    this.run(Math.min(this.clock.now(), this.length));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.run(this.clock.now());
  }

  /** Jump to a table time. */
  seek(ms: number): void {
    const at = Math.max(0, Math.min(Math.round(ms), this.length));
    const next = this.moments.findIndex((moment) => moment.at > at);
    this.show(next < 0 ? this.moments.length : next, []);
    this.run(at);
  }

  /** To the next or the previous moment at which something happened. */
  step(by: 1 | -1): void {
    let to = this.shown + by;
    while (to > 0 && to < this.moments.length && !this.moments[to - 1]?.events.length) to += by;
    this.goTo(to, by > 0);
  }

  /** To right after this many moments. */
  goTo(shown: number, tell = false): void {
    const to = Math.max(0, Math.min(shown, this.moments.length));
    const moment = this.moments[to - 1];
    this.playing = false;
    this.show(to, tell && to > this.shown ? (moment?.events ?? []) : []);
    this.run(to === this.moments.length ? this.length : (moment?.at ?? 0));
  }

  close(): void {
    this.playing = false;
    clearTimeout(this.timer);
    clearInterval(this.follow);
  }

  private show(shown: number, events: TableEvent[]): void {
    this.shown = shown;
    this.view = this.moments[shown - 1]?.view ?? this.first;
    this.happened = events;
  }

  /** Set the clock, running or not, and wait for what comes next. */
  private run(now: number): void {
    const rate = this.playing ? this.speed * this.pace : 0;
    this.clock.tell({ now, server: performance.now(), rate });
    this.at = now;
    clearTimeout(this.timer);
    clearInterval(this.follow);
    if (!this.playing) return;
    this.follow = setInterval(() => {
      this.at = Math.min(this.clock.now(), this.length);
    }, FOLLOW);
    this.wait();
  }

  private wait(): void {
    const due = this.moments[this.shown]?.at ?? this.length;
    const wait = this.clock.localTime(due) - performance.now();
    this.timer = setTimeout(() => this.tick(), Math.max(0, wait));
  }

  private tick(): void {
    const now = this.clock.now();
    const events: TableEvent[] = [];
    let { shown } = this;
    for (let next = this.moments[shown]; next && next.at <= now; next = this.moments[shown]) {
      events.push(...next.events);
      shown += 1;
    }
    if (shown > this.shown) this.show(shown, events);
    if (shown === this.moments.length && now >= this.length) this.pause();
    else this.wait();
  }
}
