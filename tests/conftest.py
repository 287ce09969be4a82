"""What every test stands on: a signing key, and the size of the run."""

import os

import pytest
from hypothesis import settings

# Read when something is first signed, so that a test run makes no key of its own in var/.
os.environ.setdefault("DJANGO_SECRET_KEY", "a key that signs nothing outside a test run")

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("stress", deadline=None, max_examples=2_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--stress", action="store_true", help="run the big tests at their full size")


def pytest_configure(config: pytest.Config) -> None:
    # Runs before hypothesis reads --hypothesis-profile, so that a profile named there wins.
    settings.load_profile("stress" if config.getoption("--stress") else "ci")


@pytest.fixture(scope="session")
def stress(pytestconfig: pytest.Config) -> bool:
    """Say whether this run is at full size; without `--stress` a test picks its small size."""
    return bool(pytestconfig.getoption("--stress"))
