/**
 * The move somebody is about to make: which pawn, how many tokens; or which card goes. What is
 * possible comes from the legal acts, what it would lead to from the view.
 */

import type { Act } from '../types';
import type { WatchView } from './view';

export interface Plan {
  pawn: string | null;
  /** Tokens about to be spent; 0 before any were chosen. */
  spend: number;
  /** The card of yours that would go in an exchange. */
  give: number;
}

export interface Step {
  plan: Plan;
  send: Act | null;
}

export interface Target {
  player: number | null;
  take: number;
}

/** As many tokens as an example spends, if it can. */
const SHORT = 3;

export const NO_PLAN: Plan = { pawn: null, spend: 0, give: 0 };

/** The move that was sent and is not decided yet, drawn as it was planned. */
export function underWay(act: Act | null): Plan | null {
  if (act?.act !== 'move') return null;
  return { ...NO_PLAN, pawn: act['pawn'] as string, spend: act['spend'] as number };
}

/** How many tokens can be spent on each pawn. */
export function spendsOf(legal: Act[], pawn: string): number[] {
  return legal
    .filter((act) => act.act === 'move' && act['pawn'] === pawn)
    .map((act) => act['spend'] as number);
}

export function canMove(legal: Act[]): boolean {
  return legal.some((act) => act.act === 'move');
}

export function isLegal(legal: Act[], plan: Plan): boolean {
  return plan.pawn !== null && spendsOf(legal, plan.pawn).includes(plan.spend);
}

/** A short move that can be made, to show what a move is. */
export function examplePlan(legal: Act[]): Plan {
  const moves = legal.filter((act) => act.act === 'move');
  const far = (act: Act): number => Math.abs((act['spend'] as number) - SHORT);
  const [first] = moves.sort((one, other) => far(one) - far(other));
  return first
    ? { ...NO_PLAN, pawn: first['pawn'] as string, spend: first['spend'] as number }
    : NO_PLAN;
}

/** The square where a pawn would end, as the table tells it; null where it does not. */
export function landing(view: WatchView, pawn: string, spend: number): number | null {
  return view.lands_on?.[pawn]?.[spend - 1] ?? null;
}

/** The order that a move would lead to, as the table tells it; null before there is one. */
export function orderAfter(view: WatchView, plan: Plan): (string | null)[] | null {
  return view.order_after?.[plan.pawn ?? '']?.[plan.spend - 1] ?? null;
}

/** Where an act is done: the square a pawn is to reach, or the card to be taken. */
export function pointsOf(act: Act, view: WatchView): string[] {
  if (act.act === 'move') {
    const pawn = act['pawn'] as string;
    const square = landing(view, pawn, act['spend'] as number);
    return [`[data-pawn="${pawn}"]`, `[data-square="${square}"]`];
  }
  if (act.act === 'keep') return ['[data-keep]'];
  return [`[data-take="${String(act['player'])} ${String(act['take'])}"]`];
}

/** The lit squares for a pawn, each with the fewest tokens that lead there. */
export function targets(view: WatchView, legal: Act[], pawn: string | null): Map<number, number> {
  const lit = new Map<number, number>();
  if (pawn === null) return lit;
  for (const spend of spendsOf(legal, pawn)) {
    const square = landing(view, pawn, spend);
    if (square === null) continue;
    // On a shared red a tap chooses among the pawns, so it cannot be a target.
    if (pawnsOn(view, square).length > 1) continue;
    const known = lit.get(square);
    if (known === undefined || spend < known) lit.set(square, spend);
  }
  return lit;
}

/** The pawns on a square. */
export function pawnsOn(view: WatchView, square: number): string[] {
  return Object.keys(view.pawns).filter((name) => view.pawns[name] === square);
}

export function choosePawn(plan: Plan, pawn: string, most: number): Plan {
  return { ...plan, pawn, spend: Math.min(Math.max(plan.spend, 1), most) };
}

export function chooseSpend(plan: Plan, spend: number, most: number): Plan {
  return { ...plan, spend: Math.min(Math.max(spend, 1), most) };
}

/** A tap on a square: a pawn there is chosen; a lit square is aimed at, and a second tap goes. */
export function tapSquare(square: number, view: WatchView, legal: Act[], plan: Plan): Step {
  if (!canMove(legal)) return { plan, send: null };
  const lit = targets(view, legal, plan.pawn);
  const aimed = plan.pawn !== null && plan.spend > 0 && isLegal(legal, plan);
  if (aimed && landing(view, plan.pawn ?? '', plan.spend) === square) return go(legal, plan);
  const there = pawnsOn(view, square);
  // A chosen pawn is sent a whole lap by tapping the square where it stands alone.
  const lap = there.length === 1 && there[0] === plan.pawn && lit.has(square);
  if (there.length > 0 && !lap) {
    // Pawns that share red are chosen in turn.
    const next = there[(there.indexOf(plan.pawn ?? '') + 1) % there.length] ?? null;
    return { plan: { ...plan, pawn: next, spend: 0 }, send: null };
  }
  const spend = lit.get(square);
  return { plan: spend === undefined ? plan : { ...plan, spend }, send: null };
}

/** Whether there is something to try: it may still be refused. */
export function isMeant(legal: Act[], plan: Plan): boolean {
  return canMove(legal) && plan.pawn !== null && plan.spend > 0;
}

/** What is not lit is tried all the same, so that the table can say why not; then one thinks again. */
export function go(legal: Act[], plan: Plan): Step {
  if (!isMeant(legal, plan)) return { plan, send: null };
  const send: Act = { act: 'move', pawn: plan.pawn, spend: plan.spend };
  return { plan: isLegal(legal, plan) ? { ...plan, spend: 0 } : plan, send };
}

/** The cards that can be taken for the card that would go. */
export function exchangeTargets(legal: Act[], give: number): Target[] {
  return legal
    .filter((act) => act.act === 'exchange' && act['give'] === give)
    .map((act) => ({ player: act['player'] as number | null, take: act['take'] as number }));
}

export function canExchange(legal: Act[]): boolean {
  return legal.some((act) => act.act === 'exchange');
}

/** The cards of yours that could go. */
export function gives(legal: Act[]): number[] {
  const found: number[] = [];
  for (const act of legal) {
    const give = act['give'] as number;
    if (act.act === 'exchange' && !found.includes(give)) found.push(give);
  }
  return found;
}
