"""Finished rounds and finished games: what is kept of them, and the record made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

from dosleague.api.clock import rfc3339
from games.engine.actions import Action
from games.engine.deal import game_seed
from games.engine.events import Event, RoundEnded, result_to_json
from games.engine.notation import replay_round, stored_action
from games.engine.play import advance, new_game
from games.engine.record import PlayedGame, RecordedSeat, build_record
from games.engine.refusals import Illegal
from games.engine.state import GameState
from games.models import FinishedRound, Game, Seat


@dataclass(slots=True)
class Played:
    """A game that is being played on: its row's `round_text` grows with every action."""

    game: Game
    state: GameState

    def advance_all(self, actions: Sequence[tuple[int | None, Action]], log: list[Event]) -> None:
        """Play actions in place and keep each round that they finish.

        Raises Illegal with the index of the refused action.
        """
        state = self.state
        for index, (seat, action) in enumerate(actions):
            number, dealer = state.number, state.round.dealer
            turn, turn_number = state.round.turn, state.round.turn_number
            word = stored_action(turn, seat, action)
            seen = len(log)
            try:
                advance(state, seat, action, log)
            except Illegal as illegal:
                illegal.index = index
                raise
            text = self.game.round_text
            gap = "" if not text or text.endswith("\n") else " "
            self.game.round_text = f"{text}{gap}{word}"
            if state.number != number or state.result is not None:
                ended = next(event for event in log[seen:] if isinstance(event, RoundEnded))
                self._keep(number, dealer, ended)
            elif state.round.turn_number != turn_number:
                self.game.round_text += "\n"

    def _keep(self, number: int, dealer: int, ended: RoundEnded) -> None:
        finished = FinishedRound(
            game=self.game,
            number=number,
            dealer=dealer,
            winner=ended.winner,
            points=ended.points,
            scores=list(ended.scores),
            text=self.game.round_text,
        )
        self.keep(finished)
        self.game.round_text = ""

    def keep(self, finished: FinishedRound) -> None:
        """Write a round that is over."""
        finished.save(force_insert=True)


def conclude(game: Game, seats: Sequence[Seat], state: GameState, now: datetime) -> None:
    """Set the result of a game that is over, and the digest of its record."""
    assert state.result is not None
    aborted = state.result.ended == "abort"
    game.status = Game.Status.ABORTED if aborted else Game.Status.FINISHED
    game.finished_at = now
    game.result = result_to_json(state.result)
    game.digest = game_record(game, seats)["digest"]


def game_record(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the `dos-record/1` of a finished game, made by playing its kept rounds again.

    Raises Illegal where the kept rounds cannot be played: a fault of the service.
    """
    assert game.started_at is not None
    assert game.finished_at is not None
    secret, ruleset = bytes(game.secret), game.rules
    state, _ = new_game(ruleset, len(seats), game_seed(secret, [s.entropy for s in seats]))
    actions: list[tuple[int | None, Action]] = []
    for one in sorted(game.rounds.all(), key=attrgetter("number")):
        actions += replay_round(state, one.text)
    return build_record(
        PlayedGame(
            game=str(game.id),
            ruleset=ruleset,
            seats=[_recorded(seat) for seat in seats],
            secret=secret,
            started_at=rfc3339(game.started_at),
            finished_at=rfc3339(game.finished_at),
            actions=actions,
        )
    )


def _recorded(seat: Seat) -> RecordedSeat:
    player = seat.player
    assert player is not None
    return RecordedSeat(str(player.id), player.name, player.kind, seat.entropy)
