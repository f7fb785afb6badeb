/** What the board shows of what can be done: lit places, ghosts, and what falls. */

import type { Act } from '../types';
import type { TurnAhead } from './ahead';
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
import { pawnAt, type ChaosView, type Era, type Spot } from './view';

export interface Lit {
  /** What can be done where. */
  acts: Map<Place, Act[]>;
  /** The number of each place that pays for what was chosen. */
  pays: Map<Place, number>;
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
  const pays = new Map([...paid.keys()].map((place, nth) => [place, nth + 1]));
  const cubes = [...paid].filter(([place]) => place.startsWith('tile')).map(([place]) => place);
  const said = choice.kind === 'sure' ? aheadOf(choice.act, ahead) : undefined;
  const falls = said ? said.falls : (comes?.[0]?.falls ?? []);
  return {
    acts,
    pays,
    armed: choice.kind === 'none' ? null : choice.place,
    ghostPawn: act ? goesTo(act, pawn) : null,
    ghostCubes: new Set(cubes),
    falls: new Set(falls.map(tilePlace)),
    dims: choice.kind === 'pay',
  };
}

/** Where the pawn would stand. */
function goesTo(act: Act, pawn: Spot | null): Place | null {
  const city = act['city'] as string;
  if (act.act === 'place_pawn') return tilePlace({ era: 'present', city });
  if (act.act === 'travel' && pawn) return tilePlace({ era: pawn.era, city });
  if (act.act === 'time_travel' && pawn) return tilePlace({ ...pawn, era: act['era'] as Era });
  return null;
}

export function markOf(acts: Act[] | undefined, armed: boolean): Mark | null {
  const kind = acts?.[0]?.act;
  if (!kind) return null;
  return armed ? 'again' : (kind as Mark);
}
