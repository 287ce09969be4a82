"""What the tournaments app keeps."""

from tournaments.models.stage import Match, MatchGame, MatchResult, Stage, StageRound
from tournaments.models.tournament import Entrant, Organiser, Tournament

__all__ = [
    "Entrant",
    "Match",
    "MatchGame",
    "MatchResult",
    "Organiser",
    "Stage",
    "StageRound",
    "Tournament",
]
