import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Story } from './protocol';
import { Replay, readStory } from './replay.svelte';

const event = (at: number, words: string) => ({ event: 'moved', at, words, told: {} });

/** Three moments in two pages; the second moment shows nothing in words. */
const PAGES: Record<number, Story> = {
  0: {
    viewer: 'all',
    at: 0,
    view: { n: 0, kept: { deep: true } },
    frames: [
      { at: 1000, events: [event(1000, 'one')], changes: [{ at: ['n'], to: 1 }] },
      { at: 2000, events: [], changes: [{ at: ['n'], to: 2 }] },
    ],
    next: 2,
    length: 5000,
  },
  2: {
    viewer: 'all',
    at: 2000,
    view: { n: 2, kept: { deep: true } },
    frames: [{ at: 4000, events: [event(4000, 'three')], changes: [{ at: ['n'], to: 3 }] }],
    next: null,
    length: 5000,
  },
};

const fetch = async (_: string, start: number): Promise<Story> => {
  const page = PAGES[start];
  if (!page) throw new Error('no such page');
  return page;
};

async function replayOf(pace = 1): Promise<Replay> {
  const replay = new Replay('match', pace, fetch);
  await replay.see('all');
  return replay;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pages are read to the end, and views share what did not change', async () => {
  const told = await readStory('all', fetch);
  expect(told.moments.map((moment) => moment.view['n'])).toEqual([1, 2, 3]);
  expect(told.moments[0]?.view['kept']).toBe(told.first['kept']);
  expect(told.length).toBe(5000);
});

test('it begins at the start, standing still', async () => {
  const replay = await replayOf();
  expect(replay.view?.['n']).toBe(0);
  expect(replay.clock.rate).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(replay.shown).toBe(0);
});

test('playing shows each moment when its time has come, and stops at the end', async () => {
  const replay = await replayOf();
  replay.play();
  vi.advanceTimersByTime(1005);
  expect(replay.view?.['n']).toBe(1);
  expect(replay.happened.map((one) => one.words)).toEqual(['one']);
  vi.advanceTimersByTime(3000);
  expect(replay.view?.['n']).toBe(3);
  expect(replay.playing).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(replay.playing).toBe(false);
  expect(replay.over).toBe(true);
});

test('sixteen times the speed, at the pace of the game', async () => {
  const replay = await replayOf(0.5);
  replay.setSpeed(16);
  replay.play();
  expect(replay.clock.rate).toBe(8);
  vi.advanceTimersByTime(130);
  expect(replay.view?.['n']).toBe(1);
  vi.advanceTimersByTime(600);
  expect(replay.over).toBe(true);
});

test('a pause stands where it was', async () => {
  const replay = await replayOf();
  replay.play();
  vi.advanceTimersByTime(1500);
  replay.pause();
  vi.advanceTimersByTime(5000);
  expect(replay.at).toBeGreaterThanOrEqual(1500);
  expect(replay.at).toBeLessThan(1600);
  expect(replay.shown).toBe(1);
});

test('a jump shows what was seen then, and tells nothing', async () => {
  const replay = await replayOf();
  replay.seek(2500);
  expect(replay.view?.['n']).toBe(2);
  expect(replay.happened).toEqual([]);
  replay.seek(999);
  expect(replay.view?.['n']).toBe(0);
  replay.seek(99_999);
  expect(replay.at).toBe(5000);
});

test('steps go from one thing that happened to the next', async () => {
  const replay = await replayOf();
  replay.step(1);
  expect([replay.shown, replay.at]).toEqual([1, 1000]);
  expect(replay.happened.map((one) => one.words)).toEqual(['one']);
  replay.step(1);
  expect(replay.shown).toBe(3);
  replay.step(-1);
  expect([replay.shown, replay.at]).toEqual([1, 1000]);
  replay.step(-1);
  expect([replay.shown, replay.at]).toEqual([0, 0]);
  replay.step(-1);
  expect(replay.shown).toBe(0);
});

test('other eyes see the same instant', async () => {
  const replay = await replayOf();
  replay.seek(2500);
  await replay.see('nobody');
  expect(replay.viewer).toBe('nobody');
  expect([replay.shown, replay.at]).toEqual([2, 2500]);
});

test('what was fetched once is not asked for again', async () => {
  const asked: string[] = [];
  const replay = new Replay('match', 1, (viewer, start) => {
    asked.push(`${viewer} ${start}`);
    return fetch(viewer, start);
  });
  for (const viewer of ['all', 'nobody', 'all']) await replay.see(viewer);
  expect(asked).toEqual(['all 0', 'all 2', 'nobody 0', 'nobody 2']);
});

test('play at the end begins again', async () => {
  const replay = await replayOf();
  replay.seek(5000);
  replay.play();
  expect(replay.shown).toBe(0);
  expect(replay.playing).toBe(true);
});
