import { describe, expect, it } from 'vitest';
import type { SeatNow } from './protocol';
import { around, lagWords, presenceWords, seatInfo } from './seats';

function person(over: Partial<SeatNow> = {}): SeatNow {
  return {
    seat: 0,
    kind: 'person',
    name: 'Ada',
    guest: 'g',
    level: null,
    stand_in: false,
    ready: true,
    host: false,
    presence: 'here',
    lag: 20,
    ...over,
  };
}

describe('seats', () => {
  it('have an emblem each, in the order of the seats', () => {
    const emblems = [0, 1, 2, 3, 4, 5].map((seat) => seatInfo(person({ seat }), 0).emblem);
    expect(new Set(emblems).size).toBe(6);
  });

  it('stand around me beginning on my left', () => {
    const seats = [0, 1, 2, 3].map((seat) => seatInfo(person({ seat }), 2));
    expect(around(seats, 2).map((seat) => seat.seat)).toEqual([3, 0, 1]);
    expect(around(seats, null).map((seat) => seat.seat)).toEqual([0, 1, 2, 3]);
  });

  it('count as a bot while one stands in', () => {
    expect(seatInfo(person({ stand_in: true, presence: 'gone' }), 0)).toMatchObject({
      bot: true,
      present: false,
    });
  });

  it('say who is not here, and nothing of who is', () => {
    expect(presenceWords(person())).toBeNull();
    expect(presenceWords(person({ presence: 'away' }))).toBe('connection lost');
    expect(presenceWords(person({ presence: 'gone', stand_in: true }))).toBe('away, a bot plays');
    expect(presenceWords(person({ kind: 'bot', presence: 'here' }))).toBeNull();
  });

  it('grade lag by what the table makes up for', () => {
    expect(lagWords(null)).toBeNull();
    expect(lagWords(60)?.grade).toBe('good');
    expect(lagWords(150)?.grade).toBe('fair');
    expect(lagWords(151)?.grade).toBe('slow');
  });
});
