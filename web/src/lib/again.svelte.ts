/** Playing again: one tap, and from then on this person is in at the next table. */

import { NotDone, api } from './api';
import type { Room, SeatNow } from './protocol';
import { amHost } from './seats';
import { Table } from './table.svelte';
import { listWords } from './words';

export class PlayingAgain {
  /** The next table, once this person is in there. */
  next: Table | null = $state.raw(null);
  busy = $state(false);
  wrong = $state('');
  private leave: (() => void) | null = null;
  /** The page is gone: an answer that comes now must not take the seat from the next one. */
  private over = false;

  constructor(
    private readonly old: string,
    private readonly open: (id: string) => Table = (id) => new Table(id),
  ) {}

  /** The game goes on there: it is time to go. */
  get begins(): boolean {
    const stage = this.next?.room?.stage;
    return stage !== undefined && stage !== 'gathering';
  }

  /** Seats at the next table that this person may give to bots. */
  get free(): SeatNow[] {
    const room = this.next?.room;
    if (!room || !amHost(room, this.next?.you ?? null)) return [];
    return room.seats.filter((seat) => seat.kind === 'empty');
  }

  /** Come in. */
  ask = (): Promise<void> =>
    this.trying(async () => {
      const { id } = (await api.rematch(this.old)).room;
      // The table itself may have told before that this person is in.
      if (!this.over && this.next?.id !== id) this.comeTo(id);
    });

  /** This person is in, and has the next table open from now on. */
  comeTo(id: string): void {
    this.close();
    const next = this.open(id);
    this.leave = next.open();
    this.next = next;
  }

  /** Not after all. */
  withdraw = (): Promise<void> =>
    this.trying(async () => {
      const { next } = this;
      if (!next) return;
      this.close();
      await api.stand(next.id);
    });

  /** Nobody else has come: bots take the free seats, and the game begins. */
  withBots = (level: string): Promise<void> =>
    this.trying(async () => {
      for (const seat of this.free) await api.seatBot(this.next?.id ?? '', seat.seat, level);
    });

  /** This page is left. */
  end(): void {
    this.over = true;
    this.close();
  }

  close(): void {
    this.leave?.();
    this.leave = null;
    this.next = null;
  }

  private async trying(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = '';
    try {
      await what();
    } catch (error) {
      this.wrong = error instanceof NotDone ? error.message : 'That did not work.';
    }
    this.busy = false;
  }
}

/** What a seat's line in the result says about the next game; null while nobody has asked for one. */
export function inWords(room: Room, seat: SeatNow): 'in' | 'bot' | 'not yet' | null {
  if (seat.kind === 'bot') return 'bot';
  if (!room.again) return null;
  return room.again.came.includes(seat.seat) ? 'in' : 'not yet';
}

/** The people who played and are not in yet, other than me. */
export function awaited(room: Room, me: number | null): string[] {
  const came = room.again?.came ?? [];
  return room.seats
    .filter((seat) => seat.kind === 'person' && seat.seat !== me && !came.includes(seat.seat))
    .map((seat) => seat.name);
}

/** What those who are not in are told of those who are. */
export function callWords(room: Room, me: number | null): string {
  const names = (room.again?.came ?? [])
    .filter((seat) => seat !== me)
    .map((seat) => room.seats[seat]?.name ?? '');
  if (!names.length) return '';
  const does = room.again?.begun ? 'playing again' : 'in for another game';
  return `${listWords(names)} ${names.length === 1 ? 'is' : 'are'} ${does}.`;
}
