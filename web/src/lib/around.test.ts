import { describe, expect, it } from 'vitest';
import type { SeatInfo } from '../boards/types';
import { sidesOf } from './around';

const seats = (count: number): SeatInfo[] =>
  Array.from({ length: count }, (_, seat) => ({ seat }) as SeatInfo);
const numbers = (count: number) => {
  const { left, top, right } = sidesOf(seats(count));
  return [left, top, right].map((side) => side.map((one) => one.seat));
};

describe('the others around the board', () => {
  it('sit opposite when there is one', () => expect(numbers(1)).toEqual([[], [0], []]));
  it('sit on both sides when there are two', () => expect(numbers(2)).toEqual([[0], [], [1]]));
  it('sit all around when there are three', () => expect(numbers(3)).toEqual([[0], [1], [2]]));
  it('keep their order clockwise', () => {
    expect(numbers(4)).toEqual([[1, 0], [], [2, 3]]);
    expect(numbers(5)).toEqual([[1, 0], [2], [3, 4]]);
  });
  it('are nobody at an empty table', () => expect(numbers(0)).toEqual([[], [], []]));
});
