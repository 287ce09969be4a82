"""Random play of the peers: so many steps in each, their own way, on one core.

Every driver plays games one after another until it has made `steps` steps, the starting of games
included, and takes its chance from `chance`.
"""

from random import Random

import chess
import numpy
import rlcard
from rlcard.agents import RandomAgent
from rlcard.games.uno import Game as UnoGame


def rlcard_environment(steps: int, chance: Random) -> None:
    """E1: RLCard's UNO environment for two, stepped with an action that its state lists."""
    environment = rlcard.make("uno", config={"seed": chance.randrange(1 << 31)})
    made = 0
    while made < steps:
        state, _ = environment.reset()
        while made < steps and not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(chance.random() * len(actions))])
            made += 1


def rlcard_agents(steps: int, chance: Random) -> None:
    """E1 as RLCard plays it: whole games of the same environment by its own random agents."""
    environment = rlcard.make("uno", config={"seed": chance.randrange(1 << 31)})
    numpy.random.seed(chance.randrange(1 << 31))  # where its agents draw from
    environment.set_agents([RandomAgent(num_actions=environment.num_actions)] * 2)
    while environment.timestep < steps:
        environment.run(is_training=True)


def rlcard_game(steps: int, chance: Random) -> None:
    """E2: RLCard's UNO game object alone, stepped with an action that its state lists."""
    game = UnoGame()
    game.np_random.seed(chance.randrange(1 << 31))
    made = 0
    while made < steps:
        state, _ = game.init_game()
        while made < steps and not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(chance.random() * len(actions))])
            made += 1


def asked_rlcard_game(steps: int, chance: Random) -> None:
    """E2 where the game object is asked for its legal actions before each step, as ours is."""
    game = UnoGame()
    game.np_random.seed(chance.randrange(1 << 31))
    made = 0
    while made < steps:
        game.init_game()
        while made < steps and not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(chance.random() * len(actions))])
            made += 1


def chess_playouts(steps: int, chance: Random) -> None:
    """E3: python-chess, until a game is over in its own words."""
    made = 0
    while made < steps:
        board = chess.Board()
        while made < steps and not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(chance.random() * len(moves))])
            made += 1


def lean_chess_playouts(steps: int, chance: Random) -> None:
    """E3 at python-chess's best: a game is over where no move is legal, or after 300 of them."""
    made = 0
    while made < steps:
        board = chess.Board()
        for _ in range(300):
            moves = list(board.legal_moves)
            if not moves or made == steps:
                break
            board.push(moves[int(chance.random() * len(moves))])
            made += 1
