/** The two glasses as two cards: what each does, in words, and what a tap on it would do. */

import type { Act, SeatInfo } from '../types';
import type { Deeds } from './deeds';
import { colourOfKind, type Colour, type Glance, type MatView, type SpaceView } from './view';
import { shortPlace, stepsWords, symbolName } from './words';

export interface Card {
  nth: number;
  state: 'free' | 'running' | 'ready' | 'held' | 'over';
  /** Where it stands, or what is in hand. */
  on: string | null;
  title: string;
  /** When it has run out. */
  at: number | null;
  /** What a tap on the card sends; with what is in hand, without the lift. */
  acts: Act[];
  /** What that means: "Fill 2". */
  deed: string;
  /** The goods that it moves. */
  goods: Colour[];
  /** It does what was planned, not simply all. */
  planned: boolean;
}

export function cardOf(
  nth: number,
  view: SpaceView,
  mat: MatView,
  seats: SeatInfo[],
  deeds: Deeds,
  glance: Glance | null,
  plans: Record<string, Act[]>,
): Card {
  const timer = mat.timers[nth];
  const base = { nth, at: null, acts: [], deed: '', goods: [], planned: false };
  if (timer?.held && mat.hand) {
    const { on } = mat.hand;
    const acts = glance?.places[on]?.all ?? [];
    const title = on === 'ship' ? `At ${shortPlace(mat.ship.at, seats)}` : symbolName(on, mat);
    return { ...base, state: 'held', on, title, ...told(acts, on, mat) };
  }
  if (!timer || timer.on === null) {
    const over = view.phase === 'final' || view.phase === 'over';
    return {
      ...base,
      state: over ? 'over' : 'free',
      on: null,
      title: over ? 'Time is up' : 'Free timer',
    };
  }
  const { on } = timer;
  const ready = deeds.lifts.has(on);
  const plan = plans[on] ?? [];
  const planned = plan.length > 0;
  const acts = planned ? plan : (glance?.places[on]?.all ?? []);
  const place = on === 'ship' ? shipTitle(mat, seats) : symbolName(on, mat);
  return {
    ...base,
    state: ready ? 'ready' : 'running',
    on,
    title: place,
    at: timer.runs_out_at,
    planned,
    ...told(acts, on, mat),
    acts: [{ act: 'lift', on }, ...acts],
  };
}

function shipTitle(mat: MatView, seats: SeatInfo[]): string {
  const where = shortPlace(mat.ship.to, seats);
  return mat.ship.at === mat.ship.to ? `Ship stays: ${where}` : `Ship to ${where}`;
}

function told(acts: Act[], on: string, mat: MatView): Pick<Card, 'acts' | 'deed' | 'goods'> {
  return { acts, deed: stepsWords(acts), goods: acts.flatMap((act) => goodOf(act, on, mat)) };
}

/** The good that a step moves. */
function goodOf(act: Act, on: string, mat: MatView): Colour[] {
  if (act.act === 'deliver') return [act['colour'] as Colour];
  if (act.act !== 'fill' && act.act !== 'beam') return [];
  const letter = act.act === 'fill' ? on : act['plant'];
  const kind = mat.buildings.find((one) => one.letter === letter)?.kind ?? '';
  const colour = colourOfKind(kind);
  return colour ? [colour] : [];
}
