/** Where the numbers of the lessons stand on a board: beside what they speak of, apart, in sight. */

export interface Spot {
  x: number;
  y: number;
}

export const BADGE = 28;
const APART = BADGE + 6;
/** How far away, and in how many directions, a place is looked for. */
const STEP = 8;
const STEPS = 12;
const WAYS = 12;

/** The middles of badges: in the box, none over another, each as near as can be to what it marks. */
export function placed(wanted: Spot[], box: { width: number; height: number }): Spot[] {
  const half = BADGE / 2;
  const within = ({ x, y }: Spot): Spot => ({
    x: Math.min(Math.max(x, half), box.width - half),
    y: Math.min(Math.max(y, half), box.height - half),
  });
  const spots: Spot[] = [];
  for (const spot of wanted) {
    const isFree = (one: Spot): boolean =>
      spots.every((other) => Math.hypot(one.x - other.x, one.y - other.y) >= APART);
    spots.push(around(spot).map(within).find(isFree) ?? within(spot));
  }
  return spots;
}

/** A spot and those around it, the nearest first. */
function around(spot: Spot): Spot[] {
  const found = [spot];
  for (let far = 1; far <= STEPS; far++) {
    for (let way = 0; way < WAYS; way++) {
      const angle = (way * 2 * Math.PI) / WAYS;
      const by = far * STEP;
      found.push({ x: spot.x + by * Math.cos(angle), y: spot.y + by * Math.sin(angle) });
    }
  }
  return found;
}
