/** What somebody hears who does not see the table: what others did to them, and what came of it. */

import type { TableEvent } from '../types';

const MINE = new Set([
  'turned_over',
  'gave',
  'took_bonus',
  'took_tile',
  'built',
  'upgraded',
  'in_line',
  'fills',
  'finished',
]);
/** The table itself tells how the game ended. */
const ALL = new Set(['revealed', 'time_up']);

export function isToldTo(event: TableEvent, me: number | null): boolean {
  if (me === null) return false;
  const { told } = event;
  if (ALL.has(event.event)) return true;
  if (event.event === 'offered' || event.event === 'offer_closed') return told['to'] === me;
  if (event.event === 'gave' || event.event === 'fills')
    return told['visitor'] === me || told['host'] === me;
  return told['seat'] === me && MINE.has(event.event);
}
