"""What the games app keeps."""

from games.models.game import Game, Seat
from games.models.player import Player
from games.models.submission import FinishedRound, Submission

__all__ = ["FinishedRound", "Game", "Player", "Seat", "Submission"]
