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

/** How far a badge goes out of the way of words; farther off nobody sees what it marks. */
const NEAR = 5 * STEP;

/** Where some words stand. */
export interface Words {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The middles of badges: in the box, none over another, each as near as can be to what it marks,
 * and over no words if there is room for that.
 */
export function placed(
  wanted: Spot[],
  box: { width: number; height: number },
  words: Words[] = [],
): Spot[] {
  const half = BADGE / 2;
  const within = ({ x, y }: Spot): Spot => ({
    x: Math.min(Math.max(x, half), box.width - half),
    y: Math.min(Math.max(y, half), box.height - half),
  });
  const spots: Spot[] = [];
  for (const spot of wanted) {
    const isFree = (one: Spot): boolean =>
      spots.every((other) => Math.hypot(one.x - other.x, one.y - other.y) >= APART);
    const ways = around(spot).map(within).filter(isFree);
    const isNear = (one: Spot): boolean => Math.hypot(one.x - spot.x, one.y - spot.y) <= NEAR;
    const clear = ways.find((one) => isNear(one) && !words.some((some) => covers(one, some)));
    spots.push(clear ?? ways[0] ?? within(spot));
  }
  return spots;
}

/** Whether a badge lies over some words. */
function covers({ x, y }: Spot, words: Words): boolean {
  const across = x - Math.min(Math.max(x, words.left), words.right);
  const down = y - Math.min(Math.max(y, words.top), words.bottom);
  return Math.hypot(across, down) < BADGE / 2;
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
