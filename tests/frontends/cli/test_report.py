"""What `sayso doctor --report` says of the packages that sayso needs."""

import importlib.metadata
import importlib.util

import pytest

from sayso.frontends.cli.report import report


def lines() -> list[str]:
    return [line.strip() for line in report("").splitlines()]


def test_packages_are_told_with_their_versions() -> None:
    assert f"tomlkit {importlib.metadata.version('tomlkit')}" in lines()


def test_one_without_metadata_is_not_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Debian's package has some of the system's."""

    def nothing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", nothing)
    assert "tomlkit: the system has it" in lines()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert "tomlkit: not installed" in lines()
