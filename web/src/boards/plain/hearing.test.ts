import { expect, test } from 'vitest';
import type { Legend, SeatInfo, TableEvent } from '../types';
import { newsToHear, turnToHear } from './hearing';

const happened = (words: string, seat: number, more: Partial<TableEvent> = {}): TableEvent => ({
  event: 'something',
  at: 0,
  words,
  told: { seat },
  ...more,
});
const bo = happened('Bo travels to Rome.', 1);
const ada = happened('You travel to Oslo.', 0);
// Whom a sentence speaks of is not guessed from its words.
const given = happened('Bo te da una carta.', 1, { to_you: true });

test('all news while one waits or watches, only one’s own while one acts', () => {
  expect(newsToHear([bo, ada, given], 0, false)).toBe(
    'Bo travels to Rome. You travel to Oslo. Bo te da una carta.',
  );
  expect(newsToHear([bo, ada, given], 0, true)).toBe('You travel to Oslo. Bo te da una carta.');
  expect(newsToHear([bo], 0, true)).toBe('');
  expect(newsToHear([], null, false)).toBe('');
});

test('what ended the game is not among the news: the table tells the result', () => {
  const last = happened('Bo takes the last gem.', 1);
  const over = happened('The market is empty, and the crown goes to Bo.', 1, { ends: true });
  expect(newsToHear([last, over], 0, false)).toBe('Bo takes the last gem.');
  // A round that somebody wins is news like any other.
  expect(newsToHear([happened('Bo wins!', 1)], 0, false)).toBe('Bo wins!');
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
  expect(turnToHear({ turn: 1 }, turns, seats, true)).toBe('There is something you can do.');
  expect(turnToHear({ turn: null }, turns, seats, false)).toBe('');
  expect(turnToHear({ turn: 5 }, turns, seats, false)).toBe('');
  expect(turnToHear({ turn: 0 }, none, seats, true)).toBe('There is something you can do.');
  expect(turnToHear({}, none, seats, false)).toBe('');
});
