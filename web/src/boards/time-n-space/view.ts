/** What the table of Time 'n' Space shows; the form is the game's own (its view.py and preview.py). */

import type { Act } from '../types';

export const COLOURS = ['grey', 'yellow', 'blue', 'brown'] as const;
export type Colour = (typeof COLOURS)[number];
export type ByColour<T> = Record<Colour, T>;

export interface Good {
  good: Colour;
}
export interface Order {
  order: Colour;
  value: number;
}
export type Piece = Good | Order | null;

/** An order and the building it lies on or goes to. */
export interface PlacedOrder {
  colour: Colour;
  value: number;
  on: string;
}

export interface BuildingView {
  letter: string;
  /** `grey plant` ... `station`, `centre`. */
  kind: string;
  stage: 'I' | 'II' | 'III';
  spots: Piece[];
  /** How many orders a centre puts out at most; null for the others. */
  puts_out: number | null;
}

export interface TimerView {
  /** A letter, `research` or `ship`; null when it is free or in hand. */
  on: string | null;
  runs_out_at: number | null;
  held: boolean;
}

export interface HandView {
  on: string;
  steps: number;
  waits: boolean;
  until: number | null;
  orders: PlacedOrder[];
}

export interface ColumnView {
  filled: number;
  values: number;
  bonus: number;
  players: number;
  unplaced: number;
  /** What is multiplied with what: "12 × 3". */
  sum: string;
  /** Whether it scores yet. */
  counts: boolean;
  score: number;
}

export interface SheetView {
  colours: ByColour<ColumnView>;
  bonus_counters: number;
  counters: number;
}

export interface MatView {
  buildings: BuildingView[];
  research: string | null;
  above: ByColour<number[]>;
  won: ByColour<number[]>[];
  bonuses: number;
  timers: TimerView[];
  ship: { at: string; to: string };
  hand: HandView | null;
  may_offer: boolean;
  score: number;
  sheet: SheetView;
  chosen: number;
  /** Has picked all first orders. */
  chosen_all: boolean;
  /** Only on one's own. */
  choices?: PlacedOrder[];
}

export interface MoonView {
  place: string;
  tiles: number;
  top: string | null;
  bottom: string[];
}

export interface Owed {
  visitor: number;
  until: number | null;
  counters: ByColour<number>;
  orders: PlacedOrder[];
}

export interface PlanetView {
  place: string;
  bonus: boolean;
  line: {
    stage: string;
    due: number;
    waiting: number[];
    together: number[];
    filling: number | null;
  } | null;
  owes: Owed[];
}

export interface OfferView {
  to: number;
  bring: Colour;
  put_out: Colour;
}

export interface SpaceView {
  mode: 'full' | 'introductory';
  phase: 'choosing' | 'play' | 'final' | 'over';
  due: number | null;
  timer_ms: number;
  length_ms: number;
  places: string[];
  next_to: string[][];
  supply: ByColour<number>;
  moons: MoonView[];
  planets: PlanetView[];
  mats: MatView[];
  offers: (OfferView | null)[];
}

/** What a planet would take from me. */
export interface Fits {
  now: ByColour<number>;
  later: ByColour<number>;
  more: number;
}

/** The answer to `glance`. */
export interface Glance {
  places: Record<string, { at: number; all: Act[] }>;
  wanted: ByColour<number>;
  planets: Fits[];
  coming: { seat: number; at: number; brings: ByColour<number> }[];
  columns: ByColour<{ score: number; new: [number, number] | null; same: [number, number] | null }>;
  silent: PlacedOrder[];
  first: number | null;
}

/** The answer to `steps`. */
export interface StepsAhead {
  on: string;
  at: number;
  acts: Act[];
  all: Act[];
}

export function isGood(piece: Piece): piece is Good {
  return piece !== null && 'good' in piece;
}

export function isOrder(piece: Piece): piece is Order {
  return piece !== null && 'order' in piece;
}

/** The orders that lie open on a mat, as visitors see them: by colour, then the highest first. */
export function openOrders(mat: MatView): PlacedOrder[] {
  const found = mat.buildings.flatMap((building) =>
    building.spots
      .filter(isOrder)
      .map(({ order, value }) => ({ colour: order, value, on: building.letter })),
  );
  const rank = (one: PlacedOrder): number => COLOURS.indexOf(one.colour) * 10 - one.value;
  return found.sort((a, b) => rank(a) - rank(b));
}

export function colourOfKind(kind: string): Colour | null {
  return COLOURS.find((colour) => kind === `${colour} plant`) ?? null;
}

export function sum(counts: ByColour<number>): number {
  return COLOURS.reduce((total, colour) => total + counts[colour], 0);
}

/** The seat whose planet this is; null for a moon. */
export function seatOfPlace(place: string): number | null {
  const [kind, number] = place.split('-');
  return kind === 'planet' ? Number(number) : null;
}

/** The glass of a seat that stands on a place. */
export function timerOn(mat: MatView, on: string): TimerView | undefined {
  return mat.timers.find((timer) => timer.on === on);
}
