import type { SoundName } from '../../sound';
import type { TableEvent } from '../types';

/** The bell has rung out by then. */
const AFTER_BELL = 1900;

export function sound(event: TableEvent, me: number | null, play: (name: SoundName) => void): void {
  if (event.event === 'moved') play('token');
  if (event.event === 'exchanged') play('card');
  if (event.event === 'dealt') play('card');
  if (event.event === 'rang') {
    play('bell');
    // The end of a match is heard from the table; a game within one is heard from here.
    const isMine = me !== null && event.told['winner'] === me;
    if (isMine && event.told['again'] === true) setTimeout(() => play('win'), AFTER_BELL);
  }
}
