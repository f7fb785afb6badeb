/** The one line above a player's own things: what matters to them right now. */

import type { Act, Said, SeatInfo } from '../types';
import { actions, endWords, nameOf, type TurnAhead } from './ahead';
import { aheadOf, type ActAhead, type Choice } from './choice';
import { points } from './words';
import type { CardFace, ChaosView } from './view';

export type Status = Pick<Said, 'words' | 'mood' | 'spoken' | 'about'>;

export function status(
  view: ChaosView,
  legal: Act[],
  me: number | null,
  seats: SeatInfo[],
  choice: Choice,
  paused: boolean,
  comes: TurnAhead[] | null,
  ahead: ActAhead[] | null,
): Status {
  const calm = (words: string): Status => ({ words, mood: 'calm' });
  const go = (words: string): Status => ({ words, mood: 'go' });
  if (view.phase === 'over') return calm('The game is over.');
  if (paused) return calm('The game is paused.');
  const whose = view.turn === null ? 'Somebody' : nameOf(view.turn, seats);
  if (me === null || view.turn !== me) {
    const does = view.phase === 'place' ? 'chooses where to start' : 'is playing';
    return calm(`${whose} ${does}.`);
  }
  if (choice.kind === 'pay') return { words: payWords(choice.acts, ahead), mood: 'plan' };
  if (choice.kind === 'sure') {
    return { words: sureWords(choice.act, view, seats, ahead), mood: 'plan' };
  }
  if (view.phase === 'place') return go('Your pawn: tap a city of the present to start there.');
  if (view.phase === 'send') {
    const cubes = view.supply[me] ?? 0;
    const tiles = legal.filter((act) => act.act === 'send').length;
    const have = cubes === 1 ? '1 cube' : `${cubes} cubes`;
    return go(`Disorder flows: you have ${have} for ${tiles} tiles. Tap the ones that send.`);
  }
  const left = actions(view.actions_left ?? 0);
  const turn = `turn ${view.turns}`;
  const last = view.ender === null ? '' : 'Your last turn. ';
  const [now] = comes ?? [];
  const falls = now ? endWords(now.falls, now.costs, seats) : '';
  return {
    words: falls ? `${last}${left} left. At the end ${falls}.` : `${last}Your turn: ${left} left.`,
    mood: 'go',
    spoken: `${last}Your turn, ${left} left.${falls ? ` At the end ${falls}.` : ''}`,
    about: `${turn} ${view.actions_left} ${falls}`,
  };
}

function payWords(acts: Act[], ahead: ActAhead[] | null): string {
  const [act] = acts;
  const ends = acts.some((one) => aheadOf(one, ahead)?.stands === 'turn');
  const end = ends ? ' Your turn ends with it.' : '';
  if (act?.act === 'time_travel')
    return `To the ${String(act['era'])}: where does the cube go?${end}`;
  if (act?.act === 'search')
    return `A cube here, or the cloak? There is no way back after this.${end}`;
  return `Deliver with a cube here, or under the cloak?${end}`;
}

function sureWords(act: Act, view: ChaosView, seats: SeatInfo[], ahead: ActAhead[] | null): string {
  const said = aheadOf(act, ahead);
  const falls = said ? endWords(said.falls, said.costs, seats) : '';
  if (act.act === 'place_pawn') {
    return `Start in ${String(act['city'])}? Its past breaks, a cube lies in its future. Tap again.`;
  }
  if (act.act === 'end_turn') {
    const left = view.actions_left ?? 0;
    const rest = left > 0 ? `${actions(left)} left. ` : '';
    return `${rest}${falls ? `${falls}. ` : ''}End the turn? Tap again.`;
  }
  if (said?.stands === 'turn') {
    return `Your turn ends with this${falls ? `: ${falls}` : ''}. Tap again.`;
  }
  return 'No way back after this: a card is seen. Tap again.';
}

/** What a delivery tells: the story of the card. */
export function slip(card: CardFace, who: string): { title: string; story: string } {
  return { title: `${who}: ${card.name}, ${points(card.points)}`, story: card.story };
}
