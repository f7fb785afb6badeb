import { expect, test } from 'vitest';
import type { Legend } from '../boards/types';
import { turnOf } from './turn';

const legend = (place: string): Legend => ({
  view: { turn: { kind: 'seat' }, [place]: { kind: 'seat', turn: true } },
  acts: {},
  words: {},
});

test('it is the turn of the seat that the legend names, whatever the field is called', () => {
  expect(turnOf({ active_player: 2, turn: 1 }, legend('active_player'))).toBe(2);
  expect(turnOf({ round: { mover: 0 } }, legend('round.mover'))).toBe(0);
});

test("a game that does not say so, or where it is nobody's turn, has none", () => {
  expect(turnOf({ turn: 1 }, { view: { turn: { kind: 'seat' } }, acts: {}, words: {} })).toBeNull();
  expect(turnOf({ active_player: null }, legend('active_player'))).toBeNull();
  expect(turnOf({ round: null }, legend('round.mover'))).toBeNull();
  expect(turnOf(null, legend('active_player'))).toBeNull();
});
