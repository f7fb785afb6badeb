/** How a hint reads and where it points. Fetched with the first one that somebody asks for. */

import { deedWords } from '../boards/plain/deeds';
import type { Act, GameAtTable, GameBoard, SeatInfo } from '../boards/types';
import type { Counsel } from './previews';

/** The table at which it is given. */
export interface Setting {
  game: GameAtTable;
  seats: SeatInfo[];
  board: Pick<GameBoard, 'deed' | 'points'> | null;
  view: unknown;
  me: number | null;
}

export interface Advice {
  words: string;
  /** CSS selectors of what it is about. */
  points: string[];
}

/** "Travel to Kyoto. It is the shortest way home." */
export function adviceOf({ act, why }: Counsel, { game, seats, board, view, me }: Setting): Advice {
  if (act === null) return { words: why, points: [] };
  const deed = (one: Act): string => board?.deed?.(one, view) ?? deedWords(one, game.legend, seats);
  return { words: `${deed(act)}. ${why}`.trim(), points: board?.points?.(act, view, me) ?? [] };
}
