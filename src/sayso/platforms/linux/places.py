"""Where a person's files are (XDG Base Directory Specification)."""

import sys

assert sys.platform == "linux"

import os
from collections.abc import Mapping

from sayso.platforms.contract.places import LoginFiles
from sayso.platforms.unix import account, profiles


def home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or account.home(environ)


def configuration(environ: Mapping[str, str]) -> str:
    return _directory(environ, "XDG_CONFIG_HOME", ".config")


def state(environ: Mapping[str, str]) -> str:
    return _directory(environ, "XDG_STATE_HOME", ".local/state")


def session_files(environ: Mapping[str, str]) -> str:
    """The directory of the daemon's socket."""
    from sayso.platforms.linux import endpoint  # few callers need it

    return os.path.dirname(endpoint.socket_path(environ))


def login_files(environ: Mapping[str, str]) -> LoginFiles:
    """Includes ~/.config/environment.d (environment.d(5)), which the session manager reads before
    anything could tell it another XDG_CONFIG_HOME."""
    place = home(environ)
    directory = os.path.join(place, ".config", "environment.d")
    return profiles.login_files(place, environ, directory)


def _directory(environ: Mapping[str, str], variable: str, in_home: str) -> str:
    named = environ.get(variable, "")
    if os.path.isabs(named):  # a relative one is invalid
        return named
    return os.path.join(home(environ), in_home)
