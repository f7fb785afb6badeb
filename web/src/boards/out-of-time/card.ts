/** A card as it is drawn: a column for each colour, filled from the top. */

export interface Column {
  colour: string;
  /** true where a cube lies. */
  slots: boolean[];
}

export function slotsOf(card: Record<string, number>, cubes: string[]): Column[] {
  return Object.entries(card).map(([colour, spaces]) => {
    const lying = cubes.filter((cube) => cube === colour).length;
    return { colour, slots: Array.from({ length: spaces }, (_, nth) => nth < lying) };
  });
}
