import { expect, test, vi } from 'vitest';
import type { Room } from './protocol';
import { askedOfMe, offeredToMe } from './seatquestions';

type Asker = Parameters<typeof askedOfMe>[0];

const seats = [
  { seat: 0, name: 'Ada', kind: 'person', vacant: false, left_by: null, before: null },
  { seat: 1, name: 'Bot', kind: 'bot', vacant: true, left_by: 'bo', before: 'Bo' },
  { seat: 2, name: 'Cleo', kind: 'person', vacant: false, left_by: null, before: null },
];
const room = (changed: object = {}): Room =>
  ({ stage: 'playing', seats, requests: [], ...changed }) as unknown as Room;
const request = { id: 7, seat: 1, guest: 'dag', name: 'Dag', granted: false, waiting: [0, 2] };
const asker = (changed: object = {}): Asker =>
  ({
    me: null,
    you: { guest: 'dag', name: 'Dag', seat: null, host: false },
    asking: { waiting: null, wrong: '', better: null, busy: false },
    answer: vi.fn(),
    ...changed,
  }) as unknown as Asker;

test('whoever sits is asked, and answers with one tap', () => {
  const table = asker({ me: 0 });
  const asked = askedOfMe(table, room({ requests: [request] }));
  expect(asked?.words).toBe('Dag asks to take Bo’s seat.');
  expect(asked?.buttons?.map((button) => button.label)).toEqual(['Agree', 'Not now']);
  asked?.buttons?.[1]?.press();
  expect(table.answer).toHaveBeenCalledWith(7, false);
});

test('whoever has agreed reads who has not', () => {
  const waiting = { ...request, waiting: [2] };
  const asked = askedOfMe(asker({ me: 0 }), room({ requests: [waiting] }));
  expect(asked?.words).toBe('Dag asks to take Bo’s seat. You agreed; waiting for Cleo.');
  expect(asked?.buttons).toEqual([]);
});

test('nobody is asked about a seat that was granted, and no watcher at all', () => {
  const granted = room({ requests: [{ ...request, granted: true }] });
  expect(askedOfMe(asker({ me: 0 }), granted)).toBeNull();
  expect(askedOfMe(asker(), room({ requests: [request] }))).toBeNull();
});

test('a watcher is offered the seat where a bot plays on, or their own back', () => {
  const offered = offeredToMe(asker(), room(), () => undefined);
  expect(offered?.words).toBe('A bot is playing for Bo.');
  expect(offered?.buttons?.map((button) => button.label)).toEqual([
    'Ask for the seat',
    'Just watch',
  ]);
  const bo = asker({ you: { guest: 'bo', name: 'Bo', seat: null, host: false } });
  const back = offeredToMe(bo, room(), () => undefined);
  expect(back?.words).toBe('A bot is playing in your seat.');
  expect(back?.buttons?.[0]?.label).toBe('Take it back');
});

test('whoever has asked reads whom they wait for', () => {
  const giveUp = vi.fn();
  const asking = { waiting: request, wrong: '', better: null, busy: false, giveUp };
  const said = offeredToMe(
    asker({ asking }),
    room({ requests: [{ ...request, waiting: [2] }] }),
    () => undefined,
  );
  expect(said?.words).toBe('Waiting for Cleo to agree…');
  said?.buttons?.[0]?.press();
  expect(giveUp).toHaveBeenCalled();
});
