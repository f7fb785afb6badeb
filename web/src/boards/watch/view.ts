/** What the table of the watch game shows; the form is the game's own (its view.py). */

/** A card from FIRST to LAST, or null while it is secret. */
export type Card = string[] | null;

export interface WatchView {
  squares: number;
  red: number;
  yellow: number[];
  pawns: Record<string, number>;
  /** FIRST to LAST; null where pawns share red. */
  order: (string | null)[];
  /** For whoever is to move: by pawn, the square that one token takes it to, two, and so on. */
  lands_on: Record<string, number[]> | null;
  /** The same for the order that this leads to. */
  order_after: Record<string, (string | null)[][]> | null;
  tokens: number[];
  tokens_spent: number;
  phase: 'move' | 'exchange' | 'break' | 'over';
  turn: number | null;
  turn_ends_at: number | null;
  break_ends_at: number | null;
  first: number;
  game: number;
  points: number[];
  /** Who wins this game, once it has rung; null when nobody does. */
  winner: number | null;
  /** Which of the winner's cards won it, counted from 0. */
  winning_card: number | null;
  hands: Card[][];
  aside: Card[];
}
