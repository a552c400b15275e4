"""The launchd agent: the property list by which launchd starts sayso, launchd.plist(5).

Its second line holds a digest of the other lines. A file whose digest does not match was changed by
a person, and counts as theirs.
"""

import sys

assert sys.platform == "darwin"

import plistlib
from collections.abc import Sequence
from typing import Any

from sayso.platforms.macos import launchd

_MARK = "<!-- sayso autostart wrote this, and leaves it alone once it is changed: "
_END = " -->"


def text(command: Sequence[str], socket: str) -> str:
    """The property list of an agent that runs `command`, with launchd listening at the path
    `socket`."""
    body = plistlib.dumps(_agent(command, socket), sort_keys=False).decode()
    return f"{_first(body)}\n{_MARK}{_digest(body)}{_END}\n{_rest(body)}"


def _agent(command: Sequence[str], socket: str) -> dict[str, Any]:
    return {
        "Label": launchd.LABEL,
        # macOS shows the person the name of this program among those that run by themselves
        "ProgramArguments": list(command),
        # as in `sayso.launcher`: nothing is imported from the directory of the program, nor from
        # the person's own packages
        "EnvironmentVariables": {"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"},
        "LimitLoadToSessionType": "Aqua",
        "RunAtLoad": True,
        # launchd must not kill what a daemon leaves behind: its keeper outlives it
        "AbandonProcessGroup": True,
        # else macOS may slow the daemon down, and a person would wait for the dialog
        "ProcessType": "Interactive",
        "Umask": 0o077,
        "WorkingDirectory": "/",
        "Sockets": {launchd.SOCKET: {"SockPathName": socket, "SockPathMode": 0o600}},
    }


def is_ours(text: str) -> bool:
    """Whether some version of sayso wrote this text, for whatever command, and nobody has changed
    it."""
    first, _, others = text.partition("\n")
    mark, _, rest = others.partition("\n")
    body = f"{first}\n{rest}"
    return mark == f"{_MARK}{_digest(body)}{_END}"


def program(text: str) -> str:
    """The program that an agent starts; `text` has to be one of ours."""
    words = plistlib.loads(text.encode())["ProgramArguments"]
    return str(words[0])


def _first(body: str) -> str:
    """The XML declaration, which is the first line: nothing may stand before it."""
    return body.partition("\n")[0]


def _rest(body: str) -> str:
    return body.partition("\n")[2]


def _digest(body: str) -> str:
    import hashlib  # here: a command that starts a daemon needs no digest, and would wait for it

    return hashlib.sha256(body.encode(errors="surrogateescape")).hexdigest()
