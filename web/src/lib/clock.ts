import type { TableClock } from '../boards/types';
import type { Clock } from './protocol';

interface Sample {
  roundTrip: number;
  offset: number;
}

const SAMPLES = 10;
/** A shift smaller than this is not worth setting animations again for. */
const NOTICEABLE = 8;

/** The server's clock minus ours, from pings; the quickest of the last ten knows best. */
export class OffsetEstimate {
  private samples: Sample[] = [];

  /** `sent` and `got` in local time, `server` what its clock showed in between. */
  add(sent: number, got: number, server: number): void {
    this.samples.push({ roundTrip: got - sent, offset: server - (sent + got) / 2 });
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  private get best(): Sample | null {
    let best: Sample | null = null;
    for (const sample of this.samples) {
      if (best === null || sample.roundTrip < best.roundTrip) best = sample;
    }
    return best;
  }

  get offset(): number | null {
    return this.best?.offset ?? null;
  }

  /** The shortest way there and back, in milliseconds. */
  get roundTrip(): number | null {
    return this.best?.roundTrip ?? null;
  }

  /** A server that was started again has another clock. */
  forget(): void {
    this.samples = [];
  }
}

/** Table time on this machine: what the server said last, carried on by our own clock. */
export class EstimatedClock implements TableClock {
  private told: Clock = { now: 0, server: 0, rate: 0 };
  private offset = 0;
  private listeners = new Set<() => void>();

  constructor(private readonly local: () => number = () => performance.now()) {}

  get rate(): number {
    return this.told.rate;
  }

  now(): number {
    return this.told.now + this.told.rate * (this.local() + this.offset - this.told.server);
  }

  localTime(tableMs: number): number {
    if (this.told.rate === 0) return Infinity;
    return (tableMs - this.told.now) / this.told.rate + this.told.server - this.offset;
  }

  /** The server's clock now, for countdowns. */
  serverNow(): number {
    return this.local() + this.offset;
  }

  onchange(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  tell(clock: Clock): void {
    this.move(() => {
      this.told = clock;
    });
  }

  correct(offset: number): void {
    this.move(() => {
      this.offset = offset;
    });
  }

  private move(change: () => void): void {
    const before = this.now();
    const rate = this.rate;
    change();
    if (this.rate !== rate || Math.abs(this.now() - before) >= NOTICEABLE) {
      for (const listener of this.listeners) listener();
    }
  }
}
