import { describe, expect, it } from 'vitest';
import type { MatchInfo, Room, SeatNow, You } from './protocol';
import { amHost, around, lagWords, presenceWords, seatForMe, seatInfo, seatsThen } from './seats';

function person(over: Partial<SeatNow> = {}): SeatNow {
  return {
    seat: 0,
    kind: 'person',
    name: 'Ada',
    guest: 'g',
    level: null,
    stand_in: false,
    ready: true,
    with_bots: false,
    host: false,
    presence: 'here',
    weak: false,
    lag: 20,
    before: null,
    vacant: false,
    left_by: null,
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
    expect(presenceWords(person({ presence: 'gone', stand_in: true }))).toBe(
      'away, a bot is playing',
    );
    expect(presenceWords(person({ kind: 'bot', presence: 'here' }))).toBeNull();
    expect(presenceWords(person({ weak: true }))).toBe('weak connection');
    expect(presenceWords(person({ weak: true, presence: 'away' }))).toBe('connection lost');
  });

  it('grade lag by what the table makes up for', () => {
    expect(lagWords(null)).toBeNull();
    expect(lagWords(60)?.grade).toBe('good');
    expect(lagWords(150)?.grade).toBe('fair');
    expect(lagWords(151)?.grade).toBe('slow');
  });

  it('that a bot plays for somebody say for whom, and can be asked for while the game runs', () => {
    const bot = { kind: 'bot', guest: null, level: 'club', name: 'Brass' } as const;
    const vacant = person({ seat: 1, ...bot, before: 'Ben', vacant: true });
    const mine = person({ seat: 2, ...bot, before: 'Mia', left_by: 'm' });
    expect(presenceWords(vacant)).toBe('playing for Ben');
    const room = { stage: 'playing', seats: [person(), vacant, mine] } as Room;
    const mia: You = { guest: 'm', name: 'Mia', seat: null, host: false };
    expect(seatForMe(room, null)).toBe(vacant);
    expect(seatForMe(room, { ...mia, guest: 'other' })).toBe(vacant);
    expect(seatForMe(room, mia)).toBe(mine);
    expect(seatForMe(room, { ...mia, seat: 0 })).toBeNull();
    expect(seatForMe({ ...room, stage: 'over' }, mia)).toBeNull();
    expect(seatForMe({ ...room, seats: [person()] }, { ...mia, guest: null })).toBeNull();
  });

  it('know for whom a bot plays, during the game and after it', () => {
    expect(seatInfo(person({ kind: 'bot', name: 'Brass', before: 'Ben' }), 1).before).toBe('Ben');
    const match = { names: ['Ada', 'Brass'], bots: [null, 'club'], before: [null, 'Ben'] };
    expect(seatsThen(match as MatchInfo).map((seat) => seat.before)).toEqual([null, 'Ben']);
  });

  it('say who is host, also when the host only watches', () => {
    const you: You = { guest: 'g', name: 'Ada', seat: 0, host: false };
    const hosted = { seats: [person({ host: true }), person({ seat: 1 })] } as Room;
    expect(amHost(hosted, you)).toBe(true);
    expect(amHost(hosted, { ...you, seat: 1, host: true })).toBe(false);
    const unseated = { seats: [person()] } as Room;
    expect(amHost(unseated, { ...you, seat: null, host: true })).toBe(true);
    expect(amHost(unseated, null)).toBe(false);
  });
});
