import type { GameBoard } from '../types';
import Board from './Board.svelte';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';

export const outOfTime: GameBoard = { Board, Mat, PlateExtra };
