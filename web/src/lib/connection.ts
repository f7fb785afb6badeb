/**
 * One table's connection to the server: comes back when it breaks, catches up by sequence number, and
 * sends each act until it is decided. It keeps no game; whoever opens it gets what arrives.
 */

import { EstimatedClock, OffsetEstimate } from './clock';
import { Previews } from './previews';
import { Goodbye, MANNERS, PROTOCOL } from './protocol';
import type { Ack, Bye, FromClient, FromServer, Manners, Refusal } from './protocol';

export type ConnectionState =
  | { state: 'connecting' }
  | { state: 'open' }
  /** Broken; `since` is local time, `retryAt` when it is tried again. */
  | { state: 'lost'; since: number; retryAt: number }
  /** Closed for good, or until `reopen`. */
  | { state: 'ended'; code: number; reason: string };

/** A WebSocket's state in which it can be written to. */
const OPEN = 1;

/** The part of a WebSocket that is used here. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
}

/**
 * How the acts that wait for an answer are getting on: `slow` when the oldest has waited for longer than
 * anybody notices, `silent` when nothing at all has come from the server meanwhile.
 */
export type Delivery = 'prompt' | 'slow' | 'silent';

export interface Listener {
  changed(state: ConnectionState): void;
  delivery(delivery: Delivery): void;
  message(message: FromServer): void;
  decided(answer: Ack | Refusal, act: Record<string, unknown>): void;
  pending(act: Record<string, unknown> | null): void;
}

interface Waiting {
  n: number;
  act: Record<string, unknown>;
  /** Local time. */
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const FIRST_RETRY = 100;
const LONGEST_RETRY = 5000;
const AFTER_TOO_MANY = 10_000;
/** After these the server does not want us back by ourselves; its goodbye, if it came, says so too. */
const FINAL = new Set<number>([
  Goodbye.TOO_BIG,
  Goodbye.NO_HELLO,
  Goodbye.TAKEN_OVER,
  Goodbye.GIVEN_AWAY,
  Goodbye.CLOSED,
  Goodbye.NO_TABLE,
  Goodbye.REMOVED,
  Goodbye.NO_ENTRY,
]);
/** A page that was reloaded cannot know which act its forerunner had sent last. */
const STEP_OVER = 16;
/** From here on an act is seen to be on its way. */
const SLOW_AFTER = 400;
/** An act that waits this long, with nothing heard, waits in vain: 3 s with what it takes to look. */
const SILENT_AFTER = 2500;
const LOOK_EVERY = 250;
/** A server that is only slow answers these. */
const PING_WHILE_SLOW = 1000;
const QUICK_PINGS = 4;
const QUICK_PING_EVERY = 250;

export class Connection {
  readonly clock: EstimatedClock;
  readonly estimate = new OffsetEstimate();
  readonly previews = new Previews((message) => this.welcomed && this.send(message));

  private socket: Socket | null = null;
  private state: ConnectionState = { state: 'connecting' };
  private stream: string | null = null;
  private seq: number | null = null;
  private n = 0;
  private waiting: Waiting[] = [];
  private pings = new Map<number, number>();
  private pingId = 0;
  private attempt = 0;
  private heard = 0;
  private lostSince: number | null = null;
  private bye: Bye | null = null;
  private welcomed = false;
  private manners: Manners = MANNERS;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private watchTimer: ReturnType<typeof setTimeout> | undefined;
  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  private pingedAt = -Infinity;
  private delivery: Delivery = 'prompt';

  constructor(
    private readonly listener: Listener,
    private readonly connect: () => Socket,
    private readonly local: () => number = () => performance.now(),
    private readonly chance: () => number = Math.random,
  ) {
    this.clock = new EstimatedClock(local);
  }

  /** Open it, or open it again after it ended. */
  open(): void {
    this.dropSocket();
    clearTimeout(this.retryTimer);
    this.bye = null;
    this.welcomed = false;
    if (this.lostSince === null) this.become({ state: 'connecting' });
    const socket = this.connect();
    this.socket = socket;
    this.heard = this.local();
    socket.onopen = () => {
      this.heard = this.local();
      this.send({ type: 'hello', protocol: PROTOCOL, stream: this.stream, since: this.seq });
    };
    socket.onmessage = (event) => {
      this.heard = this.local();
      if (this.delivery === 'silent') this.judge();
      this.receive(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => this.closed(event.code);
    socket.onerror = null;
    this.watchSilence();
  }

  /** Leave for good. */
  close(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.lookTimer);
    for (const waiting of this.waiting) clearTimeout(waiting.timer);
    this.dropSocket();
  }

  /** The network may be back, or the page was asleep: do not sit out the wait. */
  hurry(): void {
    if (this.state.state === 'lost' || this.delivery === 'silent') {
      this.attempt = 0;
      this.open();
    } else if (this.state.state === 'open') {
      this.ping();
    }
  }

  act(act: Record<string, unknown>): number {
    this.n += 1;
    const waiting: Waiting = { n: this.n, act, since: this.local(), timer: undefined };
    this.waiting.push(waiting);
    this.deliver(waiting);
    if (this.waiting.length === 1) {
      clearTimeout(this.lookTimer);
      this.lookTimer = setTimeout(() => this.look(), SLOW_AFTER);
    }
    this.listener.pending(act);
    return waiting.n;
  }

  send(message: FromClient): boolean {
    // Into a socket that is about to close a browser writes nothing, and complains.
    if (this.socket?.readyState !== OPEN) return false;
    try {
      this.socket.send(JSON.stringify(message));
      return true;
    } catch {
      return false; // not open yet, or no more: onclose follows
    }
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'probe':
        this.send({ type: 'echo', id: message.id });
        return;
      case 'pong':
        this.ponged(message.id, message.server);
        return;
      case 'told':
        this.previews.answered(message);
        return;
      case 'hinted':
        this.previews.hinted(message);
        return;
      case 'bye':
        this.bye = message;
        return;
      case 'welcome':
        if (message.stream !== this.stream) {
          this.estimate.forget();
          this.seq = null;
        }
        this.stream = message.stream;
        this.manners = message.manners;
        if (this.estimate.offset === null) this.clock.correct(message.server - this.local());
        this.attempt = 0;
        this.lostSince = null;
        this.welcomed = true;
        this.become({ state: 'open' });
        this.listener.message(message);
        this.startPings();
        for (const waiting of this.waiting) this.deliver(waiting);
        return;
      case 'room':
        if (message.clock) this.clock.tell(message.clock);
        break;
      case 'snapshot':
        this.seq = message.seq;
        this.n = Math.max(this.n, message.played + STEP_OVER);
        this.clock.tell(message.clock);
        break;
      case 'delta':
        if (this.seq === null || message.seq > this.seq + 1) {
          this.open(); // something is missing: say hello again, and get it
          return;
        }
        if (message.seq <= this.seq) return;
        this.seq = message.seq;
        this.clock.tell(message.clock);
        break;
      case 'ack':
      case 'refused':
        this.answered(message);
        return;
    }
    this.listener.message(message);
  }

  private answered(answer: Ack | Refusal): void {
    const waiting = this.waiting.find((one) => one.n === answer.n);
    if (!waiting) return; // a repeated answer
    clearTimeout(waiting.timer);
    this.waiting = this.waiting.filter((one) => one !== waiting);
    this.judge();
    this.listener.decided(answer, waiting.act);
    this.listener.pending(this.waiting.at(-1)?.act ?? null);
  }

  private deliver(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    if (!this.welcomed) return; // it goes out after the welcome
    this.send({ type: 'act', n: waiting.n, act: waiting.act });
    waiting.timer = setTimeout(() => this.deliver(waiting), this.manners.resend_after);
  }

  /** An act still waits: see whether anything is heard of the server, and ask if need be. */
  private look(): void {
    clearTimeout(this.lookTimer);
    this.judge();
    if (!this.waiting.length) return;
    if (this.welcomed && this.local() - this.pingedAt >= PING_WHILE_SLOW) this.ping();
    this.lookTimer = setTimeout(() => this.look(), LOOK_EVERY);
  }

  private judge(): void {
    const [oldest] = this.waiting;
    const waited = oldest ? this.local() - oldest.since : 0;
    const silence = oldest ? this.local() - Math.max(this.heard, oldest.since) : 0;
    const now = silence >= SILENT_AFTER ? 'silent' : waited >= SLOW_AFTER ? 'slow' : 'prompt';
    if (now === this.delivery) return;
    this.delivery = now;
    this.listener.delivery(now);
  }

  private startPings(): void {
    let quick = QUICK_PINGS;
    const next = (): void => {
      this.ping();
      const wait = quick > 0 ? QUICK_PING_EVERY : this.manners.ping_every;
      quick -= 1;
      this.pingTimer = setTimeout(next, wait);
    };
    clearTimeout(this.pingTimer);
    next();
  }

  private ping(): void {
    this.pingId += 1;
    this.pingedAt = this.local();
    this.pings.set(this.pingId, this.local());
    this.pings.delete(this.pingId - 20);
    this.send({ type: 'ping', id: this.pingId });
  }

  private ponged(id: number, server: number): void {
    const sent = this.pings.get(id);
    if (sent === undefined) return;
    this.pings.delete(id);
    this.estimate.add(sent, this.local(), server);
    const offset = this.estimate.offset;
    if (offset !== null) this.clock.correct(offset);
  }

  private watchSilence(): void {
    clearTimeout(this.watchTimer);
    this.watchTimer = setTimeout(() => {
      if (this.local() - this.heard >= this.manners.give_up_after) {
        this.dropSocket();
        this.closed(1006);
      } else {
        this.watchSilence();
      }
    }, 1000);
  }

  private closed(closeCode: number): void {
    this.dropSocket();
    const code = this.bye?.code ?? closeCode;
    if (this.bye ? this.bye.come_back_after === null : FINAL.has(code)) {
      this.lostSince = null;
      this.become({ state: 'ended', code, reason: this.bye?.reason ?? '' });
      return;
    }
    this.lostSince ??= this.local();
    let wait = Math.min(FIRST_RETRY * 2 ** this.attempt, LONGEST_RETRY);
    wait *= 0.75 + this.chance() / 2;
    if (code === Goodbye.RULE_BROKEN) wait = AFTER_TOO_MANY;
    if (this.bye?.come_back_after) wait = Math.max(wait, this.bye.come_back_after);
    this.attempt += 1;
    this.become({ state: 'lost', since: this.lostSince, retryAt: this.local() + wait });
    this.retryTimer = setTimeout(() => this.open(), wait);
  }

  private dropSocket(): void {
    clearTimeout(this.pingTimer);
    clearTimeout(this.watchTimer);
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    this.pings.clear();
    this.previews.lost();
    for (const waiting of this.waiting) clearTimeout(waiting.timer);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    try {
      socket.close();
    } catch {
      // it was never open
    }
  }

  private become(state: ConnectionState): void {
    this.state = state;
    this.listener.changed(state);
  }
}
