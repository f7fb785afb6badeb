/** What the table asks of somebody, as one line with its answers. */

import type { Said, SaidButton } from '../boards/types';
import type { Room } from './protocol';
import { seatForMe, seatName } from './seats';
import type { Table } from './table.svelte';
import { listWords } from './words';

type Asker = Pick<Table, 'me' | 'you' | 'asking' | 'answer'>;

const said = (words: string, buttons: SaidButton[] = []): Said => ({ words, mood: 'go', buttons });

function namesOf(room: Room, seats: number[]): string {
  return listWords(seats.map((seat) => seatName(room, seat)));
}

/** Somebody asks for a seat where a bot plays on. One after the other; those I answered come last. */
export function askedOfMe(table: Asker, room: Room): Said | null {
  const mine = table.me;
  if (mine === null) return null;
  const open = room.requests.filter((one) => !one.granted);
  const request = open.find((one) => one.waiting.includes(mine)) ?? open[0];
  if (!request) return null;
  const words = `${request.name} asks to take ${room.seats[request.seat]?.before ?? 'somebody'}’s seat.`;
  if (!request.waiting.includes(mine)) {
    return said(`${words} You agreed; waiting for ${namesOf(room, request.waiting)}.`);
  }
  return said(words, [
    { label: 'Agree', press: () => table.answer(request.id, true), primary: true },
    { label: 'Not now', press: () => table.answer(request.id, false) },
  ]);
}

/** A seat that a watcher could have, and how far asking for it has come. */
export function offeredToMe(table: Asker, room: Room, onlyWatch: () => void): Said | null {
  const { asking } = table;
  if (table.me !== null) return null;
  if (asking.waiting) {
    // As the room has it: it is told at once who has agreed.
    const asked = room.requests.find((one) => one.id === asking.waiting?.id) ?? asking.waiting;
    const waiting = namesOf(room, asked.waiting);
    return said(waiting ? `Waiting for ${waiting} to agree…` : 'Everybody has agreed…', [
      { label: 'Never mind', press: () => asking.giveUp() },
    ]);
  }
  if (asking.wrong) {
    const { better } = asking;
    const another = better
      ? [{ label: `Play as ${better}`, press: () => asking.underAnotherName(), primary: true }]
      : [];
    return said(asking.wrong, [...another, { label: 'Close', press: () => asking.giveUp() }]);
  }
  const seat = seatForMe(room, table.you);
  if (!seat) return null;
  const mine = seat.left_by !== null && seat.left_by === table.you?.guest;
  return said(mine ? 'A bot is playing in your seat.' : `A bot is playing for ${seat.before}.`, [
    {
      label: mine ? 'Take it back' : 'Ask for the seat',
      press: () => !asking.busy && asking.sit(seat.seat),
      primary: true,
    },
    { label: 'Just watch', press: onlyWatch },
  ]);
}
