/** The one line above a player's own things: what matters to them right now. */

import type { Act, SeatInfo } from '../types';
import { fallenForMe, giveBacks, movable, placing, type Choice } from './choice';
import type { OutOfTimeView } from './view';

export interface Status {
  words: string;
  mood: 'calm' | 'go' | 'bad';
  spoken?: string;
  about?: string;
}

export function status(
  view: OutOfTimeView,
  legal: Act[],
  me: number | null,
  seats: SeatInfo[],
  choice: Choice,
  paused: boolean,
): Status {
  const calm = (words: string): Status => ({ words, mood: 'calm' });
  const go = (words: string): Status => ({ words, mood: 'go' });
  if (view.phase === 'over') return calm('The game is over.');
  if (paused) return calm('The game is paused.');
  if (me === null) return calm('You are watching.');
  const bad = (words: string): Status => ({ words, mood: 'bad' });
  if ((view.players[me]?.must_stand_up ?? 0) > 0) return bad(dutyWords(view, legal, seats));
  if (giveBacks(legal).length > 0) return bad('Choose which cube to give back.');
  const lying = fallenForMe(legal).map((number) => view.glasses[number]?.seat);
  if (lying.includes(me)) return bad('You can stand your glass up now.');
  if (lying.length > 0) return bad('A glass is waiting to be stood up.');
  const heard = ranThrough(legal, me);
  // The answers have the focus, and speak for themselves.
  if (choice.asking) return { ...go('Which cube do you take?'), ...heard, spoken: '' };
  if (view.phase === 'placing') return placingWords(view, legal, seats);
  if (placing(legal)) return go('There is room for your second glass: tap a lit space.');
  const ready = movable(legal);
  if (ready.length > 1 && choice.glass === null) {
    return { ...go('Both your glasses have run through: choose one.'), ...heard };
  }
  if (ready.length > 0) {
    return { ...go('Your glass has run through: tap a lit space.'), ...heard };
  }
  const own = view.glasses.filter((glass) => glass.seat === me);
  const fallen = own.find((glass) => glass.state === 'fallen');
  if (fallen) return bad(`${nameOf(fallen.knocked_by, seats)} has to stand your glass up.`);
  if (own.some((glass) => glass.state === 'ready')) return calm('No free space to move to.');
  return { ...calm('Your sand is running.'), spoken: '' };
}

/** Which glass it is, and where it could go, for whoever does not see the lit spaces. */
function ranThrough(legal: Act[], me: number): { spoken: string; about: string } {
  const ready = movable(legal);
  const about = `run through: ${ready.join()}`;
  if (ready.length > 1) return { spoken: 'Both your glasses have run through.', about };
  const [number] = ready;
  if (number === undefined) return { spoken: '', about };
  const spaces = new Set(legal.filter((act) => act.act === 'move').map((act) => act['to'])).size;
  const where = spaces === 1 ? 'one space' : `${SMALL[spaces] ?? spaces} spaces`;
  return { spoken: `Glass ${number - 2 * me + 1} has run through, ${where}.`, about };
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

function placingWords(view: OutOfTimeView, legal: Act[], seats: SeatInfo[]): Status {
  if (placing(legal)) return { words: 'Place your glass: tap a lit space.', mood: 'go' };
  return { words: `${nameOf(view.turn, seats)} is placing a glass.`, mood: 'calm' };
}

function dutyWords(view: OutOfTimeView, legal: Act[], seats: SeatInfo[]): string {
  const [number] = fallenForMe(legal);
  const owner = number === undefined ? null : (view.glasses[number]?.seat ?? null);
  return `You knocked over ${nameOf(owner, seats)}'s glass: stand it up first.`;
}

function nameOf(seat: number | null, seats: SeatInfo[]): string {
  return (seat === null ? undefined : seats[seat]?.name) ?? 'Somebody';
}
