/** The watch game in words, for the status line and for whoever does not see the board. */

import { colourOf } from '../../pieces/colours';
import type { SeatInfo } from '../types';
import { pawnsOn } from './plan';
import type { Card, WatchView } from './view';

export function nameOf(seats: SeatInfo[], seat: number | null): string {
  return (seat === null ? undefined : seats[seat]?.name) ?? 'Somebody';
}

export function orderWords(order: readonly (string | null)[]): string {
  if (order.every((pawn) => pawn === null)) return 'all together on red';
  const named = order.filter((pawn) => pawn !== null);
  const rest = order.length - named.length;
  return named.join(', ') + (rest > 0 ? `, then ${rest} together on red` : '');
}

export function cardWords(card: Card): string {
  return card === null ? 'a secret card' : card.join(', then ');
}

export function squareWords(view: WatchView, square: number, spend: number | undefined): string {
  const parts = [`Square ${square}`];
  if (square === view.red) parts.push('red');
  if (view.yellow.includes(square)) parts.push('yellow: exchange a card');
  for (const pawn of pawnsOn(view, square)) parts.push(`${pawn} ${colourOf(pawn).symbol} pawn`);
  if (spend !== undefined) parts.push(spend === 1 ? '1 token away' : `${spend} tokens away`);
  return parts.join(', ');
}

/** Who moves, or what came of it: the line in the middle of the watch. */
export function turnWords(view: WatchView, seats: SeatInfo[], me: number | null): string {
  if (view.phase === 'break') return 'The next game starts soon';
  if (view.phase === 'over') return 'The game is over';
  const mine = view.turn === me && me !== null;
  if (view.phase === 'exchange') {
    return mine ? 'You may exchange' : `${nameOf(seats, view.turn)} may exchange`;
  }
  return mine ? 'Your move' : `${nameOf(seats, view.turn)}'s move`;
}

/** Who won, as it stands on the dial after the ring. */
export function winWords(seats: SeatInfo[], winner: number, me: number | null): string {
  return winner === me ? 'You win!' : `${nameOf(seats, winner)} wins!`;
}

/** The ring itself, without who wins by it. */
export function rangWords(order: unknown): string {
  return `The timer rings! ${
    Array.isArray(order) ? `The order is ${order.join(', ')}.` : 'Some pawns still share red.'
  }`;
}

/** What the ring brought, for somebody who now sees all cards. */
export function ringWords(view: WatchView, seats: SeatInfo[], me: number | null): string {
  const who = view.winner;
  if (who === null) return 'Nobody wins with this order.';
  return who === me
    ? 'Your card names the order!'
    : `${nameOf(seats, who)}'s card names the order.`;
}
