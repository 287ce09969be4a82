"""The table, rebuilt from the feed alone: what a client does that only reads its own events.

It reads the JSON of events as one viewer gets them, the number of seats and the ruleset, and knows
no more of the rules than what the feed leaves to be inferred: which phase follows, and who owes a
call (R53, R55). It shares no code with the engine.
"""

from typing import Any

Json = dict[str, Any]


class Fold:
    """What a viewer knows; `seats_json` and `round_json` have the public shapes of a game."""

    def __init__(self, ruleset: Json, seats: int, viewer: int | None = None) -> None:
        self.ruleset = ruleset
        self.viewer = viewer
        self.scores = [0] * seats
        self.left = [False] * seats
        self.number = self.dealer = self.turn = self.turn_number = 0
        self.result: Json | None = None
        self.hands_shown: list[list[str]] = []
        self.leaving: int | None = None
        self.clear_round(seats)

    def clear_round(self, seats: int) -> None:
        self.phase = "play"
        self.hand: list[str] = []
        self.drawn: str | None = None
        self.sizes = [0] * seats
        self.centre: list[str] = []
        self.matched: list[Json] = []
        self.draw_pile = self.discard_pile = self.bonuses = 0
        self.owes: list[int | None] = [None] * seats

    def read(self, events: list[Json]) -> None:
        """Take in the events of one submission, in order."""
        for event in events:
            getattr(self, f"on_{event['type']}")(event)
            self.leaving = event["seat"] if event["type"] == "seat_left" else None

    # --- hands

    def resize(self, seat: int, by: int, *, begins: bool = True) -> None:
        """Change a hand's size; at two cards a duty to call begins, any other voids it (R53)."""
        if by == 0:
            return
        self.sizes[seat] += by
        owes = self.sizes[seat] == 2 and begins and self.ruleset["dos_penalty"] > 0
        self.owes[seat] = self.turn_number if owes else None

    def take(self, event: Json, *, begins: bool = True) -> None:
        """Move the event's cards from the draw pile into the hand of its seat."""
        self.draw_pile -= event["count"]
        self.resize(event["seat"], event["count"], begins=begins)
        if event["seat"] == self.viewer:
            self.hand += event["cards"]

    def give(self, seat: int, cards: list[str]) -> None:
        """Take cards out of a hand."""
        self.resize(seat, -len(cards))
        if seat == self.viewer:
            for card in cards:
                self.hand.remove(card)

    def lapse(self, actor: int) -> None:
        """Void what was owed since an earlier turn, as somebody matches or draws (R55)."""
        window = self.ruleset["dos_window"]
        for seat, since in enumerate(self.owes):
            counts = window == "next_action" or (window == "own_next_turn" and seat == actor)
            if counts and since is not None and since < self.turn_number:
                self.owes[seat] = None

    # --- a game, a round, a turn

    def on_game_started(self, event: Json) -> None:
        self.dealer = event["dealer"]

    def on_round_started(self, event: Json) -> None:
        self.clear_round(len(self.scores))
        self.number, self.dealer = event["number"], event["dealer"]
        self.centre = list(event["centre"])
        self.draw_pile = event["draw_pile"]

    def on_dealt(self, event: Json) -> None:
        self.sizes[event["seat"]] = event["count"]
        if event["seat"] == self.viewer:
            self.hand = list(event["cards"])

    def on_turn_started(self, event: Json) -> None:
        self.turn, self.turn_number = event["seat"], event["turn_number"]
        self.phase, self.drawn, self.bonuses = "play", None, 0

    def on_round_ended(self, event: Json) -> None:
        self.phase = "over"
        self.scores = list(event["scores"])
        self.owes = [None] * len(self.scores)
        self.hands_shown = event["hands"]
        self.drawn = None
        self.bonuses = 0

    def on_game_ended(self, event: Json) -> None:
        self.result = {key: value for key, value in event.items() if key != "type"}

    # --- a turn

    def on_matched(self, event: Json) -> None:
        self.lapse(event["seat"])
        self.phase = "matching"
        self.centre.remove(event["target"])
        self.matched.append({key: event[key] for key in ("target", "cards", "colour_match")})
        self.bonuses += event["colour_match"] != "none"
        self.give(event["seat"], event["cards"])

    def on_drew(self, event: Json) -> None:
        self.lapse(event["seat"])
        self.phase = "drawn"
        cards = None if event["card"] is None else [event["card"]]
        if event["seat"] == self.viewer:
            self.drawn = event["card"]
            cards = cards or []
        self.take({**event, "cards": cards})

    def on_laid(self, event: Json) -> None:
        self.centre.append(event["card"])
        self.give(event["seat"], [event["card"]])
        if self.phase == "lay":
            self.bonuses -= 1

    def on_discarded(self, event: Json) -> None:
        """Take away a turn's matches, or, right after it left, the hand of a removed seat."""
        self.discard_pile += event["count"]
        if self.leaving == event["seat"]:
            self.give(event["seat"], event["cards"])
            return
        self.matched = []
        if self.bonuses:
            self.phase = "lay"

    def on_centre_refilled(self, event: Json) -> None:
        self.draw_pile -= event["count"]
        self.centre += event["cards"]

    def on_pile_reshuffled(self, event: Json) -> None:
        """Add the pile: cards that were taken before it are told of only after it."""
        self.draw_pile += event["draw_pile"]
        self.discard_pile = 0

    def on_forced_draw(self, event: Json) -> None:
        self.take(event, begins=self.ruleset["dos_on_passive_draw"])

    def on_penalty_taken(self, event: Json) -> None:
        self.take(event)

    def on_dos_called(self, event: Json) -> None:
        self.owes[event["seat"]] = None

    def on_dos_caught(self, event: Json) -> None:
        self.owes[event["seat"]] = None

    def on_timed_out(self, event: Json) -> None:
        """Nothing: what autopilot did follows as events."""

    def on_seat_left(self, event: Json) -> None:
        self.left[event["seat"]] = True

    # --- what is known

    def seats_json(self) -> list[Json]:
        """Return what everybody knows of each seat."""
        return [
            {
                "seat": seat,
                "score": self.scores[seat],
                "cards": size,
                "owes_call": self.owes[seat] is not None,
                "left": self.left[seat],
            }
            for seat, size in enumerate(self.sizes)
        ]

    def round_json(self) -> Json:
        """Return the round as everybody knows it."""
        return {
            "number": self.number,
            "dealer": self.dealer,
            "turn": self.turn,
            "turn_number": self.turn_number,
            "phase": self.phase,
            "centre": self.centre,
            "matched": self.matched,
            "draw_pile": self.draw_pile,
            "discard_pile": self.discard_pile,
        }
