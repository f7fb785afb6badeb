import { EMBLEMS } from '../boards/types';
import type { SeatInfo } from '../boards/types';
import type { MatchInfo, Room, SeatNow, You } from './protocol';

export function seatInfo(seat: SeatNow, me: number | null): SeatInfo {
  return {
    seat: seat.seat,
    name: seat.kind === 'empty' ? 'Free seat' : seat.name || seat.before || 'Somebody',
    emblem: EMBLEMS[seat.seat % EMBLEMS.length] ?? 'sun',
    color: `var(--seat-${seat.seat % EMBLEMS.length})`,
    me: seat.seat === me,
    bot: seat.kind === 'bot' || seat.stand_in,
    before: seat.before,
    present: seat.kind === 'bot' || seat.presence === 'here',
  };
}

/** What somebody in a sentence is called, also when nobody sits there any more. */
export function seatName(room: Room, seat: number): string {
  const found = room.seats[seat];
  return (found && (found.name || found.before)) || 'Somebody';
}

/** Who sat at a finished game. */
export function seatsThen(match: MatchInfo): SeatInfo[] {
  return match.names.map((name, seat) => ({
    seat,
    name: name || 'Somebody',
    emblem: EMBLEMS[seat % EMBLEMS.length] ?? 'sun',
    color: `var(--seat-${seat % EMBLEMS.length})`,
    me: false,
    bot: match.bots[seat] != null,
    before: match.before[seat] ?? null,
    present: true,
  }));
}

export function seatsOf(room: Room | null, me: number | null): SeatInfo[] {
  return room ? room.seats.map((seat) => seatInfo(seat, me)) : [];
}

/** The others in the order they sit around the table, beginning on my left. */
export function around(seats: SeatInfo[], me: number | null): SeatInfo[] {
  if (me === null) return seats;
  return [...seats.slice(me + 1), ...seats.slice(0, me)];
}

/** What a name plate says of somebody who is not simply here. */
export function presenceWords(seat: SeatNow): string | null {
  if (seat.before) return `playing for ${seat.before}`;
  if (seat.kind !== 'person') return null;
  if (seat.stand_in) return 'away, a bot is playing';
  if (seat.presence === 'away') return 'connection lost';
  if (seat.presence === 'gone') return 'gone';
  if (seat.weak) return 'weak connection';
  return null;
}

/** Whether I may remove people and seat bots. The host may also be somebody who only watches. */
export function amHost(room: Room, you: You | null): boolean {
  const seated = room.seats.find((seat) => seat.host);
  return seated ? seated.seat === you?.seat : (you?.host ?? false);
}

/** The seat I left and may have back, or one that I can ask for; the former first. */
export function seatForMe(room: Room, you: You | null): SeatNow | null {
  if (room.stage !== 'playing' || you?.seat != null) return null;
  const left = room.seats.find((seat) => seat.left_by !== null && seat.left_by === you?.guest);
  return left ?? room.seats.find((seat) => seat.vacant) ?? null;
}

/** Lag in words a player can use; null while it was not measured. */
export function lagWords(
  lag: number | null,
): { grade: 'good' | 'fair' | 'slow'; words: string } | null {
  if (lag === null) return null;
  const words = `${Math.round(lag)} ms to the server`;
  if (lag <= 60) return { grade: 'good', words };
  if (lag <= 150) return { grade: 'fair', words };
  return { grade: 'slow', words: `${words}, more than the table can make up for` };
}
