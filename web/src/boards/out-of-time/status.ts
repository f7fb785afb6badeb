/** The one line above a player's own things: what matters to them right now. */

import type { Act, SeatInfo } from '../types';
import { fallenForMe, giveBacks, movable, placing, type Choice } from './choice';
import type { Plan } from './plan';
import type { OutOfTimeView } from './view';
import { capital, dueWords, nameOfGlass, planWords } from './words';

export interface Status {
  words: string;
  mood: 'calm' | 'go' | 'bad' | 'plan';
  spoken?: string;
  about?: string;
  /** What can be done about it in the line itself. */
  button?: 'go' | 'drop';
}

/** What there is to say of what this player thinks ahead. */
export interface Thoughts {
  /** There is somebody to ask. */
  can: boolean;
  /** A running glass is chosen. */
  ahead: boolean;
  /** Its moves are known; null while the answer is under way. */
  moves: number | null;
  no: string;
  plan: Plan | null;
  /** The plan can be carried out now. */
  due: boolean;
  dropped: string;
}

export const NO_THOUGHTS: Thoughts = {
  can: false,
  ahead: false,
  moves: null,
  no: '',
  plan: null,
  due: false,
  dropped: '',
};

export function status(
  view: OutOfTimeView,
  legal: Act[],
  me: number | null,
  seats: SeatInfo[],
  choice: Choice,
  paused: boolean,
  thoughts: Thoughts = NO_THOUGHTS,
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
  const heard = ranThrough(legal, view);
  // The answers have the focus, and speak for themselves.
  const which = `Which cube ${thoughts.ahead ? 'should it' : 'do you'} take?`;
  if (choice.asking) return { ...go(which), ...heard, spoken: '' };
  if (view.phase === 'placing') return placingWords(view, legal, seats);
  if (placing(legal)) return go('There is room for your second glass: tap a lit space.');
  const { plan, due, dropped } = thoughts;
  if (plan && due) {
    const spoken = `${dueWords(view, plan)}: press G.`;
    return { ...go(`${planWords(view, plan)}.`), spoken, button: 'go' };
  }
  if (dropped) return { words: dropped, mood: 'plan' };
  if (thoughts.ahead)
    return planningWords(nameOfGlass(view, choice.glass ?? 0), choice.glass, thoughts);
  const ready = movable(legal);
  if (ready.length > 1 && choice.glass === null) {
    return { ...go('Both your glasses have run out: choose one.'), ...heard };
  }
  if (ready.length > 0) {
    return { ...go('Your glass has run out: tap a lit space.'), ...heard };
  }
  const own = view.glasses.filter((glass) => glass.seat === me);
  const fallen = own.find((glass) => glass.state === 'fallen');
  if (fallen) return bad(`${nameOf(fallen.knocked_by, seats)} has to stand your glass up.`);
  if (plan) return { words: `Planned: ${planWords(view, plan)}.`, mood: 'plan' };
  if (own.some((glass) => glass.state === 'ready')) return calm('No free space to move to.');
  const words = `Your sand is running${thoughts.can ? ': tap a glass to plan its move' : ''}.`;
  return { ...calm(words), spoken: '' };
}

function planningWords(name: string, glass: number | null, { moves, no, plan }: Thoughts): Status {
  const plans = (words: string): Status => {
    const button = plan?.glass === glass ? ({ button: 'drop' } as const) : {};
    return { words, mood: 'plan', ...button };
  };
  if (no) return plans(no);
  if (moves === 0) return plans(`As things stand, ${name} will have nowhere to go.`);
  return plans(`Where should ${name} go next? Tap a dashed space.`);
}

/** Which glass it is, and where it could go, for whoever does not see the lit spaces. */
function ranThrough(legal: Act[], view: OutOfTimeView): { spoken: string; about: string } {
  const ready = movable(legal);
  const about = `run out: ${ready.join()}`;
  if (ready.length > 1) return { spoken: 'Both your glasses have run out.', about };
  const [number] = ready;
  if (number === undefined) return { spoken: '', about };
  const spaces = new Set(legal.filter((act) => act.act === 'move').map((act) => act['to'])).size;
  const where = spaces === 1 ? 'one space' : `${SMALL[spaces] ?? spaces} spaces`;
  return {
    spoken: `${capital(nameOfGlass(view, number))} has run out and can go to ${where}.`,
    about,
  };
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
