"""The text of sayso doctor --report: what a maintainer needs to know about a sayso that does not
work.

It contains what sayso itself is and does, and nothing that a person or a program has said. So of
the log it contains only the number of records of each kind.
"""

from __future__ import annotations

import os
import platform
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sayso import __version__
from sayso.client.sync import Client
from sayso.configuration import store
from sayso.core.settings import COMMANDS
from sayso.core.text import visible_line
from sayso.errors import SaysoError
from sayso.frontends import log_files
from sayso.frontends.cli import log, places
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.platforms import select

_DESKTOP = ("XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "DISPLAY", "WAYLAND_DISPLAY", "LANG")
_PACKAGES = ("jeepney", "mcp", "pystray", "tomlkit")
_LAST_LINES = 40
_LAST_BYTES = 64 << 10


def report(findings: str) -> str:
    """The whole text. `findings`: the doctor's findings, as the doctor writes them."""
    parts = (
        ("sayso", _versions()),
        ("Desktop", _desktop()),
        ("Findings", iter(findings.splitlines())),
        ("Settings that are not the default", _settings()),
        ("Daemon", _daemon()),
        ("Records in the log", _records()),
        ("The daemon's last lines about itself", _last_lines()),
    )
    text = "\n\n".join("\n".join((title, *_indented(lines))) for title, lines in parts)
    for home in (str(Path.home()), select.places().home(os.environ)):
        if home != "/":
            text = text.replace(home, "~")
    return text


def _indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"    {visible_line(line)}".rstrip()


def _versions() -> Iterator[str]:
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    yield f"sayso {__version__}"
    yield f"Python {platform.python_version()} ({sys.executable}, made of {sys.base_prefix})"
    yield f"{_system()}, {platform.machine()}"
    for package in _PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:  # Debian's package has some as links, without their metadata
            yield f"{package}: {'the system has it' if find_spec(package) else 'not installed'}"


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.platform()
    return f"{name}, kernel {platform.release()}"


def _desktop() -> Iterator[str]:
    for name in _DESKTOP:
        yield f"{name}={os.environ.get(name, '')}"


def _settings() -> Iterator[str]:
    try:
        given = store.given(Path(places.configuration()))
    except SaysoError as error:
        yield error.message
        return
    for name, value in given.items():
        yield f"{name} = {'(not said here)' if name in COMMANDS else value}"


def _daemon() -> Iterator[str]:
    try:
        status: Any = Client(name=CLIENT_NAME, spawn=False, rejoin_within=0).status()
    except SaysoError as error:
        yield error.message
        return
    places, fault = status.pop("places", []), status.pop("places_fault", None)
    for name, value in status.items():
        yield f"{name}: {value}"
    states = ", ".join(_state(place) for place in places)
    count = "their file can't be read" if fault else f"{len(places)}{states and f' ({states})'}"
    yield f"places: {count}"


def _state(place: Any) -> str:
    """The state of another machine that may ask, without its name."""
    return "closed" if place["fault"] else place.get("carrier", "open")


def _records() -> Iterator[str]:
    directory = Path(places.log_directory())
    kinds: Counter[str] = Counter()
    try:
        for file in log_files.files(directory):
            for line in log_files.lines(file):
                record = log.members(line.removesuffix(b"\n"))
                kinds[record["event"] if record else "not a record"] += 1
    except OSError as error:
        yield f"can't read the log in {directory}: {error.strerror}"
    for kind, count in sorted(kinds.items()):
        yield f"{count} {kind}"


def _last_lines() -> Iterator[str]:
    file = Path(places.log_directory()) / "daemon.log"
    before = file.with_name("daemon.log.1")  # it may have begun anew just now
    try:
        told = (before.read_bytes() if before.exists() else b"") + file.read_bytes()
    except OSError as error:
        yield f"{file}: {error.strerror}"
        return
    text = told[-_LAST_BYTES:].decode("utf-8", "replace")
    yield from text.splitlines()[-_LAST_LINES:]
