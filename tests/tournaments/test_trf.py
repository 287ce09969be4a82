"""Reports in FIDE's text format, column by column."""

import pytest

from tests.tournaments.pairing.simulation import SEVEN, before_round, game
from tournaments.pairing.swiss import pair
from tournaments.trf import Dialect, Event, Player, Unreportable, folded, report
from tournaments.values import Pairing, ResultKind, Table, TableResult

RANKS = {1: 1, 2: 2, 3: 3, 4: 5, 5: 4, 6: 6, 7: 7}
PLAYERS = [Player(n, f"Player {n}", RANKS[n], 1700 - 100 * n) for n in range(1, 8)]
RESULTS = [result for played in SEVEN for result in played]

LINES = [
    " 3.0    1     4 w 1     5 b 0     7 w 1     6 b 1",
    " 3.0    2     5 b 0     4 w 1     6 b +     3 w 1",
    " 3.0    3     6 w 1     7 b 1     5 w 1     2 b 0",
    " 2.0    5     1 b 0     2 b 0  0000 - U     7 w 1",
    " 3.0    4     2 w 1     1 w 1     3 b 0  0000 - U",
    " 1.0    6     3 b 0  0000 - U     2 w -     1 w 0",
    " 1.0    7  0000 - U     3 w 0     1 b 0     4 b 0",
]


def player_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("001")]


def test_seven_entrants_are_reported_as_in_the_worked_example() -> None:
    lines = player_lines(report(Event("Seven", 4), PLAYERS, RESULTS))
    assert [line[:8] for line in lines] == [f"001    {n}" for n in range(1, 8)]
    assert [line[80:] for line in lines] == LINES


def test_fields_stand_in_their_columns() -> None:
    player = Player(12, "Ada Lovelace", 3, 1834, title="GM", federation="ENG")
    line = player_lines(report(Event("Cup", 1), [player], []))[0]
    columns = {(5, 8): "  12", (11, 13): " GM", (15, 26): "Ada Lovelace"[:12], (49, 52): "1834"}
    columns |= {(54, 56): "ENG", (81, 84): " 0.0", (86, 89): "   3"}
    assert {at: line[at[0] - 1 : at[1]] for at in columns} == columns


def test_head_of_a_plain_report() -> None:
    event = Event("Winter Cup", 4, city="Riga", start="2027/01/09", arbiter="Ilze Ozola")
    head = report(event, PLAYERS, RESULTS).splitlines()[:-7]
    assert head == [
        "012 Winter Cup",
        "022 Riga",
        "042 2027/01/09",
        "062 7",
        "072 7",
        "092 Individual: Swiss-System",
        "102 Ilze Ozola",
        "XXR 4",
        "XXC white1",
    ]


def test_head_of_a_report_of_2026() -> None:
    event = Event("Cup", 4, type_code="FIDE_DUTCH", tie_breaks=("BH/C1", "BH"), apart=((1, 5),))
    absent = TableResult(1, (7,), ResultKind.ABSENT, (), (0.5,))
    head = report(event, PLAYERS, [absent], dialect=Dialect.TRF26).splitlines()[4:-7]
    assert head == [
        "142 4",
        "152 W",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0",
        "192 FIDE_DUTCH",
        "202 BH/C1,BH",
        "212 PTS,BH/C1,BH",
        "240 H   1    7",
        "260   1   4    1    5",
    ]


def test_lines_end_in_line_feeds_alone() -> None:
    text = report(Event("Seven", 4), PLAYERS, RESULTS)
    assert "\r" not in text
    assert text.endswith("\n")
    assert text.isascii()


@pytest.mark.parametrize(
    "result,blocks",
    [
        (TableResult(1, (1,), ResultKind.BYE, (), (1.0,)), ["  0000 - U", "  0000 - Z"]),
        (TableResult(1, (1,), ResultKind.ABSENT, (), (0.0,)), ["  0000 - Z", "  0000 - Z"]),
        (TableResult(1, (1,), ResultKind.ABSENT, (), (0.5,)), ["  0000 - H", "  0000 - Z"]),
        (TableResult(1, (1,), ResultKind.ABSENT, (), (1.0,)), ["  0000 - F", "  0000 - Z"]),
        (TableResult(1, (2, 1), ResultKind.DOUBLE_FORFEIT), ["     2 b -", "     1 w -"]),
        (TableResult(1, (2, 1), ResultKind.VOID), ["  0000 - Z", "  0000 - Z"]),
        (
            TableResult(1, (1, 2), ResultKind.FORFEIT, (2, 1), (0.0, 1.0)),
            ["     2 w -", "     1 b +"],
        ),
        (game(1, 1, 2, 2), ["     2 w 0", "     1 b 1"]),
        (
            TableResult(1, (1, 2), ResultKind.PLAYED, (1, 1), (0.5, 0.5), (90, 90)),
            ["     2 w =", "     1 b ="],
        ),
    ],
)
def test_result_has_its_letter(result: TableResult, blocks: list[str]) -> None:
    lines = player_lines(report(Event("Cup", 1), PLAYERS[:2], [result]))
    assert [line[89:] for line in lines] == blocks


def test_upcoming_round_has_blank_results_and_names_who_is_out_of_it() -> None:
    upcoming = pair(before_round(2))
    without_six = Pairing(tuple(t for t in upcoming.tables if not t.bye))
    lines = player_lines(report(Event("Seven", 4), PLAYERS, SEVEN[0], upcoming=without_six))
    assert (lines[0][99:], lines[5][99:]) == ("     5 w  ", "  0000 - Z")


def test_upcoming_bye_is_told() -> None:
    lines = player_lines(
        report(Event("Seven", 4), PLAYERS, SEVEN[0], upcoming=pair(before_round(2)))
    )
    assert lines[5][99:] == "  0000 - U"


def test_name_is_folded_and_cut() -> None:
    assert folded("Ģirts Bērziņš-Åström") == "Girts Berzins-Astrom"
    line = player_lines(report(Event("Cup", 1), [Player(1, "Ł" * 40, 1)], []))[0]
    assert line[14:48] == "L" * 33 + " "


def test_name_without_a_letter_left_is_a_number() -> None:
    assert "Player 1 " in report(Event("Cup", 1), [Player(1, "Юлия", 1)], [])


def test_name_cannot_add_a_line() -> None:
    text = report(Event("Cup\n001 evil", 1), [Player(1, "Eve\r\n012 Other", 1)], [])
    assert len(player_lines(text)) == 1
    assert text.count("\n012") == 0


def test_table_of_three_does_not_fit() -> None:
    three = TableResult(1, (1, 2, 3), ResultKind.PLAYED, (1, 2, 3), (12.0, 6.0, 0.0), (9, 5, 1))
    with pytest.raises(Unreportable, match="tables of two"):
        report(Event("Pods", 1), PLAYERS, [three])
    with pytest.raises(Unreportable, match="tables of two"):
        report(Event("Pods", 1), PLAYERS, [], upcoming=Pairing((Table((1, 2, 3)),)))


def test_number_over_four_digits_does_not_fit() -> None:
    with pytest.raises(Unreportable, match="9999 players"):
        report(Event("Big", 1), [Player(10_000, "Last", 1)], [])
