import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ending, HUSH, hasWon, MOMENT, momentWords, resultWords } from './ending.svelte';
import type { SeatInfo } from '../boards/types';
import { Table } from './table.svelte';

const seat = (name: string, me = false): SeatInfo => ({
  seat: 0,
  name,
  emblem: 'sun',
  color: '',
  me,
  bot: false,
  present: true,
});

describe('the end of a game', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is a moment of the board, and then the result', () => {
    const ending = new Ending();
    ending.begin();
    vi.advanceTimersByTime(MOMENT - 1);
    expect([ending.moment, ending.open]).toEqual([true, false]);
    vi.advanceTimersByTime(1);
    expect([ending.moment, ending.open]).toEqual([false, true]);
  });

  it('is cut short by a tap, but not by the one that was on its way', () => {
    const ending = new Ending();
    ending.begin();
    vi.advanceTimersByTime(HUSH - 1);
    ending.hurry();
    expect(ending.open).toBe(false);
    vi.advanceTimersByTime(1);
    ending.hurry();
    expect([ending.moment, ending.open]).toEqual([false, true]);
    // The moment that was cut short does not bring the result up again.
    ending.close();
    vi.advanceTimersByTime(MOMENT);
    expect(ending.open).toBe(false);
  });

  it('is not brought up by a tap where there was no moment', () => {
    const ending = new Ending();
    ending.hurry();
    expect(ending.open).toBe(false);
  });

  it('is called off when the page goes', () => {
    const ending = new Ending();
    ending.begin()();
    vi.advanceTimersByTime(MOMENT);
    expect(ending.open).toBe(false);
  });
});

it('names the winners as each person reads it', () => {
  expect(momentWords([])).toBe('Nobody wins');
  expect(momentWords([seat('Ada', true)])).toBe('You win!');
  expect(momentWords([seat('Ada', true), seat('Bo')])).toBe('You share the win!');
  expect(momentWords([seat('Bo')])).toBe('Bo wins');
  expect(momentWords([seat('Bo'), seat('Cy')])).toBe('Bo and Cy share the win');
  expect(resultWords([])).toBe('Nobody won');
  expect(resultWords([seat('Ada', true)])).toBe('You won');
  expect(resultWords([seat('Ada', true), seat('Bo')])).toBe('You share the win');
  expect(resultWords([seat('Bo'), seat('Cy')])).toBe('Bo and Cy won');
});

it('knows whether a seat has won', () => {
  const outcome = { winners: [0, 2], scores: [], breakdown: [], how: '' };
  expect([hasWon(outcome, 0), hasWon(outcome, 1), hasWon(outcome, null)]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('why it ended', () => {
  const line = (words: string, ends = false) => ({
    id: 1,
    event: 'x',
    at: 0,
    words,
    told: {},
    ends,
  });

  it('is the sentence of what ended it, however it is worded', () => {
    const table = new Table('one', () => {
      throw new Error('nobody opens a line here');
    });
    expect(table.why).toBe('');
    table.log = [line('Bo lays a stone.')];
    expect(table.why).toBe('');
    table.log = [line('Bo lays a stone.'), line('The wall stands: the crown is for Bo.', true)];
    expect(table.why).toBe('The wall stands: the crown is for Bo.');
  });
});
