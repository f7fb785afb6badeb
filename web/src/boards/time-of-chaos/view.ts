/** What the table of A Time of Chaos shows; the form is the game's own (its view.py). */

import type { Act } from '../types';

export const ERAS = ['past', 'present', 'future'] as const;
export type Era = (typeof ERAS)[number];

export interface TileView {
  city: string;
  sign: string;
  chaos: boolean;
  /** How many cubes of each seat. */
  cubes: number[];
  pawns: number[];
  sent: boolean;
  flows_to: Era | null;
  /** How many cubes more make it fall; null in chaos. */
  falls_in: number | null;
}

export interface CardFace {
  name: string;
  found: Era;
  city: string;
  era: Era;
  points: number;
  story: string;
}

export interface HeldCard {
  found: Era;
  known: boolean;
  card: CardFace | null;
}

export interface ChaosView {
  grids: Record<Era, TileView[]>;
  /** How many tiles of an era lie side by side. */
  columns: number;
  decks: Record<Era, number>;
  open: Record<Era, (CardFace | null)[]>;
  hands: HeldCard[][];
  delivered: CardFace[][];
  scores: number[];
  minus: number[];
  supply: number[];
  cloaks: boolean[];
  phase: 'place' | 'send' | 'act' | 'over';
  turn: number | null;
  turns: number;
  actions_left: number | null;
  first: number;
  /** Where pawns are placed. */
  starts_in: Era;
  ender: number | null;
  undo: Act[];
  turn_ends_at: number | null;
  banks: number[] | null;
  limits: { actions: number; deliveries: number; disorder: number; hand: number };
}

export interface Spot {
  era: Era;
  city: string;
}

export function isSpot(one: Spot | null, other: Spot | null): boolean {
  return one !== null && other !== null && one.era === other.era && one.city === other.city;
}

/** Where the pawn of a seat stands; null before it is placed. */
export function pawnAt(view: ChaosView, seat: number | null): Spot | null {
  for (const era of ERAS) {
    const tile = view.grids[era].find((one) => seat !== null && one.pawns.includes(seat));
    if (tile) return { era, city: tile.city };
  }
  return null;
}

export function tileAt(view: ChaosView, { era, city }: Spot): TileView | undefined {
  return view.grids[era].find((one) => one.city === city);
}

/** Where a city is in the era where pawns are placed. */
export function startAt(view: ChaosView, city: string): Spot {
  return { era: view.starts_in, city };
}

export function cubesOn(tile: TileView): number {
  return tile.cubes.reduce((sum, one) => sum + one, 0);
}

/** The owner of each cube on a tile, seat by seat. */
export function owners(tile: TileView): number[] {
  return tile.cubes.flatMap((count, seat) => Array.from({ length: count }, () => seat));
}

/** The sign of a city, which it has in all eras. */
export function signOf(view: ChaosView, city: string): string {
  return view.grids.past.find((one) => one.city === city)?.sign ?? '';
}
