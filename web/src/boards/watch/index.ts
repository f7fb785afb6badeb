import { part } from '../part.svelte';
import { BOARD_VERSION, type GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import Mat from './Mat.svelte';
import { pointsOf } from './plan';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';

export const watch: GameBoard = {
  version: BOARD_VERSION,
  mount: {
    board: part(Board),
    mat: part(Mat),
    plate: part(PlateExtra),
    breakdown: part(Breakdown),
  },
  sound,
  points: pointsOf,
  keys: [
    { keys: ['1', '2', '3'], does: 'Choose the green, blue or orange pawn' },
    { keys: ['+', '−'], does: 'One token more or fewer' },
    { keys: ['G'], does: 'Go: spend them and move' },
    { keys: ['←', '→'], does: 'Go from square to square; Enter aims, Enter again moves' },
    { keys: ['Space'], does: 'Hold it down on your card to see it' },
    { keys: ['Esc'], does: 'Start over' },
  ],
};
