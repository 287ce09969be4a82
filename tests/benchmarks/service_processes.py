"""Processes beside the benchmark: started, waited for, and ended with all that they started."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dosleague.processes import kill_group
from tests.benchmarks.service_client import Address
from tests.dosleague.served import ROOT, free_port

SECONDS_TO_START: Final = 30.0
SECONDS_TO_STOP: Final = 25.0


def free_address() -> Address:
    """Return an address of this machine on which nothing listens."""
    return "127.0.0.1", free_port()


@contextmanager
def running(command: Sequence[str], log: Path, **variables: str) -> Iterator[None]:
    """Run a command in the background, with these variables set besides our own."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **variables},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_STOP)
        kill_group(process)  # what it left behind
        process.wait()


def wait_for(address: Address, log: Path) -> None:
    """Wait until something listens; RuntimeError with what the log says where nothing does."""
    last = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < last:
        try:
            socket.create_connection(address, timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"Nothing listens at {address}: {log.read_text()[-2_000:]}")


def run(command: Sequence[str], seconds: float, **variables: str) -> str:
    """Run a command to its end and return what it printed; RuntimeError where it fails."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout)[-500:]}")
    return done.stdout
