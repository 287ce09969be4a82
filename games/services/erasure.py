"""Accounts erased: the person goes, what was played stays under a name that says nothing."""

import secrets
from collections.abc import Iterator
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q, QuerySet

from dosleague.api.problems import Problem
from dosleague.api.tokens import forget_cached_tokens
from dosleague.audit import Author, note
from dosleague.models import StoredAnswer
from games.models import Game, Player, Seat, Submission
from games.selectors.players import ERASED_PREFIX, is_erased
from games.services.seats import leave_game
from games.signals import player_erased

_NAME_BYTES: Final = 4
_NO_SEAT_TO_LEAVE: Final = frozenset({"game_not_running", "not_seated"})


def erase_player(*, player_id: UUID, by: Author, reason: str = "") -> Player:
    """Erase an account: nobody can sign in as it, and nothing tells whose it was.

    The player leaves the running games and gives back the seats of open ones; those of tournaments
    are left to these, which hear of it by `player_erased`. Results, records and ratings stay, under
    a name of chance. Raises Problem: `not_found`, `forbidden` for the account of somebody else, and
    `conflict` for a bot's account and for one that is erased already.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
        if player is None:
            raise Problem("not_found", "There is no such player.")
        if not by.is_operator and (by.player is None or by.player.pk != player.id):
            raise Problem("forbidden", "Only the player erases an account, or an administrator.")
        blocking = next(erasure_is_blocked(player), None)
        if blocking is not None:
            raise Problem("conflict", blocking)
        # The name last: whoever writes of this player waits from then on, and holds a game perhaps.
        left = _give_up_seats(player)
        _end_access(player)
        _take_name(player)
        after = {"name": player.name, "games": [str(game_id) for game_id in left]}
        note(by, "player.erased", f"player:{player.id}", after=after, reason=reason)
        transaction.on_commit(partial(_announce, player.id))
        return player


def erasure_is_blocked(player: Player) -> Iterator[str]:
    """Yield why an account cannot be erased."""
    if player.kind == Player.Kind.BOT:
        yield "A built-in bot plays for it, so it is nobody's account."
    elif is_erased(player):
        yield "The account is erased already."


def erasure_would(player: Player) -> Iterator[str]:
    """Yield what erasing an account would do."""
    yield "The name is replaced by one of chance; results, records and ratings stay under that."
    yield f"Nobody can sign in any more; access tokens deleted: {player.tokens.count()}."
    if player.is_staff or player.is_superuser:
        yield "Its rights are taken away."
    games = _seats_of(player).values_list("game__status", flat=True)
    running = sum(status == Game.Status.RUNNING for status in games)
    yield f"Running games that it leaves: {running}; seats given back: {len(games) - running}."
    yield "Tournaments that are not over withdraw it."


def _seats_of(player: Player) -> QuerySet[Seat]:
    """Return the player's seats, taken or reserved, in games that go on, tournaments' left out."""
    return Seat.objects.filter(
        Q(player=player, left_at=None) | Q(reserved_for=player),
        game__status__in=(Game.Status.OPEN, Game.Status.RUNNING),
        game__tournament=None,
    )


def _give_up_seats(player: Player) -> list[UUID]:
    """Leave every game that goes on; return which. One that ends meanwhile is left as it ended."""
    games = _seats_of(player).order_by("game_id").values_list("game_id", flat=True).distinct()
    left = []
    for game_id in list(games):
        try:
            leave_game(game_id=game_id, player=player)
        except Problem as problem:
            if problem.code not in _NO_SEAT_TO_LEAVE:
                raise
        else:
            left.append(game_id)
    return left


def _end_access(player: Player) -> None:
    """Delete the tokens and the answers that were kept for them, and take the rights away."""
    player.tokens.all().delete()
    StoredAnswer.objects.filter(caller=str(player.id)).delete()
    kept = Submission.objects.filter(player=player, key__isnull=False)
    kept.update(key=None, fingerprint="", answer="")
    player.groups.clear()
    player.user_permissions.clear()


def _take_name(player: Player) -> None:
    """Give the account a name that says nothing, also where the administration has noted it."""
    player.name = _free_name()
    player.set_unusable_password()
    player.is_active = player.is_staff = player.is_superuser = False
    player.last_login = None
    player.save()
    about = ContentType.objects.get_for_model(Player)
    noted = LogEntry.objects.filter(content_type=about, object_id=str(player.id))
    noted.update(object_repr=player.name)


def _free_name() -> str:
    while True:
        name = f"{ERASED_PREFIX}{secrets.token_hex(_NAME_BYTES)}"
        if not Player.objects.filter(name=name).exists():
            return name


def _announce(player_id: UUID) -> None:
    """Let the tokens die in this process too, and tell who listens."""
    forget_cached_tokens()
    player_erased.send(sender=Player, player_id=player_id)
