import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableClock } from '../boards/types';
import { perTable } from './pertable';
import { Spaced } from './spaced';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('the first is done at once, the next at a distance, and only the last of those that wait', () => {
  const done: string[] = [];
  const spaced = new Spaced(400);
  const soon = (what: string): void => spaced.soon(() => void done.push(what));
  soon('a');
  expect(done).toEqual(['a']);
  soon('b');
  vi.advanceTimersByTime(300);
  soon('c');
  expect(done).toEqual(['a']);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['a', 'c']);
  vi.advanceTimersByTime(400);
  soon('d');
  expect(done).toEqual(['a', 'c', 'd']);
});

test('what waits can be called off, and something else need not wait', () => {
  const done: string[] = [];
  const spaced = new Spaced(400);
  const soon = (what: string): void => spaced.soon(() => void done.push(what));
  soon('a');
  soon('b');
  spaced.cancel();
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['a']);
  soon('c');
  soon('d');
  spaced.forget();
  soon('e');
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(['a', 'c', 'e']);
});

test('the parts of a board share what is their table’s', () => {
  const sharedOf = perTable(() => ({ chosen: '' }));
  const [one, other] = [{} as TableClock, {} as TableClock];
  sharedOf(one).chosen = 'red';
  expect(sharedOf(one).chosen).toBe('red');
  expect(sharedOf(other).chosen).toBe('');
});
