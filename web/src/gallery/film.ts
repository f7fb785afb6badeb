/** A server that plays one recorded film to one page, in the protocol of a real one. */

import type { Socket } from '../lib/connection';
import {
  MANNERS,
  PROTOCOL,
  type Ask,
  type Clock,
  type FromClient,
  type FromServer,
  type GameInfo,
  type PlainOutcome,
  type Room,
  type SeatNow,
} from '../lib/protocol';
import { nameOfSeat, type Film, type Frame } from './demo';

export class FilmSocket implements Socket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  private seq = 1;

  constructor(
    private readonly game: string,
    private readonly film: Film,
    private readonly rate: number,
    public nth: number,
    private readonly sent: (act: Record<string, unknown>) => void,
    /** The game is over already when the page comes. */
    private outcome: PlainOutcome | null = null,
  ) {
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const message = JSON.parse(text) as FromClient;
    if (message.type === 'hello') this.welcome();
    else if (message.type === 'ping') {
      this.tell({ type: 'pong', id: message.id, server: performance.now() });
    } else if (message.type === 'act') {
      this.sent(message.act);
      this.tell({ type: 'ack', n: message.n, seq: this.seq, at: 0, arrived: 0 });
    } else if (message.type === 'ask') this.answer(message);
  }

  private answer({ id, question }: Ask): void {
    const found = this.frame.answers?.find(
      (one) => JSON.stringify(one.question) === JSON.stringify(question),
    );
    const no = found ? null : 'Nobody asked that when the film was made.';
    const rule = found ? null : 'ST-5';
    this.tell({ type: 'told', id, answer: found?.answer ?? null, rule, message: no });
  }

  close(): void {
    this.readyState = 3;
  }

  /** The last frame, and with it the end of the game: these seats have won. */
  end(winners: number[]): void {
    this.outcome = outcomeOf(this.film, winners);
    this.show(this.film.frames.length - 1);
    this.room({});
  }

  /** Show another frame, with what happened on the way to it. */
  show(nth: number): void {
    this.nth = nth;
    this.seq += 1;
    const { view, legal, happened } = this.frame;
    const changes = Object.entries(view as object).map(([name, to]) => ({ at: [name], to }));
    this.tell({
      type: 'delta',
      seq: this.seq,
      clock: this.clock,
      events: happened,
      changes,
      legal,
      ...(this.outcome ? { outcome: this.outcome, seed: '1' } : {}),
    });
  }

  /** The room as it is when something is going on in it. */
  room(changed: Partial<Room>): void {
    const room = { ...roomOf(this.game, this.film), stage: this.stage, ...changed };
    this.tell({ type: 'room', room, clock: null });
  }

  private get stage(): Room['stage'] {
    return this.outcome ? 'over' : 'playing';
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  private get frame(): Frame {
    return this.film.frames[this.nth] ?? this.film.frames[0]!;
  }

  private get clock(): Clock {
    return { now: this.frame.now, server: performance.now(), rate: this.rate };
  }

  private welcome(): void {
    const { film } = this;
    const name = film.me === null ? null : nameOfSeat(film.me);
    this.tell({
      type: 'welcome',
      protocol: PROTOCOL,
      stream: 'film',
      server: performance.now(),
      you: { guest: name, name, seat: film.me, host: film.me === 0 },
      manners: MANNERS,
    });
    this.room({});
    this.tell({
      type: 'snapshot',
      seq: this.seq,
      clock: this.clock,
      view: this.frame.view as Record<string, unknown>,
      legal: this.frame.legal,
      events: film.frames.slice(0, this.nth + 1).flatMap((frame) => frame.happened),
      played: 0,
      commitment: '',
      outcome: this.outcome,
      seed: null,
    });
  }
}

const SEAT: Omit<SeatNow, 'seat' | 'name' | 'guest'> = {
  kind: 'person',
  level: null,
  stand_in: false,
  ready: true,
  with_bots: false,
  host: false,
  presence: 'here',
  weak: false,
  lag: 12,
  before: null,
  vacant: false,
  left_by: null,
};

export function outcomeOf(film: Film, winners: number[]): PlainOutcome {
  const seats = Array.from({ length: film.seats }, (_, seat) => seat);
  return {
    winners,
    scores: seats.map((seat) => (winners.includes(seat) ? 3 : seat % 3)),
    breakdown: seats.map(() => ({})),
    how: '',
  };
}

export function roomOf(game: string, film: Film): Room {
  const seats = Array.from({ length: film.seats }, (_, seat) => {
    const name = nameOfSeat(seat);
    return { ...SEAT, seat, name, guest: name };
  });
  const then = '2026-01-01T12:00:00Z';
  return {
    id: 'film',
    game,
    title: film.title,
    rules: 1,
    seats,
    options: {},
    visibility: 'link',
    quick: false,
    pace: 100,
    stage: 'playing',
    over_days: false,
    link: '',
    watchers: 0,
    commitment: null,
    paused: null,
    countdown: null,
    pause_votes: [],
    requests: [],
    muted: [],
    may_start_at: null,
    rematch: null,
    again: null,
    created: then,
    started: then,
    ended: null,
  };
}

/** What the server would say of the game, as far as a table needs it. */
export function infoOf(name: string, { title, seats, turn = 'turn' }: Film): GameInfo {
  return {
    name,
    title,
    blurb: '',
    rules: 1,
    min_seats: seats,
    max_seats: seats,
    real_time: true,
    bots: [],
    options: {},
    length: '',
    goal: '',
    legend: { view: { [turn]: { kind: 'seat', turn: true } }, acts: {}, words: {} },
    cover: null,
    board: null,
  };
}
