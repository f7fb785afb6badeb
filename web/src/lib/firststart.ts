import type { Room } from './protocol';

/** Whether a table waits for nobody but me: everybody else at it is a bot, and I may start it. */
export function waitsForMe(room: Room, me: number | null): boolean {
  return (
    room.stage === 'gathering' &&
    me !== null &&
    room.seats[me]?.host === true &&
    room.seats.every((seat) => seat.seat === me || seat.kind === 'bot')
  );
}
