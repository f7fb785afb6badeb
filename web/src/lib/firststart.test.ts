import { expect, test } from 'vitest';
import { waitsForMe } from './firststart';
import type { Room, SeatNow } from './protocol';

const seat = (kind: SeatNow['kind'], host = false): Partial<SeatNow> => ({ kind, host });

function room(seats: Partial<SeatNow>[], changed: Partial<Room> = {}): Room {
  const numbered = seats.map((one, nth) => ({ ...one, seat: nth }));
  return { stage: 'gathering', seats: numbered, ...changed } as unknown as Room;
}

test('a table full of bots waits for its host', () => {
  expect(waitsForMe(room([seat('person', true), seat('bot'), seat('bot')]), 0)).toBe(true);
  expect(waitsForMe(room([seat('bot'), seat('person', true)]), 1)).toBe(true);
});

test('it does not where somebody else is waited for, or I may not start it', () => {
  expect(waitsForMe(room([seat('person', true), seat('person')]), 0)).toBe(false);
  expect(waitsForMe(room([seat('person', true), seat('empty')]), 0)).toBe(false);
  expect(waitsForMe(room([seat('person'), seat('bot')]), 0)).toBe(false);
  expect(waitsForMe(room([seat('bot'), seat('bot')]), null)).toBe(false);
  const playing = room([seat('person', true), seat('bot')], { stage: 'playing' });
  expect(waitsForMe(playing, 0)).toBe(false);
});
