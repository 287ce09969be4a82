"""Access tokens: who asks, and what the token allows."""

import hashlib
import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.db.models.base import ModelState
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from dosleague.api.problems import REALM, Problem, field_error
from dosleague.models import Token

if TYPE_CHECKING:
    from django.contrib.auth.models import _User

SCOPES: Final = frozenset({"play", "organise", "bots", "webhooks", "admin"})
_PREFIX: Final = "dl_"
_BYTES: Final = 32
_SHOWN: Final = 12
_BEARER: Final = re.compile(r"(?i:bearer) +(dl_[A-Za-z0-9_-]{43})")

# A revocation is to be felt within 2 s everywhere; the rest is room for a slow request.
_CACHED_FOR: Final = 1.5
_CACHED_MOST: Final = 10_000
_USE_NOTED_EVERY: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Credentials:
    """What `request.auth` is: the token's id and its scopes."""

    token_id: UUID
    scopes: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Known:
    until: float
    token: Token
    credentials: Credentials


_known: dict[str, _Known] = {}


def account_scopes(player: "_User") -> frozenset[str]:
    """Return the scopes that a token of the player may have at most."""
    return SCOPES if player.is_staff else SCOPES - {"admin"}


def hash_token(secret: str) -> str:
    """Return what is stored of a token; 256 random bits need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def issue_token(
    player: "_User",
    *,
    label: str = "",
    scopes: Iterable[str] = ("play", "organise"),
    expires_at: datetime | None = None,
) -> tuple[Token, str]:
    """Make a token; the text is given out this once and not kept.

    Raises the Problem `invalid` for scopes beyond the account's and for an expiry in the past.
    """
    wanted = frozenset(scopes)
    beyond = sorted(wanted - account_scopes(player))
    if beyond or not wanted:
        detail = (
            f"The account has no scope {', '.join(beyond)}." if beyond else "No scope is given."
        )
        raise Problem("invalid", detail, errors=[field_error("/scopes", "scope", detail)])
    if expires_at is not None and expires_at <= timezone.now():
        detail = "The expiry is not in the future."
        raise Problem("invalid", detail, errors=[field_error("/expires_at", "past", detail)])
    secret = _PREFIX + secrets.token_urlsafe(_BYTES)
    token = Token.objects.create(
        player=player,
        label=label,
        prefix=secret[:_SHOWN],
        hash=hash_token(secret),
        scopes=sorted(wanted),
        expires_at=expires_at,
    )
    return token, secret


def revoke_token(token: Token) -> None:
    """End a token: at once in this process, within 2 s in the others."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    _known.pop(token.hash, None)


def forget_cached_tokens() -> None:
    """Look every token up anew, as after a change of an account's rights."""
    _known.clear()


class BearerAuthentication(BaseAuthentication):
    """Reads `Authorization: Bearer dl_…`; no header is an anonymous caller."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        bearer = _BEARER.fullmatch(header)
        if bearer is None:
            raise _unknown("The Authorization header holds no token of ours.")
        known = _lookup(hash_token(bearer[1]))
        return _copied(known.token.player), known.credentials

    def authenticate_header(self, request: Request) -> str:
        return REALM


def _copied(player: "_User") -> "_User":
    """Return a player of a request's own: requests share what is cached."""
    own = player.__class__.__new__(player.__class__)
    own.__dict__.update(player.__dict__)
    own._state = state = ModelState()
    state.adding, state.db = player._state.adding, player._state.db
    state.fields_cache = {}
    return own


def _lookup(digest: str) -> _Known:
    asked = time.monotonic()
    known = _known.get(digest)
    if known is None or known.until <= asked:
        known = _fetched(digest, asked)
    expires_at = known.token.expires_at
    if expires_at is not None and expires_at <= timezone.now():
        raise Problem("token_expired", f"The token expired at {expires_at:%Y-%m-%d %H:%M:%S} UTC.")
    return known


def _unknown(detail: str) -> Problem:
    header = f'{REALM}, error="invalid_token"'
    return Problem("not_authenticated", detail, headers={"WWW-Authenticate": header})


def _fetched(digest: str, asked: float) -> _Known:
    token = Token.objects.select_related("player").filter(hash=digest, revoked_at=None).first()
    if token is None or not token.player.is_active:
        _known.pop(digest, None)
        raise _unknown("The token is unknown or was revoked.")
    credentials = Credentials(token.id, frozenset(token.scopes) & account_scopes(token.player))
    known = _Known(asked + _CACHED_FOR, token, credentials)
    if len(_known) >= _CACHED_MOST:
        _known.clear()
    _known[digest] = known
    _note_use(token)
    return known


def _note_use(token: Token) -> None:
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - _USE_NOTED_EVERY:
        return
    if token.expires_at is not None and token.expires_at <= now:
        return
    not_lately = Q(last_used_at=None) | Q(last_used_at__lte=now - _USE_NOTED_EVERY)
    Token.objects.filter(not_lately, pk=token.pk).update(last_used_at=now)


def player_of(request: Request) -> "_User | None":
    """Return the caller, or None for somebody without a token."""
    user = request.user
    return None if isinstance(user, AnonymousUser) else user


def require_player(request: Request) -> "_User":
    """Return the caller, whatever the token's scopes; raises `not_authenticated`."""
    player = player_of(request)
    if player is None:
        raise Problem("not_authenticated")
    return player


def require_scope(request: Request, scope: str) -> "_User":
    """Return the caller if the token has the scope; `admin` needs a member of staff too.

    Raises the Problems `not_authenticated`, `token_expired` and `scope_missing`.
    """
    player = require_player(request)
    credentials = request.auth
    if not isinstance(credentials, Credentials) or scope not in credentials.scopes:
        raise Problem("scope_missing", f"The token lacks the scope {scope}.", required_scope=scope)
    return player
