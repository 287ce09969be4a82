"""A forged record is found out although its digest was made to fit, and the fault is named."""

import copy
import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.ruleset import RULESETS
from games.engine.verify import RecordFault, check_commitment, verify_record
from tests.engine.records import CLASSIC, Record, forged, play, resealed, short_ruleset

Change = Callable[[Record], object]


@pytest.fixture(scope="module")
def record() -> Record:
    """Return the record of a classic game of three seats and several rounds."""
    return play(CLASSIC, 3).record


@pytest.fixture(scope="module")
def short() -> Record:
    """Return the record of a game of two seats and one round."""
    return play(short_ruleset()).record


def fault(record: object) -> RecordFault:
    with pytest.raises(RecordFault) as found:
        verify_record(record)
    return found.value


def put(pointer: str, value: object) -> Change:
    """Return the change that puts a value where a JSON pointer says."""

    def change(record: Record) -> None:
        at: Any = record
        *path, last = pointer.split("/")[1:]
        for key in path:
            at = at[int(key) if isinstance(at, list) else key]
        at[int(last) if isinstance(at, list) else last] = value

    return change


def found_at(pointer: str, record: Record) -> Any:
    at: Any = record
    for key in pointer.split("/")[1:]:
        at = at[int(key) if isinstance(at, list) else key]
    return at


OTHER_SECRET = "ab" * 32

FORGERIES: list[tuple[str, Any, str]] = [
    ("/format", "dos-record/2", "/format"),
    ("/secret", OTHER_SECRET, "/commitment"),
    ("/secret", "AB" * 32, "/secret"),
    ("/secret", "ab" * 31, "/secret"),
    ("/secret", None, "/secret"),
    ("/commitment", OTHER_SECRET, "/commitment"),
    ("/commitment", 7, "/commitment"),
    ("/rounds/0/number", 2, "/rounds/0/number"),
    ("/rounds/0/number", True, "/rounds/0/number"),
    ("/rounds/0/points", 0, "/rounds/0/points"),
    ("/rounds/0/points", None, "/rounds/0/points"),
    ("/rounds/0/scores", [200, 0, 0], "/rounds/0/scores"),
    ("/rounds/0/scores", [], "/rounds/0/scores"),
    ("/rounds/0/winner", None, "/rounds/0/winner"),
    ("/rounds/0/winner", False, "/rounds/0/winner"),
    ("/rounds/1/dealer", 9, "/rounds/1/dealer"),
    ("/rounds/1/dealer", None, "/rounds/1/dealer"),
    ("/rounds/0/actions", [], "/rounds/0/actions"),
    ("/rounds/0/actions", {}, "/rounds/0/actions"),
    ("/rounds/0/actions/0", None, "/rounds/0/actions/0"),
    ("/rounds/0/actions/0/seat", 9, "/rounds/0/actions/0"),
    ("/rounds/0/actions/0/seat", None, "/rounds/0/actions/0/seat"),
    ("/rounds/0/actions/0/seat", True, "/rounds/0/actions/0/seat"),
    ("/rounds/0/actions/0/seat", "0", "/rounds/0/actions/0/seat"),
    ("/rounds/0/actions/0/type", "pass", "/rounds/0/actions/0/type"),
    ("/rounds/0/actions/0/call", False, "/rounds/0/actions/0"),
    ("/rounds/0/actions/0/colour_match", "none", "/rounds/0/actions/0"),
    ("/rounds/0/actions/0/makes_two", True, "/rounds/0/actions/0"),
    ("/rounds/0/actions/0/at", 12, "/rounds/0/actions/0/at"),
    ("/rounds/0", [], "/rounds/0"),
    ("/rounds", {}, "/rounds"),
    ("/rounds", [], "/rounds"),
    ("/result/winner", None, "/result/winner"),
    ("/result/scores", [0, 0, 0], "/result/scores"),
    ("/result/places", [1, 1, 1], "/result/places"),
    ("/result/places", None, "/result/places"),
    ("/result/ended", "stopped", "/result/ended"),
    ("/result", None, "/result"),
    ("/ruleset/target", 199, "/ruleset/name"),
    ("/ruleset/target", 0, "/ruleset/target"),
    ("/ruleset/dos_penalty", True, "/ruleset/dos_penalty"),
    ("/ruleset/name", "reprint-2021-points", "/ruleset/name"),
    ("/ruleset/name", "second-edition-2022", "/ruleset/name"),
    ("/ruleset/name", "custom", "/ruleset/base"),
    ("/ruleset/base", "classic-2018", "/ruleset/name"),
    ("/ruleset/house", 1, "/ruleset/house"),
    ("/ruleset", RULESETS["reprint-2021"].to_json(), "/rounds/1"),
    ("/ruleset", "classic-2018", "/ruleset"),
    ("/seats", [], "/seats"),
    ("/seats", {}, "/seats"),
    ("/seats/1/seat", 0, "/seats/1/seat"),
    ("/seats/1/seat", True, "/seats/1/seat"),
    ("/seats/1/player", 1, "/seats/1/player"),
    ("/seats/1/name", None, "/seats/1/name"),
    ("/seats/1/kind", "person", "/seats/1/kind"),
    ("/seats/1/kind", ["bot"], "/seats/1/kind"),
    ("/seats/1/entropy", "", "/seats/1/entropy"),
    ("/seats/1/entropy", "é" * 33, "/seats/1/entropy"),
    ("/seats/1/entropy", "a\0b", "/seats/1/entropy"),
    ("/seats/1/entropy", None, "/seats/1/entropy"),
    ("/game", 7, "/game"),
    ("/started_at", "2025-03-01T18:00:00+00:00", "/started_at"),
    ("/started_at", "2025-13-01T18:00:00Z", "/started_at"),
    ("/started_at", "2025-03-01 18:00:00Z", "/started_at"),
    ("/started_at", "2025-03-01T18:00:00.Z", "/started_at"),
    ("/started_at", "2025-03-01T24:00:00Z", "/started_at"),
    ("/started_at", "2025-02-31T18:00:00Z", "/started_at"),
    ("/started_at", "\u0662\u0660\u0660\u0660-03-01T18:00:00Z", "/started_at"),
    ("/finished_at", None, "/finished_at"),
    ("/finished_at", "2025-03-01T17:59:59Z", "/finished_at"),
]


def test_record_as_it_was_played_passes(record: Record, short: Record) -> None:
    verify_record(record)
    verify_record(short)


@pytest.mark.parametrize(
    "pointer, value, where", FORGERIES, ids=[f"{p}={str(v)[:24]}" for p, v, _ in FORGERIES]
)
def test_forgery_is_named(pointer: str, value: object, where: str, record: Record) -> None:
    assert fault(forged(record, put(pointer, value))).where == where


@pytest.mark.parametrize("kind", [[], {}, None, 7, ["match"]], ids=str)
def test_type_of_an_action_is_text(kind: object, record: Record) -> None:
    where = fault(forged(record, put("/rounds/0/actions/0/type", kind))).where
    assert where == "/rounds/0/actions/0/type"


@pytest.mark.parametrize("pointer", ["/rounds/0/points", "/rounds/0/scores/1", "/rounds/0/dealer"])
def test_number_that_is_one_too_high_is_named(pointer: str, record: Record) -> None:
    other = put(pointer, found_at(pointer, record) + 1)
    assert fault(forged(record, other)).where == pointer.removesuffix("/1")


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_other_entropy_is_another_deal(seat: int, record: Record) -> None:
    changed = forged(record, put(f"/seats/{seat}/entropy", "8 magpies"))
    assert fault(changed).where.startswith("/rounds/0/")


def test_other_secret_with_its_own_commitment_is_another_deal(record: Record) -> None:
    own = hashlib.sha256(bytes.fromhex(OTHER_SECRET)).hexdigest()
    changed = forged({**record, "commitment": own}, put("/secret", OTHER_SECRET))
    assert fault(changed).where.startswith("/rounds/0/")


@pytest.mark.parametrize("change", ["game", "player", "kind", "started_at"])
def test_who_played_when_is_guarded_by_the_digest_alone(change: str, record: Record) -> None:
    pointers = {"player": "/seats/0/player", "kind": "/seats/0/kind"}
    values = {"started_at": "2025-02-28T18:00:00Z", "kind": "bot"}
    changed = copy.deepcopy(record)
    put(pointers.get(change, f"/{change}"), values.get(change, "another"))(changed)
    assert fault(changed).where == "/digest"
    verify_record(resealed(changed))


@pytest.mark.parametrize(
    "digest", ["", "0" * 64, None, 7], ids=["empty", "zeros", "null", "a number"]
)
def test_other_digest_is_named(digest: object, record: Record) -> None:
    assert fault({**record, "digest": digest}).where == "/digest"


def test_digest_in_upper_case_is_not_the_digest(record: Record) -> None:
    assert fault({**record, "digest": record["digest"].upper()}).where == "/digest"


def test_name_may_be_forgotten(record: Record) -> None:
    changed = copy.deepcopy(record)
    for seat in changed["seats"]:
        seat["name"] = ""
    verify_record(changed)


# --- rounds and actions added and taken away


def test_round_taken_away_at_the_end_leaves_the_game_unfinished(record: Record) -> None:
    assert fault(forged(record, lambda r: r["rounds"].pop())).where == "/rounds"


def test_round_taken_away_at_the_start_is_missed(record: Record) -> None:
    assert fault(forged(record, lambda r: r["rounds"].pop(0))).where == "/rounds/0/number"


def test_round_after_the_end_is_one_too_many(record: Record) -> None:
    changed = forged(record, lambda r: r["rounds"].append(r["rounds"][-1]))
    assert fault(changed).where == f"/rounds/{len(record['rounds'])}"


def test_rounds_that_changed_places_are_not_in_order(record: Record) -> None:
    changed = forged(record, lambda r: r["rounds"].insert(0, r["rounds"].pop(1)))
    assert fault(changed).where == "/rounds/0/number"


def test_last_action_taken_away_leaves_the_round_unfinished(record: Record) -> None:
    changed = forged(record, lambda r: r["rounds"][0]["actions"].pop())
    assert fault(changed).where == "/rounds/0/actions"


@pytest.mark.parametrize("extra", [{"seat": 0, "type": "draw"}, {"type": "abort"}], ids=str)
@pytest.mark.parametrize("index", [0, -1], ids=["a round", "the game"])
def test_action_after_the_end_of(index: int, extra: Record, record: Record) -> None:
    changed = forged(record, lambda r: r["rounds"][index]["actions"].append(extra))
    number = range(len(record["rounds"]))[index]
    last = len(record["rounds"][index]["actions"])
    assert fault(changed).where == f"/rounds/{number}/actions/{last}"


def test_any_action_taken_away_is_missed(short: Record) -> None:
    """A call flag is no action of its own here, so each action of this game is needed."""
    for index in range(len(short["rounds"][0]["actions"])):
        changed = forged(short, lambda r, i=index: r["rounds"][0]["actions"].pop(i))  # type: ignore[misc]
        assert fault(changed).where.startswith("/rounds/0/actions")


@pytest.mark.parametrize(
    "action, rule",
    [
        ({"type": "end"}, "R15"),
        ({"type": "lay", "card": "R1"}, "R14"),
        ({"type": "call"}, "R56"),
        ({"type": "catch", "target_seat": 1}, "R55"),
        ({"type": "draw", "call": True}, "R56"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["type"],
)
def test_illegal_action_is_named_with_its_rule(action: Record, rule: str, record: Record) -> None:
    seat = record["rounds"][0]["actions"][0]["seat"]
    caught = {"target_seat": (seat + 1) % 3} if "target_seat" in action else {}
    found = fault(forged(record, put("/rounds/0/actions/0", {"seat": seat, **action, **caught})))
    assert (found.where, found.rule) == ("/rounds/0/actions/0", rule)


def test_action_of_another_seat_is_named_with_its_rule(record: Record) -> None:
    seat = record["rounds"][0]["actions"][0]["seat"]
    found = fault(forged(record, put("/rounds/0/actions/0/seat", (seat + 1) % 3)))
    assert (found.where, found.rule) == ("/rounds/0/actions/0", "R12")


def test_stop_with_a_seat_is_not_written_as_records_do() -> None:
    record = play(CLASSIC, 2, service="- stop").record
    last = len(record["rounds"][0]["actions"]) - 1
    where = f"/rounds/0/actions/{last}"
    assert fault(forged(record, put(f"{where}/seat", 0))).where == f"{where}/seat"


def test_abort_that_counted_is_no_abort() -> None:
    record = play(CLASSIC, 2, service="- abort").record
    last = len(record["rounds"][0]["actions"]) - 1
    changed = forged(record, put(f"/rounds/0/actions/{last}/type", "stop"))
    assert fault(changed).where == "/result/places"


# --- shape


@pytest.mark.parametrize("record", [None, [], "record", 7])
def test_record_is_an_object(record: object) -> None:
    assert fault(record).where == ""


@pytest.mark.parametrize("parent", ["", "/seats/1", "/rounds/0", "/result"])
def test_every_field_is_needed_and_no_other_known(parent: str, record: Record) -> None:
    for name in found_at(parent, record):
        missing, unknown = copy.deepcopy(record), copy.deepcopy(record)
        del found_at(parent, missing)[name]
        found_at(parent, unknown)[name.upper()] = 1
        if parent:
            missing, unknown = resealed(missing), resealed(unknown)
        assert fault(missing).where == f"{parent}/{name}"
        assert fault(unknown).where == f"{parent}/{name.upper()}"


def test_seat_is_an_object(record: Record) -> None:
    assert fault({**record, "seats": ["Anna", "Bo"]}).where == "/seats/0"


def test_five_seats_are_too_many(record: Record) -> None:
    seats = [{**record["seats"][0], "seat": seat} for seat in range(5)]
    assert fault(forged(record, put("/seats", seats))).where == "/seats"


def test_fault_says_where_and_what(record: Record) -> None:
    changed = forged(record, put("/rounds/0/points", 7))
    right = record["rounds"][0]["points"]
    assert str(fault(changed)) == (
        f"/rounds/0/points: the round scores otherwise: {right} is right"
    )


def test_commitment_can_be_checked_by_itself(record: Record) -> None:
    check_commitment(record)
    with pytest.raises(RecordFault, match="the secret was not committed to"):
        check_commitment({**record, "secret": OTHER_SECRET})


def test_option_of_a_custom_ruleset_is_played_by() -> None:
    record = play(short_ruleset(), 2).record
    assert fault(forged(record, put("/ruleset/target", 5_000))).where == "/rounds"
    assert fault(forged(record, put("/ruleset/base", "custom"))).where == "/ruleset/base"
    assert fault(forged(record, put("/ruleset/name", "classic-2018"))).where == "/ruleset/name"
