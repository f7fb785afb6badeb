/**
 * What a tap means. Every act belongs to a place that can be tapped; where one place has several
 * acts, each of them has a place of its own in turn; and what cannot be taken back is tapped twice.
 * A place that is not lit but stands for one act asks for that, and the rules say why not.
 */

import { isSameAct } from '../acts';
import type { Act } from '../types';
import { isSpot, pawnAt, startAt, tileAt, type ChaosView, type Era, type Spot } from './view';

export type Place = string;
export const CLOAK: Place = 'cloak';
export const END: Place = 'end';
export const UNDO: Place = 'undo';

export function tilePlace({ era, city }: Spot): Place {
  return `tile ${era} ${city}`;
}
export function deckPlace(era: Era): Place {
  return `deck ${era}`;
}
export function openPlace(era: Era, slot: number): Place {
  return `open ${era} ${slot}`;
}
export function handPlace(card: string): Place {
  return `hand ${card}`;
}

/** What the rules say of one act: why it stands, and what would fall if the turn ended with it. */
export interface ActAhead {
  act: Act;
  stands: 'turn' | 'card' | 'off' | null;
  falls: { city: string; era: Era; marked: number[] }[];
  costs: number[];
  /** Where a pawn that starts there lays cubes, and what falls by that. */
  starts?: (Spot & { chaos: boolean })[];
}

export type Choice =
  | { kind: 'none' }
  /** It has been tapped once. */
  | { kind: 'sure'; place: Place; act: Act }
  /** It can be done in several ways. */
  | { kind: 'pay'; place: Place; acts: Act[] };

export const NONE: Choice = { kind: 'none' };

export interface Step {
  choice: Choice;
  send?: Act;
}

/** Every place that can be tapped now, with what can be done there. */
export function places(view: ChaosView, legal: Act[], me: number | null): Map<Place, Act[]> {
  const found = new Map<Place, Act[]>();
  const pawn = pawnAt(view, me);
  for (const act of legal) {
    const place = placeOf(act, view, pawn);
    if (place !== null) found.set(place, [...(found.get(place) ?? []), act]);
  }
  return found;
}

/** Where an act is tapped. */
export function placeOf(act: Act, view: ChaosView, pawn: Spot | null): Place | null {
  const city = act['city'] as string;
  const era = act['era'] as Era;
  if (act.act === 'place_pawn') return tilePlace(startAt(view, city));
  if (act.act === 'send') return tilePlace({ era, city });
  if (act.act === 'end_turn') return END;
  if (act.act === 'undo') return UNDO;
  if (act.act === 'deliver') return handPlace(act['card'] as string);
  if (!pawn) return null;
  if (act.act === 'travel') return tilePlace({ era: pawn.era, city });
  if (act.act === 'time_travel' || act.act === 'restore') return tilePlace({ ...pawn, era });
  if (act.act === 'grab') return deckPlace(pawn.era);
  if (act.act === 'search') return openPlace(pawn.era, act['slot'] as number);
  return null;
}

/** The element of the page that shows this place: the largest there is. */
export function pointOf(place: Place): string {
  const [kind, era, ...city] = place.split(' ');
  if (kind !== 'tile') return `[data-place="${place}"]`;
  const spot = `${era} ${city.join(' ')}`;
  return `[data-tile="${spot}"], [data-map="${spot}"]`;
}

/** Where an act is done: where it is tapped, and where it is paid. */
export function pointsOf(act: Act, view: ChaosView, me: number | null): string[] {
  const place = placeOf(act, view, pawnAt(view, me));
  const paid = [...payPlaces([act], view, me).keys()].filter((one) => one !== place);
  const pays = act['cube'] !== undefined || act['pay'] !== undefined;
  return [...(place ? [place] : []), ...(pays ? paid : [])].map(pointOf);
}

/**
 * What a tap on a place that is not lit asks for, so that the rules can say why not; null where the
 * place does not stand for one act alone. Nothing that is legal is ever meant: it would be lit.
 */
export function attempt(
  place: Place,
  view: ChaosView,
  legal: Act[],
  me: number | null,
): Act | null {
  if (legal.length === 0) return null;
  const pawn = pawnAt(view, me);
  const act = meant(place, view, pawn);
  // What belongs to another place was not tapped.
  return act && placeOf(act, view, pawn) === place ? act : null;
}

function meant(place: Place, view: ChaosView, pawn: Spot | null): Act | null {
  if (place === END) return { act: 'end_turn' };
  if (place.startsWith('deck')) return { act: 'grab' };
  const [kind, era, ...city] = place.split(' ');
  if (kind !== 'tile') return null;
  const spot: Spot = { era: era as Era, city: city.join(' ') };
  if (view.phase === 'place') return { act: 'place_pawn', city: spot.city };
  if (view.phase === 'send') return { act: 'send', city: spot.city, era: spot.era };
  if (!pawn) return null;
  if (spot.city !== pawn.city) return { act: 'travel', city: spot.city };
  if (tileAt(view, spot)?.chaos) return { act: 'restore', era: spot.era };
  return isSpot(spot, pawn) ? null : { act: 'time_travel', era: spot.era, cube: 'departure' };
}

/** Where the disorder of an act goes: each way to pay is a place to tap. */
export function payPlaces(acts: Act[], view: ChaosView, me: number | null): Map<Place, Act> {
  const found = new Map<Place, Act>();
  const pawn = pawnAt(view, me);
  if (!pawn) return found;
  for (const act of acts) {
    const way = (act['cube'] ?? act['pay']) as string;
    if (way === 'cloak') found.set(CLOAK, act);
    else if (way === 'arrival') found.set(tilePlace({ ...pawn, era: act['era'] as Era }), act);
    else found.set(tilePlace(pawn), act);
  }
  return found;
}

/** The choice, if all it is about can still be done. */
export function standing(choice: Choice, legal: Act[]): Choice {
  const acts = choice.kind === 'pay' ? choice.acts : choice.kind === 'sure' ? [choice.act] : [];
  return acts.every((act) => legal.some((one) => isSameAct(one, act))) ? choice : NONE;
}

/** What the rules say of this act; undefined as long as they have not said it. */
export function aheadOf(act: Act, ahead: ActAhead[] | null): ActAhead | undefined {
  return ahead?.find((one) => isSameAct(one.act, act));
}

/** Whether an act is tapped twice. What is not known yet might be one that stands. */
export function needsSure(act: Act, ahead: ActAhead[] | null): boolean {
  const said = aheadOf(act, ahead);
  return !said || said.stands === 'turn' || said.stands === 'card';
}

export function tap(
  place: Place,
  choice: Choice,
  view: ChaosView,
  legal: Act[],
  me: number | null,
  ahead: ActAhead[] | null,
): Step {
  if (choice.kind === 'sure' && choice.place === place) return { choice: NONE, send: choice.act };
  if (choice.kind === 'pay') {
    const paid = payPlaces(choice.acts, view, me).get(place);
    if (paid) return { choice: NONE, send: paid };
    if (place === choice.place) return { choice: NONE };
  }
  const acts = places(view, legal, me).get(place) ?? [];
  const [act] = acts;
  if (!act) {
    // Whoever puts a choice back by a tap beside it asks for nothing.
    const tried = choice.kind === 'none' ? attempt(place, view, legal, me) : null;
    return { choice: NONE, ...(tried ? { send: tried } : {}) };
  }
  if (acts.length > 1) return { choice: { kind: 'pay', place, acts } };
  if (act.act !== 'undo' && needsSure(act, ahead)) {
    return { choice: { kind: 'sure', place, act } };
  }
  return { choice: NONE, send: act };
}
