import { beforeEach, expect, test } from 'vitest';
import { keepLiking, likingOf, likingWords } from './liking';
import type { GameInfo } from './protocol';

const game = {
  name: 'demo',
  min_seats: 2,
  max_seats: 4,
  bots: [
    { level: 'random', title: 'Random' },
    { level: 'club', title: 'Club player' },
  ],
} as unknown as GameInfo;

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => store.set(name, value),
    },
  });
});

test('at first there are two club bots at the printed speed', () => {
  expect(likingOf(game)).toEqual({ opponents: 2, level: 'club', pace: 100 });
});

test('what somebody likes is kept', () => {
  keepLiking(game, { opponents: 3, level: 'random', pace: 75 });
  expect(likingOf(game)).toEqual({ opponents: 3, level: 'random', pace: 75 });
  expect(likingWords(game, likingOf(game))).toBe('3 bots · random · relaxed');
});

test('what the game does not allow, or nobody can read, is not kept', () => {
  keepLiking(game, { opponents: 9, level: 'expert', pace: 100 });
  expect(likingOf(game)).toEqual({ opponents: 3, level: 'club', pace: 100 });
  for (const nonsense of ['{', 'null', '[]', '{"opponents":"two","pace":-1,"level":5}']) {
    store.set('sandtable.like.demo', nonsense);
    expect(likingOf(game)).toEqual({ opponents: 2, level: 'club', pace: 100 });
  }
});

test('one bot is said as one', () => {
  expect(likingWords(game, { opponents: 1, level: 'club', pace: 100 })).toMatch(/^1 bot · club/);
});
