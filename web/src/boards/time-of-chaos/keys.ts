/** Walking over the three grids with the arrow keys. */

import { ERAS, type ChaosView, type Spot } from './view';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The tile that an arrow leads to, on into the next era; null where it leads off the board. */
export function neighbour(view: ChaosView, { era, city }: Spot, key: string): Spot | null {
  const step = STEPS[key];
  const nth = view.grids[era].findIndex((tile) => tile.city === city);
  if (!step || nth < 0) return null;
  const { columns } = view;
  const across = ERAS.indexOf(era) * columns + (nth % columns) + step[0];
  const down = Math.floor(nth / columns) + step[1];
  const to = ERAS[Math.floor(across / columns)];
  if (!to || down < 0) return null;
  const tile = view.grids[to][down * columns + (across % columns)];
  return tile ? { era: to, city: tile.city } : null;
}

/** The same city in the era before or after. */
export function twin({ era, city }: Spot, by: number): Spot {
  const to = ERAS[(ERAS.indexOf(era) + by + ERAS.length) % ERAS.length] ?? era;
  return { era: to, city };
}
