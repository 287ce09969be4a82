"""A WSGI application that tells which process and which thread answered."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer `process thread`; a body is read first.

    `/slow` takes half a second, `/pieces` comes in three of unsaid length, `/file` is this file.
    """
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.5)
    environ["wsgi.input"].read()
    body = f"{os.getpid()} {threading.get_ident()}".encode()
    if environ["PATH_INFO"] == "/pieces":
        start_response("200 OK", [])
        return [body[:3], body[3:], b"!"]
    if environ["PATH_INFO"] == "/file":
        start_response("200 OK", [])
        file = Path(__file__).open("rb")  # noqa: SIM115 - the server closes it
        wrapped: Iterable[bytes] = environ["wsgi.file_wrapper"](file)
        return wrapped
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
