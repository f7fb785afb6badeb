import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableEvent } from '../types';
import { sound } from './sounds';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function heard(event: string, told: Record<string, unknown>, me: number | null = 0): string[] {
  const played: string[] = [];
  const happened: TableEvent = { event, at: 0, words: '', told };
  sound(happened, me, (name) => played.push(name));
  vi.runAllTimers();
  return played;
}

test('moves and cards are heard', () => {
  expect(heard('moved', {})).toEqual(['token']);
  expect(heard('exchanged', {})).toEqual(['card']);
  expect(heard('dealt', {})).toEqual(['card']);
  expect(heard('kept', {})).toEqual([]);
});

test('whoever wins a game within a match hears it after the bell', () => {
  expect(heard('rang', { winner: 0, again: true })).toEqual(['bell', 'win']);
  expect(heard('rang', { winner: 1, again: true })).toEqual(['bell']);
  expect(heard('rang', { winner: null, again: true })).toEqual(['bell']);
  expect(heard('rang', { winner: null, again: true }, null)).toEqual(['bell']);
});

test('the end of a match is heard from the table', () => {
  expect(heard('rang', { winner: 0, again: false })).toEqual(['bell']);
});
