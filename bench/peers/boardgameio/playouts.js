"use strict";

// Answers the requests of bench/run.py: one JSON line in, one JSON line out (see bench/protocol.py).
// boardgame.io checks less with NODE_ENV=production, so that is how it is measured.
process.env.NODE_ENV = "production";

const { createInterface } = require("node:readline");
const { Client } = require("boardgame.io/client");
const { ConnectFour } = require("./connect_four.js");

const { version } = require("boardgame.io/package.json");

// A client that is not started and has no multiplayer runs the rules and nothing else; `reset` begins
// the next game without building a new store, which is the quicker of the two ways.
const client = Client({ game: ConnectFour, numPlayers: 2, debug: false });

function playOne(pick) {
  client.reset();
  let steps = 0;
  let state = client.getState();
  while (state.ctx.gameover === undefined) {
    const acts = ConnectFour.ai.enumerate(state.G, state.ctx);
    const { move, args } = acts[Math.floor(pick() * acts.length)];
    client.moves[move](...args);
    state = client.getState();
    steps += 1;
  }
  const { winner } = state.ctx.gameover;
  return { steps, winner: winner === undefined ? -1 : Number(winner) };
}

function measure(seconds) {
  let steps = 0;
  let games = 0;
  const cpu = process.cpuUsage();
  const began = process.hrtime.bigint();
  const end = began + BigInt(Math.round(seconds * 1e9));
  do {
    const game = playOne(Math.random);
    steps += game.steps;
    games += 1;
  } while (process.hrtime.bigint() < end);
  const wall = Number(process.hrtime.bigint() - began) / 1e9;
  const used = process.cpuUsage(cpu);
  return { steps, games, wall, cpu: (used.user + used.system) / 1e6 };
}

// Park and Miller's generator, as in bench/protocol.py: the same numbers in every language.
function minimalStandard(seed) {
  let x = seed;
  return () => {
    x = (x * 16807) % 2147483647;
    return x / 2147483647;
  };
}

function trace(games, seed) {
  const pick = minimalStandard(seed);
  return Array.from({ length: games }, () => {
    const { steps, winner } = playOne(pick);
    return [steps, winner];
  });
}

const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

say({ version, runtime: `Node ${process.versions.node}`, build: "", copies: false });
createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  if (request.ask === "play") say(measure(request.seconds));
  else if (request.ask === "trace") say({ trace: trace(request.games, request.seed) });
  else say({ error: `unknown request ${request.ask}` });
});
