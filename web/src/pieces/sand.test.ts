import { expect, test, vi } from 'vitest';
import type { TableClock } from '../boards/types';
import { runSand, sandLeft, setToClock } from './sand';

const run = { runsOutAt: 40_000, timerMs: 30_000 };

function clock(now: number, rate: number): TableClock & { change(): void } {
  const listeners = new Set<() => void>();
  return {
    now: () => now,
    rate,
    localTime: (at) => (rate === 0 ? Infinity : 1000 + (at - now) / rate),
    onchange: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    change: () => listeners.forEach((changed) => changed()),
  };
}

function animation() {
  const made = { startTime: null, currentTime: null, playbackRate: 1, pause: vi.fn() };
  return { made, as: made as unknown as Animation };
}

test('sand runs evenly from full to none', () => {
  expect(sandLeft(run, 10_000)).toBe(1);
  expect(sandLeft(run, 25_000)).toBe(0.5);
  expect(sandLeft(run, 40_000)).toBe(0);
  expect(sandLeft(run, 90_000)).toBe(0);
});

test('the browser is told when the sand began, at the pace of the table', () => {
  const { made, as } = animation();
  setToClock(as, run, clock(25_000, 2));
  expect(made.playbackRate).toBe(2);
  // 15 s are left and run in 7.5; all of it takes 15.
  expect(made.startTime).toBe(1000 + 7_500 - 15_000);
});

test('while nothing runs the sand stands where it is', () => {
  const { made, as } = animation();
  setToClock(as, run, clock(25_000, 0));
  expect(made.pause).toHaveBeenCalled();
  expect(made.currentTime).toBe(15_000);
});

test('a changed clock sets the sand again, and nothing else does', () => {
  const animations = [animation(), animation(), animation()];
  const cancel = vi.fn();
  const parts = animations.map(({ as }) => ({ animate: () => Object.assign(as, { cancel }) }));
  const [upper, lower, stream] = parts as unknown as [Element, Element, Element];
  const table = clock(25_000, 1);
  const stop = runSand({ upper, lower, stream }, run, table);
  for (const { made } of animations) {
    expect(made.startTime).not.toBeNull();
    made.startTime = null;
  }
  table.change();
  for (const { made } of animations) expect(made.startTime).not.toBeNull();
  stop();
  expect(cancel).toHaveBeenCalledTimes(3);
});
