/** The one line above a player's own things: what matters to them right now. */

import type { Act, Said, SeatInfo } from '../types';
import {
  actions,
  capital,
  costWords,
  endWords,
  nameOf,
  wayWords,
  type TurnAhead,
  type WayAhead,
} from './ahead';
import { aheadOf, CLOAK, type ActAhead, type Choice } from './choice';
import type { Lit } from './lit';
import type { ChaosView } from './view';

export type Status = Pick<Said, 'words' | 'mood' | 'spoken' | 'about'>;

/** What has been chosen, and what the rules have answered about it. */
export interface Heard {
  choice: Choice;
  comes: TurnAhead[] | null;
  ahead: ActAhead[] | null;
  pays: Lit['pays'];
  /** The way of the card that was tapped. */
  way: WayAhead | null;
  /** Why something cannot be done, if that was just asked for. */
  whyNot: string;
}

export function status(
  view: ChaosView,
  legal: Act[],
  me: number | null,
  seats: SeatInfo[],
  paused: boolean,
  heard: Heard,
): Status {
  const { choice, comes, ahead, pays, way, whyNot } = heard;
  const calm = (words: string): Status => ({ words, mood: 'calm' });
  const go = (words: string): Status => ({ words, mood: 'go' });
  if (view.phase === 'over') return calm('The game is over.');
  if (paused) return calm('The game is paused.');
  const whose = view.turn === null ? 'Somebody' : nameOf(view.turn, seats);
  if (me !== null && way && choice.kind === 'none') return wayStatus(way);
  if (me === null || view.turn !== me) {
    const does = view.phase === 'place' ? 'chooses where to start' : 'is playing';
    return calm(`${whose} ${does}.`);
  }
  if (whyNot) return { words: whyNot, mood: 'plan' };
  if (choice.kind === 'pay') return payStatus(choice.acts, seats, ahead, pays);
  if (choice.kind === 'sure') {
    return { words: sureWords(choice.act, view, seats, ahead), mood: 'plan' };
  }
  if (view.phase === 'place') return go(`Place your pawn: tap a city in the ${view.starts_in}.`);
  if (view.phase === 'send') {
    const cubes = view.supply[me] ?? 0;
    const tiles = legal.filter((act) => act.act === 'send').length;
    const have = cubes === 1 ? '1 cube' : `${cubes} cubes`;
    return go(`Disorder flows, but you have ${have} for ${tiles} tiles. Tap where it flows from.`);
  }
  const left = actions(view.actions_left ?? 0);
  const turn = `turn ${view.turns}`;
  const last = view.ender === null ? '' : 'Your last turn. ';
  const [now] = comes ?? [];
  const falls = now ? endWords(now.falls, now.costs, seats) : '';
  return {
    words: falls ? `${last}${left} left. At the end, ${falls}.` : `${last}Your turn: ${left} left.`,
    mood: 'go',
    spoken: `${last}Your turn, ${left} left.${falls ? ` At the end, ${falls}.` : ''}`,
    about: `${turn} ${view.actions_left} ${falls}`,
  };
}

/** Each way to pay brings something else: the costs by their numbers, and in full for the ear. */
function payStatus(
  acts: Act[],
  seats: SeatInfo[],
  ahead: ActAhead[] | null,
  pays: Lit['pays'],
): Status {
  const ends = acts.some((one) => aheadOf(one, ahead)?.stands === 'turn');
  const asks = ends ? `${askWords(acts[0])} Your turn ends.` : payWords(acts[0]);
  const ways = [...pays].map(([place, pay]) => ({
    name: place === CLOAK ? 'cloak' : String(pay.nth),
    cost: costWords(pay.costs, seats),
    falls: endWords(pay.falls, pay.costs, seats) || 'nothing falls',
  }));
  if (ways.every(({ cost }) => !cost)) return { words: asks, mood: 'plan' };
  const same = ways.every(({ cost }) => cost === ways[0]?.cost);
  const costs = same
    ? `In any case ${ways[0]?.cost}`
    : ways.flatMap(({ name, cost }) => (cost ? [`${name}: ${cost}`] : [])).join('; ');
  const falls = ways.map((way) => `${way.name}: ${way.falls}.`).join(' ');
  return { words: `${asks} ${costs}.`, mood: 'plan', spoken: `${asks} ${falls}` };
}

function askWords(act: Act | undefined): string {
  return act?.act === 'time_travel' ? 'Where does the cube go?' : 'A cube here, or the cloak?';
}

function payWords(act: Act | undefined): string {
  if (act?.act === 'time_travel') return `To the ${String(act['era'])}: where does the cube go?`;
  if (act?.act === 'search') return `${askWords(act)} You cannot take this back.`;
  return 'Deliver with a cube here, or under the cloak?';
}

/** The way of a card in one line: how far, and what is in the way. */
function wayStatus(way: WayAhead): Status {
  const lines = wayWords(way).map(
    ({ text, bad }) => `${text}${text && bad ? ' ' : ''}${bad ?? ''}`,
  );
  const bad = wayWords(way).flatMap((line) => (line.bad ? [line] : []));
  const trouble = bad.map((line) => `${line.text}${line.text ? ' ' : ''}${line.bad}`);
  const ended = (words: string): string => (/[.?!]$/.test(words) ? words : `${words}.`);
  const far = way.actions === null ? [] : [actions(way.actions)];
  return {
    words: [...far, ...trouble].map(ended).join(' '),
    mood: 'plan',
    spoken: [`${way.card}`, ...far, ...lines].map(ended).join(' '),
    about: `way ${way.card}`,
  };
}

function sureWords(act: Act, view: ChaosView, seats: SeatInfo[], ahead: ActAhead[] | null): string {
  const said = aheadOf(act, ahead);
  const falls = said ? endWords(said.falls, said.costs, seats) : '';
  if (act.act === 'place_pawn') {
    return `Start in ${String(act['city'])}? ${startWords(said?.starts ?? [])}Tap again.`;
  }
  if (act.act === 'end_turn') {
    const left = view.actions_left ?? 0;
    const rest = left > 0 ? `${actions(left)} left. ` : '';
    return `${rest}${falls ? `${falls}. ` : ''}End the turn? Tap again.`;
  }
  if (said?.stands === 'turn') {
    return `This ends your turn${falls ? `: ${falls}` : ''}. Tap again.`;
  }
  return 'You cannot take this back: it reveals a card. Tap again.';
}

/** "Its past falls into chaos, its future gets a cube." */
function startWords(starts: NonNullable<ActAhead['starts']>): string {
  const does = starts.map(
    ({ era, chaos }) => `its ${era} ${chaos ? 'falls into chaos' : 'gets a cube'}`,
  );
  const words = does.join(', ');
  return words && `${capital(words)}. `;
}
