// Many matches of connect four against boardgame.io's server, over plain socket.io connections.
// A line {"rate", "seconds"} on standard input is answered with what was measured.
const { io } = require("socket.io-client");
const readline = require("readline");

const [port, matches] = process.argv.slice(2).map(Number);
const { ConnectFour } = require("./connect_four.js");

const GAME = ConnectFour.name;
const latencies = [];
let moves = 0;

class Match {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.sockets = [0, 1].map((player) => {
      const socket = io(`http://127.0.0.1:${port}/${GAME}`, { transports: ["websocket"], forceNew: true });
      socket.on("sync", (id, info) => this.take(id, info.state));
      socket.on("update", (id, state) => this.take(id, state));
      socket.on("patch", () => {});
      return socket;
    });
    this.join();
  }

  join() {
    this.round += 1;
    this.id = `m${this.number}-${this.round}`;
    this.state = null;
    this.sent = 0;
    this.heard = 0;
    this.sockets[0].emit("sync", this.id, "0", undefined, 2);
    this.sockets[1].emit("sync", this.id, "1", undefined, 2);
  }

  take(id, state) {
    if (id !== this.id || !state) return;
    this.state = state;
    if (this.sent && state._stateID === this.waiting) {
      this.heard += 1;
      if (this.heard === 2) {
        latencies.push(performance.now() - this.sent);
        this.sent = 0;
        moves += 1;
      }
    }
  }

  move() {
    if (!this.state || this.sent) return false;
    if (this.state.ctx.gameover) {
      this.join();
      return false;
    }
    const player = this.state.ctx.currentPlayer;
    const acts = ConnectFour.ai.enumerate(this.state.G);
    const { move, args } = acts[Math.floor(Math.random() * acts.length)];
    this.sent = performance.now();
    this.heard = 0;
    this.waiting = this.state._stateID + 1;
    const action = {
      type: "MAKE_MOVE",
      payload: { type: move, args, playerID: player, credentials: undefined },
    };
    this.sockets[Number(player)].emit("update", action, this.state._stateID, this.id, player);
    return true;
  }
}

const all = Array.from({ length: matches }, (_, i) => new Match(i));

function percentile(share) {
  const ordered = [...latencies].sort((a, b) => a - b);
  return ordered.length ? ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] : 1e9;
}

function play({ rate, seconds }) {
  latencies.length = 0;
  moves = 0;
  const begun = performance.now();
  let count = 0;
  let next = 0;
  const timer = setInterval(() => {
    const passed = (performance.now() - begun) / 1000;
    if (passed >= seconds) {
      clearInterval(timer);
      setTimeout(() => {
        const answer = { offered: rate, rate: moves / seconds, p50: percentile(0.5), p99: percentile(0.99) };
        console.log(JSON.stringify(answer));
      }, 300);
      return;
    }
    const due = Math.floor(passed * rate);
    while (count < due) {
      all[next++ % all.length].move();
      count += 1;
    }
  }, 2);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => play(JSON.parse(line)));
setTimeout(() => console.log("ready"), 3000 + matches * 5);
