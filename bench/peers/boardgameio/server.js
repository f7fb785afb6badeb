"use strict";

// boardgame.io's own server with connect four, in memory, as its documentation starts it.
const net = require("net");
const { Server } = require("boardgame.io/server");
const { ConnectFour } = require("./connect_four.js");

// It has no setting for the address and would listen on all of them: a bench stays on loopback.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, Number(port), "127.0.0.1", ...rest);
};

const server = Server({ games: [ConnectFour], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
