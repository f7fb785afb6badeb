/** Walking over the board with the arrow keys. */

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-2, 0],
  ArrowRight: [2, 0],
  ArrowUp: [-1, -1],
  ArrowDown: [1, 1],
};

/** The space that an arrow key leads to from here; null when it leads off the board. */
export function neighbour(layout: number[][], space: number, key: string): number | null {
  const step = STEPS[key];
  const from = layout[space];
  if (!step || !from) return null;
  const [x = 0, y = 0] = from;
  // Up and down take whichever of the two spaces there is.
  const ways = step[1] === 0 ? [step] : [step, [-step[0], step[1]]];
  for (const [across = 0, down = 0] of ways) {
    const found = layout.findIndex((at) => at[0] === x + across && at[1] === y + down);
    if (found >= 0) return found;
  }
  return null;
}
