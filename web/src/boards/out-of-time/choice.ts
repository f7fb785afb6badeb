/**
 * From taps to acts. It knows what is lit and what is meant, never what is allowed: that is the
 * list of legal acts. What is tapped without being lit is tried all the same once a glass has been
 * chosen, so that the table can say why not.
 */

import type { Act } from '../types';
import type { OutOfTimeView } from './view';

/** The cubes that go with a placement, null for none. */
export type Take = string | null;

export interface Choice {
  /** The glass that was tapped, ready or not. */
  glass: number | null;
  /** A space that was tapped and gives a choice of cubes. */
  asking: { to: number; takes: Take[] } | null;
  /** The next placement takes no cube. */
  leaveCube: boolean;
}

export interface Step {
  choice: Choice;
  send: Act | null;
}

export const NOTHING: Choice = { glass: null, asking: null, leaveCube: false };

/** The glasses that can be moved now, in order. */
export function movable(legal: Act[]): number[] {
  const found: number[] = [];
  for (const act of legal) {
    const glass = act['glass'] as number;
    if (act.act === 'move' && !found.includes(glass)) found.push(glass);
  }
  return found;
}

/** Whether a glass waits in the hand to be placed. */
export function placing(legal: Act[]): boolean {
  return legal.some((act) => act.act === 'place');
}

/** The glass a tap on a space would move: the chosen one, or the only one that can. */
export function inHand(legal: Act[], choice: Choice): number | null {
  if (choice.glass !== null) return choice.glass;
  const found = movable(legal);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The lit spaces, each with the cubes that could be taken there. */
export function targets(legal: Act[], choice: Choice): Map<number, Take[]> {
  const lit = new Map<number, Take[]>();
  const glass = inHand(legal, choice);
  for (const act of legal) {
    if (act.act === 'place' || (act.act === 'move' && act['glass'] === glass)) {
      const to = act['to'] as number;
      lit.set(to, [...(lit.get(to) ?? []), (act['take'] as Take | undefined) ?? null]);
    }
  }
  return lit;
}

/** The glasses that this seat may stand up. */
export function fallenForMe(legal: Act[]): number[] {
  return legal.filter((act) => act.act === 'stand_up').map((act) => act['glass'] as number);
}

/** Whether there is nothing to do but stand glasses up: the culprit's duty, for one. */
export function onlyStandsUp(legal: Act[]): boolean {
  return legal.length > 0 && legal.every((act) => act.act === 'stand_up');
}

/** Where an act is done: the glass and its space, or the cube that goes back. */
export function pointsOf(act: Act, view: OutOfTimeView): string[] {
  if (act.act === 'give_back') return [`[data-gives="${String(act['colour'])}"]`];
  const glass = act['glass'] as number | undefined;
  const to = act['to'] ?? view.glasses[glass ?? -1]?.space;
  const there = `[data-space="${String(to)}"]`;
  return act.act === 'move' ? [`[data-glass="${glass}"]`, there] : [there];
}

/** The colours of which one can be given back. */
export function giveBacks(legal: Act[]): string[] {
  return legal.filter((act) => act.act === 'give_back').map((act) => act['colour'] as string);
}

export function tapGlass(
  number: number,
  view: OutOfTimeView,
  legal: Act[],
  me: number | null,
  choice: Choice,
): Step {
  if (fallenForMe(legal).includes(number)) {
    return { choice, send: { act: 'stand_up', glass: number } };
  }
  const glass = view.glasses[number];
  if (!glass || me === null || glass.seat !== me || glass.state === 'in hand') {
    return { choice, send: null };
  }
  const again = choice.glass === number;
  return { choice: { ...choice, glass: again ? null : number, asking: null }, send: null };
}

export function tapSpace(
  to: number,
  view: OutOfTimeView,
  legal: Act[],
  me: number | null,
  choice: Choice,
): Step {
  const there = view.standing[to] ?? null;
  if (there !== null) {
    const glass = view.glasses[there];
    if (glass?.seat === me || fallenForMe(legal).includes(there)) {
      return stayOrTap(to, there, view, legal, me, choice);
    }
  }
  const takes = targets(legal, choice).get(to);
  if (!takes) return { choice: { ...choice, asking: null }, send: attempt(to, legal, choice) };
  return settle(to, takes, legal, choice);
}

/** A glass that is chosen and may stay is turned over by a second tap, if the table allows it. */
function stayOrTap(
  to: number,
  there: number,
  view: OutOfTimeView,
  legal: Act[],
  me: number | null,
  choice: Choice,
): Step {
  const takes = choice.glass === there ? targets(legal, choice).get(to) : undefined;
  return takes ? settle(to, takes, legal, choice) : tapGlass(there, view, legal, me, choice);
}

function settle(to: number, takes: Take[], legal: Act[], choice: Choice): Step {
  const cubes = takes.filter((take) => take !== null);
  if (choice.leaveCube || cubes.length === 0) return put(to, null, legal, choice);
  if (cubes.length === 1) return put(to, cubes[0] ?? null, legal, choice);
  return { choice: { ...choice, asking: { to, takes } }, send: null };
}

/** Puts the glass down with this cube: the end of every choice. */
export function put(to: number, take: Take, legal: Act[], choice: Choice): Step {
  const glass = inHand(legal, choice);
  const meant: Act =
    placing(legal) && legal.some((act) => act.act === 'place' && act['to'] === to)
      ? { act: 'place', to, take }
      : { act: 'move', glass, to, take };
  return { choice: NOTHING, send: meant };
}

function attempt(to: number, legal: Act[], choice: Choice): Act | null {
  if (choice.glass !== null) return { act: 'move', glass: choice.glass, to, take: null };
  if (placing(legal)) return { act: 'place', to, take: null };
  return null;
}

/** What of a choice still holds when the table has changed. */
export function stillHolds(choice: Choice, view: OutOfTimeView, legal: Act[]): Choice {
  const { asking, glass } = choice;
  const chosen = glass === null ? undefined : view.glasses[glass];
  const keepGlass =
    chosen !== undefined &&
    chosen.state !== 'fallen' &&
    chosen.space !== null &&
    !onlyStandsUp(legal);
  const kept: Choice = { ...choice, glass: keepGlass ? glass : null };
  if (asking && !targets(legal, kept).has(asking.to)) kept.asking = null;
  return kept;
}
