// Plays so many games at once for some seconds and prints moves a second. Each game has two players:
// with two connections a game each has its own, as people have; with one it plays both hands.
const { io } = require("socket.io-client");

const [port, clients, seconds, connections] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const MOVES_OF_A_GAME = 300;
let moves = 0;
let isOver = false;

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function newMatch() {
  const { matchID } = await post("/games/cards/create", { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    const body = { playerID, playerName: playerID };
    credentials.push((await post(`/games/cards/${matchID}/join`, body)).playerCredentials);
  }
  return { matchID, credentials };
}

function move(socket, match, state) {
  const playerID = state.ctx.currentPlayer;
  const credentials = match.credentials[playerID];
  const payload = { type: "play", args: [0, 0], playerID, credentials };
  const action = { type: "MAKE_MOVE", payload };
  socket.emit("update", action, state._stateID, match.matchID, playerID);
}

// Resolves with a function that begins to play: one game after another over connections of its own.
function connected(matches) {
  let [match, made, synced, isFirst] = [matches.pop(), 0, 0, true];
  const sockets = [];
  const sync = () => {
    synced = 0;
    sockets.forEach((socket, seat) =>
      socket.emit("sync", match.matchID, String(seat), match.credentials[seat], 2)
    );
  };
  const socketOf = (state) => sockets[Number(state.ctx.currentPlayer) % connections];
  return new Promise((resolve) => {
    let open = 0;
    for (let seat = 0; seat < connections; seat++) {
      const socket = io(`${address}/cards`, { transports: ["websocket"], forceNew: true });
      sockets.push(socket);
      socket.on("connect", () => {
        open += 1;
        if (open === connections) sync();
      });
      socket.on("sync", (_, { state }) => {
        synced += 1;
        if (synced < connections) return;
        const begin = () => move(socketOf(state), match, state);
        if (!isFirst) return begin();
        isFirst = false;
        resolve(begin);
      });
      socket.on("update", (matchID, state) => {
        if (isOver || matchID !== match.matchID) return;
        if (socketOf(state) !== socket) return; // the other player's turn, who is told too
        moves += 1;
        made += 1;
        if (made % MOVES_OF_A_GAME === 0 && matches.length) {
          match = matches.pop();
          sync();
        } else {
          move(socket, match, state);
        }
      });
    }
  });
}

async function main() {
  const spare = Math.ceil((2500 * seconds) / clients / MOVES_OF_A_GAME);
  const begin = [];
  for (let n = 0; n < clients; n++) {
    const matches = [];
    for (let m = 0; m <= spare; m++) matches.push(await newMatch());
    begin.push(await connected(matches));
  }
  const begun = process.hrtime.bigint();
  begin.forEach((start) => start());
  setTimeout(() => {
    isOver = true;
    console.log(moves / (Number(process.hrtime.bigint() - begun) / 1e9));
    process.exit(0);
  }, seconds * 1000);
}

main().catch((fault) => {
  console.error(fault);
  process.exit(1);
});
