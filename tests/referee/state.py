"""Everything that lies on the table, and how single cards move (R48 to R59, R66 to R68)."""

from typing import Any

from tests.referee.cards import in_order
from tests.referee.deal import shuffled


class State:
    """The state of a game: piles, hands, the open turn, duties to call, scores."""

    def __init__(self, ruleset: dict[str, Any], seats: int, seed: bytes | None) -> None:
        self.options = dict(ruleset)
        self.seats = seats
        self.seed = seed
        self.stops_after_round = False  # a position stops where its round ends
        # the game
        self.dealer = 0
        self.round_number = 1
        self.scores = [0] * seats
        self.left: list[int] = []  # seats that left, in that order
        self.rounds_without_winner = 0  # in a row (R70)
        self.rounds_finished: list[dict[str, Any]] = []
        self.result: dict[str, Any] | None = None
        self.clear_round()

    def clear_round(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.centre: list[str] = []  # without what was matched in the open turn
        self.draw_pile: list[str] = []  # top first
        self.discard_pile: list[str] = []  # its order never matters
        self.reshuffles = 0
        self.turn = 0
        self.turn_number = 1  # turns of all seats, from 1 in every round (R70)
        self.owes = [False] * self.seats  # R48: who must still call
        self.owed_since = [0] * self.seats  # the turn in which that duty began (R55)
        self.pending = [0] * self.seats  # penalty cards put off to E5 (R52)
        self.clear_turn()

    def clear_turn(self) -> None:
        self.phase = "play"
        self.matched: list[dict[str, Any]] = []  # until E1 (R40)
        self.has_drawn = False
        self.drawn: str | None = None  # stays None where both piles were empty (R68)
        self.bonus_lay_downs = 0  # earned and not yet laid
        self.double_matches = 0  # Double Colour Matches whose draws are still to come in E4

    # --- seats

    def is_removed(self, seat: int) -> bool:
        return seat in self.left and self.options["on_leave"] == "remove"

    def clockwise_after(self, seat: int) -> list[int]:
        """Return the seats after this one up to itself, without removed ones (R12, R71)."""
        circle = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in circle if not self.is_removed(other)]

    # --- cards from the draw pile

    def next_card(self) -> str | None:
        """Take the top card of the draw pile, or None where both piles are empty (R68)."""
        if not self.draw_pile and self.discard_pile:
            # R66: the whole discard pile becomes the draw pile, at the moment of need. K counts
            # every reshuffle of the round. A seed that is missing changes nothing here.
            label = f"round-{self.round_number}-reshuffle-{self.reshuffles + 1}"
            self.draw_pile = shuffled(self.discard_pile, self.seed, label)
            self.discard_pile = []
            self.reshuffles += 1
        return self.draw_pile.pop(0) if self.draw_pile else None

    def take_card(self, seat: int, *, called: bool = False, begins_duty: bool = True) -> str | None:
        """Move a card from the draw pile into a hand and return it, or None."""
        card = self.next_card()
        if card is None:
            return None  # R53: where no card came, no duty begins
        self.hands[seat] = in_order([*self.hands[seat], card])
        self.hand_has_changed(seat, called=called, begins_duty=begins_duty)
        return card

    def take_penalty(self, seat: int, cards: int) -> int:
        """Let a seat take penalty cards and return how many came (R50, R58, R68).

        Penalty cards that bring a hand to two begin a duty under every option (R53).
        """
        return sum(self.take_card(seat) is not None for _ in range(cards))

    def draw_one_each(self) -> None:
        """Let every other player draw one card, clockwise from the player's left (R31, R44)."""
        for seat in self.clockwise_after(self.turn):
            if seat != self.turn:
                self.take_card(seat, begins_duty=self.options["dos_on_passive_draw"])

    # --- cards out of a hand

    def give_up(self, seat: int, faces: list[str], *, called: bool) -> None:
        """Take the cards of one match or lay-down out of a hand, at one stroke (R54)."""
        for face in faces:
            self.hands[seat].remove(face)
        self.hand_has_changed(seat, called=called)

    # --- the duty to call DOS

    def hand_has_changed(
        self, seat: int, *, called: bool = False, begins_duty: bool = True
    ) -> None:
        """Void the duty of the former hand size; at two cards a new one begins (R53, R55, R59)."""
        self.owes[seat] = False
        if self.options["dos_penalty"] == 0:
            return  # no calls in this game
        if len(self.hands[seat]) == 2 and begins_duty and not called:
            self.owes[seat] = True
            self.owed_since[seat] = self.turn_number

    def close_windows(self) -> None:
        """Let duties lapse before the first match or draw of a later turn has any effect (R55)."""
        window = self.options["dos_window"]
        for seat in range(self.seats):
            began_earlier = self.owed_since[seat] < self.turn_number
            counts = window == "next_action" or (window == "own_next_turn" and seat == self.turn)
            if began_earlier and counts:
                self.owes[seat] = False

    def catch(self, catcher: int, caught: int) -> None:
        """Carry out a catch; a wrong one gets here only where it costs a penalty (R58)."""
        if not self.owes[caught]:
            self.take_penalty(catcher, self.options["false_catch_penalty"])  # at once
            return
        self.owes[caught] = False  # R59: this two-card hand is settled
        if caught == self.turn:
            self.pending[caught] += self.options["dos_penalty"]  # R52, R45: at E5, adding up
        else:
            self.take_penalty(caught, self.options["dos_penalty"])  # R51: at once
