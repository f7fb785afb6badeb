import { part } from '../part.svelte';
import { BOARD_VERSION, type GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import { pointsOf } from './choice';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';
import type { OutOfTimeView } from './view';
import { deedWords } from './words';

export const outOfTime: GameBoard = {
  version: BOARD_VERSION,
  mount: {
    board: part(Board),
    mat: part(Mat),
    plate: part(PlateExtra),
    breakdown: part(Breakdown),
  },
  ratio: 1.123,
  sound,
  points: pointsOf,
  deed: (act, view) => deedWords(act, view as OutOfTimeView),
  keys: [
    { keys: ['1', '2'], does: 'Choose your first or second glass; plan ahead while it runs' },
    { keys: ['←', '↑', '→', '↓'], does: 'Go from space to space' },
    { keys: ['Enter'], does: 'Place the glass, choose one, or stand one up' },
    { keys: ['G'], does: 'Send the glass that you planned ahead, once it has run out' },
    { keys: ['C'], does: 'Take no cube with the next placement' },
    { keys: ['Esc'], does: 'Start over, or drop the plan' },
  ],
  breakdownWords: { cards: 'Cards filled', cubes: 'Cubes on the last card', owed: 'Cubes owed' },
};
