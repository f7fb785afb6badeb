/** Keeps plans in step with the table: asks again when it changes, and drops what cannot be. */

import { untrack } from 'svelte';
import type { BoardProps } from '../types';
import { askedAbout, isOff, situation, whyOff, type Situation } from './plan';
import type { Shared } from './shared.svelte';
import type { OutOfTimeView } from './view';

/** What is being chosen at this table now; the board and the mat read it alike. */
export function situationOf(shared: Shared, given: BoardProps): Situation {
  const { ask, legal } = given;
  const view = given.view as OutOfTimeView;
  return situation(shared.choice, shared.ahead.answer, view, legal, ask !== undefined);
}

export function keepPlans(given: () => BoardProps, shared: () => Shared): void {
  const ahead = $derived(shared().ahead);
  const view = $derived(given().view as OutOfTimeView);
  const legal = $derived(given().legal);
  const me = $derived(given().me);
  const about = $derived(askedAbout(situationOf(shared(), given()), ahead.plan, view, legal));
  // An answer rests on these, and on no other part of the view.
  const standing = $derived(view.standing);
  const supply = $derived(view.supply);
  const mine = $derived(me === null ? undefined : view.players[me]);
  const glass = $derived(about === null ? undefined : view.glasses[about]);

  $effect(() => {
    void [standing, supply, mine, glass];
    const asked = about;
    untrack(() => ahead.look(asked, given().ask));
  });

  $effect(() => {
    const { plan, answer, no } = ahead;
    if (!plan || !isOff(plan, view, legal, answer)) return;
    const why = whyOff(plan, view, given().seats, no);
    untrack(() => ahead.drop(why));
  });

  const has = $derived(ahead.plan !== null);
  $effect(() => (has ? untrack(() => given().onBack?.(() => ahead.end())) : undefined));
}
