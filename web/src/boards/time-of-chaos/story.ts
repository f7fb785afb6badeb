/** When each thing that happened is shown: one after another, and never for long. */

import type { TableEvent } from '../types';
import type { Era, Spot } from './view';

export interface Shown {
  event: TableEvent;
  /** Milliseconds from now. */
  at: number;
}

const CUBE = 300;
const STAGGER = 60;
const FLOWS_AT_MOST = 1800;
const FLIP = 900;
const FLIPS_AT_MOST = 3000;
const COST = 300;

export function schedule(happened: TableEvent[]): Shown[] {
  const count = (name: string): number => happened.filter((one) => one.event === name).length;
  const flip = Math.min(FLIP, FLIPS_AT_MOST / Math.max(1, count('flipped')));
  const sent = count('sent');
  const gap = Math.min(STAGGER + CUBE / 2, (FLOWS_AT_MOST - CUBE) / Math.max(1, sent));
  let at = 0;
  return happened.map((event) => {
    const shown = { event, at };
    if (event.event === 'flipped') at += flip;
    else if (event.event === 'penalised') at += COST;
    else if (event.event === 'sent') at += gap;
    else if (event.event !== 'turn_began' && event.event !== 'last_turns') at += STAGGER;
    return shown;
  });
}

/** The tile on which an event left something else than before; null if it did so nowhere. */
export function changedBy({ event, told }: TableEvent): Spot | null {
  const city = told['city'] as string;
  const spot = (era: unknown): Spot => ({ era: era as Era, city });
  if (event === 'sent') return spot(told['to']);
  if (event === 'flipped' || event === 'restored') return spot(told['era']);
  if (event === 'searched' || event === 'delivered') {
    return told['pay'] === 'cube' ? spot(told['era']) : null;
  }
  if (event !== 'time_travelled' || told['cube'] === 'cloak') return null;
  return spot(told['cube'] === 'arrival' ? told['to'] : told['era']);
}

/** The last tile that fell with a cube of this seat: the minus token comes from there. */
export function blamedFor(seat: number, fell: TableEvent[]): TableEvent | undefined {
  return fell.filter(({ told }) => (told['marked'] as number[]).includes(seat)).at(-1);
}
