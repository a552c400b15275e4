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
"""launchd's name for the sessions that have a screen: launchd.plist(5), LimitLoadToSessionType."""

PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

_SOCKET = "SAYSO_SOCKET"
"""The variable that says where the asker looks for the daemon."""


def now() -> float:
    """Seconds since boot, counted through sleep; processes' start times are on this clock, too."""
    return clock.since_boot()


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """The environment for a daemon: the account's own variables, and of the asker's the language
    and SAYSO_SOCKET. No variable names the person's session: a process belongs to that of the
    process that started it."""
    from sayso.platforms.unix import account  # for whoever starts a daemon, or looks where it is

    language = {name: value for name, value in asker.items() if account.is_language(name)}
    socket = {_SOCKET: asker[_SOCKET]} if _SOCKET in asker else {}
    return {**language, **socket, **account.variables(asker), "PATH": PATH}


def variables() -> tuple[str, ...]:
    """The variables for the session's directory of temporary files and for the person's text
    encoding: environ(7), CFStringGetSystemEncoding."""
    return ("TMPDIR", "__CF_USER_TEXT_ENCODING")


def is_elevated(environ: Mapping[str, str]) -> bool:
    return "SUDO_UID" in environ and os.geteuid() == 0


def join(environ: MutableMapping[str, str]) -> None:
    """Does nothing: the screen is that of the session that this process is in."""


def take_activation(environ: MutableMapping[str, str]) -> str | None:
    """Always None: macOS has no token for this that one process hands to another, and a new window
    of ours does not take the keyboard."""
    return None


def screen(environ: Mapping[str, str]) -> str | None:
    """The name of the screen of the session that this process is in; no variable in `environ` names
    it. None: the session came by ssh, say, or the system does not tell: no question is to wait
    where nobody sees it."""
    try:
        return SCREEN if sessions.session().has_graphics else None
    except OSError:
        return None


def no_screen() -> str:
    """Says that a daemon has no screen, and why `screen` found none."""
    return "there is no screen: the daemon's session came by ssh, or is a service's"
