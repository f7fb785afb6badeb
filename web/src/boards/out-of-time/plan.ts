/**
 * Plans for a glass whose sand still runs. Where it can go then is an answer of the game
 * (`{ask: "moves", glass}`), and what can be done at last is the list of legal acts; nothing of that
 * is worked out here. A plan never sends itself.
 */

import type { Act, SeatInfo } from '../types';
import { movable, onlyStandsUp, placing, stillHolds, tapSpace, targets } from './choice';
import type { Choice, Take } from './choice';
import type { OutOfTimeView } from './view';

export interface Plan {
  glass: number;
  /** Where the glass stands; if it has gone elsewhere, the plan is about nothing. */
  from: number;
  to: number;
  take: Take;
  /** This person asked for this cube, or for none; else it is the only one there is. */
  meant: boolean;
}

/** What the game says a glass will be able to do. */
export interface GlassAhead {
  glass: number;
  acts: Act[];
}

/** The choice that is being made, and what it is made from. */
export interface Situation {
  /** A running glass is chosen: a tap on a space is a plan, not an act. */
  ahead: boolean;
  /** What can be chosen from: the acts of the answer, or those that are legal. */
  list: Act[];
  choice: Choice;
}

export function situation(
  chosen: Choice,
  answer: GlassAhead | null,
  view: OutOfTimeView,
  legal: Act[],
  canAsk: boolean,
): Situation {
  const { glass } = chosen;
  const ahead =
    canAsk &&
    glass !== null &&
    view.glasses[glass]?.state === 'running' &&
    !placing(legal) &&
    !onlyStandsUp(legal);
  if (!ahead) return { ahead, list: legal, choice: stillHolds(chosen, view, legal) };
  const list = answer?.glass === glass ? answer.acts : [];
  return { ahead, list, choice: stillHolds(chosen, view, list) };
}

/** The running glass about which the game is to be asked, if any. */
export function askedAbout(
  now: Situation,
  plan: Plan | null,
  view: OutOfTimeView,
  legal: Act[],
): number | null {
  if (now.ahead) return now.choice.glass;
  // Whoever has to stand a glass up first keeps the plan for later.
  const waits = plan && view.glasses[plan.glass]?.state === 'running' && !onlyStandsUp(legal);
  return waits ? plan.glass : null;
}

/** A tap on a space while a running glass is chosen: a plan, another choice, or nothing. */
export function tapAhead(
  to: number,
  view: OutOfTimeView,
  me: number,
  { list, choice }: Situation,
): { choice: Choice; plan: Plan | null } | null {
  const there = view.standing[to] ?? null;
  const mine = there !== null && view.glasses[there]?.seat === me;
  if (!mine && !targets(list, choice).has(to)) return null;
  const step = tapSpace(to, view, list, me, choice);
  return { choice: step.choice, plan: step.send && planOf(step.send, view, choice.leaveCube) };
}

/** The plan to do this act when its time has come. */
export function planOf(act: Act, view: OutOfTimeView, meant: boolean): Plan {
  const glass = act['glass'] as number;
  const from = view.glasses[glass]?.space ?? -1;
  return { glass, from, to: act['to'] as number, take: act['take'] as Take, meant };
}

/** The plan as far as these acts allow it, if need be without its cube; null if they do not. */
export function fitted(plan: Plan, acts: Act[]): Plan | null {
  const takes = targets(acts, { glass: plan.glass, asking: null, leaveCube: false }).get(plan.to);
  if (!takes) return null;
  const cubes = takes.filter((take) => take !== null);
  let { take } = plan;
  if (!plan.meant && cubes.length === 1) take = cubes[0] ?? null;
  if (!takes.includes(take)) take = null;
  return take === plan.take ? plan : { ...plan, take };
}

/** The act of a plan whose time has come; null before that, and when it cannot be done. */
export function dueAct(plan: Plan | null, view: OutOfTimeView, legal: Act[]): Act | null {
  if (!plan || view.glasses[plan.glass]?.space !== plan.from) return null;
  const fits = fitted(plan, movesOf(plan.glass, legal));
  return fits && { act: 'move', glass: fits.glass, to: fits.to, take: fits.take };
}

/** Whether nothing can come of a plan any more. */
export function isOff(
  plan: Plan,
  view: OutOfTimeView,
  legal: Act[],
  answer: GlassAhead | null,
): boolean {
  const glass = view.glasses[plan.glass];
  if (view.phase !== 'running' || glass?.space !== plan.from || glass.state === 'fallen')
    return true;
  if (onlyStandsUp(legal)) return false;
  if (glass.state === 'ready') return dueAct(plan, view, legal) === null;
  return answer?.glass === plan.glass && fitted(plan, answer.acts) === null;
}

/** Why a plan was dropped; nothing where this player knows it best. */
export function whyOff(plan: Plan, view: OutOfTimeView, seats: SeatInfo[], no = ''): string {
  const glass = view.glasses[plan.glass];
  if (view.phase !== 'running' || glass?.space !== plan.from) return '';
  if (no) return `${no} Your plan is off.`;
  if (glass.state === 'fallen') return 'Your glass was knocked over: your plan is off.';
  const there = view.standing[plan.to] ?? null;
  const owner = there === null ? undefined : seats[view.glasses[there]?.seat ?? -1];
  if (owner?.me) return 'Your other glass stands there now: your plan is off.';
  if (owner) return `${owner.name} was there first: your plan is off.`;
  return 'Your glass cannot go there any more: your plan is off.';
}

function movesOf(glass: number, legal: Act[]): Act[] {
  return movable(legal).includes(glass) ? legal.filter((act) => act['glass'] === glass) : [];
}
