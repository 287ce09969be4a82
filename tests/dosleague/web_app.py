"""A WSGI application that tells which process and which thread answered, in two pieces."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer `process thread`; `/slow` takes half a second, and a body is read first."""
    if environ["PATH_INFO"] == "/slow":
        time.sleep(0.5)
    environ["wsgi.input"].read()
    body = f"{os.getpid()} {threading.get_ident()}".encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body[:3], body[3:]]
