import { beforeEach, expect, test } from 'vitest';
import {
  answersOf,
  botWords,
  keepAnswers,
  keepLiking,
  likingOf,
  likingWords,
  opponentsOf,
} from './liking';
import type { GameInfo } from './protocol';
import type { Field } from './schema';

const game = {
  name: 'demo',
  min_seats: 2,
  max_seats: 4,
  bots: [
    { level: 'random', title: 'Random', about: '' },
    { level: 'novice', title: 'Easy', about: '' },
    { level: 'club', title: 'Skilled', about: '' },
    { level: 'grim', title: 'Grim', about: '' },
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

test('at first there are two club bots at normal speed', () => {
  expect(likingOf(game)).toEqual({ opponents: 2, level: 'club', pace: 100 });
});

test('what somebody likes is kept', () => {
  keepLiking(game, { opponents: 3, level: 'novice', pace: 75 });
  expect(likingOf(game)).toEqual({ opponents: 3, level: 'novice', pace: 75 });
  expect(likingWords(game, likingOf(game))).toBe('3 easy bots · relaxed');
});

test('what the game does not allow, or nobody can read, is not kept', () => {
  keepLiking(game, { opponents: 9, level: 'expert', pace: 100 });
  expect(likingOf(game)).toEqual({ opponents: 3, level: 'club', pace: 100 });
  for (const nonsense of ['{', 'null', '[]', '{"opponents":"two","pace":-1,"level":5}']) {
    store.set('sandtable.like.demo', nonsense);
    expect(likingOf(game)).toEqual({ opponents: 2, level: 'club', pace: 100 });
  }
});

test('how somebody plays is said in a few plain words', () => {
  const words = (opponents: number, level: string, pace: number): string =>
    likingWords(game, { opponents, level, pace });
  expect(words(1, 'club', 100)).toBe('1 skilled bot · normal speed');
  expect(words(2, 'grim', 50)).toBe('2 grim bots · half speed');
  expect(game.bots.map((bot) => bot.title)).toEqual(['Random', 'Easy', 'Skilled', 'Grim']);
});

test('the random bot is offered only where there is nobody better', () => {
  expect(opponentsOf(game).map((bot) => bot.level)).toEqual(['novice', 'club', 'grim']);
  keepLiking(game, { opponents: 3, level: 'random', pace: 75 });
  expect(likingOf(game).level).toBe('club');
  const alone = { ...game, bots: game.bots.slice(0, 1) };
  expect(opponentsOf(alone).map((bot) => bot.level)).toEqual(['random']);
  expect(likingOf(alone).level).toBe('random');
});

test('a bot is named by how well it plays', () => {
  expect(botWords(game, 'novice')).toBe('an easy bot');
  expect(botWords(game, 'club')).toBe('a skilled bot');
  expect(botWords(null, 'club')).toBe('a bot');
  expect(botWords(game, 'gone')).toBe('a bot');
});

test('what was answered on a card is kept, as long as it is asked', () => {
  const site = { title: '', choices: [{ value: 'short', words: '', text: '' }] };
  const asked = [{ name: 'mode', site }] as unknown as Field[];
  expect(answersOf(game, asked)).toEqual({});
  keepAnswers(game, { mode: 'short', other: 1 });
  expect(answersOf(game, asked)).toEqual({ mode: 'short' });
  expect(answersOf(game, [])).toEqual({});
  keepAnswers(game, { mode: 'long' });
  expect(answersOf(game, asked)).toEqual({});
});
