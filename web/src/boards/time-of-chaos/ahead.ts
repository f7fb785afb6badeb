/** What the rules answered (the game's preview.py), and how it reads. */

import type { SeatInfo } from '../types';
import type { ActAhead } from './choice';
import type { Era, Spot } from './view';

export interface Flow extends Spot {
  to: Era;
  cubes: number;
  /** What it flows to falls by it. */
  falls: boolean;
}

export interface Fall extends Spot {
  marked: number[];
}

/** One turn that would come, this one first. */
export interface TurnAhead {
  seat: number;
  sends: Flow[];
  /** How many cubes there are for them, if not enough for all. */
  choose: number | null;
  blocked: { city: string; era: Era; to: Era }[];
  falls: Fall[];
  costs: number[];
  ends: string | null;
}

export interface ActsAhead {
  acts: ActAhead[];
  /** Why nothing can be taken back now. */
  why_not: string | null;
}

export interface WayAhead {
  card: string;
  actions: number | null;
  now: number;
  steps: (Spot & { act: string })[];
  blocked: Spot[];
  cubes: number;
  short: number;
  hand_full: boolean;
}

/** Words, of which some say that there is trouble. */
export interface Words {
  seat: number | null;
  text: string;
  bad?: string;
}

export function nameOf(seat: number, seats: SeatInfo[]): string {
  const info = seats[seat];
  return info?.me ? 'you' : (info?.name ?? 'somebody');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Ada −1, you −1. */
export function costWords(costs: number[], seats: SeatInfo[]): string {
  return costs.map((seat) => `${nameOf(seat, seats)} −1`).join(', ');
}

export function fallWords(falls: Spot[]): string {
  return falls.map(({ city, era }) => `${city} (${era})`).join(', ');
}

/** What the end of a turn brings, in a few words; empty if it is nothing. */
export function endWords(falls: Spot[], costs: number[], seats: SeatInfo[]): string {
  if (falls.length === 0) return '';
  const fall = falls.length === 1 ? 'falls' : 'fall';
  return `${fallWords(falls)} ${fall}: ${costWords(costs, seats)}`;
}

/** What comes, line by line: the flips of this turn, then what flows in each of the next. */
export function comingWords(turns: TurnAhead[], seats: SeatInfo[], disorder: number): Words[] {
  const lines: Words[] = [];
  turns.forEach((turn, nth) => {
    if (nth > 0 && turn.sends.length > 0) lines.push(flowWords(turn, seats, disorder));
    if (turn.falls.length > 0) {
      const bad = costWords(turn.costs, seats);
      const fall = turn.falls.length === 1 ? 'falls' : 'fall';
      lines.push({ seat: null, text: `${fallWords(turn.falls)} ${fall}:`, bad });
    } else if (nth === 0) {
      lines.push({ seat: null, text: 'Nothing falls at the end of this turn.' });
    }
    if (turn.ends) lines.push({ seat: null, text: 'Then the game is over.' });
  });
  if (turns.every((turn, nth) => nth === 0 || turn.sends.length === 0)) {
    lines.push({ seat: null, text: 'Nothing will flow in the next few turns.' });
  }
  return lines;
}

function flowWords(turn: TurnAhead, seats: SeatInfo[], disorder: number): Words {
  const name = capital(nameOf(turn.seat, seats));
  const { sends, choose } = turn;
  if (choose !== null) {
    const has = seats[turn.seat]?.me ? 'have' : 'has';
    const cubes = choose === 1 ? '1 cube' : `${choose} cubes`;
    const tiles = sends.length === 1 ? '1 tile' : `${sends.length} tiles`;
    return { seat: turn.seat, text: `${name} ${has} ${cubes} for ${tiles}.` };
  }
  const full = sends.filter((one) => one.falls);
  const text = sends
    .filter((one) => !full.includes(one))
    .map((one) => `${one.city} to the ${one.to}, ${one.cubes} of ${disorder}`)
    .join('; ');
  const bad = full
    .map((one) => `${one.city} to the ${one.to}, ${one.cubes} of ${disorder}`)
    .join('; ');
  return {
    seat: turn.seat,
    text: `${name}: ${text}${text && bad ? ';' : ''}`,
    ...(bad ? { bad } : {}),
  };
}

const DOES: Record<string, string> = {
  travel: 'go to',
  time_travel: 'time travel to',
  restore: 'restore',
  search: 'search in',
  deliver: 'deliver in',
};

function stepWords({ act, city, era }: WayAhead['steps'][number]): string {
  return `${DOES[act] ?? act} ${city}${act === 'travel' || act === 'deliver' ? '' : ` (${era})`}`;
}

export function actions(count: number): string {
  return count === 1 ? '1 action' : `${count} actions`;
}

/** A way, line by line. */
export function wayWords(way: WayAhead): Words[] {
  const lines: Words[] = [];
  const { steps, now } = way;
  const part = (from: number, to: number): string =>
    steps
      .slice(from, to)
      .map((step, nth) => `${from + nth + 1} ${stepWords(step)}`)
      .join(', ');
  if (way.actions === null)
    lines.push({ seat: null, text: '', bad: 'You cannot get there as things stand.' });
  if (now > 0) lines.push({ seat: null, text: `Now: ${part(0, now)}.` });
  if (now < steps.length) lines.push({ seat: null, text: `Later: ${part(now, steps.length)}.` });
  if (way.blocked.length > 0) {
    lines.push({ seat: null, text: 'In the way:', bad: `${fallWords(way.blocked)} in chaos` });
  }
  if (way.hand_full) lines.push({ seat: null, text: '', bad: 'Your hand is full: deliver first.' });
  if (way.short > 0) {
    const cubes = way.short === 1 ? '1 cube' : `${way.short} cubes`;
    lines.push({ seat: null, text: '', bad: `You are ${cubes} short.` });
  } else if (way.cubes > 0) {
    const cubes = way.cubes === 1 ? '1 cube' : `${way.cubes} cubes`;
    lines.push({ seat: null, text: `This lays ${cubes}; the cloak can save you one.` });
  }
  return lines;
}
