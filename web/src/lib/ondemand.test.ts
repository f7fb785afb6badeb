import { expect, test } from 'vitest';
import { toWatch } from './ondemand';
import type { GameInfo } from './protocol';

const game = (name: string, board: string | null = null): GameInfo =>
  ({ name, board }) as unknown as GameInfo;
const first = (): number => 0;
const last = (): number => 0.999;

test('somebody who only wants to watch sees a game with a board of its own', () => {
  const games = [game('plain one'), game('watch'), game('other', '/games/other/board.js')];
  expect(toWatch(games, first)?.name).toBe('watch');
  expect(toWatch(games, last)?.name).toBe('other');
});

test('where no game has one, any will do; and there may be no game', () => {
  expect(toWatch([game('plain one')], last)?.name).toBe('plain one');
  expect(toWatch([], first)).toBeUndefined();
});
