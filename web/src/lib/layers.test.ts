import { expect, test, vi } from 'vitest';
import { Layers, type History } from './layers';

/** A history in which going back takes effect at once. */
class Past implements History {
  entries: unknown[] = [null];
  onback: () => void = () => undefined;

  get state(): unknown {
    return this.entries.at(-1);
  }
  pushState(state: unknown): void {
    this.entries.push(state);
  }
  back(): void {
    this.entries.pop();
    this.onback();
  }
}

function room(): { past: Past; layers: Layers } {
  const past = new Past();
  const layers = new Layers(past);
  past.onback = () => layers.back();
  return { past, layers };
}

test('back takes away the newest layer first', () => {
  const { past, layers } = room();
  const [one, two] = [vi.fn(), vi.fn()];
  layers.add(one);
  layers.add(two);
  past.back();
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1]);
  past.back();
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]);
  expect(past.entries).toEqual([null]);
});

test('the newest layer is known, and when it is gone, the one before it', () => {
  const { past, layers } = room();
  const [one, two] = [vi.fn(), vi.fn()];
  layers.add(one);
  const gone = layers.add(two);
  expect([layers.isNewest(one), layers.isNewest(two)]).toEqual([false, true]);
  gone();
  expect([layers.isNewest(one), layers.isNewest(two)]).toEqual([true, false]);
  past.back();
  expect(layers.isNewest(one)).toBe(false);
});

test('a layer that is closed by hand leaves no entry behind, and closes nothing else', () => {
  const { past, layers } = room();
  const [one, two] = [vi.fn(), vi.fn()];
  const gone = layers.add(one);
  layers.add(two);
  gone();
  expect(past.entries).toHaveLength(2);
  expect(two).not.toHaveBeenCalled();
  past.back();
  expect(two).toHaveBeenCalledOnce();
  expect(one).not.toHaveBeenCalled();
});

test('a layer that back took away does not go back once more', () => {
  const { past, layers } = room();
  const gone = layers.add(() => undefined);
  past.back();
  gone();
  expect(past.entries).toEqual([null]);
});

test('a link out of a layer is not undone when the layer goes', () => {
  const { past, layers } = room();
  const gone = layers.add(() => undefined);
  past.pushState(null); // another page
  gone();
  expect(past.entries).toHaveLength(3);
});
