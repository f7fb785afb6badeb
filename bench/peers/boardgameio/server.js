"use strict";

// boardgame.io's own server with connect four, as its documentation starts it: in memory, or with
// a folder as second argument in the files of its FlatFile storage.
const net = require("net");
const { Server, FlatFile } = require("boardgame.io/server");
const { ConnectFour } = require("./connect_four.js");

// It has no setting for the address and would listen on all of them: a bench stays on loopback.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, Number(port), "127.0.0.1", ...rest);
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [ConnectFour], origins: [/.*/], db });
server.run({ port: Number(port), callback: () => console.log("ready") });
