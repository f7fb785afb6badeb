import {
  EMBLEMS,
  type Act,
  type GameAtTable,
  type SeatInfo,
  type TableClock,
  type TableEvent,
} from '../boards/types';

export interface Frame {
  title: string;
  now: number;
  view: unknown;
  legal: Act[];
  happened: TableEvent[];
  /** What the rules answer at this moment. */
  answers?: { question: Record<string, unknown>; answer: Record<string, unknown> }[];
}

export interface Film {
  title: string;
  seats: number;
  me: number | null;
  frames: Frame[];
  /** Where its views say whose turn it is, if not at `turn`. */
  turn?: string;
}

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dag', 'Elif', 'Finn'];

export function nameOfSeat(seat: number): string {
  return NAMES[seat] ?? `Seat ${seat}`;
}

/** A table's clock without a table: set to a time, and then running or standing. */
export class DemoClock implements TableClock {
  private from = performance.now();
  private at = 0;
  private listeners = new Set<() => void>();
  rate = 1;

  now(): number {
    return this.at + this.rate * (performance.now() - this.from);
  }

  localTime(tableMs: number): number {
    return this.rate === 0 ? Infinity : this.from + (tableMs - this.at) / this.rate;
  }

  onchange(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  set(now: number, rate: number): void {
    this.from = performance.now();
    this.at = now;
    this.rate = rate;
    for (const listener of this.listeners) listener();
  }
}

export function seatsFor(film: Film): SeatInfo[] {
  return Array.from({ length: film.seats }, (_, seat) => ({
    seat,
    name: nameOfSeat(seat),
    emblem: EMBLEMS[seat % 6] ?? 'sun',
    color: `var(--seat-${seat % 6})`,
    me: seat === film.me,
    bot: false,
    present: true,
  }));
}

/** A recorded game says nothing of itself. */
export function demoGame(film: Film): GameAtTable {
  const legend = { view: {}, acts: {}, words: {} };
  return { name: '', title: film.title, legend, specialties: [] };
}
