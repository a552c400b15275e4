"""Where the daemon has its files, for verbs that read or write these files themselves."""

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
    """The path of the configuration file; the file need not exist."""
    from sayso.configuration.place import path

    return _told().get("config") or path(_environ())


def log_directory() -> str:
    """The path of the log's directory; the directory need not exist."""
    from sayso.daemon.places import log_directory

    return _told().get("log") or log_directory(_environ())


def _told() -> Mapping[str, Any]:
    """The status of the running daemon; empty if none runs, or if it does not answer."""
    try:
        return Client(name=CLIENT_NAME, spawn=False, rejoin_within=0).status()
    except SaysoError:
        return {}


def _environ() -> Mapping[str, str]:
    """The environment that a daemon would have if a question from here started it."""
    return select.session().environment(os.environ)
