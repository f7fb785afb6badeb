import type { SeatInfo } from '../boards/types';

export interface Sides {
  left: SeatInfo[];
  top: SeatInfo[];
  right: SeatInfo[];
}

/** Where the others sit around a board on a wide screen; they come clockwise from my left. */
export function sidesOf(others: SeatInfo[]): Sides {
  const count = others.length;
  if (count === 1) return { left: [], top: others, right: [] };
  const aside = Math.floor(count / 2);
  const top = count - 2 * aside;
  return {
    // The left side is met from below, but drawn from above.
    left: others.slice(0, aside).reverse(),
    top: others.slice(aside, aside + top),
    right: others.slice(aside + top),
  };
}
