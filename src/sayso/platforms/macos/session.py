"""The person's session on macOS: its clock and its screen."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

import os

from sayso.platforms.macos.native import clock, sessions

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

SCREEN = "Aqua"
"""As launchd names the sessions that have one: launchd.plist(5), LimitLoadToSessionType."""

PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

_SOCKET = "SAYSO_SOCKET"
"""Where the asker looks for the daemon."""


def now() -> float:
    """Seconds since boot, counted through sleep: the clock of processes' start times, too."""
    return clock.since_boot()


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """The account's own, and the asker's language. What names the person's session is in no
    variable: a process has it of the one that started it."""
    from sayso.platforms.unix import account  # for whoever starts a daemon, or looks where it is

    language = {name: value for name, value in asker.items() if account.is_language(name)}
    socket = {_SOCKET: asker[_SOCKET]} if _SOCKET in asker else {}
    return {**language, **socket, **account.variables(asker), "PATH": PATH}


def variables() -> tuple[str, ...]:
    """Where the session has its temporary files, and how the person writes: environ(7),
    CFStringGetSystemEncoding."""
    return ("TMPDIR", "__CF_USER_TEXT_ENCODING")


def is_elevated(environ: Mapping[str, str]) -> bool:
    return "SUDO_UID" in environ and os.geteuid() == 0


def join(environ: MutableMapping[str, str]) -> None:
    """Nobody knows the screen better: it is the one of the session that this process is in."""


def take_activation(environ: MutableMapping[str, str]) -> str | None:
    """None is handed on: macOS has no word for it that one process gives to another, and our
    windows never take the keyboard by themselves."""
    return None


def screen(environ: Mapping[str, str]) -> str | None:
    """By the session that this process is in, which no environment names: one that came by ssh has
    none. Where the system does not tell, there is none: no question waits for nobody."""
    try:
        return SCREEN if sessions.session().has_graphics else None
    except OSError:
        return None


def no_screen() -> str:
    """As `screen` tells them apart."""
    return "there is no screen: the daemon's session came by ssh, or is a service's"
