"""The tables of a tournament's life, and the diagram of them in the organiser's guide."""

import re
from pathlib import Path
from typing import Final

import pytest

from tournaments.formats import DUTCH_MOST, FORMATS, TABLES_MOST
from tournaments.lifecycle import (
    ORGANISERS_ACTS,
    OWN_ACTS,
    TRANSITIONS,
    Act,
    EntryAct,
    State,
    is_closed,
    state_of,
    status_of,
    told,
)
from tournaments.models import Tournament
from tournaments.pairing import designs, swiss_dutch

GUIDE: Final = (Path(__file__).resolve().parents[3] / "docs" / "tournaments.md").read_text("utf-8")


def test_the_diagram_of_the_guide_is_the_table() -> None:
    (diagram,) = re.findall(r"^```mermaid\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    edges = re.findall(r"^ +(\w+) --> (\w+): ([\w-]+)$", diagram, re.MULTILINE)
    assert len(edges) == len(set(edges))
    assert {(State(start), Act(act)): State(end) for start, end, act in edges} == TRANSITIONS


def test_the_guide_says_who_may_do_what_when() -> None:
    table = re.findall(r"^\| `([\w-]+)` \| (.*?) \| (.*?) \|$", GUIDE, re.MULTILINE)
    rows = {name: (own, theirs) for name, own, theirs in table if name in set(EntryAct)}
    assert rows.keys() == set(EntryAct)
    for act in EntryAct:
        own, theirs = (set(re.findall(r"`(\w+)`", cell)) for cell in rows[act])
        assert own == set(OWN_ACTS.get(act, ())), act
        assert theirs == set(ORGANISERS_ACTS[act]), act


def test_the_guide_names_every_format_with_its_options() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)` \| [^|]*\| ([^|]*) \|", GUIDE, re.MULTILINE))
    for found in FORMATS.values():
        options = {name for name, option in found.options.items() if name != "table_size"}
        assert set(re.findall(r"`(\w+)`", rows[found.code])) == options, found.code


@pytest.mark.parametrize("state", State)
def test_a_state_is_its_status_and_whether_that_is_closed(state: State) -> None:
    assert status_of(state) in Tournament.Status.values
    assert state_of(status_of(state), is_closed=is_closed(state)) is state
    assert told(state).endswith(".")


def test_nothing_follows_the_end_but_taking_it_back() -> None:
    ends = {State.FINISHED, State.CANCELLED}
    after = [one for one in TRANSITIONS if one[0] in ends]
    assert after == [(State.FINISHED, Act.UNDO_FINISH)]
    for states in (*OWN_ACTS.values(), *ORGANISERS_ACTS.values()):
        assert not states & ends


def test_formats_take_as_many_as_their_pairing_does() -> None:
    assert DUTCH_MOST == swiss_dutch.MOST_ENTRANTS
    assert TABLES_MOST == designs.MOST_ENTRANTS
