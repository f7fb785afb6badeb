import { expect, test } from 'vitest';
import type { Legend, SeatInfo, TableEvent } from '../types';
import { newsToHear, turnToHear } from './hearing';

const happened = (words: string, told: Record<string, unknown> = {}): TableEvent => ({
  event: 'something',
  at: 0,
  words,
  told,
});
const bo = happened('Bo travels to Rome.', { seat: 1 });
const ada = happened('You travel to Oslo.', { seat: 0 });
const given = happened('Bo gives you a card.', { seat: 1 });

test('all news while one waits or watches, only one’s own while one acts', () => {
  expect(newsToHear([bo, ada, given], 0, false)).toBe(
    'Bo travels to Rome. You travel to Oslo. Bo gives you a card.',
  );
  expect(newsToHear([bo, ada, given], 0, true)).toBe('You travel to Oslo. Bo gives you a card.');
  expect(newsToHear([bo], 0, true)).toBe('');
  expect(newsToHear([], null, false)).toBe('');
});

test('who won is not among the news: the table says so', () => {
  const over = happened('The game is over. Bo wins with 12 points.', { winners: [1] });
  const last = happened('The market is empty.');
  expect(newsToHear([last, over], 0, false)).toBe('The market is empty.');
  expect(newsToHear([happened('Bo wins!'), happened('Bo and Cleo won.')], 0, false)).toBe('');
});

const seats = ['Ada', 'Bo'].map((name, seat): SeatInfo => ({
  seat,
  name,
  emblem: 'sun',
  color: 'red',
  me: seat === 0,
  bot: false,
  present: true,
}));
const turns: Legend = { view: { turn: { kind: 'seat' } }, acts: {}, words: {} };
const none: Legend = { view: {}, acts: {}, words: {} };

test('turns are named where a game has them', () => {
  expect(turnToHear({ turn: 0 }, turns, seats, true)).toBe('Your turn.');
  expect(turnToHear({ turn: 1 }, turns, seats, false)).toBe("Bo's turn.");
  expect(turnToHear({ turn: 1 }, turns, seats, true)).toBe('You can do something.');
  expect(turnToHear({ turn: null }, turns, seats, false)).toBe('');
  expect(turnToHear({ turn: 5 }, turns, seats, false)).toBe('');
  expect(turnToHear({ turn: 0 }, none, seats, true)).toBe('You can do something.');
  expect(turnToHear({}, none, seats, false)).toBe('');
});
