/** What can be done, sorted by where it is done; all of it comes from the table's list of acts. */

import { isSameAct } from '../acts';
import type { Act } from '../types';
import {
  colourOfKind,
  isGood,
  seatOfPlace,
  timerOn,
  type Colour,
  type MatView,
  type SpaceView,
} from './view';

/** A kind of order, as the rack shows it. */
export interface Kind {
  colour: Colour;
  value: number;
}

export interface Deeds {
  /** By place: a letter, `research` or `ship`. */
  lifts: Map<string, Act>;
  turns: Map<string, Act>;
  /** By place in the sky. */
  flights: Map<string, Act>;
  /** Steps of the action in hand. */
  fill: Act | null;
  beams: Map<string, Act>;
  puts: Act[];
  upgrade: Act | null;
  take: Act | null;
  builds: Map<string, Act>;
  delivers: Act[];
  ends: Act | null;
  /** Before the start. */
  chooses: Act[];
  /** As the owner of a planet. */
  gives: Act[];
  firsts: Act[];
  offers: Act[];
  withdraw: Act | null;
}

export function sorted(legal: Act[]): Deeds {
  const of = (name: string): Act[] => legal.filter((act) => act.act === name);
  const by = (name: string, field: string): Map<string, Act> =>
    new Map(of(name).map((act) => [String(act[field]), act]));
  return {
    lifts: by('lift', 'on'),
    turns: by('turn_over', 'on'),
    flights: by('fly', 'to'),
    fill: of('fill')[0] ?? null,
    beams: by('beam', 'plant'),
    puts: of('put_out'),
    upgrade: of('upgrade')[0] ?? null,
    take: of('take_tile')[0] ?? null,
    builds: by('build', 'on'),
    delivers: of('deliver'),
    ends: of('done')[0] ?? of('forfeit')[0] ?? null,
    chooses: of('choose_order'),
    gives: of('give'),
    firsts: of('first'),
    offers: of('offer'),
    withdraw: of('withdraw')[0] ?? null,
  };
}

/** What is done with orders now: picked before the start, or put out. */
export function orderDeeds(deeds: Deeds): Act[] {
  return deeds.chooses.length > 0 ? deeds.chooses : deeds.puts;
}

export function isKind(act: Act, kind: Kind): boolean {
  return act['colour'] === kind.colour && act['value'] === kind.value;
}

/** Whether the rack has to be open: there are orders to choose from. */
export function needsRack(deeds: Deeds): boolean {
  return orderDeeds(deeds).length > 0;
}

/** The step of the action in hand that a tap on a place of the mat means, if it means one. */
export function stepAt(
  on: string,
  deeds: Deeds,
  hand: string | null,
  picked: Kind | null,
): Act | null {
  if (on === hand && deeds.fill) return deeds.fill;
  const beam = deeds.beams.get(on) ?? deeds.builds.get(on);
  if (beam) return beam;
  const orders = orderDeeds(deeds);
  if (orders.length > 0) {
    const here = orders.filter((act) => act['on'] === on);
    if (!picked) return null;
    return here.find((act) => isKind(act, picked)) ?? null;
  }
  const brought = deeds.delivers.filter((act) => act['station'] === on);
  return brought.length === 1 ? (brought[0] ?? null) : null;
}

/** Whether anything could be done at a place, once an order is picked. */
export function mayHold(on: string, deeds: Deeds): boolean {
  return orderDeeds(deeds).some((act) => act['on'] === on);
}

export type Lit = 'step' | 'lift' | 'turn';

/** How a place of the mat is lit. `turning`: the free glass is to go somewhere, whatever is in hand. */
export function litAt(
  on: string,
  deeds: Deeds,
  hand: string | null,
  picked: Kind | null,
  turning: boolean,
): Lit | null {
  if (turning) return deeds.turns.has(on) ? 'turn' : null;
  if (stepAt(on, deeds, hand, picked)) return 'step';
  if (deeds.chooses.length > 0 || hand !== null) return null;
  if (deeds.lifts.has(on)) return 'lift';
  return deeds.turns.has(on) ? 'turn' : null;
}

/** What a tap on a place of the mat sends. */
export function tapPlace(
  on: string,
  deeds: Deeds,
  hand: string | null,
  picked: Kind | null,
  turning: boolean,
): Act | null {
  if (turning) return deeds.turns.get(on) ?? null;
  const step = stepAt(on, deeds, hand, picked);
  if (step) return step;
  if (deeds.chooses.length > 0 || hand !== null) return null;
  return deeds.lifts.get(on) ?? deeds.turns.get(on) ?? null;
}

/** What a tap on a planet or a moon sends; `at` is where my ship is. */
export function tapSky(
  place: string,
  deeds: Deeds,
  hand: string | null,
  at: string,
  turning: boolean,
): Act | null {
  if (turning) return deeds.flights.get(place) ?? null;
  if (hand === 'ship' && place === at && deeds.take) return deeds.take;
  if (hand !== null) return null;
  return deeds.flights.get(place) ?? null;
}

/** What is meant by a tap on a place of the mat that is not lit: the table says why it cannot be. */
export function attemptPlace(
  on: string,
  mat: MatView,
  hand: string | null,
  chooses: boolean,
  picked: Kind | null,
  turning: boolean,
): Act | null {
  if (turning) return turnAt(on);
  const building = mat.buildings.find((one) => one.letter === on);
  if (chooses) return building && picked ? { act: 'choose_order', ...picked, on } : null;
  if (hand === null) return timerOn(mat, on) ? null : turnAt(on);
  if (!building) return null;
  if (hand === 'research') return { act: 'build', on };
  if (hand === 'ship') return carriedFrom(on, mat);
  const works = mat.buildings.find((one) => one.letter === hand)?.kind ?? '';
  if (works === 'centre') return picked ? { act: 'put_out', ...picked, on } : null;
  if (works === 'station') return on === hand ? null : { act: 'beam', plant: on };
  return on === hand ? { act: 'fill' } : null;
}

/** The ship's symbol says nothing of where it is to go. */
function turnAt(on: string): Act | null {
  return on === 'ship' || on === '' ? null : { act: 'turn_over', on };
}

/** The delivery of what lies there, if that is of one colour only. */
function carriedFrom(on: string, mat: MatView): Act | null {
  if (seatOfPlace(mat.ship.at) === null) return null;
  const building = mat.buildings.find((one) => one.letter === on);
  const goods = new Set(building?.spots.filter(isGood).map((piece) => piece.good));
  const [colour, ...others] = goods.size > 0 ? goods : [colourOfKind(building?.kind ?? '')];
  if (!colour || others.length > 0) return null;
  return { act: 'deliver', colour, station: on };
}

/** The same for a planet or a moon. */
export function attemptSky(
  place: string,
  mat: MatView,
  hand: string | null,
  turning: boolean,
): Act | null {
  const here = hand === 'ship' && place === mat.ship.at && !turning;
  if (here) return seatOfPlace(place) === null ? { act: 'take_tile' } : null;
  return { act: 'fly', to: place };
}

/** Where on the table an act is meant, for a mark there. */
export function placeOf(act: Act, mat: MatView): string | null {
  if (act.act === 'fill' || act.act === 'upgrade') return mat.hand?.on ?? null;
  if (act.act === 'take_tile') return mat.ship.at;
  if (act.act === 'offer') return null;
  const where = act['on'] ?? act['plant'] ?? act['station'] ?? act['to'];
  return typeof where === 'string' ? where : null;
}

/** Where an act is done: the place on the mat or in the sky, and the order that goes there. */
export function pointsOf(act: Act, view: SpaceView, me: number | null): string[] {
  const mat = me === null ? undefined : view.mats[me];
  if (!mat) return [];
  const points: string[] = [];
  const { colour, value } = act;
  if (typeof value === 'number') points.push(`[data-order="${String(colour)}-${value}"]`);
  if (act.act === 'fly') points.push('[data-on="ship"]');
  const place = placeOf(act, mat);
  if (place) points.push(`[data-on="${place}"], [data-place="${place}"]`);
  if (act.act === 'done' || act.act === 'forfeit') points.push('[data-done]');
  return points;
}

/** One delivery a colour, from the first station that has it. */
export function deliveries(deeds: Deeds): Act[] {
  const seen = new Set<unknown>();
  return deeds.delivers.filter((act) => {
    if (seen.has(act['colour'])) return false;
    seen.add(act['colour']);
    return true;
  });
}

export function has(legal: Act[], wanted: Act): boolean {
  return legal.some((act) => isSameAct(act, wanted));
}
