"""Why an action is refused: a stable code, the rule that says so, and a sentence for people."""

from enum import Enum


class Refusal(Enum):
    """Every reason for which the rules refuse an action: (code, rule, sentence)."""

    NOT_YOUR_TURN = ("not_your_turn", "R12", "It is another player's turn.")
    ROUND_OVER = ("round_over", "R60", "The round is over.")
    GAME_OVER = ("game_over", "R63", "The game is over.")
    SEAT_LEFT = ("seat_left", "R71", "A seat that left the game acts no more.")
    NO_SUCH_SEAT = ("no_such_seat", "R1", "There is no such seat in this game.")

    LAY_BEFORE_DRAW = ("lay_before_draw", "R14", "A turn begins with a match or a draw.")
    END_BEFORE_ACTING = ("end_before_acting", "R15", "Passing without drawing is not allowed.")
    DRAW_AFTER_MATCH = ("draw_after_match", "R16", "No draw after a match in the same turn.")
    SECOND_DRAW = ("second_draw", "R16", "Only one draw a turn.")
    ALREADY_MATCHED = ("already_matched", "R17", "That centre card was matched in this turn.")
    NOT_IN_CENTRE = ("not_in_centre", "R18", "No such card lies in the centre row to be matched.")
    LAY_WHILE_MATCHING = ("lay_while_matching", "R19", "The matching must be ended first.")
    MATCHING_ENDED = ("matching_ended", "R19", "The matching of this turn has ended.")

    NOT_IN_HAND = ("not_in_hand", "R4", "The hand does not hold these cards.")
    WRONG_NUMBER = ("wrong_number", "R20", "The card does not have the centre card's number.")
    WRONG_SUM = ("wrong_sum", "R21", "The two cards do not add up to the centre card's number.")
    WILD_DOS_IS_TWO = ("wild_dos_is_two", "R22", "A Wild DOS is a 2 and no other number.")
    CENTRE_WILD_DOS_IS_TWO = ("centre_wild_dos_is_two", "R24", "A Wild DOS in the centre is a 2.")
    WILD_NUMBER_RANGE = ("wild_number_range", "R23", "A Wild # is one number from 1 to 10.")
    SUM_OVER_TEN = ("sum_over_ten", "R26", "No centre Wild # can have that sum.")
    NO_DOUBLE_ON_WILD_NUMBER = (
        "no_double_on_wild_number",
        "R26",
        "This ruleset allows no double on a centre Wild #.",
    )
    NO_SUCH_DOUBLE = ("no_such_double", "R28", "No double of these cards can be made on that card.")
    BAD_DECLARATION = ("bad_declaration", "R29", "The card cannot carry that declaration.")

    DRAWN_CARD_ONLY = ("drawn_card_only", "R36", "The match after a draw must use the drawn card.")
    ONE_MATCH_AFTER_DRAW = ("one_match_after_draw", "R36", "Only one match after a draw.")
    NOTHING_DRAWN = ("nothing_drawn", "R68", "No card came, so no match can follow.")
    MUST_LAY = ("must_lay", "R38", "After a draw without a match one card must be laid.")
    NO_LAY_AFTER_DRAW = ("no_lay_after_draw", "R38", "This ruleset has no lay-down after a draw.")
    MUST_LAY_BONUS = ("must_lay_bonus", "R43", "The bonus lay-downs are mandatory.")

    NO_CALLS = ("no_calls", "R50", "There are no DOS calls in this game.")
    NOTHING_TO_CALL = ("nothing_to_call", "R56", "No call is owed.")
    FLAG_WITHOUT_TWO = ("flag_without_two", "R56", "The action does not bring the hand to two.")
    CATCH_ONESELF = ("catch_oneself", "R57", "Nobody catches themself.")
    CATCH_NOT_TWO = ("catch_not_two", "R55", "That hand does not hold two cards that owe a call.")
    CATCH_TOO_LATE = ("catch_too_late", "R55", "The time to catch that hand has passed.")
    CALLED_IN_TIME = ("called_in_time", "R58", "That player has called.")
    CAUGHT_ALREADY = ("caught_already", "R49", "That hand has been caught already.")
    CATCH_REMOVED = ("catch_removed", "R58", "A seat that was removed cannot be caught.")

    def __init__(self, code: str, rule: str, sentence: str) -> None:
        self.code = code
        self.rule = rule
        self.sentence = sentence


class Illegal(Exception):
    """The rules refuse an action; the state it was asked of is as it was.

    `index` is the place of the action in the list it came in (0 for a single action).
    """

    def __init__(self, refusal: Refusal, index: int = 0) -> None:
        super().__init__(f"{refusal.sentence} ({refusal.rule})")
        self.refusal = refusal
        self.index = index

    def __reduce__(self) -> tuple[type["Illegal"], tuple[Refusal, int]]:
        """Let a refusal travel between processes."""
        return Illegal, (self.refusal, self.index)

    @property
    def code(self) -> str:
        """The stable code, for programs."""
        return self.refusal.code

    @property
    def rule(self) -> str:
        """The number of the rule that refuses, such as `R17`."""
        return self.refusal.rule


class SeedRequired(Exception):
    """A shuffle is needed and the state has no seed (only a position can be without)."""
