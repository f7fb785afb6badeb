/** The watch face: squares around a circle, the first at twelve o'clock, then clockwise. */

export const INNER = 116;
export const OUTER = 186;
export const MIDDLE = 150;

export interface Point {
  x: number;
  y: number;
}

export function angleOf(square: number, squares: number): number {
  return (square * 2 * Math.PI) / squares;
}

export function pointAt(angle: number, far: number): Point {
  return { x: round(far * Math.sin(angle)), y: round(-far * Math.cos(angle)) };
}

/** The outline of a square. */
export function wedge(square: number, squares: number): string {
  const middle = angleOf(square, squares);
  const gap = Math.min(0.02, Math.PI / squares / 6);
  const half = Math.PI / squares - gap;
  const a = pointAt(middle - half, OUTER);
  const b = pointAt(middle + half, OUTER);
  const c = pointAt(middle + half, INNER);
  const d = pointAt(middle - half, INNER);
  return `M${a.x} ${a.y}A${OUTER} ${OUTER} 0 0 1 ${b.x} ${b.y}L${c.x} ${c.y}A${INNER} ${INNER} 0 0 0 ${d.x} ${d.y}Z`;
}

/** On more squares than these each pawn runs in a lane of its own, for neighbours would overlap. */
export const MANY = 24;

/** Where pawns stand: in the middle of a square, side by side where several share it. */
export function standing(
  square: number,
  squares: number,
  nth: number,
  of: number,
  lane: number,
): Point {
  if (squares > MANY) return pointAt(angleOf(square, squares), MIDDLE + (lane - 1) * 21);
  if (of <= 1) return pointAt(angleOf(square, squares), MIDDLE);
  const spread = Math.min((2 * Math.PI) / squares / of, 0.22);
  const far = MIDDLE + (of === 3 && nth === 1 ? 14 : -8);
  return pointAt(angleOf(square, squares) + (nth - (of - 1) / 2) * spread, far);
}

/** The way of a pawn over so many squares, as an arc just inside the course. */
export function way(from: number, spend: number, squares: number): string {
  const far = INNER - 7;
  const start = angleOf(from, squares);
  const whole = Math.min(angleOf(spend, squares), 2 * Math.PI - 0.04);
  const a = pointAt(start, far);
  const b = pointAt(start + whole, far);
  return `M${a.x} ${a.y}A${far} ${far} 0 ${whole > Math.PI ? 1 : 0} 1 ${b.x} ${b.y}`;
}

/** Half the width and the height of what stands in the middle, below its own middle. */
const ROWS = { x: 74, y: 36, down: 48 };

/** A point on that arc that leaves the rows in the middle of the watch free. */
export function onWay(from: number, spend: number, squares: number): Point {
  const free = ({ x, y }: Point): number =>
    Math.hypot(Math.max(0, Math.abs(x) - ROWS.x), Math.max(0, Math.abs(y - ROWS.down) - ROWS.y));
  return [0.35, 0.5, 0.65, 0.8]
    .map((part) => pointAt(angleOf(from + part * spend, squares), INNER - 7))
    .reduce((best, one) => (free(one) > free(best) + 1 ? one : best));
}

/** Hops from square to square, as seen from where the pawn ends. */
export function hops(from: number, to: Point, spend: number, squares: number): Keyframe[] {
  const frames: Keyframe[] = [];
  const steps = Math.min(spend, 24);
  for (let step = 0; step <= steps; step++) {
    const at = pointAt(angleOf(from + (spend * step) / steps, squares), MIDDLE);
    const end = step === steps;
    const x = end ? 0 : at.x - to.x;
    const y = end ? 0 : at.y - to.y;
    frames.push({ transform: `translate(${round(x)}px, ${round(y)}px)` });
    if (!end) {
      const half = pointAt(angleOf(from + (spend * (step + 0.5)) / steps, squares), MIDDLE);
      frames.push({
        transform: `translate(${round(half.x - to.x)}px, ${round(half.y - to.y - 12)}px)`,
      });
    }
  }
  return frames;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
