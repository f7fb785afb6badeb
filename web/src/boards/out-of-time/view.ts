/** What the table of Out of Time shows; the form is the game's own (its view.py). */

export interface GlassView {
  seat: number;
  /** What its owner calls it, counted from 1. */
  nth: number;
  space: number | null;
  state: 'running' | 'ready' | 'fallen' | 'in hand';
  runs_out_at: number | null;
  left: number | null;
  knocked_by: number | null;
  owner_stands_up_at: number | null;
  safe_until: number | null;
  /** It was stood up, and cannot be knocked over before this. */
  protected_until: number | null;
}

export interface PlayerView {
  card: Record<string, number> | null;
  room: Record<string, number>;
  cubes: string[];
  scored: Record<string, number>[];
  /** How many glasses of others have to be stood up before anything else. */
  must_stand_up: number;
  owed: number;
  choose_by: number | null;
}

export interface OutOfTimeView {
  layout: number[][];
  next_to: number[][];
  corners: number[];
  tiles: string[];
  /** The number of the glass on each space. */
  standing: (number | null)[];
  joker: boolean;
  timer_ms: number;
  cards_to_win: number;
  phase: 'placing' | 'running' | 'over';
  first: number;
  turn: number | null;
  place_by: number | null;
  glasses: GlassView[];
  players: PlayerView[];
  supply: Record<string, number>;
  deck: number;
}

/** The numbers of the glasses of a seat, as its owner counts them. */
export function glassesOf(view: OutOfTimeView, seat: number | null): number[] {
  const nth = (number: number): number => view.glasses[number]?.nth ?? 0;
  return [...view.glasses.keys()]
    .filter((number) => view.glasses[number]?.seat === seat)
    .sort((one, other) => nth(one) - nth(other));
}

/** The card in front of a player; whoever has won keeps the last one in sight, full of cubes. */
export function cardShown(player: PlayerView): { card: Record<string, number>; cubes: string[] } {
  if (player.card) return { card: player.card, cubes: player.cubes };
  const card = player.scored.at(-1) ?? {};
  return { card, cubes: fullOf(card) };
}

/** The cubes that fill a card. */
export function fullOf(card: Record<string, number>): string[] {
  return Object.entries(card).flatMap(([colour, spaces]) =>
    Array.from({ length: spaces }, () => colour),
  );
}
