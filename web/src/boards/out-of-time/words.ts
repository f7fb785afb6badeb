/** What a space is called, for whoever does not see it. */

import type { Act, SeatInfo } from '../types';
import { colourOf } from '../../pieces/colours';
import type { Take } from './choice';
import type { Plan } from './plan';
import type { GlassView, OutOfTimeView } from './view';

export function tileWords(view: OutOfTimeView, space: number): string {
  const tile = view.tiles[space] ?? 'blank';
  if (tile === 'grey') return view.joker ? 'grey, the joker' : 'grey';
  if (tile === 'blank') return 'turned over';
  if (tile === 'blocked') return 'blocked';
  return `${tile} ${colourOf(tile).symbol}`;
}

export function glassWords(glass: GlassView, seats: SeatInfo[]): string {
  const owner = seats[glass.seat];
  const whose = owner?.me ? 'your glass' : `${owner?.name ?? 'somebody'}'s glass`;
  if (glass.state === 'ready') return `${whose}, run out`;
  if (glass.state === 'fallen') return `${whose}, knocked over`;
  return `${whose}, running`;
}

export function spaceWords(
  view: OutOfTimeView,
  space: number,
  seats: SeatInfo[],
  takes: Take[] | undefined,
  helps = false,
  ahead: { plans: boolean; plan: Plan | null } = { plans: false, plan: null },
): string {
  const parts = [`Space ${space}, ${tileWords(view, space)}`];
  const there = view.standing[space] ?? null;
  const glass = there === null ? undefined : view.glasses[there];
  if (glass) parts.push(glassWords(glass, seats));
  if (helps) parts.push('stand it up');
  else if (takes && glass && !seats[glass.seat]?.me) parts.push('reaching here knocks it over');
  else if (takes) parts.push(takeWords(takes, ahead.plans ? 'can be planned' : 'can be reached'));
  if (ahead.plan?.to === space) parts.push(`planned for ${nameOfGlass(view, ahead.plan.glass)}`);
  return parts.join('; ');
}

/** The few words beside a glass that this player can stand up, or has to. */
export function helpWords(view: OutOfTimeView, me: number | null): string {
  const first = me !== null && (view.players[me]?.must_stand_up ?? 0) > 0;
  return first ? 'Stand it up first' : 'Stand it up';
}

/** A red cube, an orange cube. */
export function aCube(colour: string): string {
  return `${aColour(colour)} cube`;
}

function aColour(colour: string): string {
  return `${/^[aeiou]/.test(colour) ? 'an' : 'a'} ${colour}`;
}

function takeWords(takes: Take[], can: string): string {
  const cubes = takes.filter((take) => take !== null);
  if (cubes.length === 0) return `${can}, no cube`;
  if (cubes.length === 1) return `${can}, takes ${aCube(cubes[0] ?? '')}`;
  return `${can}, takes ${cubes.map((one) => aColour(one)).join(' or ')} cube`;
}

/** The glasses of a player as the mat and the keys number them. */
export function nameOfGlass(view: OutOfTimeView, number: number): string {
  return `glass ${view.glasses[number]?.nth ?? ''}`;
}

/** What a hint advises, with the glasses numbered as on the mat; null where the legend says it well. */
export function deedWords(act: Act, view: OutOfTimeView): string | null {
  if (act.act === 'stand_up') return 'Stand the glass up';
  if (act.act !== 'move') return null;
  const { glass, to, take } = act as Act & Pick<Plan, 'glass' | 'to' | 'take'>;
  return `Move ${nameOfGlass(view, glass)} ${wayWords({ to, take })}`;
}

/** Glass 1 to space 5, with a red cube. */
export function planWords(view: OutOfTimeView, plan: Plan): string {
  return `${capital(nameOfGlass(view, plan.glass))} ${wayWords(plan)}`;
}

function wayWords({ to, take }: Pick<Plan, 'to' | 'take'>): string {
  return `to space ${to}${take === null ? '' : `, with ${aCube(take)}`}`;
}

/** Glass 1 can go to space 5 now and take a red cube. */
export function dueWords(view: OutOfTimeView, { glass, to, take }: Plan): string {
  const cube = take === null ? '' : ` and take ${aCube(take)}`;
  return `${capital(nameOfGlass(view, glass))} can go to space ${to} now${cube}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
