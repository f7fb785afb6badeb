/** What the server says about its games, asked once, and what a table makes of it. */

import type { GameAtTable, Legend } from '../boards/types';
import { api } from './api';
import type { GameInfo } from './protocol';
import { fieldsOf, specialties } from './schema';

const known = new Map<string, Promise<GameInfo>>();

export function gameInfo(name: string): Promise<GameInfo> {
  let found = known.get(name);
  if (!found) {
    found = api.game(name);
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

const NO_LEGEND: Legend = { view: {}, acts: {}, words: {} };

/** The game of a table; without `info` a board still knows its name. */
export function atTable(
  info: GameInfo | null,
  table: { game: string; title: string; options: Record<string, unknown> },
): GameAtTable {
  return {
    name: table.game,
    title: info?.title ?? table.title,
    legend: (info?.legend as Legend | undefined) ?? NO_LEGEND,
    specialties: info ? specialties(fieldsOf(info.options), table.options) : [],
  };
}

/** Short games first, as they stand on a shelf; those that do not say how long they take, last. */
export function onShelf(games: GameInfo[]): GameInfo[] {
  const minutes = (game: GameInfo): number => {
    const said = /\d+/.exec(game.length)?.[0];
    return said === undefined ? Infinity : Number(said);
  };
  return [...games].sort(
    (a, b) =>
      (minutes(a) === minutes(b) ? 0 : minutes(a) - minutes(b)) || a.title.localeCompare(b.title),
  );
}

export function playersWords(least: number, most: number): string {
  return least === most ? `${least} players` : `${least} to ${most} players`;
}
