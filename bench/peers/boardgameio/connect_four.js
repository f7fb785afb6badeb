"use strict";

// Connect four to boardgame.io's documented API: `setup`, `moves`, `endIf`, and `ai.enumerate`, which
// is where a boardgame.io game lists what may be played.
const { INVALID_MOVE } = require("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

function run(cells, column, row, dColumn, dRow, owner) {
  let length = 0;
  let c = column + dColumn;
  let r = row + dRow;
  while (c >= 0 && c < COLUMNS && r >= 0 && r < ROWS && cells[c * ROWS + r] === owner) {
    length += 1;
    c += dColumn;
    r += dRow;
  }
  return length;
}

function makesFour(cells, column, row, owner) {
  return DIRECTIONS.some(
    ([dc, dr]) =>
      run(cells, column, row, dc, dr, owner) + run(cells, column, row, -dc, -dr, owner) >= 3,
  );
}

const ConnectFour = {
  name: "connect-four",
  minPlayers: 2,
  maxPlayers: 2,
  // Undo would keep every earlier state; without it boardgame.io is quicker, so it is off.
  disableUndo: true,
  setup: () => ({
    cells: Array(COLUMNS * ROWS).fill(null),
    heights: Array(COLUMNS).fill(0),
    winner: null,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const row = G.heights[column];
      if (row === undefined || row >= ROWS) return INVALID_MOVE;
      G.cells[column * ROWS + row] = playerID;
      G.heights[column] = row + 1;
      if (makesFour(G.cells, column, row, playerID)) G.winner = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.winner !== null) return { winner: G.winner };
    if (ctx.turn >= COLUMNS * ROWS && G.heights.every((height) => height === ROWS)) {
      return { draw: true };
    }
  },
  ai: {
    enumerate: (G) => {
      const acts = [];
      for (let column = 0; column < COLUMNS; column += 1) {
        if (G.heights[column] < ROWS) acts.push({ move: "drop", args: [column] });
      }
      return acts;
    },
  },
};

module.exports = { ConnectFour, COLUMNS, ROWS };
