/** Where things lie in the sky, in pixels: planets at the inner corners of the plates. */

import type { CornerPlates, Size } from '../types';

export interface Point {
  x: number;
  y: number;
}

export interface Sky extends Size {
  /** Across a planet or a moon. */
  disc: number;
  /** By the name of the place. */
  at: Record<string, Point>;
  /** Where the half hour stands, and how high. */
  middle: Point;
  glass: number;
}

const EDGE = 4;
/** Below this, plates leave little room between them. */
export const NARROW = 600;

export function discOf({ width, height }: Size): number {
  return Math.round(Math.min(72, Math.max(44, Math.min(0.15 * height, 0.125 * width))));
}

/** The size of the plates that leave room for the ring. */
export function plates(board: Size): CornerPlates {
  const { width, height } = board;
  const disc = discOf(board);
  const between = width < NARROW ? 1.75 * disc : Math.max(2.7 * disc, 0.13 * width);
  const wide = (width - between) / 2 - EDGE;
  const high = (height - (height < 300 ? 1.3 : 1.6) * disc) / 2 - EDGE;
  return {
    width: Math.floor(Math.max(100, wide)),
    height: Math.floor(Math.min(high, width < NARROW ? Math.max(96, 0.36 * height) : 220)),
    inset: Math.round(disc / 2 + 4),
  };
}

/** The ring of so many planets, seen by `me`, who is at the lower left; the rest goes clockwise. */
export function skyOf(board: Size, players: number, me: number | null): Sky {
  const { width, height } = board;
  const disc = discOf(board);
  const plate = plates(board);
  const left = EDGE + plate.width;
  const right = width - left;
  const top = EDGE + plate.height;
  const bottom = height - top;
  const out = disc * (width < NARROW ? 1.36 : 2.15);
  const end = disc / 2 + EDGE + 2;
  const corners: Point[] = [
    { x: left, y: bottom },
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
  ];
  const halves: Point[] = [
    { x: Math.max(end, left - out), y: height / 2 },
    { x: width / 2, y: end },
    { x: Math.min(width - end, right + out), y: height / 2 },
    { x: width / 2, y: height - end },
  ];
  const at: Record<string, Point> = {};
  for (let nth = 0; nth < players; nth++) {
    const seat = ((me ?? 0) + nth) % players;
    at[`planet-${seat}`] = corners[nth]!;
    // Among three the last moon has the corner of the fourth planet.
    at[`moon-${seat}`] = players === 3 && nth === 2 ? corners[3]! : halves[nth]!;
  }
  const room = bottom - top;
  const glass = Math.round(Math.min(120, Math.max(56, Math.min(room + disc * 0.5, height * 0.26))));
  return { width, height, disc, at, middle: { x: width / 2, y: height / 2 }, glass };
}

export function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** From the edge of one disc to the edge of the other. */
export function passage(sky: Sky, from: string, to: string): [Point, Point] | null {
  const [one, other] = [sky.at[from], sky.at[to]];
  if (!one || !other) return null;
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const edge = Math.min(0.45, (sky.disc / 2 + 3) / far);
  return [along(one, other, edge), along(one, other, 1 - edge)];
}

/** Where the ship of a seat lies at a place: outside of the disc, each seat at its own angle. */
export function berth(sky: Sky, place: string, seat: number, players: number): Point {
  const disc = sky.at[place] ?? sky.middle;
  // Away from the corners, where plates are, and never where another seat's ship lies.
  const inwards = Math.atan2(sky.middle.y - disc.y, sky.middle.x - disc.x);
  const angle = inwards + (seat - (players - 1) / 2) * 0.62;
  const far = sky.disc / 2 + 7;
  return { x: disc.x + far * Math.cos(angle), y: disc.y + far * Math.sin(angle) };
}

/** The way a ship points, in degrees; 0 is upwards. */
export function heading(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 90;
}

/** Stars, the same ones each time. */
export function stars({ width, height }: Size, count: number): (Point & { r: number })[] {
  let seed = 20260101;
  const next = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  return Array.from({ length: count }, () => ({
    x: Math.round(next() * width),
    y: Math.round(next() * height),
    r: 0.4 + next() * 0.9,
  }));
}
