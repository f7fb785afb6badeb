import type { SoundName } from '../../sound';
import type { TableEvent } from '../types';

export function sound(
  event: TableEvent,
  _me: number | null,
  play: (name: SoundName) => void,
): void {
  if (event.event === 'moved') play('token');
  if (event.event === 'exchanged') play('card');
  if (event.event === 'dealt') play('card');
  if (event.event === 'rang') play('bell');
}
