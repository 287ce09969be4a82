"""Which version of the project this is."""

import os
import tomllib
from pathlib import Path

VERSION: str = tomllib.loads(
    (Path(__file__).resolve().parent.parent / "pyproject.toml").read_text(encoding="utf-8")
)["project"]["version"]

# Whoever builds an image says from which commit.
REVISION = os.environ.get("DOS_LEAGUE_REVISION") or None
