/** What tiles and cards are called, for whoever does not see them. */

import type { Act, SeatInfo, TableEvent } from '../types';
import { endWords, nameOf } from './ahead';
import type { Pay } from './lit';
import { cubesOn, type CardFace, type ChaosView, type Era, type TileView } from './view';

export function tileWords(
  view: ChaosView,
  era: Era,
  tile: TileView,
  seats: SeatInfo[],
  doing: string,
): string {
  const parts = [`${tile.city}, ${era}`];
  const whose = tile.cubes
    .map((count, seat) => (count > 0 ? `${count} ${ownerOf(seat, seats)}` : ''))
    .filter(Boolean)
    .join(', ');
  if (tile.chaos) {
    parts.push(`in chaos, cubes: ${whose}`);
    parts.push(tile.flows_to ? `flows to the ${tile.flows_to}` : 'nothing can flow');
  } else {
    const count = cubesOn(tile);
    const { disorder } = view.limits;
    parts.push(
      count === 0 ? 'in order, no cubes' : `in order, ${count} of ${disorder} cubes: ${whose}`,
    );
    if (tile.falls_in === 1) parts.push('the next one tips it');
    if (tile.falls_in === 0) parts.push('falls at the end of the turn');
  }
  if (tile.pawns.length > 0) {
    parts.push(`here: ${tile.pawns.map((seat) => nameOf(seat, seats)).join(', ')}`);
  }
  return `${parts.join('; ')}.${doing ? ` ${doing}.` : ''}`;
}

/** Yours, Ada's. */
function ownerOf(seat: number, seats: SeatInfo[]): string {
  return seats[seat]?.me ? 'yours' : `${nameOf(seat, seats)}'s`;
}

/** A number of points as it is written: with a true minus. */
export function written(count: number): string {
  return count < 0 ? `−${-count}` : String(count);
}

export function points(count: number): string {
  return count === 1 ? '1 point' : `${count} points`;
}

export function cardWords(card: CardFace): string {
  return `${card.name}, to ${card.city} in the ${card.era}, ${points(card.points)}`;
}

/** What an act does, for the place where it is tapped. */
export function doingWords(acts: Act[] | undefined): string {
  const [act] = acts ?? [];
  switch (act?.act) {
    case 'travel':
      return 'Travel here';
    case 'time_travel':
      return 'Time travel here';
    case 'restore':
      return 'Restore it';
    case 'send':
      return 'Let disorder flow from here';
    case 'place_pawn':
      return 'Start here';
    case 'grab':
      return 'Grab the top card';
    case 'search':
      return 'Search for it';
    case 'deliver':
      return 'Deliver it here';
    default:
      return '';
  }
}

/** A way to pay, with what would fall by it. */
export function payingWords(doing: string, { falls, costs }: Pay, seats: SeatInfo[]): string {
  const fall = endWords(falls, costs, seats);
  return fall ? `${doing}. ${fall}` : doing;
}

/** Who is to blame for a city that has just fallen: whose cubes stay on it. */
export function blameWords(
  { told }: TableEvent,
  { seats, me }: { seats: SeatInfo[]; me: number | null },
): string {
  const marked = told['marked'] as number[];
  const others = marked.filter((seat) => seat !== me).map((seat) => nameOf(seat, seats));
  const all = marked.length > others.length ? ['you', ...others] : others;
  const names = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const are = all.length > 1 || all[0] === 'you' ? 'are' : 'is';
  const blamed = `${names.charAt(0).toUpperCase()}${names.slice(1)} ${are} to blame`;
  return `${String(told['city'])} in the ${String(told['era'])} falls into chaos. ${blamed}.`;
}

/** The step that would be taken back. */
export function stepName(act: Act | undefined): string {
  switch (act?.act) {
    case 'travel':
      return `the trip to ${String(act['city'])}`;
    case 'time_travel':
      return `the journey to the ${String(act['era'])}`;
    case 'restore':
      return `the restoration of the ${String(act['era'])}`;
    case 'deliver':
      return `the delivery of ${String(act['card'])}`;
    case 'search':
      return 'the search';
    case 'send':
      return `the flow from ${String(act['city'])}`;
    default:
      return 'a step';
  }
}
