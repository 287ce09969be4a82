"""What the games app keeps."""

from games.models.game import Game, Seat
from games.models.player import Player
from games.models.rating import (
    PlayerRating,
    RatingChange,
    RatingHistory,
    RatingLogEntry,
    RatingPool,
)
from games.models.submission import FinishedRound, Submission

__all__ = [
    "FinishedRound",
    "Game",
    "Player",
    "PlayerRating",
    "RatingChange",
    "RatingHistory",
    "RatingLogEntry",
    "RatingPool",
    "Seat",
    "Submission",
]
