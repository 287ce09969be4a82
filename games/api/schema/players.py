"""Players, their tokens, and the built-in bots."""

from typing import Final

from dosleague.api.schema.operations import PAGES, Answer, Caller, Operation
from dosleague.api.schema.shapes import (
    ID,
    NULLABLE_TEXT,
    NULLABLE_TIME,
    TIME,
    Component,
    Schema,
    body,
    list_of,
    nullable,
    number,
    page_of,
    shape,
    text,
)
from dosleague.api.tokens import SCOPES
from games.models import Player

_PLAYERS, _TOKENS = "players", "tokens"
_SCOPE: Final = Component("Scope", text(enum=sorted(SCOPES)))
_NAME: Final = text(pattern="^[A-Za-z0-9_-]{3,30}$")
_TOKEN_TEXT: Final = {
    **NULLABLE_TEXT,
    "description": "Told this once: null in a kept answer that is given again.",
}
KIND: Final = Component("PlayerKind", text(enum=list(Player.Kind.values)))

_SHORT: Final[dict[str, Schema]] = {"id": ID, "name": text(), "kind": KIND}
_WHOLE: Final[dict[str, Schema]] = {**_SHORT, "owner": nullable(ID), "created_at": TIME}
SEATED_PLAYER: Final = Component("SeatedPlayer", shape(_SHORT))
PLAYER: Final = Component("Player", shape(_WHOLE))
_NEW_PLAYER: Final = Component("NewPlayer", shape({"player": PLAYER, "token": _TOKEN_TEXT}))
_BOT: Final = Component(
    "Bot",
    shape(
        {
            "bot": text("The name to seat it by."),
            "level": number(1, description="1 is the weakest."),
            "description": text(),
            **_WHOLE,
        }
    ),
)
_ABOUT_TOKEN: Final[dict[str, Schema]] = {
    "id": ID,
    "label": text(),
    "prefix": text("The first characters of the token, to know it by."),
    "scopes": list_of(_SCOPE),
    "created_at": TIME,
    "expires_at": NULLABLE_TIME,
    "last_used_at": NULLABLE_TIME,
}
_TOKEN: Final = Component("Token", shape(_ABOUT_TOKEN))
_NEW_TOKEN: Final = Component("NewToken", shape({**_ABOUT_TOKEN, "token": _TOKEN_TEXT}))

SIGN_UP: Final = Operation(
    id="createPlayer",
    tag=_PLAYERS,
    summary="Sign up: make a player and its first token",
    description="The token has the scopes `play` and `organise`.",
    body=Component("SignUp", body({"name": _NAME, "password": text(minLength=10, maxLength=200)})),
    answers={201: Answer("The player and its token.", _NEW_PLAYER)},
    refusals=("name_taken", "invalid"),
    is_repeatable=True,
)
SHOW_PLAYER: Final = Operation(
    id="getPlayer",
    tag=_PLAYERS,
    summary="Return a player",
    answers={200: Answer("The player.", PLAYER)},
    refusals=("not_found",),
)
SHOW_ME: Final = Operation(
    id="getMe",
    tag=_PLAYERS,
    summary="Return the caller's player",
    caller=Caller.KNOWN,
    answers={200: Answer("The player.", PLAYER)},
)
ERASE_ME: Final = Operation(
    id="eraseMe",
    tag=_PLAYERS,
    summary="Erase the caller's account",
    description="For good, and only with the account's password. Its games are left, its tokens "
    "deleted, its entries in tournaments withdrawn; what it has played stays under another name.",
    caller=Caller.KNOWN,
    scopes=("play",),
    body=Component("Erasure", body({"password": text(minLength=1)})),
    answers={200: Answer("The player as everybody sees it from now on.", PLAYER)},
    refusals=("forbidden", "conflict", "invalid"),
)
LIST_BOTS: Final = Operation(
    id="listBots",
    tag=_PLAYERS,
    summary="List the built-in bots, the weakest first",
    answers={200: Answer("Every built-in bot.", page_of(_BOT))},
)
LIST_TOKENS: Final = Operation(
    id="listTokens",
    tag=_TOKENS,
    summary="List the caller's tokens that have not been revoked",
    caller=Caller.KNOWN,
    parameters=PAGES,
    answers={200: Answer("A page of tokens, the newest first.", page_of(_TOKEN))},
)
SIGN_IN: Final = Operation(
    id="createToken",
    tag=_TOKENS,
    summary="Sign in with a name and a password, and get a token",
    body=Component(
        "SignIn",
        body(
            {"name": text(minLength=1), "password": text(minLength=1)},
            optional={
                "label": text(maxLength=100, default=""),
                "scopes": {
                    **list_of(_SCOPE, minItems=1),
                    "description": "No more than the account has; `play` and `organise` if absent.",
                },
                "expires_at": {**NULLABLE_TIME, "default": None, "description": "In the future."},
            },
        ),
    ),
    answers={201: Answer("The token.", _NEW_TOKEN)},
    refusals=("invalid",),
    is_repeatable=True,
)
REVOKE_TOKEN: Final = Operation(
    id="deleteToken",
    tag=_TOKENS,
    summary="Revoke a token of the caller's",
    caller=Caller.KNOWN,
    answers={204: Answer("It is revoked, within 2 seconds everywhere.")},
    refusals=("not_found", "too_large", "request_timeout"),
)
