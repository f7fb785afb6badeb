import { api } from './api';
import { myself } from './me.svelte';
import type { GameInfo } from './protocol';
import { chosen, fieldsOf } from './schema';

const SEATS = 3;

/** The level that play-now and "fill with bots" seat: club, if the game has it. */
export function usualBot(game: GameInfo): string {
  const levels = game.bots.map((bot) => bot.level);
  return levels.includes('club') ? 'club' : (levels.at(-1) ?? 'club');
}

/** A table against bots that starts at once, with what was asked on its card; gives its id. */
export async function playNow(game: GameInfo, values: Record<string, unknown>): Promise<string> {
  await myself.haveName();
  const seats = Math.min(game.max_seats, Math.max(game.min_seats, SEATS));
  const bots = Array<string>(seats - 1).fill(usualBot(game));
  const options = chosen(fieldsOf(game.options, seats), values);
  const made = await api.newTable({
    game: game.name,
    bots,
    options,
    start: true,
    visibility: 'link',
  });
  return made.room.id;
}
