// H3's peer: boardgame.io in memory, with a game of 108 cards and hidden hands, one move a turn.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const DECK = Array.from({ length: 108 }, (_, n) => `${"rgby"[n % 4]}${1 + (n % 10)}`);

const cards = {
  name: "cards",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(DECK);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      players[seat] = { hand: deck.splice(0, 7) };
    }
    return { players, centre: deck.splice(0, 2), discard: [], secret: { deck } };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, index, target) => {
        const { hand } = G.players[playerID];
        if (hand[index] === undefined || G.centre[target] === undefined) return INVALID_MOVE;
        G.discard.push(G.centre[target]);
        G.centre[target] = hand.splice(index, 1)[0];
        if (G.secret.deck.length === 0) {
          G.secret.deck = random.Shuffle(G.discard);
          G.discard = [];
        }
        hand.push(G.secret.deck.pop());
      },
    },
  },
};

const server = Server({ games: [cards], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
