"""The judge: which action is accepted, and by which rule one is refused."""

import copy
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from tests.referee.cards import RuleError, has_all, in_order, read_card
from tests.referee.deal import SeedRequiredError
from tests.referee.matching import best_colour_match
from tests.referee.turns import Turns

Action = dict[str, Any]


class Table(Turns):
    """A game of DOS at one table.

    A whole game deals its next round inside the action that ends a round. A position (see
    `from_position`) stops at the end of its round, in phase ``over``.
    """

    def __init__(self, ruleset: dict[str, Any], seats: int, seed: bytes) -> None:
        super().__init__(ruleset, seats, seed)
        self.start_game(seed)

    @classmethod
    def from_position(
        cls, ruleset: dict[str, Any], position: dict[str, Any], seed: bytes | None
    ) -> "Table":
        """Set up a bare position: round 1, turn 1, phase `play`, nobody owes a call."""
        table = cls.__new__(cls)
        seats = len(position["hands"])
        Turns.__init__(table, ruleset, seats, seed)
        table.stops_after_round = True
        table.hands = [in_order(hand) for hand in position["hands"]]
        table.centre = list(position.get("centre", []))
        table.draw_pile = list(position.get("draw_pile", []))
        table.discard_pile = list(position.get("discard_pile", []))
        table.turn = position.get("turn", 0)
        table.dealer = position.get("dealer", (table.turn - 1) % seats)
        table.scores = list(position.get("scores", [0] * seats))
        return table

    # --- acting

    def act(self, seat: int | None, action: Action) -> str | None:
        """Carry out an action, or return the number of the rule that refuses it.

        A refused action changes nothing. A missing seed raises, and changes nothing either.
        """
        if seat is None:
            seat = action.get("seat")
        try:
            effect = self.judged(seat, action)
        except RuleError as refusal:
            return refusal.rule
        before = copy.deepcopy(vars(self)) if self.seed is None else {}
        try:
            effect()
        except SeedRequiredError:
            vars(self).update(before)
            raise
        return None

    def judged(self, seat: int | None, action: Action) -> Callable[[], object]:
        """Return the effect of an action that is accepted; raise `RuleError` for any other."""
        kind = action["type"]
        if self.phase == "over":
            raise RuleError("R60")
        if kind == "stop":
            return self.stop
        if kind == "abort":
            return self.abort
        if seat is None or not 0 <= seat < self.seats:
            raise RuleError("R1")
        if kind == "timeout":  # the turn of a seat that left is played in the same way
            if seat != self.turn:
                raise RuleError("R71")
            return self.autopilot
        if seat in self.left:
            raise RuleError("R71")  # a seat leaves for good
        return self.judged_of_active_seat(seat, action)

    def judged_of_active_seat(self, seat: int, action: Action) -> Callable[[], object]:
        kind = action["type"]
        if kind == "leave":
            return partial(self.leave, seat)
        if kind == "call":
            return self.judged_call(seat)
        if kind == "catch":
            return self.judged_catch(seat, action["target_seat"])
        judges = {
            "match": self.judged_match,
            "draw": self.judged_draw,
            "lay": self.judged_lay,
            "end": self.judged_end,
        }
        if kind not in judges:
            raise ValueError(f"no such action: {kind}")
        if seat != self.turn:
            raise RuleError("R14")
        return judges[kind](action)

    # --- the player to act

    def judged_match(self, action: Action) -> Callable[[], object]:
        if self.phase == "lay":
            raise RuleError("R19")  # the matching was ended
        if self.phase == "drawn" and self.drawn is None:
            raise RuleError("R68")  # who draws nothing makes no match
        if (
            self.phase == "matching"
            and self.has_drawn
            and self.options["after_draw_matches"] == "one"
        ):
            raise RuleError("R36")
        target = read_card(action["target"])
        cards = [read_card(text) for text in action["cards"]]
        faces = [card.face for card in cards]
        if len(cards) not in {1, 2}:
            raise RuleError("R21")
        # R17, R18: a matched card has left `centre`, and nothing is laid into it or turned up
        # before the last match of a turn.
        if target.face not in self.centre:
            raise RuleError("R17")
        if not has_all(self.hands[self.turn], faces):
            raise RuleError("R4")
        if (
            self.phase == "drawn"
            and self.options["after_draw"] == "drawn_card"
            and self.drawn not in faces
        ):
            raise RuleError("R36")  # a card of the same face counts as the drawn one
        is_double = len(cards) == 2
        on_wild_number = target.face.endswith("#")
        if is_double and on_wild_number and not self.options["double_on_wild_number"]:
            raise RuleError("R26")
        colour_match = best_colour_match(target, cards)
        if colour_match is None:
            raise RuleError("R21" if is_double else "R20")
        called = self.judged_flag(action, len(self.hands[self.turn]) - len(cards))
        return partial(self.match, target.face, faces, colour_match, called=called)

    def judged_draw(self, action: Action) -> Callable[[], object]:
        if self.phase != "play":
            raise RuleError("R16")
        comes = 1 if self.draw_pile or self.discard_pile else 0
        before = len(self.hands[self.turn])
        called = self.judged_flag(action, before + comes if comes else None)
        return partial(self.draw, called=called)

    def judged_lay(self, action: Action) -> Callable[[], object]:
        if self.phase not in {"drawn", "lay"}:
            raise RuleError("R14")
        if self.phase == "drawn" and self.options["no_match_laydown"] == "off":
            raise RuleError("R38")
        face = action["card"]
        if ":" in face:
            raise RuleError("R29")  # no declaration on a card that is laid
        if read_card(face).face not in self.hands[self.turn]:
            raise RuleError("R4")
        called = self.judged_flag(action, len(self.hands[self.turn]) - 1)
        return partial(self.lay, face, called=called)

    def judged_end(self, action: Action) -> Callable[[], object]:
        if not self.may_end():
            raise RuleError({"play": "R15", "drawn": "R38", "lay": "R43"}[self.phase])
        self.judged_flag(action, None)
        return self.end

    # --- calls and catches (R48 to R59)

    def judged_flag(self, action: Action, size_after: int | None) -> bool:
        """Tell whether an action carries the call flag; it must itself bring the hand to two."""
        if not action.get("call", False):
            return False
        if self.options["dos_penalty"] == 0:
            raise RuleError("R50")
        if size_after != 2:
            raise RuleError("R56")  # refused together with its action
        return True

    def judged_call(self, seat: int) -> Callable[[], object]:
        if self.options["dos_penalty"] == 0:
            raise RuleError("R50")
        if not self.owes[seat]:
            raise RuleError("R56")

        def call() -> None:
            self.owes[seat] = False

        return call

    def judged_catch(self, seat: int, caught: int) -> Callable[[], object]:
        if self.options["dos_penalty"] == 0:
            raise RuleError("R50")
        if not 0 <= caught < self.seats:
            raise RuleError("R49")
        if caught == seat:
            raise RuleError("R57")
        if self.is_removed(caught):
            raise RuleError("R58")
        if not self.owes[caught] and self.options["false_catch_penalty"] == 0:
            raise RuleError("R58")
        return partial(self.catch, seat, caught)

    # --- the list of legal actions

    def legal(self, seat: int) -> list[Action]:
        """Return each distinct action of a seat once, as `legal_actions` lists them."""
        if self.phase == "over" or seat in self.left:
            return []
        actions = self.legal_matches() if seat == self.turn else []
        others: list[Action] = [{"type": "draw"}, {"type": "end"}]
        faces = in_order(list(set(self.hands[seat])))
        others += [{"type": "lay", "card": face} for face in faces]
        others += [{"type": "call"}]
        actions += [action for action in others if self.is_accepted(seat, action)]
        actions += [
            {"type": "catch", "target_seat": other}
            for other in range(self.seats)
            if other != seat and self.owes[other]
        ]
        return actions

    def legal_matches(self) -> list[Action]:
        hand = self.hands[self.turn]
        faces = in_order(list(set(hand)))
        groups = [(face,) for face in faces] + list(combinations_with_replacement(faces, 2))
        listed = []
        for target in in_order(list(set(self.centre))):
            for group in groups:
                action = {"type": "match", "target": target, "cards": list(group)}
                if self.is_accepted(self.turn, action):
                    worth = best_colour_match(read_card(target), [read_card(f) for f in group])
                    listed.append({**action, "colour_match": worth})
        return listed

    def is_accepted(self, seat: int, action: Action) -> bool:
        try:
            self.judged(seat, action)
        except RuleError:
            return False
        return True
