"""The deal, a turn from its first action to E6, the ends of rounds and games."""

from typing import Any

from tests.referee.cards import full_deck, in_order, is_wild
from tests.referee.deal import first_dealer, shuffled
from tests.referee.scoring import final_places, hand_points, sole_leader
from tests.referee.state import State


class Turns(State):
    """What accepted actions do. Whether they are accepted is judged in `Table`."""

    # --- set-up (R6 to R13)

    def start_game(self, seed: bytes) -> None:
        self.dealer = first_dealer(self.options["dealer"], self.seats, seed)
        self.deal_round()

    def deal_round(self) -> None:
        """Deal all 108 cards anew for the current round and dealer."""
        self.clear_round()
        self.draw_pile = shuffled(full_deck(), self.seed, f"round-{self.round_number}")
        order = self.clockwise_after(self.dealer)  # R71: a removed seat is passed over
        for _ in range(7):  # R8: seven each, one at a time, first left of the dealer
            for seat in order:
                self.hands[seat].append(self.draw_pile.pop(0))
        self.hands = [in_order(hand) for hand in self.hands]
        if self.options["initial_wilds"] == "keep":  # R9, R10
            self.centre = [self.draw_pile.pop(0), self.draw_pile.pop(0)]
        else:
            self.turn_up_numbers()
        self.turn = order[0]  # R12

    def turn_up_numbers(self) -> None:
        """Turn cards up until two numbers lie there; the wilds go back into the draw pile (R10)."""
        set_aside = []
        while len(self.centre) < 2:
            card = self.draw_pile.pop(0)
            if is_wild(card):
                set_aside.append(card)
            else:
                self.centre.append(card)
        if set_aside:  # nothing set aside, no shuffle
            label = f"round-{self.round_number}-wilds"
            self.draw_pile = shuffled(set_aside + self.draw_pile, self.seed, label)

    def next_dealer(self, winner: int | None) -> int:
        if self.options["next_dealer"] == "winner" and winner is not None:
            return winner
        return self.clockwise_after(self.dealer)[0]  # R13, R71

    # --- the actions of the player to act

    def match(self, target: str, cards: list[str], colour_match: str, *, called: bool) -> None:
        self.close_windows()  # R55: before the action has any effect
        player = self.turn
        self.centre.remove(target)
        shown = {"target": target, "cards": in_order(cards), "colour_match": colour_match}
        self.matched.append(shown)
        self.phase = "matching"
        if colour_match != "none":
            self.bonus_lay_downs += 1  # R30, R31, R34
        self.give_up(player, cards, called=called)
        if colour_match == "double":
            if self.options["double_colour_draw"] == "immediate":
                self.draw_one_each()  # R44: before R60 and E1
            else:
                self.double_matches += 1
        self.player_is_out()

    def draw(self, *, called: bool) -> None:
        self.close_windows()  # R55
        self.has_drawn = True
        self.drawn = self.take_card(self.turn, called=called)  # R36, R68
        self.phase = "drawn"

    def lay(self, face: str, *, called: bool) -> None:
        is_bonus = self.phase == "lay"
        self.centre.append(face)  # R39: no match, no bonus
        self.give_up(self.turn, [face], called=called)
        if is_bonus:
            self.bonus_lay_downs -= 1
        if self.player_is_out():
            return
        if not is_bonus:  # R38: the turn is at its end; E2 counts this card (R39)
            self.discard_matched()
            self.refill_centre()
            self.pass_turn()
        elif self.bonus_lay_downs == 0:
            self.pass_turn()  # R19: by itself after the last lay-down

    def end(self) -> None:
        if self.phase == "lay":  # R43 with `optional`: declines all that are left
            self.bonus_lay_downs = 0
            self.pass_turn()
            return
        self.discard_matched()
        self.refill_centre()
        if self.bonus_lay_downs:
            self.phase = "lay"  # R42 E3
        else:
            self.pass_turn()

    # --- the end of a turn (R40 to R46)

    def discard_matched(self) -> None:
        """R40 E1."""
        for match in self.matched:
            self.discard_pile += [match["target"], *match["cards"]]
        self.matched = []

    def refill_centre(self) -> None:
        """R41 E2; what cannot be refilled stays so (R69)."""
        while len(self.centre) < 2:
            card = self.next_card()
            if card is None:
                return
            self.centre.append(card)

    def draw_for_double_matches(self) -> None:
        """R44 E4: one card each, k passes."""
        for _ in range(self.double_matches):
            self.draw_one_each()
        self.double_matches = 0

    def pass_turn(self) -> None:
        self.draw_for_double_matches()  # R44 E4
        self.take_penalty(self.turn, self.pending[self.turn])  # R45 E5
        self.pending[self.turn] = 0
        self.begin_next_turn()

    def begin_next_turn(self) -> None:
        """R46 E6, unless the round has reached the turn limit (R70)."""
        if self.turn_number >= self.options["max_turns"]:
            self.end_round(None)
            return
        self.turn = self.clockwise_after(self.turn)[0]
        self.turn_number += 1
        self.clear_turn()

    # --- the end of a round (R60 to R65)

    def player_is_out(self) -> bool:
        """End the round where the player's hand is empty (R60, R61), and tell whether it did."""
        player = self.turn
        if self.hands[player]:
            return False
        if self.options["pending_penalty_blocks_out"]:
            penalty = self.pending[player]
            self.pending[player] = 0  # nothing is left for E5
            if self.take_penalty(player, penalty) > 0:
                return False  # the turn goes on
        self.discard_matched()  # R61: E1, then E4; no refill, no E5
        self.draw_for_double_matches()
        # R71: a round in which a seat that left goes out ends without a winner.
        self.end_round(None if player in self.left else player)
        return True

    def end_round(self, winner: int | None) -> None:
        points_left = self.points_left()
        points = 0
        if winner is not None:
            points = sum(points_left) - points_left[winner]  # R62; R64: only the winner scores
            self.scores[winner] += points
        self.close_round(winner, points)
        self.rounds_without_winner = 0 if winner is not None else self.rounds_without_winner + 1
        target = self.options["target"]
        if winner is not None and target is None:
            self.end_game(winner, "one_round", points_left)  # R63: the first with a winner
        elif winner is not None and self.scores[winner] >= target:
            self.end_game(winner, "target", points_left)  # R63
        elif self.rounds_without_winner == 3:  # R70
            self.end_game(sole_leader(self.scores, self.left), "limit", points_left)
        elif not self.stops_after_round:
            self.dealer = self.next_dealer(winner)  # R65
            self.round_number += 1
            self.deal_round()

    def close_round(self, winner: int | None, points: int) -> None:
        """Write the round down; what is still open in it is void (R49, R61)."""
        finished = {"winner": winner, "points": points, "scores": list(self.scores)}
        self.rounds_finished.append(finished)
        self.phase = "over"
        self.drawn = None
        self.bonus_lay_downs = 0
        self.double_matches = 0
        self.owes = [False] * self.seats
        self.pending = [0] * self.seats

    def points_left(self) -> list[int]:
        worth = self.options["wild_number_points"]
        return [hand_points(hand, worth) for hand in self.hands]

    # --- the end of a game

    def end_game(self, winner: int | None, ended: str, points_left: list[int]) -> None:
        places = final_places(winner, self.scores, points_left, self.left)
        self.write_result(winner, places, ended)

    def write_result(self, winner: int | None, places: list[int] | None, ended: str) -> None:
        self.result = {
            "winner": winner,
            "scores": list(self.scores),
            "places": places,
            "ended": ended,
        }

    def stop(self) -> None:
        """End the game as it stands; scores alone decide."""
        self.close_round(None, 0)
        no_points = [0] * self.seats
        self.end_game(sole_leader(self.scores, self.left), "stopped", no_points)

    def abort(self) -> None:
        """End the game; it counts for nothing."""
        self.close_round(None, 0)
        self.write_result(None, None, "abort")

    # --- seats that are gone or out of time (R71)

    def leave(self, seat: int) -> None:
        self.left.append(seat)
        active = [other for other in range(self.seats) if other not in self.left]
        if len(active) == 1:  # wins at once, and the round scores nobody
            self.close_round(None, 0)
            self.end_game(active[0], "leave", self.points_left())
        elif self.options["on_leave"] == "remove":
            self.remove(seat)

    def remove(self, seat: int) -> None:
        self.discard_pile += self.hands[seat]
        self.hands[seat] = []
        self.owes[seat] = False
        self.pending[seat] = 0
        if seat == self.turn:  # the open turn is closed with E1 and E2 only
            self.discard_matched()
            self.refill_centre()
            self.begin_next_turn()

    def autopilot(self) -> None:
        """Play the open turn to its end: draw in `play`, else end where legal, else lay."""
        this_turn = self.open_turn()
        while self.open_turn() == this_turn:
            if self.phase == "play":
                self.draw(called=False)
            elif self.may_end():
                self.end()
            else:
                self.lay(self.hands[self.turn][0], called=False)

    def open_turn(self) -> Any:
        """Return what tells one turn of the game from another; None when the round is over."""
        return None if self.phase == "over" else (self.round_number, self.turn_number)

    # --- which ruleset option allows what

    def may_end(self) -> bool:
        if self.phase == "drawn":  # R38
            return self.options["no_match_laydown"] in {"optional", "off"}
        if self.phase == "lay":  # R43
            return bool(self.options["bonus_laydown"] == "optional")
        return self.phase == "matching"  # R19; R15: not in `play`
