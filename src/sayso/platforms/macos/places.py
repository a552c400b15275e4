"""Where a person's files are on macOS.

Apple's "File System Programming Guide": programs keep their own files in Application Support, and
logs in Logs, where the person looks at them with Console.
"""

import sys

assert sys.platform == "darwin"

import os
from collections.abc import Mapping

from sayso.platforms.contract.places import LoginFiles
from sayso.platforms.unix import account, profiles


def home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or account.home(environ)


def configuration(environ: Mapping[str, str]) -> str:
    return os.path.join(home(environ), "Library", "Application Support")


def state(environ: Mapping[str, str]) -> str:
    """The directory of logs: sayso keeps nothing else there."""
    return os.path.join(home(environ), "Library", "Logs")


def session_files(environ: Mapping[str, str]) -> str:
    """The directory of the daemon's socket."""
    from sayso.platforms.macos import endpoint  # few ask for it

    return os.path.dirname(endpoint.socket_path(environ))


def login_files(environ: Mapping[str, str]) -> LoginFiles:
    """The files that login shells read: Terminal starts such shells (Apple's "Terminal User
    Guide"). launchd, which starts everything else, reads no file for variables."""
    return profiles.login_files(home(environ), environ, None)
