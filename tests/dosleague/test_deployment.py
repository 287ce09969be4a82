"""docker-compose.yml and Dockerfile, held against the schema and against the code."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from dosleague.processes import commands

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
OURS = [name for name, service in SERVICES.items() if service["image"] == "dosleague"]


def test_compose_file_is_what_its_schema_says() -> None:
    checker = Path(sys.executable).parent / "check-jsonschema"
    run = subprocess.run(
        [checker, "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", commands(bots=2))
def test_service_runs_the_command_that_serve_would(name: str) -> None:
    command = ["python", *commands(bots=2)[name][1:]]
    assert SERVICES[name]["command"] == command


def test_database_is_prepared_before_anything_else_starts() -> None:
    assert SERVICES["migrate"]["command"] == ["python", "manage.py", "prepare", "--no-demo"]
    waits = {name: SERVICES[name]["depends_on"] for name in OURS if name != "migrate"}
    assert {wait["migrate"]["condition"] for wait in waits.values()} == {
        "service_completed_successfully"
    }


def test_every_queue_has_a_worker_and_the_clock_one_of_its_own() -> None:
    words = [word for service in SERVICES.values() for word in service.get("command", [])]
    served = [word.partition("=")[2] for word in words if word.startswith("--queues=")]
    assert "clock" in served
    queues = sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert sorted(",".join(served).split(",")) == queues


def test_no_secret_is_written_down() -> None:
    for service in SERVICES.values():
        for name, value in service.get("environment", {}).items():
            if re.search("PASSWORD|SECRET|TOKEN", name):
                assert re.fullmatch(r"\$\{\w+:(\?is not set|-)\}", value), name
    assert "${POSTGRES_PASSWORD:?" in SERVICES["web"]["environment"]["DATABASE_URL"]


def test_every_variable_is_one_that_the_code_reads() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "dosleague").rglob("*.py"))
    given = {name for name in OURS for name in SERVICES[name]["environment"]}
    set_in_image = re.findall(r"^ENV (?:.*\\\n)*.*$", DOCKERFILE, re.MULTILINE)
    given |= set(re.findall(r"\b(\w+)=", "".join(set_in_image)))
    theirs = {name for name in given if name.startswith(("PYTHON", "PIP_"))}
    assert {name for name in given - theirs if f'"{name}"' not in code} == set()


def test_every_variable_is_documented() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    given = {name for service in OURS for name in SERVICES[service]["environment"]}
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text("utf-8")))
    assert {name for name in given | asked if f"`{name}`" not in guide} == set()


@pytest.mark.parametrize("name", [*OURS, "postgres", "redis"])
def test_service_that_falls_is_started_again(name: str) -> None:
    assert SERVICES[name]["restart"] == ("no" if name == "migrate" else "unless-stopped")


def test_web_is_reachable_from_this_machine_alone_unless_told_otherwise() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"web": ["${WEB_PORT:-127.0.0.1:8000}:8000"]}


def test_image_installs_what_is_locked_and_runs_as_nobody_in_particular() -> None:
    assert "--require-hashes --requirement requirements.lock" in DOCKERFILE
    user = DOCKERFILE.rindex("USER league")
    assert DOCKERFILE.index("useradd") < DOCKERFILE.index("collectstatic") < user
    assert user < DOCKERFILE.index("CMD ")


def test_image_copies_what_is_there_and_let_through() -> None:
    let_through = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    copied = {
        word.rstrip("/")
        for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE)
        for word in line.split()
    }
    assert copied == let_through
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_image_starts_the_web() -> None:
    command = re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[-1]
    assert yaml.safe_load(command) == SERVICES["web"]["command"]


def test_image_s_python_is_the_oldest_that_we_support() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.findall(r'requires-python = ">=([\d.]+)"', project)
    assert re.findall(r"^FROM python:([\d.]+)-slim$", DOCKERFILE, re.MULTILINE) == oldest
