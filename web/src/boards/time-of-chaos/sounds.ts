import type { SoundName } from '../../sound';
import type { TableEvent } from '../types';

export function sound(event: TableEvent, me: number | null, play: (name: SoundName) => void): void {
  const { told } = event;
  if (event.event === 'travelled' || event.event === 'placed') play('token');
  if (event.event === 'time_travelled') play('sand');
  if (event.event === 'grabbed' || event.event === 'searched') play('card');
  if (event.event === 'delivered') play('bell');
  if (event.event === 'sent') play('cube');
  if (event.event === 'flipped') play('knock');
  if (event.event === 'turn_began' && me !== null && told['seat'] === me) play('chime');
}
