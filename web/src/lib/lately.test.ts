// @vitest-environment jsdom

import '../testing/jsdom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableEvent } from '../boards/types';
import { Lately, saidLately } from './lately.svelte';
import type { Story } from './protocol';
import { forgetSeen, markSeen, seenAt } from './seen';

beforeEach(() => {
  vi.useFakeTimers();
  forgetSeen();
});
afterEach(() => vi.useRealTimers());

const event = (at: number): TableEvent => ({ event: 'moved', at, words: `At ${at}.`, told: {} });
const log = (...times: number[]): TableEvent[] => times.map(event);

const STORY: Story = {
  viewer: '0',
  at: 20,
  view: { pawn: 2 },
  frames: [
    { at: 30, events: [event(30)], changes: [{ at: ['pawn'], to: 3 }] },
    { at: 40, events: [event(40), event(41)], changes: [{ at: ['pawn'], to: 4 }] },
  ],
  next: null,
  length: 40,
};

/** Until something else is shown. */
function next(lately: Lately): void {
  const was = lately.shown;
  until(lately, () => lately.shown !== was);
}

function until(lately: Lately, holds: () => boolean): void {
  while (!holds()) {
    if (vi.getTimerCount() === 0) throw new Error(`stuck at ${lately.shown?.words}`);
    vi.advanceTimersByTime(50);
  }
}

const none = (): Promise<Story> => Promise.reject(new Error('nobody asked'));

test('nothing is news on the first visit, nor what is seen as it happens', () => {
  const lately = new Lately('t', none);
  lately.look(log(10, 20), true);
  lately.look(log(10, 20, 30), true);
  expect(lately.news).toBe(0);
  expect(lately.has).toBe(false);
  expect(seenAt('t')).toBe(30);
});

test('what happened behind a page that nobody looked at is news', () => {
  const lately = new Lately('t', none);
  lately.look(log(10), true);
  lately.look(log(10), false);
  lately.look(log(10, 20, 30), false);
  expect(lately.news).toBe(0);
  lately.look(log(10, 20, 30), true);
  expect(lately.news).toBe(2);
  expect(saidLately(lately, vi.fn())?.words).toBe('Since you were here, 2 things have happened.');
  // Unanswered, it is asked again the next time.
  expect(seenAt('t')).toBe(10);
  lately.settle();
  expect(seenAt('t')).toBe(30);
  expect(saidLately(lately, vi.fn())).toBeNull();
});

test('whoever comes back sees it again, moment by moment, and then how it is', async () => {
  markSeen('t', 20);
  const fetch = vi.fn(() => Promise.resolve(STORY));
  const lately = new Lately('t', fetch);
  lately.look(log(10, 20, 30, 40), true);
  expect(lately.news).toBe(2);
  await lately.show();
  expect(fetch).toHaveBeenCalledWith(20);
  expect(lately.shown).toMatchObject({ view: { pawn: 2 }, happened: [] });
  next(lately);
  expect(lately.shown).toMatchObject({ view: { pawn: 3 }, words: '1 of 3: At 30.' });
  expect(lately.clock.now()).toBe(30);
  // Two things happened at once: the board is told of both, and the line says one after the other.
  until(lately, () => lately.shown?.words === '2 of 3: At 40.');
  expect(lately.shown?.happened.map((one) => one.at)).toEqual([40, 41]);
  const at40 = lately.shown?.happened;
  next(lately);
  expect(lately.shown?.words).toBe('3 of 3: At 41.');
  expect(lately.shown?.happened).toBe(at40);
  until(lately, () => lately.shown === null);
  expect(seenAt('t')).toBe(40);
  // Once more, by the key; and skipped.
  await lately.show();
  expect(lately.shown).not.toBeNull();
  saidLately(lately, vi.fn())?.buttons?.[0]?.press();
  expect(lately.shown).toBeNull();
  vi.runAllTimers();
  expect(lately.shown).toBeNull();
});

test('when the server does not tell it, the offer stays', async () => {
  markSeen('t', 20);
  const lately = new Lately('t', none);
  lately.look(log(30), true);
  await expect(lately.show()).rejects.toThrow('nobody asked');
  expect(lately.news).toBe(1);
  expect(lately.busy).toBe(false);
});

test('so many tables are remembered, and what is not ours is not believed', () => {
  for (let nth = 0; nth < 50; nth++) markSeen(`t${nth}`, nth);
  expect(seenAt('t0')).toBeNull();
  expect(seenAt('t49')).toBe(49);
  localStorage.setItem('sandtable.seen', '[broken');
  expect(seenAt('t49')).toBeNull();
});
