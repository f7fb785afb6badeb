/** What taps and keys do, wherever they come from. */

import { isSameAct } from '../acts';
import type { Act, BoardProps } from '../types';
import type { Card } from './cards';
import { orderDeeds, sorted, tapPlace, tapSky, type Kind } from './deeds';
import { deedsNow, handNow, type Shared } from './shared.svelte';
import type { SpaceView } from './view';

/** A place that has just acted ignores taps for so long. */
const DEAD = 400;

let last: { what: string; at: number } = { what: '', at: -Infinity };

/** Whether this was not done a moment ago: a thumb that bounces means it once. */
export function isFresh(what: string, now = performance.now()): boolean {
  if (last.what === what && now - last.at < DEAD) return false;
  last = { what, at: now };
  return true;
}

export function send(act: Act, shared: Shared, given: BoardProps): void {
  if (given.paused || isSameAct(act, given.pendingAct)) return;
  shared.turning = false;
  if (act.act === 'put_out' || act.act === 'choose_order') shared.picked = null;
  shared.sending.send([act], given);
}

/** A tap on a place of my mat. */
export function onPlace(on: string, shared: Shared, given: BoardProps): void {
  const { planning, picked } = shared;
  const deeds = deedsNow(shared, given);
  const turning = shared.turning && planning === null;
  const act = tapPlace(on, deeds, handNow(shared, given), picked, turning);
  if (!act) {
    const timer = planOf(on, given);
    if (timer && planning !== on) startPlan(on, shared);
    return;
  }
  // Steps of one action may follow one another quickly; a glass that was just turned may not.
  if ((act.act === 'turn_over' || act.act === 'lift') && !isFresh(`place ${on}`)) return;
  if (planning === null) send(act, shared, given);
  else shared.plan(act);
}

/** Whether a glass of mine runs there. */
function planOf(on: string, { view, me, legal }: BoardProps): boolean {
  const mat = me === null ? undefined : (view as SpaceView).mats[me];
  const stands = mat?.timers.some((timer) => timer.on === on) ?? false;
  return stands && !sorted(legal).lifts.has(on);
}

export function startPlan(on: string, shared: Shared): void {
  shared.rest();
  shared.planning = on;
}

/** A tap on a planet or a moon. */
export function onSky(place: string, shared: Shared, given: BoardProps): boolean {
  const { me } = given;
  const mat = me === null ? undefined : (given.view as SpaceView).mats[me];
  if (!mat || shared.planning !== null) return false;
  const deeds = deedsNow(shared, given);
  const act = tapSky(place, deeds, mat.hand?.on ?? null, mat.ship.at, shared.turning);
  if (!act || !isFresh(`sky ${place}`)) return false;
  send(act, shared, given);
  return true;
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
