/** The one line above a player's own things: what matters to them right now. */

import type { SeatInfo } from '../types';
import type { Deeds, Kind } from './deeds';
import { isGood, sum, type Glance, type MatView, type SpaceView, type StepsAhead } from './view';
import { capital, nameOf, placeName, symbolName } from './words';

export interface Status {
  words: string;
  mood: 'calm' | 'go' | 'bad' | 'plan';
  due?: number | null;
  spoken?: string;
  about?: string;
  button?: 'drop';
}

export interface Mind {
  picked: Kind | null;
  turning: boolean;
  /** Where the ship is to go is still to be said. */
  sailing: boolean;
  planning: string | null;
  planned: number;
  ahead: StepsAhead | null;
  no: string;
  glance: Glance | null;
  /** Table time. */
  now: number;
}

export function status(
  view: SpaceView,
  me: number | null,
  seats: SeatInfo[],
  deeds: Deeds,
  paused: boolean,
  mind: Mind,
): Status {
  if (view.phase === 'over') return calm('The game is over.');
  if (paused) return calm('The game is paused.');
  const mat = me === null ? undefined : view.mats[me];
  if (me === null || !mat) return calm('You are watching.');
  if (view.phase === 'choosing') return choosing(view, mat, mind.picked);
  const asked = asOwner(view, me, seats, deeds);
  if (asked) return asked;
  if (mind.planning !== null) return planning(mind.planning, mat, mind);
  if (mind.sailing)
    return { words: 'Where should your ship fly? Tap a lit planet or moon.', mood: 'go' };
  if (mat.hand) return carrying(mat, seats, deeds, mind);
  const ready = [...deeds.lifts.keys()];
  if (ready.length > 0) return ranOut(ready, mat);
  if (view.phase === 'final') return lastTimers(view, mat);
  if (deeds.turns.size > 0) return freeGlass(mat, deeds, mind.glance);
  return underWay(mat, seats);
}

function calm(words: string): Status {
  return { words, mood: 'calm' };
}

function choosing(view: SpaceView, mat: MatView, picked: Kind | null): Status {
  if (mat.chosen_all) return calm('Your first orders are chosen. The others are choosing.');
  const which = ['first', 'second'][mat.chosen] ?? 'next';
  const words = picked
    ? `Where does the ${picked.colour} order worth ${picked.value} go? Tap a lit place.`
    : `Choose your ${which} order for the others to fill: tap one.`;
  return { words, mood: 'go', due: view.due, about: `choosing ${mat.chosen}` };
}

/** What the owner of a planet is asked. */
function asOwner(view: SpaceView, me: number, seats: SeatInfo[], deeds: Deeds): Status | null {
  const planet = view.planets[me];
  const owed = planet?.owes[0];
  if (deeds.gives.length > 0 && owed) {
    const visitor = capital(nameOf(owed.visitor, seats));
    const words = `${visitor} has delivered: which order do you give?`;
    return { words, mood: 'go', due: owed.until, about: `give ${owed.visitor} ${owed.until}` };
  }
  if (deeds.firsts.length > 0 && planet?.line) {
    const who = planet.line.together.map((seat) => nameOf(seat, seats)).join(' and ');
    return {
      words: `${capital(who)} arrived together: who goes first?`,
      mood: 'go',
      due: planet.line.due,
    };
  }
  return null;
}

function planning(on: string, mat: MatView, { ahead, no, picked, planned }: Mind): Status {
  const place = symbolName(on, mat);
  const button = planned > 0 ? ({ button: 'drop' } as const) : {};
  const plan = (words: string): Status => ({ words, mood: 'plan', ...button });
  if (no) return plan(no);
  if (!ahead) return plan(`What should ${lower(place)} do?`);
  if (ahead.acts.length === 0) {
    const idle = `As things stand, ${lower(place)} will have nothing to do.`;
    return plan(planned > 0 ? `${place} is planned.` : idle);
  }
  if (ahead.acts.some((act) => act.act === 'put_out')) {
    return plan(
      picked
        ? 'Where does it go? Tap a dashed place.'
        : 'Which order do you want to put out? Tap one.',
    );
  }
  return plan(`What should ${lower(place)} do next? Tap a dashed place.`);
}

function carrying(
  mat: MatView,
  seats: SeatInfo[],
  deeds: Deeds,
  { picked, turning }: Mind,
): Status {
  const hand = mat.hand!;
  const about = `hand ${hand.on}`;
  const go = (words: string): Status => ({ words, mood: 'go', due: hand.until, about });
  const place = symbolName(hand.on, mat);
  if (turning) return go('Where do you want your free timer? Tap a lit place.');
  if (hand.on === 'ship') {
    const here = placeName(mat.ship.at, seats);
    if (hand.waits) return go(`You are in line at ${here}.`);
    return go(deeds.take ? `At ${here}: take the tile?` : `At ${here}: deliver what fits.`);
  }
  if (deeds.puts.length > 0) {
    return go(
      picked
        ? `The ${picked.colour} order worth ${picked.value}: tap a lit place.`
        : `${place}: tap an order, then a lit place.`,
    );
  }
  if (deeds.builds.size > 0) return go(`Where do you build the ${mat.research}? Tap a lit place.`);
  if (deeds.beams.size > 0) return go(`${place}: tap a plant to beam from.`);
  return go(`${place}: tap it to fill a spot.`);
}

function ranOut(ready: string[], mat: MatView): Status {
  const about = `ready ${ready.join()}`;
  if (ready.length > 1) {
    return { words: 'Both your timers have run out.', mood: 'go', about };
  }
  const on = ready[0] ?? '';
  const name =
    on === 'ship' ? 'your ship' : on === 'research' ? 'research' : lower(symbolName(on, mat));
  const words = on === 'ship' ? 'Your ship has arrived.' : `Your timer on ${name} has run out.`;
  return { words, mood: 'go', about };
}

function lastTimers(view: SpaceView, mat: MatView): Status {
  const running = mat.timers.some((timer) => timer.on !== null);
  return {
    words: running
      ? 'Time is up. Lift your last timers when they have run out.'
      : 'Time is up. The others are lifting their last timers.',
    mood: running ? 'go' : 'calm',
    due: view.due,
    about: 'final',
  };
}

/**
 * Advice, no rule: the first thing that is missing (goods on plants, goods on stations, a planet that
 * wants them) among what the acts allow.
 */
function freeGlass(mat: MatView, deeds: Deeds, glance: Glance | null): Status {
  const goodsOn = (kind: (name: string) => boolean): number =>
    mat.buildings
      .filter((one) => kind(one.kind))
      .reduce((total, one) => total + one.spots.filter(isGood).length, 0);
  const isPlant = (kind: string): boolean => kind.endsWith('plant');
  const isStation = (kind: string): boolean => kind === 'station';
  const [onPlants, onStations] = [goodsOn(isPlant), goodsOn(isStation)];
  const turnsOn = (kind: (name: string) => boolean): boolean =>
    mat.buildings.some((one) => kind(one.kind) && deeds.turns.has(one.letter));
  const wanted = glance?.planets.some((fits) => sum(fits.now) > 0) ?? false;
  const about = 'free';
  const go = (words: string): Status => ({ words: `A timer is free: ${words}`, mood: 'go', about });
  if (wanted && deeds.flights.size > 0) return go('fly towards a planet that wants what you have.');
  if (onStations === 0 && onPlants === 0 && turnsOn(isPlant))
    return go('tap a plant to produce goods.');
  if (onStations === 0 && onPlants > 0 && turnsOn(isStation))
    return go('tap a station to beam goods from your plants.');
  return go('tap a lit place.');
}

function underWay(mat: MatView, seats: SeatInfo[]): Status {
  const going = mat.timers.some((timer) => timer.on === 'ship') && mat.ship.to !== mat.ship.at;
  const words = going
    ? `Your sand is running. Your ship is on its way to ${placeName(mat.ship.to, seats)}.`
    : 'Your sand is running.';
  return { ...calm(words), spoken: '' };
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
