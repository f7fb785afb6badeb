/** The one line above the own things: what matters to this player right now. */

import type { Act, SeatInfo } from '../types';
import { fallenForMe, giveBacks, movable, placing, type Choice } from './choice';
import type { OutOfTimeView } from './view';

export interface Status {
  words: string;
  mood: 'calm' | 'go' | 'bad';
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
  if (paused) return calm('The sand stands still.');
  if (me === null) return calm('You are watching.');
  if (giveBacks(legal).length > 0) {
    return { words: 'You knocked a glass over: give back a cube.', mood: 'bad' };
  }
  if (fallenForMe(legal).length > 0) return { words: 'A glass waits to be stood up.', mood: 'bad' };
  if (choice.asking) return go('Which cube do you take?');
  if (view.phase === 'placing') return placingWords(view, legal, seats);
  if (placing(legal)) return go('There is room for your second glass: tap a lit space.');
  const ready = movable(legal);
  if (ready.length > 1 && choice.glass === null) {
    return go('Both your glasses have run through: choose one.');
  }
  if (ready.length > 0) return go('Your glass has run through: tap a lit space.');
  const own = view.glasses.filter((glass) => glass.seat === me);
  if (own.some((glass) => glass.state === 'fallen')) {
    return { words: 'Your glass was knocked over.', mood: 'bad' };
  }
  if (own.some((glass) => glass.state === 'ready')) return calm('No free space to go to.');
  return calm('Your sand is running.');
}

function placingWords(view: OutOfTimeView, legal: Act[], seats: SeatInfo[]): Status {
  if (placing(legal)) return { words: 'Place your glass: tap a lit space.', mood: 'go' };
  const name = view.turn === null ? 'Somebody' : (seats[view.turn]?.name ?? 'Somebody');
  return { words: `${name} places a glass.`, mood: 'calm' };
}
