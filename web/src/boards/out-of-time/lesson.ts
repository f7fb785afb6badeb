/** Where on the board a card is shown to a newcomer: away from what else they are to look at. */

import type { Point } from './hex';

const SPOTS: Point[] = [56, 173, 290].flatMap((y) => [84, 200, 316].map((x) => ({ x, y })));
/** What matters has to be this far from the middle of the card. */
const CLEAR = 125;

/** The spot that leaves most room to `others`, among those that are clear of what `matters`. */
export function spotFor(matters: Point[], others: Point[]): Point {
  const room = (spot: Point, from: Point[]): number =>
    Math.min(...from.map((one) => Math.hypot(spot.x - one.x, spot.y - one.y)), 1000);
  const best = (spots: Point[], from: Point[]): Point =>
    spots.reduce((found, spot) => (room(spot, from) > room(found, from) ? spot : found));
  const clear = SPOTS.filter((spot) => room(spot, matters) >= CLEAR);
  return clear.length > 0 ? best(clear, [...matters, ...others]) : best(SPOTS, matters);
}
