import type { GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';

export const outOfTime: GameBoard = {
  Board,
  Mat,
  PlateExtra,
  Breakdown,
  sound,
  keys: [
    { keys: ['1', '2'], does: 'Choose your first or second glass' },
    { keys: ['←', '↑', '→', '↓'], does: 'Walk over the board' },
    { keys: ['Enter'], does: 'Place the glass, choose one, or stand one up' },
    { keys: ['C'], does: 'Take no cube with the next placement' },
    { keys: ['Esc'], does: 'Think again' },
  ],
  breakdownWords: { cards: 'Cards filled', cubes: 'Cubes on the last card', owed: 'Cubes owed' },
};
