import { hasBoard } from '../boards';
import { api } from './api';
import { myself } from './me.svelte';
import type { GameInfo } from './protocol';

/** A table with whoever else wants to play this game; gives its id. */
export async function playWithSomebody(game: GameInfo): Promise<string> {
  await myself.haveName();
  return (await api.quick(game.name)).room.id;
}

/** The game to watch for somebody who did not say which: rather one with a board of its own. */
export function toWatch(games: GameInfo[], dice: () => number = Math.random): GameInfo | undefined {
  const drawn = games.filter((game) => game.board !== null || hasBoard(game.name));
  const among = drawn.length ? drawn : games;
  return among[Math.floor(dice() * among.length)];
}
