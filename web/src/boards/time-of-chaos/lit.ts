/** What the board shows of what can be done: lit places, ghosts, and what falls. */

import type { Act } from '../types';
import type { Fall, TurnAhead } from './ahead';
import type { Mark } from './Badge.svelte';
import {
  aheadOf,
  payPlaces,
  places,
  tilePlace,
  type ActAhead,
  type Choice,
  type Place,
} from './choice';
import { pawnAt, startAt, type ChaosView, type Era, type Spot } from './view';

/** One way to pay for what was chosen. */
export interface Pay {
  /** The key that chooses it, counted from 1. */
  nth: number;
  /** What would fall with it, and whom that would cost a point. */
  falls: Fall[];
  costs: number[];
}

export interface Lit {
  /** What can be done where. */
  acts: Map<Place, Act[]>;
  /** Each place that pays for what was chosen. */
  pays: Map<Place, Pay>;
  armed: Place | null;
  ghostPawn: Place | null;
  ghostCubes: Set<Place>;
  falls: Set<Place>;
  /** A choice is open: what is no part of it steps back. */
  dims: boolean;
}

export const NOTHING_LIT: Lit = {
  acts: new Map(),
  pays: new Map(),
  armed: null,
  ghostPawn: null,
  ghostCubes: new Set(),
  falls: new Set(),
  dims: false,
};

export function lit(
  view: ChaosView,
  legal: Act[],
  me: number | null,
  choice: Choice,
  comes: TurnAhead[] | null,
  ahead: ActAhead[] | null,
): Lit {
  const acts = places(view, legal, me);
  const pawn = pawnAt(view, me);
  const chosen = choice.kind === 'sure' ? [choice.act] : choice.kind === 'pay' ? choice.acts : [];
  const [act] = chosen;
  const paid = choice.kind === 'pay' ? payPlaces(choice.acts, view, me) : new Map<Place, Act>();
  const pays = new Map(
    [...paid].map(([place, one], nth): [Place, Pay] => {
      const { falls = [], costs = [] } = aheadOf(one, ahead) ?? {};
      return [place, { nth: nth + 1, falls, costs }];
    }),
  );
  const cubes = [...paid.keys()].filter((place) => place.startsWith('tile'));
  const said = choice.kind === 'sure' ? aheadOf(choice.act, ahead) : undefined;
  const falls = said ? said.falls : (comes?.[0]?.falls ?? []);
  return {
    acts,
    pays,
    armed: choice.kind === 'none' ? null : choice.place,
    ghostPawn: act ? goesTo(act, view, pawn) : null,
    ghostCubes: new Set(cubes),
    falls: pays.size > 0 ? fallsOf(pays) : new Set(falls.map(tilePlace)),
    dims: choice.kind === 'pay',
  };
}

/** What falls whichever way is chosen; and of the places that pay, those that fall by it. */
function fallsOf(pays: Map<Place, Pay>): Set<Place> {
  const ways = [...pays].map(([place, { falls }]) => ({ place, falls: falls.map(tilePlace) }));
  const [first] = ways;
  return new Set([
    ...(first?.falls ?? []).filter((at) => ways.every(({ falls }) => falls.includes(at))),
    ...ways.filter(({ place, falls }) => falls.includes(place)).map(({ place }) => place),
  ]);
}

/** Where the pawn would stand. */
function goesTo(act: Act, view: ChaosView, pawn: Spot | null): Place | null {
  const city = act['city'] as string;
  if (act.act === 'place_pawn') return tilePlace(startAt(view, city));
  if (act.act === 'travel' && pawn) return tilePlace({ era: pawn.era, city });
  if (act.act === 'time_travel' && pawn) return tilePlace({ ...pawn, era: act['era'] as Era });
  return null;
}

export function markOf(acts: Act[] | undefined, armed: boolean): Mark | null {
  const kind = acts?.[0]?.act;
  if (!kind) return null;
  return armed ? 'again' : (kind as Mark);
}
