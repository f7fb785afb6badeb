/** What taps, keys and dragged glasses do, wherever they come from. */

import { isSameAct } from '../acts';
import type { Act, BoardProps } from '../types';
import type { Card } from './cards';
import {
  attemptPlace,
  attemptSky,
  has,
  orderDeeds,
  placeOf,
  sorted,
  tapPlace,
  tapSky,
  type Kind,
} from './deeds';
import { deedsNow, handNow, type Shared } from './shared.svelte';
import type { MatView, SpaceView } from './view';

/** A place that has just acted ignores taps for so long. */
const DEAD = 400;

let last: { what: string; at: number } = { what: '', at: -Infinity };

/** Whether this was not done a moment ago: a thumb that bounces means it once. */
export function isFresh(what: string, now = performance.now()): boolean {
  if (last.what === what && now - last.at < DEAD) return false;
  last = { what, at: now };
  return true;
}

function aims(shared: Shared): void {
  shared.turning = false;
  shared.sailing = false;
}

export function send(act: Act, shared: Shared, given: BoardProps): void {
  if (given.paused || isSameAct(act, given.pendingAct)) return;
  aims(shared);
  if (act.act === 'put_out' || act.act === 'choose_order') shared.picked = null;
  shared.sending.send([act], given);
}

/** Does a step, or keeps it in mind while a glass is being planned. */
export function doOrPlan(act: Act, shared: Shared, given: BoardProps): void {
  if (shared.planning === null) send(act, shared, given);
  else shared.plan(act);
}

/** Sends what is meant though it is not lit: the table says why it cannot be, and names the rule. */
function attempt(act: Act | null, shared: Shared, given: BoardProps): boolean {
  const view = given.view as SpaceView;
  if (!act || given.paused || given.pendingAct || view.phase === 'over') return false;
  // What could be done is lit first, and never happens by a tap that may have meant something else.
  if (has(given.legal, act) || !isFresh(JSON.stringify(act))) return false;
  aims(shared);
  shared.sending.stop();
  given.act(act);
  return true;
}

/** Asks for a step of a plan that is not offered: either it can be planned, or the rules say why not. */
function attemptPlan(act: Act | null, shared: Shared, given: BoardProps): void {
  const on = shared.planning;
  if (!act || on === null || !given.ask || !isFresh(JSON.stringify(act))) return;
  const after = [...(shared.plans[on] ?? []), act];
  given.ask({ ask: 'steps', on, after }).then(
    () => {
      if (shared.planning === on) shared.plan(act);
    },
    (why: { message?: string; rule?: string | null }) => {
      if (!why.rule || shared.planning !== on) return;
      shared.why = why.message ?? '';
      const mat = matOf(given);
      const place = mat && placeOf(act, mat);
      if (place) shared.mark(place);
    },
  );
}

function matOf({ view, me }: BoardProps): MatView | undefined {
  return me === null ? undefined : (view as SpaceView).mats[me];
}

/** My mat as the action in hand finds it; while a ship's is planned, that is where it will be. */
function seen(mat: MatView, shared: Shared): MatView {
  if (shared.planning !== 'ship') return mat;
  return { ...mat, ship: { at: mat.ship.to, to: mat.ship.to } };
}

/** A tap on a place of my mat, or a glass that is put down there. */
export function onPlace(on: string, shared: Shared, given: BoardProps): void {
  const mat = matOf(given);
  if (!mat) return;
  const { planning, picked } = shared;
  const deeds = deedsNow(shared, given);
  const turning = shared.turning && planning === null;
  const hand = handNow(shared, given);
  const act = tapPlace(on, deeds, hand, picked, turning);
  if (!act) {
    if (!turning && runs(on, mat, given) && planning !== on) {
      if (isFresh(`place ${on}`)) startPlan(on, shared);
    } else if (on === 'ship' && (turning || hand === null)) setSail(shared, given);
    else if (planning === null) {
      const chooses = deeds.chooses.length > 0;
      attempt(attemptPlace(on, mat, hand, chooses, picked, turning), shared, given);
    } else
      attemptPlan(attemptPlace(on, seen(mat, shared), hand, false, picked, false), shared, given);
    return;
  }
  // Steps of one action may follow one another quickly; a glass that was just turned may not.
  if ((act.act === 'turn_over' || act.act === 'lift') && !isFresh(`place ${on}`)) return;
  doOrPlan(act, shared, given);
}

/** Whether a glass of mine runs there. */
function runs(on: string, mat: MatView, { legal }: BoardProps): boolean {
  return mat.timers.some((timer) => timer.on === on) && !sorted(legal).lifts.has(on);
}

export function startPlan(on: string, shared: Shared): void {
  shared.rest();
  shared.planning = on;
}

/** A glass for the ship: where to is still to be said. */
function setSail(shared: Shared, given: BoardProps): void {
  const mat = matOf(given);
  if (given.paused || !mat || mat.timers.some((timer) => timer.on === 'ship')) return;
  if (sorted(given.legal).flights.size > 0) {
    shared.rest();
    shared.turning = true;
    shared.sailing = true;
  } else attempt({ act: 'fly', to: mat.ship.at }, shared, given);
}

/** A tap on a planet or a moon, or a glass that is put down there. */
export function onSky(place: string, shared: Shared, given: BoardProps): void {
  const mat = matOf(given);
  if (!mat) return;
  const { planning } = shared;
  const deeds = deedsNow(shared, given);
  const now = seen(mat, shared);
  const hand = handNow(shared, given);
  const turning = shared.turning && planning === null;
  const act = tapSky(place, deeds, hand, now.ship.at, turning);
  if (act) {
    if (isFresh(`sky ${place}`)) doOrPlan(act, shared, given);
    return;
  }
  const meant = attemptSky(place, now, hand, turning);
  if (planning === null) attempt(meant, shared, given);
  else if (meant?.act !== 'fly') attemptPlan(meant, shared, given);
}

/** A tap on an order in the rack. */
export function onOrder(kind: Kind, shared: Shared, given: BoardProps): void {
  const same = shared.picked?.colour === kind.colour && shared.picked.value === kind.value;
  const there = orderDeeds(deedsNow(shared, given)).some(
    (act) => act['colour'] === kind.colour && act['value'] === kind.value,
  );
  shared.picked = same || !there ? null : kind;
}

/** A tap on a card: all that it says. */
export function onCard(card: Card, shared: Shared, given: BoardProps, onlyLift = false): void {
  if (given.paused) return;
  if (card.state === 'free') {
    shared.turning = !shared.turning && handNow(shared, given) !== null;
    shared.sailing = false;
    shared.planning = null;
    return;
  }
  if (card.on === null) return;
  if (card.state === 'running') {
    if (shared.planning === card.on) shared.planning = null;
    else startPlan(card.on, shared);
    return;
  }
  if (!isFresh(`card ${card.nth} ${card.state}`)) return;
  shared.rest();
  const acts = onlyLift && card.state === 'ready' ? card.acts.slice(0, 1) : card.acts;
  shared.sending.send(acts, given);
}
