import { part } from '../part.svelte';
import { BOARD_VERSION, type GameBoard } from '../types';
import Board from './Board.svelte';
import { pointsOf } from './deeds';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';

/** The board of every game that brings none: drawn from its view, its legend and its acts. */
export const plain: GameBoard = {
  version: BOARD_VERSION,
  mount: {
    board: part(Board),
    mat: part(Mat),
    plate: part(PlateExtra),
  },
  shape: 'beside',
  points: pointsOf,
  keys: [{ keys: ['/'], does: 'Search what you can do' }],
};
