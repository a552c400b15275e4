"""Where the daemon has its files: for the verbs that read or write them beside it."""

from __future__ import annotations

import os

from sayso.client.sync import Client
from sayso.errors import SaysoError
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def configuration() -> str:
    """The file; it need not exist."""
    from sayso.configuration.place import path

    return _told().get("config") or path(_environ())


def log_directory() -> str:
    """It need not exist."""
    from sayso.daemon.places import log_directory

    return _told().get("log") or log_directory(_environ())


def _told() -> Mapping[str, Any]:
    """By the daemon that runs; nothing where none does, or none that tells."""
    try:
        return Client(name=CLIENT_NAME, spawn=False, rejoin_within=0).status()
    except SaysoError:
        return {}


def _environ() -> Mapping[str, str]:
    """Of a daemon that a question from here would start."""
    return select.session().environment(os.environ)
