/** Six-sided tiles, standing on a corner, 100 units wide. */

export const HALF_WIDTH = 50;
export const ROW_HEIGHT = 86.6;
const RADIUS = 57.735;

export const HEX_CORNERS = Array.from({ length: 6 }, (_, nth) => {
  const angle = (nth * Math.PI) / 3 + Math.PI / 6;
  return `${(RADIUS * Math.cos(angle)).toFixed(2)},${(RADIUS * Math.sin(angle)).toFixed(2)}`;
}).join(' ');

export interface Point {
  x: number;
  y: number;
}

/** The middle of a space from its place in the layout: half tiles from the left, rows down. */
export function middleOf(place: readonly number[]): Point {
  return { x: (place[0] ?? 0) * HALF_WIDTH, y: (place[1] ?? 0) * ROW_HEIGHT };
}
