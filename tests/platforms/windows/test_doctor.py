"""What sayso finds on Windows, and what mends it."""

import sys

assert sys.platform == "win32"

from collections.abc import Mapping
from typing import Any

import pytest

from sayso.errors import MemoryNotLocked
from sayso.platforms.contract.doctor import Finding, Health
from sayso.platforms.windows import doctor, memory, session


def found(name: str, environ: Mapping[str, str] | None = None) -> Finding:
    (finding,) = (each for each in doctor.examine(environ or {}) if each.name == name)
    return finding


class Version:
    def __init__(self, build: int) -> None:
        self.build = build


@pytest.mark.parametrize(
    ("build", "health"), [(15_062, Health.DOUBTFUL), (15_063, Health.WORKS), (26_100, Health.WORKS)]
)
def test_a_windows_that_tells_secrets_in_crash_reports_is_doubtful(
    monkeypatch: pytest.MonkeyPatch, build: int, health: Health
) -> None:
    monkeypatch.setattr(sys, "getwindowsversion", lambda: Version(build))
    finding = found("system")
    assert finding.health is health
    assert str(build) in finding.words
    assert bool(finding.remedy) is (health is not Health.WORKS)


@pytest.mark.parametrize(
    ("name", "part", "what", "told", "health"),
    [
        ("session", session, "is_elevated", True, Health.BROKEN),
        ("session", session, "is_elevated", False, Health.WORKS),
        ("screen", session, "screen", None, Health.BROKEN),
        ("screen", session, "screen", "WinSta0\\Default", Health.WORKS),
    ],
)
def test_each_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch, name: str, part: Any, what: str, told: object, health: Health
) -> None:
    monkeypatch.setattr(part, what, lambda environ: told)
    finding = found(name)
    assert finding.health is health
    assert bool(finding.remedy) is (health is not Health.WORKS)


def test_memory_that_can_not_be_locked_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("locked memory").health is Health.WORKS

    def refuse(size: int) -> memoryview:
        raise MemoryNotLocked("the quota is used up", remedy="close other programs")

    monkeypatch.setattr(memory, "lock", refuse)
    finding = found("locked memory")
    assert finding.health is Health.DOUBTFUL
    assert finding.words == "no password can be asked for: the quota is used up"
    assert finding.remedy == "close other programs"
