"""The official conformance suite, over a transport of the tests' own: it speaks HTTP alone.

All of its scenarios for servers run. Those that are about something else than our tools are listed
in `tests/node/conformance.yml`, with the reason; that they go on to fail is checked as well.
"""

import sys

assert sys.platform != "win32"

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import mcp_http_program, node

BOUND = 120.0

RESULT = re.compile(r"server-(.+)-\d{4}-\d\d-\d\dT.*")
"""Where the suite saves what it found: the scenario, and when."""

APPLICABLE = {
    "2025-11-25": {
        "server-initialize",
        "server-session-lifecycle",
        "ping",
        "tools-list",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
    },
    "2026-07-28": {
        "server-stateless",
        "tools-list",
        "caching",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "http-header-validation",
        "input-required-result-unsupported-methods",
        "input-required-result-validate-input",
    },
}
"""By version of the specification: what has to pass."""


@pytest.fixture
def url() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, str(Path(mcp_http_program.__file__))],
        env={**os.environ, "SAYSO_SOCKET": "/proc/nowhere/sayso/socket"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as program:  # fmt: skip
        assert program.stdout
        assert program.stdin
        yield program.stdout.readline().strip()
        program.stdin.close()


@node.needs_packages
@pytest.mark.parametrize("version", APPLICABLE)
def test_what_is_applicable_passes(version: str, url: str, tmp_path: Path) -> None:
    command = [
        *node.package("conformance"), "server", "--url", url, "--suite", "all",
        "--spec-version", version, "--output-dir", str(tmp_path),
        "--expected-failures", str(node.PLACE / "conformance.yml"),
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, timeout=BOUND, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert APPLICABLE[version] <= passed(tmp_path)


def passed(results: Path) -> set[str]:
    """The scenarios in which a check was made and went well."""
    found = set()
    for checks in results.glob("*/checks.json"):
        statuses = {check["status"] for check in json.loads(checks.read_text())}
        if "SUCCESS" in statuses:
            found.update(RESULT.findall(checks.parent.name))
    return found
