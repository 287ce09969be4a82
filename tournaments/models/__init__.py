"""What the tournaments app keeps."""

from tournaments.models.league import Division, League, PlayOff, Season
from tournaments.models.schedule import Occurrence, Schedule
from tournaments.models.stage import Match, MatchGame, MatchResult, Stage, StageRound
from tournaments.models.tournament import Entrant, Organiser, Tournament

__all__ = [
    "Division",
    "Entrant",
    "League",
    "Match",
    "MatchGame",
    "MatchResult",
    "Occurrence",
    "Organiser",
    "PlayOff",
    "Schedule",
    "Season",
    "Stage",
    "StageRound",
    "Tournament",
]
