/** The board, the mat and the plates of one table share what is being chosen; its clock tells tables apart. */

import { untrack } from 'svelte';
import { perTable } from '../../lib/pertable';
import type { Act, BoardProps } from '../types';
import { Asking } from './asking.svelte';
import { needsRack, placeOf, sorted, type Deeds, type Kind } from './deeds';
import { keepLate } from './late.svelte';
import { Sending } from './sending.svelte';
import { timerOn, type Colour, type Glance, type SpaceView, type StepsAhead } from './view';

/** How long a mark of something refused is seen. */
const MARKED = 900;

export class Shared {
  /** The kind of order that is to be put somewhere. */
  picked: Kind | null = $state.raw(null);
  /** The free glass is chosen, though another action is in hand. */
  turning: boolean = $state(false);
  /** It goes onto the ship, and where to is still to be said. */
  sailing: boolean = $state(false);
  /** A free glass on its way from its card, in pixels of the window, and what it is held over. */
  dragged: { nth: number; x: number; y: number; over: string | null } | null = $state.raw(null);
  /** Whose mat is looked at. */
  looking: number | null = $state(null);
  /** What I would bring, in an offer that is being made. */
  bring: Colour | null = $state(null);
  /** Which place is being planned. */
  planning: string | null = $state(null);
  /** What each place is to do once its sand has run through. */
  plans: Record<string, Act[]> = $state.raw({});
  /** Why a step cannot be planned, in the game's words. */
  why: string = $state('');
  /** Where something was tried in vain a moment ago. */
  vain: string | null = $state(null);
  /** The last minutes have begun. */
  late: boolean = $state(false);

  readonly glance = new Asking<Glance>();
  readonly ahead = new Asking<StepsAhead>();
  readonly sending = new Sending();

  private unmark: ReturnType<typeof setTimeout> | undefined;

  /** Marks the place of something that was refused. */
  mark(place: string): void {
    clearTimeout(this.unmark);
    this.vain = place;
    this.unmark = setTimeout(() => (this.vain = null), MARKED);
  }

  /** Adds a step to the plan of the place that is being planned. */
  plan(act: Act): void {
    const { planning } = this;
    if (planning === null) return;
    this.why = '';
    this.plans = { ...this.plans, [planning]: [...(this.plans[planning] ?? []), act] };
    this.picked = null;
  }

  dropPlan(on: string): void {
    const { [on]: _dropped, ...kept } = this.plans;
    this.plans = kept;
    this.picked = null;
    this.why = '';
  }

  /** Nothing is chosen any more. */
  rest(): void {
    this.picked = null;
    this.turning = false;
    this.sailing = false;
    this.dragged = null;
    this.planning = null;
    this.why = '';
    this.looking = null;
    this.bring = null;
  }
}

export const sharedOf = perTable(() => new Shared());

/** What can be done now, or, while a place is planned, what it will be able to do. */
export function deedsNow(shared: Shared, given: BoardProps): Deeds {
  if (shared.planning === null) return sorted(given.paused ? [] : given.legal);
  return sorted(shared.ahead.answer?.acts ?? []);
}

/** The place whose action is in hand, or is being planned as if it were. */
export function handNow(shared: Shared, given: BoardProps): string | null {
  if (shared.planning !== null) return shared.planning;
  const { me } = given;
  return me === null ? null : ((given.view as SpaceView).mats[me]?.hand?.on ?? null);
}

/** Keeps questions, plans and what is to be sent in step with the table. */
export function keep(given: () => BoardProps, shared: () => Shared): void {
  const view = $derived(given().view as SpaceView);
  const me = $derived(given().me);
  const mine = $derived(me === null ? undefined : view.mats[me]);

  $effect(() => {
    void view;
    const asks = me !== null && view.phase !== 'over';
    untrack(() => shared().glance.look(asks ? { ask: 'glance' } : null, given().ask, 'glance'));
  });

  $effect(() => {
    void view;
    const on = shared().planning;
    const after = on === null ? [] : (shared().plans[on] ?? []);
    const question = on === null ? null : { ask: 'steps', on, after };
    untrack(() => shared().ahead.look(question, given().ask, JSON.stringify(question)));
  });

  // A plan belongs to a glass that stands there; once it is lifted, the plan is done or dropped.
  $effect(() => {
    const { plans, planning } = shared();
    const runs = (on: string): boolean => !!mine && timerOn(mine, on) !== undefined;
    const gone = Object.keys(plans).filter((on) => !runs(on));
    untrack(() => {
      for (const on of gone) shared().dropPlan(on);
      if (planning !== null && !runs(planning)) shared().planning = null;
    });
  });

  $effect(() => {
    const { legal, pendingAct, refusedAct, paused } = given();
    void [legal, pendingAct, refusedAct, paused, view];
    untrack(() => shared().sending.look(given()));
  });

  // Whoever reached for something in vain sees where.
  let rebuffed = untrack(() => given().refusedAct);
  $effect(() => {
    const { refusedAct } = given();
    if (refusedAct === rebuffed) return;
    rebuffed = refusedAct;
    const place = refusedAct && mine && untrack(() => placeOf(refusedAct, mine));
    if (place) untrack(() => shared().mark(place));
  });

  keepLate(
    () => view,
    () => given().clock,
    (late) => (shared().late = late),
  );

  // What was picked is put down again when there is nowhere to put it.
  $effect(() => {
    const deeds = deedsNow(shared(), given());
    const { picked, turning } = shared();
    untrack(() => {
      if (picked && !needsRack(deeds) && shared().ahead.answer) shared().picked = null;
      if (picked && shared().planning === null && !needsRack(deeds)) shared().picked = null;
      // A glass in the air stays there until it is let go.
      if (shared().dragged) return;
      if (turning && deeds.turns.size === 0 && deeds.flights.size === 0) shared().turning = false;
      if (shared().sailing && deeds.flights.size === 0) shared().sailing = false;
    });
  });

  const open = $derived(
    shared().planning !== null || shared().looking !== null || shared().turning,
  );
  $effect(() => (open ? untrack(() => given().onBack?.(() => shared().rest())) : undefined));
}
