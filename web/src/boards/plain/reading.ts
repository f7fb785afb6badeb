/** A view as something to be shown: lines, lists, tables and glasses, without a pixel. */

import type { Legend, Mark, SeatInfo } from '../types';
import { Reader, type Way } from './legend';

export interface Timer {
  key: string;
  /** Table time. */
  until: number;
  /** How long all its sand runs; null when nobody says. */
  lasts: number | null;
  label: string;
  /** Whose it is; null for the table's own. */
  seat: number | null;
}

export interface Fact {
  key: string;
  label: string;
  reading: Reading;
}

export type Reading =
  /** `raw` is the game's own word, which acts may name. */
  | { kind: 'text'; text: string; raw: string | null }
  | { kind: 'nothing'; text: string }
  | { kind: 'flag'; on: boolean }
  | { kind: 'seat'; seat: number }
  | { kind: 'timer'; timer: Timer }
  /** An object: how it reads in a line, and what else there is about it. */
  | { kind: 'thing'; line: Reading[]; facts: Fact[] }
  | { kind: 'list'; items: Reading[]; numbered: boolean; columns: number }
  | { kind: 'table'; columns: string[]; rows: { head: string; cells: (Reading | null)[] }[] }
  | { kind: 'seats'; entries: { seat: number; reading: Reading }[] };

export interface SeatReading {
  seat: number;
  facts: Fact[];
  /** What stands on the name plate. */
  plate: Fact[];
  timers: Timer[];
}

export interface TableReading {
  timers: Timer[];
  facts: Fact[];
  cards: Fact[];
  seats: SeatReading[];
}

type Plain = Record<string, unknown>;

const MOST_COLUMNS = 8;

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Nothing that somebody would want to read: no, none, nobody. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** The pieces of a template: words, and names of fields. */
export function pieces(template: string): { text: string; field: boolean }[] {
  return template
    .split(/(\{[^}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\{.*\}$/.test(piece)
        ? { text: piece.slice(1, -1), field: true }
        : { text: piece, field: false },
    );
}

/** The first way to read an object that finds the fields it names. */
function fitting(reads: string, value: Plain): { text: string; field: boolean }[] | null {
  for (const way of reads.split('|')) {
    const found = pieces(way);
    if (found.every(({ text, field }) => !field || Object.hasOwn(value, text))) return found;
  }
  return null;
}

/** Whether it fits into a running line. */
export function isSmall(reading: Reading): boolean {
  if (reading.kind === 'list') return reading.columns === 0 && reading.items.every(isSmall);
  if (reading.kind === 'thing') return reading.facts.every((fact) => isSmall(fact.reading));
  return reading.kind !== 'table' && reading.kind !== 'seats';
}

/** Whether there is nothing in it to be read. */
function isVoid(reading: Reading): boolean {
  if (reading.kind === 'thing') return !reading.line.length && !reading.facts.length;
  return reading.kind === 'nothing';
}

/** Reads one view; what is found on the way, such as glasses, is kept beside it. */
class Look {
  readonly timers: Timer[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly view: Plain,
    private readonly count: number,
  ) {}

  /** What stands there; null for what is not shown. */
  read(value: unknown, way: Way, beside: Plain, owner: number | null): Reading | null {
    const mark = this.reader.mark(way);
    if (mark.kind === 'hidden') return null;
    if (mark.kind === 'deadline') return this.deadline(value, mark, way, beside, owner);
    if (value === null || value === undefined) return { kind: 'nothing', text: mark.none ?? '–' };
    if (isScalar(value)) return this.scalar(value, mark);
    if (Array.isArray(value)) {
      return mark.by_seat ? this.bySeat(value, way) : this.list(value, mark, way, owner);
    }
    return isObject(value) ? this.object(value, mark, way, owner) : null;
  }

  private scalar(value: string | number | boolean, mark: Mark): Reading {
    if (mark.kind === 'seat' && typeof value === 'number') return { kind: 'seat', seat: value };
    if (typeof value === 'boolean') return { kind: 'flag', on: value };
    const raw = typeof value === 'string' ? value : null;
    return { kind: 'text', text: this.reader.scalar(value, mark), raw };
  }

  private deadline(
    value: unknown,
    mark: Mark,
    way: Way,
    beside: Plain,
    owner: number | null,
  ): Reading | null {
    if (typeof value !== 'number') return null;
    const told = mark.owner ? beside[mark.owner] : owner;
    const lasts = typeof mark.lasts === 'string' ? this.at(mark.lasts) : mark.lasts;
    const timer: Timer = {
      key: way.join('.'),
      until: value,
      lasts: typeof lasts === 'number' && lasts > 0 ? lasts : null,
      label: mark.title ?? '',
      seat: typeof told === 'number' ? told : owner,
    };
    this.timers.push(timer);
    return { kind: 'timer', timer };
  }

  private at(place: string): unknown {
    let here: unknown = this.view;
    for (const step of place.split('.')) here = isObject(here) ? here[step] : undefined;
    return here;
  }

  /** An entry for each seat; where they are numbers, only those that are not zero. */
  private bySeat(value: unknown[], way: Way): Reading {
    const numbers = value.every((one) => typeof one === 'number');
    const entries = value.flatMap((one, seat) => {
      if (numbers && one === 0) return [];
      const reading = this.read(one, [...way, seat], {}, seat);
      return reading && !isVoid(reading) ? [{ seat, reading }] : [];
    });
    return entries.length ? { kind: 'seats', entries } : { kind: 'nothing', text: '–' };
  }

  private list(value: unknown[], mark: Mark, way: Way, owner: number | null): Reading {
    if (!value.length) return { kind: 'nothing', text: mark.none ?? 'none' };
    const objects = value.filter(isObject);
    const plainly = objects.length > 1 && objects.length === value.length && !mark.columns;
    if (plainly && !value.some((_, nth) => this.reader.mark([...way, nth]).reads)) {
      const table = this.table(
        objects.map((one, nth) => ({ head: '', value: one, way: [...way, nth] })),
        owner,
      );
      if (table) return table;
    }
    const items = value.flatMap((one, nth) => {
      const reading = this.read(one, [...way, nth], {}, owner);
      return reading ? [reading] : [];
    });
    return {
      kind: 'list',
      items,
      numbered: mark.numbered ?? false,
      columns: mark.columns ?? 0,
    };
  }

  private table(
    rows: { head: string; value: Plain; way: Way }[],
    owner: number | null,
  ): Reading | null {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row.value)))].filter((name) =>
      rows.some((row) => this.reader.mark([...row.way, name]).kind !== 'hidden'),
    );
    if (!names.length || names.length > MOST_COLUMNS) return null;
    // What nobody has is no column.
    const used = names.filter((name) => rows.some((row) => !isEmpty(row.value[name])));
    const first = rows[0]!;
    return {
      kind: 'table',
      columns: used.map((name) => this.reader.title([...first.way, name])),
      rows: rows.map((row) => ({
        head: row.head,
        cells: used.map((name) => this.read(row.value[name], [...row.way, name], row.value, owner)),
      })),
    };
  }

  private object(value: Plain, mark: Mark, way: Way, owner: number | null): Reading {
    const template = mark.reads ? fitting(mark.reads, value) : null;
    if (!template) return this.facts(value, way, owner);
    const used = new Set(template.filter((piece) => piece.field).map((piece) => piece.text));
    const line = template.flatMap(({ text, field }): Reading[] => {
      if (!field) return [{ kind: 'text', text, raw: null }];
      const reading = this.read(value[text], [...way, text], value, owner);
      return reading ? [reading] : [];
    });
    const words = line.map((reading) => this.words(reading)).join('');
    const names = this.reader.inOrder(Object.keys(value), way);
    const facts = names.flatMap((name): Fact[] => {
      if (used.has(name) || value[name] === false) return [];
      const reading = this.worthwhile(value, name, way, owner);
      if (reading?.kind === 'timer') reading.timer.label ||= words;
      return reading ? [{ key: name, label: this.reader.title([...way, name]), reading }] : [];
    });
    return { kind: 'thing', line, facts };
  }

  /** An object without a line: a fact for each field, or a table where all are alike. */
  private facts(value: Plain, way: Way, owner: number | null): Reading {
    const entries = Object.entries(value);
    if (!entries.length) return { kind: 'nothing', text: this.reader.mark(way).none ?? 'none' };
    if (entries.length > 1 && entries.every(([name, one]) => this.isRow(one, [...way, name]))) {
      const rows = entries.map(([name, one]) => ({
        head: this.reader.title([...way, name]),
        value: one as Plain,
        way: [...way, name],
      }));
      const table = this.table(rows, owner);
      if (table) return table;
    }
    const facts = this.reader.inOrder(Object.keys(value), way).flatMap((name): Fact[] => {
      const reading = this.worthwhile(value, name, way, owner);
      return reading ? [{ key: name, label: this.reader.title([...way, name]), reading }] : [];
    });
    return { kind: 'thing', line: [], facts };
  }

  /** A field of an object; null where there is nothing and the legend has no word for that. */
  private worthwhile(value: Plain, name: string, way: Way, owner: number | null): Reading | null {
    const here = [...way, name];
    const reading = this.read(value[name], here, value, owner);
    return reading && isVoid(reading) && this.reader.mark(here).none === undefined ? null : reading;
  }

  private isRow(value: unknown, way: Way): boolean {
    return isObject(value) && !this.reader.mark(way).reads && !isEmpty(value);
  }

  words(reading: Reading): string {
    if (reading.kind === 'text' || reading.kind === 'nothing') return reading.text;
    if (reading.kind === 'seat') return this.reader.name(reading.seat);
    if (reading.kind === 'flag') return reading.on ? 'yes' : 'no';
    if (reading.kind === 'thing') return reading.line.map((one) => this.words(one)).join('');
    if (reading.kind === 'list') return reading.items.map((one) => this.words(one)).join(', ');
    return '';
  }

  /** What is marked for the plates: the value, under its own title, at the seat it belongs to. */
  plates(legend: Legend): { seat: number; fact: Fact }[] {
    return Object.entries(legend.view).flatMap(([place, mark]) => {
      const steps = place.split('.');
      const list = this.view[steps[0] ?? ''];
      if (!mark.plate || !Array.isArray(list)) return [];
      // `scores` has an entry for each seat; so has `mats`, of which `mats.*.score` is a part.
      const inner = mark.by_seat ? [] : steps.slice(2);
      return list.slice(0, this.count).flatMap((entry: unknown, seat) => {
        let value = entry;
        for (const step of inner) value = isObject(value) ? value[step] : undefined;
        const way: Way = [steps[0] ?? '', seat, ...inner];
        const reading = value == null ? null : this.read(value, way, {}, seat);
        const label = mark.title ?? this.reader.title(way);
        return reading ? [{ seat, fact: { key: place, label, reading } }] : [];
      });
    });
  }
}

/** In the order in which the legend names them; what it does not name comes after. */
function order(view: Plain, legend: Legend): string[] {
  const named = Object.keys(legend.view).map((place) => place.split('.')[0] ?? '');
  return [...new Set([...named.filter((name) => Object.hasOwn(view, name)), ...Object.keys(view)])];
}

interface Kept {
  legend: Legend;
  seats: SeatInfo[];
  table: TableReading;
}

const kept = new WeakMap<Plain, Kept>();

/** The table as a view shows it; board, mat and every plate ask for the same one. */
export function readTable(view: Plain, legend: Legend, seats: SeatInfo[]): TableReading {
  const before = kept.get(view);
  if (before && before.legend === legend && before.seats === seats) return before.table;
  const table = readAnew(view, legend, seats);
  kept.set(view, { legend, seats, table });
  return table;
}

function readAnew(view: Plain, legend: Legend, seats: SeatInfo[]): TableReading {
  const reader = new Reader(legend, seats);
  const look = new Look(reader, view, seats.length);
  const table: TableReading = {
    timers: [],
    facts: [],
    cards: [],
    seats: seats.map(({ seat }) => ({ seat, facts: [], plate: [], timers: [] })),
  };
  for (const name of order(view, legend)) {
    const value = view[name];
    const mark = reader.mark([name]);
    const label = reader.title([name]);
    if (mark.kind === 'hidden') continue;
    if (mark.by_seat && Array.isArray(value)) {
      value.forEach((entry, seat) => {
        const reading = look.read(entry, [name, seat], {}, seat);
        if (!reading || (isVoid(reading) && reader.mark([name, seat]).none === undefined)) return;
        const spread = reading.kind === 'thing' && !reading.line.length;
        table.seats[seat]?.facts.push(
          ...(spread
            ? reading.facts.map((fact) => ({ ...fact, key: `${name}.${fact.key}` }))
            : [{ key: name, label, reading }]),
        );
      });
      continue;
    }
    const reading = look.read(value, [name], view, null);
    if (!reading) continue;
    if (isVoid(reading) && mark.none === undefined) continue;
    const fact = { key: name, label, reading };
    if (reading.kind === 'timer') table.timers.push(reading.timer);
    else if (isScalar(value) || value === null) table.facts.push(fact);
    else table.cards.push(fact);
  }
  for (const timer of look.timers) {
    if (timer.seat !== null) table.seats[timer.seat]?.timers.push(timer);
  }
  for (const { seat, fact } of look.plates(legend)) table.seats[seat]?.plate.push(fact);
  return table;
}
