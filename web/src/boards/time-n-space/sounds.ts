import type { SoundName } from '../../sound';
import type { TableEvent } from '../types';

export function sound(event: TableEvent, me: number | null, play: (name: SoundName) => void): void {
  const { told } = event;
  const mine = me !== null && told['seat'] === me;
  const hosts = me !== null && told['host'] === me;
  switch (event.event) {
    case 'turned_over':
      if (mine) play('sand');
      break;
    // Only one's own glass calls: with eight of them the table would never be still.
    case 'ran_out':
      if (mine) play('chime');
      break;
    case 'filled':
    case 'beamed':
      if (mine) play('cube');
      break;
    case 'gave':
      if (hosts || told['visitor'] === me) play('token');
      break;
    case 'took_tile':
    case 'built':
    case 'upgraded':
    case 'put_out':
      if (mine) play('card');
      break;
    case 'owner_asked':
    case 'too_close':
      if (hosts) play('bell');
      break;
    case 'offered':
      if (told['to'] === me) play('card');
      break;
    case 'revealed':
    case 'time_up':
      play('bell');
      break;
  }
}
