"""Players, their tokens, and the built-in bots."""

from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from dosleague.api.clock import rfc3339
from dosleague.api.pagination import PAGING, page
from dosleague.api.problems import Problem
from dosleague.api.schema.operations import documented
from dosleague.api.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictSerializer,
)
from dosleague.api.throttling import check_rate
from dosleague.api.tokens import (
    SCOPES,
    issue_token,
    require_player,
    require_scope,
    revoke_token,
)
from dosleague.api.views import ApiView, answer, idempotent, parse_id
from dosleague.audit import author_of
from dosleague.models import Token
from games.api.schema.players import (
    ERASE_ME,
    LIST_BOTS,
    LIST_TOKENS,
    REVOKE_TOKEN,
    SHOW_ME,
    SHOW_PLAYER,
    SIGN_IN,
    SIGN_UP,
)
from games.bots.registry import BOTS
from games.models import Player
from games.selectors.players import built_in_bots
from games.services.erasure import erase_player
from games.services.names import make_player

MIN_PASSWORD = 10
# As costly to check as any other, so that an unknown name takes as long as a wrong password.
_NOBODYS_PASSWORD = make_password("nobody has this password")


class SignUpBody(StrictSerializer):
    name = StrictCharField()
    password = StrictCharField(min_length=MIN_PASSWORD, max_length=200)


class SignInBody(StrictSerializer):
    name = StrictCharField()
    password = StrictCharField()
    label = StrictCharField(  # type: ignore[assignment]
        required=False, default="", allow_blank=True, max_length=100
    )
    scopes = serializers.ListField(child=StrictChoiceField(choices=sorted(SCOPES)), required=False)
    expires_at = StrictDateTimeField(required=False, allow_null=True, default=None)


class EraseBody(StrictSerializer):
    password = StrictCharField()


def player_shape(player: Player) -> dict[str, Any]:
    """Return the public shape of a player."""
    return {
        "id": str(player.id),
        "name": player.name,
        "kind": player.kind,
        "owner": None if player.owner_id is None else str(player.owner_id),
        "created_at": rfc3339(player.created_at),
    }


def token_shape(token: Token) -> dict[str, Any]:
    """Return what an account may see of its token: never the token itself."""
    return {
        "id": str(token.id),
        "label": token.label,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }


@documented(post=SIGN_UP)
class PlayersView(ApiView):
    """Sign up."""

    bucket = "sign_up"

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Make a player and its first token."""
        body = SignUpBody.read(request.data)
        player = make_player(body["name"], body["password"])
        _, text = issue_token(player, label="first")
        return answer({"player": player_shape(player), "token": text}, 201)


@documented(get=SHOW_PLAYER)
class PlayerView(ApiView):
    """One player."""

    def get(self, request: Request, player_id: str) -> HttpResponse:
        """Return a player."""
        player = Player.objects.filter(pk=parse_id(player_id)).first()
        if player is None:
            raise Problem("not_found", "There is no such player.")
        return answer(player_shape(player))


@documented(get=SHOW_ME)
class MeView(ApiView):
    """The caller."""

    def get(self, request: Request) -> HttpResponse:
        """Return the caller's player."""
        return answer(player_shape(require_player(request)))


@documented(post=ERASE_ME)
class EraseView(ApiView):
    """The end of the caller's account."""

    bucket = "sign_in"

    def post(self, request: Request) -> HttpResponse:
        """Erase the account, for who knows its password; a repetition finds no token any more."""
        body = EraseBody.read(request.data)
        caller = require_scope(request, "play")
        check_rate(request, "sign_in", who=f"name:{caller.name.lower()}")
        player = Player.objects.get(pk=caller.pk)  # the one behind the token may be a moment old
        if not check_password(body["password"], player.password):
            raise Problem("forbidden", "The password is wrong.")
        erased = erase_player(player_id=player.id, by=author_of(request, "api"))
        return answer(player_shape(erased))


@documented(get=LIST_TOKENS, post=SIGN_IN)
class TokensView(ApiView):
    """The caller's tokens; signing in makes one."""

    bucket = "sign_in"
    allowed_query = PAGING

    def get(self, request: Request) -> HttpResponse:
        """List the caller's tokens that have not been revoked."""
        tokens = Token.objects.filter(player=require_player(request), revoked_at=None)
        return answer(page(tokens, request, render=token_shape))

    @idempotent
    def post(self, request: Request) -> HttpResponse:
        """Sign in with a name and a password, and get a token."""
        body = SignInBody.read(request.data)
        check_rate(request, "sign_in", who=f"name:{body['name'].lower()}")
        player = Player.objects.filter(name__iexact=body["name"], is_active=True).first()
        known = _NOBODYS_PASSWORD if player is None else player.password
        right = check_password(body["password"], known)
        if player is None or not right:
            raise Problem("not_authenticated", "The name or the password is wrong.")
        token, text = issue_token(
            player,
            label=body["label"],
            scopes=body.get("scopes", ("play", "organise")),
            expires_at=body["expires_at"],
        )
        return answer(token_shape(token) | {"token": text}, 201)


@documented(delete=REVOKE_TOKEN)
class TokenView(ApiView):
    """One token of the caller's."""

    def delete(self, request: Request, token_id: str) -> Response:
        """Revoke a token."""
        player = require_player(request)
        token = Token.objects.filter(pk=parse_id(token_id), player=player, revoked_at=None).first()
        if token is None:
            raise Problem("not_found", "There is no such token.")
        revoke_token(token)
        return Response(status=204)


@documented(get=LIST_BOTS)
class BotsView(ApiView):
    """The built-in bots."""

    def get(self, request: Request) -> HttpResponse:
        """List the built-in bots, the weakest first."""
        players = built_in_bots()
        items = [
            {"bot": bot.name, "level": bot.level, "description": bot.description}
            | player_shape(players[bot.name])
            for bot in BOTS.values()
        ]
        return answer({"items": items, "next": None})
