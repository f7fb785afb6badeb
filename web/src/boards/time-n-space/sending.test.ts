import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Act } from '../types';
import { Sending } from './sending.svelte';

const LIFT: Act = { act: 'lift', on: 'H' };
const FILL: Act = { act: 'fill' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function table(waits = false) {
  const act = vi.fn();
  const given = {
    act,
    legal: [LIFT],
    me: 0,
    paused: false,
    pendingAct: null as Act | null,
    refusedAct: null as Act | null,
    view: { mats: [{ hand: { waits } }] },
  };
  return { act, given };
}

test('one after the other: each when the one before is decided and it is legal', () => {
  const { act, given } = table();
  const sending = new Sending();
  sending.send([LIFT, FILL, FILL], given);
  expect(act).toHaveBeenCalledExactlyOnceWith(LIFT);
  sending.look({ ...given, pendingAct: LIFT, legal: [FILL] });
  expect(act).toHaveBeenCalledOnce();
  sending.look({ ...given, legal: [FILL] });
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(70);
  expect(act).toHaveBeenCalledTimes(2);
  sending.look({ ...given, legal: [FILL] });
  vi.advanceTimersByTime(70);
  expect(act.mock.calls.map(([one]) => (one as Act).act)).toEqual(['lift', 'fill', 'fill']);
  expect(sending.queue).toEqual([]);
});

test('the first refusal ends it, with the action still in hand', () => {
  const { act, given } = table();
  const sending = new Sending();
  sending.send([LIFT, FILL, FILL], given);
  sending.look({ ...given, legal: [FILL], refusedAct: FILL });
  vi.advanceTimersByTime(2000);
  expect(act).toHaveBeenCalledOnce();
  expect(sending.queue).toEqual([]);
});

test('what was refused before is no reason to stop', () => {
  const { act, given } = table();
  const sending = new Sending();
  sending.send([LIFT], { ...given, refusedAct: FILL });
  expect(act).toHaveBeenCalledOnce();
});

test('what does not become legal is dropped; in line at a planet it waits', () => {
  const { given } = table();
  const sending = new Sending();
  sending.send([FILL], given);
  vi.advanceTimersByTime(1600);
  expect(sending.queue).toEqual([]);
  const line = table(true);
  sending.send([FILL], line.given);
  vi.advanceTimersByTime(8000);
  expect(sending.queue).toEqual([FILL]);
  sending.look({ ...line.given, legal: [FILL] });
  expect(line.act).toHaveBeenCalledOnce();
});

test('a pause ends it', () => {
  const { act, given } = table();
  const sending = new Sending();
  sending.send([LIFT, FILL], given);
  sending.look({ ...given, legal: [FILL], paused: true });
  vi.advanceTimersByTime(2000);
  expect(act).toHaveBeenCalledOnce();
});
