"""Lists by cursor: where the last row stood, not how many rows there were.

Every order ends in a unique column, so a walk neither skips nor repeats while rows are added. NULL
has no place in an order: a column that may be NULL cannot be one to sort by.
"""

import base64
import binascii
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeVar
from uuid import UUID

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.request import Request

from dosleague.api.json import JSON, render_json
from dosleague.api.problems import Problem, field_error

NDJSON: Final = "application/x-ndjson"
PAGING: Final = frozenset({"limit", "cursor"})
DEFAULT_LIMIT: Final = 50
MAX_LIMIT: Final = 200
_CHUNK: Final = 500

Order = Sequence[tuple[str, str]]
NEWEST_FIRST: Final[Order] = (("created_at", "desc"), ("id", "desc"))
OLDEST_FIRST: Final[Order] = (("created_at", "asc"), ("id", "asc"))

M = TypeVar("M", bound=Model)

_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "t": datetime.fromisoformat,
    "u": UUID,
    "i": int,
    "f": float,
    "s": str,
}


def check_query(request: Request, allowed: Collection[str]) -> None:
    """Refuse query parameters that are unknown or given twice; raises `malformed`."""
    unknown = [name for name in request.query_params if name not in allowed]
    twice = [name for name, values in request.query_params.lists() if len(values) > 1]
    if unknown or twice:
        errors = [field_error(f"?{n}", "unknown_parameter", "There is no such.") for n in unknown]
        errors += [field_error(f"?{name}", "repeated", "It is given twice.") for name in twice]
        names = ", ".join(dict.fromkeys(unknown + twice))
        raise Problem(
            "malformed", f"Query parameters are unknown or repeated: {names}.", errors=errors
        )


def page(
    queryset: QuerySet[M],
    request: Request,
    *,
    order: Order = NEWEST_FIRST,
    render: Callable[[M], Any],
) -> dict[str, Any]:
    """Return one page as `{"items", "next"}` by `?limit=` and `?cursor=`; one statement."""
    limit = limit_of(request)
    signer = _signer(request, order)
    cursor = request.query_params.get("cursor")
    after = None if cursor is None else _read_cursor(cursor, signer, len(order))
    rows = list(_ordered(queryset, order, after)[: limit + 1])
    more = len(rows) > limit
    del rows[limit:]
    return {
        "items": [render(row) for row in rows],
        "next": _cursor(_place(rows[-1], order), signer) if more else None,
    }


def list_response(
    queryset: QuerySet[M],
    request: Request,
    *,
    order: Order = NEWEST_FIRST,
    render: Callable[[M], Any],
) -> HttpResponse | StreamingHttpResponse:
    """Answer a page as JSON, or the whole list as NDJSON where the client accepts that.

    The view is `exportable`; an export takes no cursor.
    """
    if request.accepted_media_type != NDJSON:
        return HttpResponse(
            render_json(page(queryset, request, order=order, render=render)), content_type=JSON
        )
    if any(name in request.query_params for name in PAGING):
        raise Problem("malformed", "An export is the whole list: it takes no limit and no cursor.")

    def chunk(after: list[Any] | None) -> tuple[bytes, list[Any] | None]:
        rows = list(_ordered(queryset, order, after)[:_CHUNK])
        lines = chain.from_iterable((render_json(render(row)), b"\n") for row in rows)
        return b"".join(lines), _place(rows[-1], order) if len(rows) == _CHUNK else None

    asynchronous = isinstance(request._request, ASGIRequest)
    chunks = _async_chunks(chunk) if asynchronous else _chunks(chunk)
    return StreamingHttpResponse(chunks, content_type=NDJSON)


_Chunk = Callable[[list[Any] | None], tuple[bytes, list[Any] | None]]


def _chunks(chunk: _Chunk) -> Iterator[bytes]:
    text, after = chunk(None)
    yield text
    while after is not None:
        text, after = chunk(after)
        yield text


async def _async_chunks(chunk: _Chunk) -> AsyncIterator[bytes]:
    read = sync_to_async(chunk)
    text, after = await read(None)
    yield text
    while after is not None:
        text, after = await read(after)
        yield text


def limit_of(request: Request) -> int:
    """Return how many rows are asked for; raises `malformed`."""
    text = request.query_params.get("limit")
    if text is None:
        return DEFAULT_LIMIT
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MAX_LIMIT):
        detail = f"The limit is a number from 1 to {MAX_LIMIT}."
        raise Problem("malformed", detail, errors=[field_error("?limit", "limit", detail)])
    return int(text)


def _ordered(queryset: QuerySet[M], order: Order, after: list[Any] | None) -> QuerySet[M]:
    columns = [f"-{name}" if way == "desc" else name for name, way in order]
    rows = queryset.order_by(*columns)
    return rows if after is None else rows.filter(_behind(order, after))


def _behind(order: Order, after: list[Any]) -> Q:
    """Return the condition of standing behind a place in the order."""
    (name, way), *rest = order
    step = "lt" if way == "desc" else "gt"
    beyond = Q(**{f"{name}__{step}": after[0]})
    if not rest:
        return beyond
    # The first bound alone is what an index can begin at.
    same = Q(**{name: after[0]}) & _behind(rest, after[1:])
    return Q(**{f"{name}__{step}e": after[0]}) & (beyond | same)


def _place(row: Any, order: Order) -> list[Any]:
    return [attrgetter(name.replace("__", "."))(row) for name, _ in order]


def _tagged(value: Any) -> list[Any]:
    match value:
        case datetime():
            return ["t", value.isoformat()]
        case UUID():
            return ["u", str(value)]
        case bool() | None:
            raise ValueError(f"{value} has no place in an order")
        case int():
            return ["i", value]
        case float():
            return ["f", value]
        case str():
            return ["s", value]
    raise TypeError(f"{type(value).__name__} has no form in a cursor")


def _signer(request: Request, order: Order) -> Signer:
    """Return a signer for this list alone: a cursor of another list or filter is none here."""
    filters = sorted((n, v) for n, v in request.query_params.items() if n not in PAGING)
    return Signer(salt=json.dumps(["cursor", request.path, filters, list(order)]))


def _cursor(place: list[Any], signer: Signer) -> str:
    text = json.dumps([_tagged(value) for value in place], separators=(",", ":"))
    return base64.urlsafe_b64encode(signer.sign(text).encode()).decode().rstrip("=")


def _read_cursor(cursor: str, signer: Signer, columns: int) -> list[Any]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        text = signer.unsign(base64.urlsafe_b64decode(padded).decode())
        place = [_READERS[tag](value) for tag, value in json.loads(text)]
    except (BadSignature, binascii.Error, UnicodeError):
        detail = "The cursor is not one that this list gave."
        errors = [field_error("?cursor", "cursor", detail)]
        raise Problem("malformed", detail, errors=errors) from None
    assert len(place) == columns
    return place
