import { api } from './api';
import type { Liking } from './liking';
import { myself } from './me.svelte';
import type { GameInfo } from './protocol';
import { chosen, fieldsOf } from './schema';
import { settings } from './settings.svelte';

/** A table against bots, which starts at once unless the game is new to them, with what was asked on its card; gives its id. */
export async function playNow(
  game: GameInfo,
  values: Record<string, unknown>,
  liking: Liking,
): Promise<string> {
  await myself.haveName();
  const seats = liking.opponents + 1;
  const options = chosen(fieldsOf(game.options, seats), values);
  const made = await api.newTable({
    game: game.name,
    bots: Array<string>(liking.opponents).fill(liking.level),
    options,
    pace: liking.pace,
    // Whoever has never played it begins when they have read what it is about.
    start: !settings.isNew(game.name),
    visibility: 'link',
  });
  return made.room.id;
}
