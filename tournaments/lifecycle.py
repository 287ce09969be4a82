"""The life of a tournament: its states, and which act is possible in which. Pure tables."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """Where a tournament stands. Its status is the same word without `_closed`."""

    DRAFT = "draft"
    REGISTRATION = "registration"
    REGISTRATION_CLOSED = "registration_closed"
    CHECK_IN = "check_in"
    CHECK_IN_CLOSED = "check_in_closed"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Act(StrEnum):
    """What an organiser does to a tournament as a whole; the word is the end of its path.

    Both kinds of undoing share the path `undo` and differ in the body.
    """

    OPEN_REGISTRATION = "open-registration"
    CLOSE_REGISTRATION = "close-registration"
    OPEN_CHECK_IN = "open-check-in"
    CLOSE_CHECK_IN = "close-check-in"
    START = "start"
    FINISH = "finish"
    CANCEL = "cancel"
    UNDO_START = "undo-start"
    UNDO_FINISH = "undo-finish"


TRANSITIONS: Final[Mapping[tuple[State, Act], State]] = {
    (State.DRAFT, Act.OPEN_REGISTRATION): State.REGISTRATION,
    (State.REGISTRATION_CLOSED, Act.OPEN_REGISTRATION): State.REGISTRATION,
    (State.REGISTRATION, Act.CLOSE_REGISTRATION): State.REGISTRATION_CLOSED,
    (State.REGISTRATION, Act.OPEN_CHECK_IN): State.CHECK_IN,
    (State.REGISTRATION_CLOSED, Act.OPEN_CHECK_IN): State.CHECK_IN,
    (State.CHECK_IN, Act.CLOSE_CHECK_IN): State.CHECK_IN_CLOSED,
    (State.REGISTRATION, Act.START): State.RUNNING,
    (State.REGISTRATION_CLOSED, Act.START): State.RUNNING,
    (State.CHECK_IN_CLOSED, Act.START): State.RUNNING,
    (State.RUNNING, Act.FINISH): State.FINISHED,
    (State.RUNNING, Act.UNDO_START): State.REGISTRATION_CLOSED,
    (State.FINISHED, Act.UNDO_FINISH): State.RUNNING,
    (State.DRAFT, Act.CANCEL): State.CANCELLED,
    (State.REGISTRATION, Act.CANCEL): State.CANCELLED,
    (State.REGISTRATION_CLOSED, Act.CANCEL): State.CANCELLED,
    (State.CHECK_IN, Act.CANCEL): State.CANCELLED,
    (State.CHECK_IN_CLOSED, Act.CANCEL): State.CANCELLED,
    (State.RUNNING, Act.CANCEL): State.CANCELLED,
}
"""Where each act leads; an act that is missing for a state is refused there."""

BEFORE_PLAY: Final = frozenset(
    {
        State.DRAFT,
        State.REGISTRATION,
        State.REGISTRATION_CLOSED,
        State.CHECK_IN,
        State.CHECK_IN_CLOSED,
    }
)


class EntryAct(StrEnum):
    """What is done about an entry."""

    REGISTER = "register"
    CHECK_IN = "check-in"
    WITHDRAW = "withdraw"
    RETURN = "return"
    DISQUALIFY = "disqualify"
    SEED = "seed"


OWN_ACTS: Final[Mapping[EntryAct, frozenset[State]]] = {
    EntryAct.REGISTER: frozenset({State.REGISTRATION}),
    EntryAct.CHECK_IN: frozenset({State.CHECK_IN}),
    EntryAct.WITHDRAW: (BEFORE_PLAY | {State.RUNNING}) - {State.DRAFT},
    EntryAct.RETURN: frozenset({State.REGISTRATION, State.CHECK_IN}),
}
"""In which states a player may do what about their own entry."""

ORGANISERS_ACTS: Final[Mapping[EntryAct, frozenset[State]]] = {
    EntryAct.REGISTER: BEFORE_PLAY | {State.RUNNING},
    EntryAct.CHECK_IN: frozenset({State.CHECK_IN}),
    EntryAct.WITHDRAW: BEFORE_PLAY | {State.RUNNING},
    EntryAct.RETURN: BEFORE_PLAY | {State.RUNNING},
    EntryAct.DISQUALIFY: BEFORE_PLAY | {State.RUNNING},
    EntryAct.SEED: BEFORE_PLAY,
}
"""In which states an organiser may do what about anybody's entry."""


def state_of(status: str, *, is_closed: bool) -> State:
    """Return the state of a status whose registration or check-in is closed or not.

    >>> state_of("registration", is_closed=True)
    <State.REGISTRATION_CLOSED: 'registration_closed'>
    >>> state_of("running", is_closed=False)
    <State.RUNNING: 'running'>
    """
    return State(f"{status}_closed" if is_closed else status)


def status_of(state: State) -> str:
    """Return the status of a state.

    >>> status_of(State.CHECK_IN_CLOSED)
    'check_in'
    """
    return state.removesuffix("_closed")


def is_closed(state: State) -> bool:
    """Say whether a state is that of a registration or check-in which has been closed."""
    return state.endswith("_closed")


def told(state: State) -> str:
    """Return a sentence that says where a tournament stands.

    >>> told(State.REGISTRATION_CLOSED), told(State.DRAFT)
    ('Registration is closed.', 'The tournament is a draft.')
    """
    return _SENTENCES[state]


_SENTENCES: Final[Mapping[State, str]] = {
    State.DRAFT: "The tournament is a draft.",
    State.REGISTRATION: "Registration is open.",
    State.REGISTRATION_CLOSED: "Registration is closed.",
    State.CHECK_IN: "Check-in is open.",
    State.CHECK_IN_CLOSED: "Check-in is closed.",
    State.RUNNING: "The tournament is running.",
    State.FINISHED: "The tournament is finished.",
    State.CANCELLED: "The tournament is cancelled.",
}
