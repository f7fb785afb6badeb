import { part } from '../part.svelte';
import { BOARD_VERSION, type GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import { pointsOf } from './deeds';
import { plates } from './geometry';
import { KEYS } from './keys';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';

export const timeNSpace: GameBoard = {
  version: BOARD_VERSION,
  mount: {
    board: part(Board),
    mat: part(Mat),
    plate: part(PlateExtra),
    breakdown: part(Breakdown),
  },
  shape: 'wide',
  corners: plates,
  ratio: 1.03,
  sound,
  points: pointsOf,
  keys: KEYS,
};
