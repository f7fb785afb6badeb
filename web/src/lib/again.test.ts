import { afterEach, expect, it, vi } from 'vitest';
import { awaited, callWords, inWords, PlayingAgain } from './again.svelte';
import { api, NotDone } from './api';
import type { Room, SeatNow, Seated } from './protocol';
import type { Table } from './table.svelte';

afterEach(() => vi.restoreAllMocks());

function seat(nth: number, over: Partial<SeatNow> = {}): SeatNow {
  const name = ['Ada', 'Bo', 'Cy', 'Brass'][nth] ?? '';
  return { seat: nth, kind: 'person', name, guest: name, host: nth === 0, ...over } as SeatNow;
}

function room(over: Partial<Room> = {}): Room {
  const seats = [seat(0), seat(1), seat(2), seat(3, { kind: 'bot', guest: null })];
  return { id: 'old', stage: 'over', seats, rematch: null, again: null, ...over } as Room;
}

it('says who is in once somebody has asked', () => {
  const before = room();
  expect(before.seats.map((one) => inWords(before, one))).toEqual([null, null, null, 'bot']);
  const asked = room({ again: { came: [1], ends: 5, begun: false } });
  expect(asked.seats.map((one) => inWords(asked, one))).toEqual([
    'not yet',
    'in',
    'not yet',
    'bot',
  ]);
});

it('names who is waited for, and who calls', () => {
  const asked = room({ again: { came: [1], ends: 5, begun: false } });
  expect(awaited(asked, 1)).toEqual(['Ada', 'Cy']);
  expect(awaited(asked, 0)).toEqual(['Cy']);
  expect(callWords(asked, 0)).toBe('Bo is in for another game.');
  expect(callWords(asked, 1)).toBe('');
  expect(callWords(room({ again: { came: [1, 2], ends: 5, begun: false } }), 0)).toBe(
    'Bo and Cy are in for another game.',
  );
  expect(callWords(room({ again: { came: [1, 2], ends: 5, begun: true } }), 0)).toBe(
    'Bo and Cy are playing again.',
  );
  expect(callWords(room(), 0)).toBe('');
});

function nextTable() {
  const closed = vi.fn();
  const table = {
    id: 'next',
    room: room({ id: 'next', stage: 'gathering' }),
    you: { guest: 'Ada', name: 'Ada', seat: 0, host: true },
    open: () => closed,
  };
  return { table, closed, open: vi.fn(() => table as unknown as Table) };
}

it('opens the next table, so that this person is there', async () => {
  vi.spyOn(api, 'rematch').mockResolvedValue({ room: { id: 'next' } } as Seated);
  const stand = vi.spyOn(api, 'stand').mockResolvedValue(room());
  const { table, closed, open } = nextTable();
  const again = new PlayingAgain('old', open);
  expect(again.begins).toBe(false);
  await again.ask();
  expect(api.rematch).toHaveBeenCalledWith('old');
  expect(open).toHaveBeenCalledWith('next');
  expect(again.begins).toBe(false);
  table.room = room({ stage: 'countdown' });
  expect(again.begins).toBe(true);
  await again.withdraw();
  expect(stand).toHaveBeenCalledWith('next');
  expect(closed).toHaveBeenCalled();
  expect(again.next).toBeNull();
});

it('opens the next table once, and not after its page was left', async () => {
  let answer: (seated: Seated) => void = () => undefined;
  vi.spyOn(api, 'rematch').mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  for (const left of [false, true]) {
    const { open, closed } = nextTable();
    const again = new PlayingAgain('old', open);
    const asked = again.ask();
    again.comeTo('next');
    if (left) again.end();
    answer({ room: { id: 'next' } } as Seated);
    await asked;
    expect(open).toHaveBeenCalledTimes(1);
    expect(closed).toHaveBeenCalledTimes(left ? 1 : 0);
  }
});

it('leaves the table it was in when it comes to another', () => {
  const { open, closed } = nextTable();
  const again = new PlayingAgain('old', open);
  again.comeTo('next');
  expect(closed).not.toHaveBeenCalled();
  again.comeTo('another');
  expect(closed).toHaveBeenCalledTimes(1);
});

it('asks once, however often it is tapped', async () => {
  const rematch = vi.spyOn(api, 'rematch').mockResolvedValue({ room: { id: 'next' } } as Seated);
  const again = new PlayingAgain('old', nextTable().open);
  await Promise.all([again.ask(), again.ask()]);
  expect(rematch).toHaveBeenCalledTimes(1);
});

it('lets the host alone give free seats to bots', async () => {
  const seatBot = vi.spyOn(api, 'seatBot').mockResolvedValue(room());
  const { table, open } = nextTable();
  const again = new PlayingAgain('old', open);
  again.comeTo('next');
  table.room = room({ stage: 'gathering', seats: [seat(0), seat(1, { kind: 'empty' })] });
  await again.withBots('club');
  expect(seatBot.mock.calls).toEqual([['next', 1, 'club']]);
  table.room = room({
    seats: [seat(0, { host: false }), seat(1, { kind: 'empty' }), seat(2, { host: true })],
  });
  expect(again.free).toEqual([]);
});

it('says what the server refuses', async () => {
  vi.spyOn(api, 'rematch').mockRejectedValue(new NotDone('SV-7', 'Not yet.', 409, null));
  const again = new PlayingAgain('old', nextTable().open);
  await again.ask();
  expect([again.wrong, again.next, again.busy]).toEqual(['Not yet.', null, false]);
});
