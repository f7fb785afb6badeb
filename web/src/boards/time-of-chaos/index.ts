import { part } from '../part.svelte';
import { BOARD_VERSION, type GameBoard } from '../types';
import Board from './Board.svelte';
import Breakdown from './Breakdown.svelte';
import { pointsOf } from './choice';
import Mat from './Mat.svelte';
import PlateExtra from './PlateExtra.svelte';
import { sound } from './sounds';

export const timeOfChaos: GameBoard = {
  version: BOARD_VERSION,
  mount: {
    board: part(Board),
    mat: part(Mat),
    plate: part(PlateExtra),
    breakdown: part(Breakdown),
  },
  shape: 'wide',
  ratio: 1.6,
  sound,
  points: pointsOf,
  keys: [
    { keys: ['←', '↑', '→', '↓'], does: 'Go from city to city, and on into the next era' },
    { keys: ['[', ']'], does: 'Go to the same city in another era' },
    { keys: ['Enter'], does: 'Do what is lit there; twice if it cannot be taken back' },
    { keys: ['1', '2', '3'], does: 'Choose where the cube goes, or the cloak' },
    { keys: ['C', 'H'], does: 'Go to the open cards, or to your hand' },
    { keys: ['U'], does: 'Take back a step, or the whole turn with Shift' },
    { keys: ['E'], does: 'End the turn' },
    { keys: ['N'], does: 'See what is coming' },
    { keys: ['Esc'], does: 'Cancel your choice' },
  ],
  breakdownWords: {
    points: 'Points brought home',
    minus: 'Points lost',
    chaos_tiles: 'Cities in chaos',
    cubes_left: 'Cubes left',
  },
};
