import type { GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';

export const watch: GameBoard = {
  Board,
  Mat,
  PlateExtra,
  Breakdown,
  sound,
  keys: [
    { keys: ['1', '2', '3'], does: 'Choose the green, blue or orange pawn' },
    { keys: ['+', '−'], does: 'One token more or less' },
    { keys: ['G'], does: 'Go: spend them and move' },
    { keys: ['←', '→'], does: 'Walk over the squares; Enter aims, Enter again goes' },
    { keys: ['Space'], does: 'Hold on your card to see it' },
    { keys: ['Esc'], does: 'Think again' },
  ],
};
