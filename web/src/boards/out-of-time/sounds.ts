import type { SoundName } from '../../sound';
import type { TableEvent } from '../types';

export function sound(event: TableEvent, me: number | null, play: (name: SoundName) => void): void {
  const { told } = event;
  const mine = me !== null && told['seat'] === me;
  if (event.event === 'moved' || event.event === 'placed') {
    play('sand');
    if (told['took']) setTimeout(() => play('cube'), 420);
  }
  // Only a player's own glass calls: with twelve of them the table would never be still.
  if (event.event === 'ran_through' && mine) play('chime');
  if (event.event === 'knocked_over') play('knock');
  if (event.event === 'gave_back') play('cube');
  if (event.event === 'scored') play('card');
}
