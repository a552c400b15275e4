"""The file by which launchd starts sayso: launchd.plist(5).

It begins with a digest of the rest, so that one that a person has changed is known as theirs.
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
    """Of the agent that runs this command, and listens at this path."""
    body = plistlib.dumps(_agent(command, socket), sort_keys=False).decode()
    return f"{_first(body)}\n{_MARK}{_digest(body)}{_END}\n{_rest(body)}"


def _agent(command: Sequence[str], socket: str) -> dict[str, Any]:
    return {
        "Label": launchd.LABEL,
        # macOS shows the person the name of this program among those that run by themselves
        "ProgramArguments": list(command),
        # as in `sayso.launcher`: no module of the directory that the program lies in, and none of
        # the person's own packages
        "EnvironmentVariables": {"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"},
        "LimitLoadToSessionType": "Aqua",
        "RunAtLoad": True,
        # the keeper is in the daemon's process group, or its child's, and outlives it
        "AbandonProcessGroup": True,
        # else it may be slowed down, and a person would wait for the dialog
        "ProcessType": "Interactive",
        "Umask": 0o077,
        "WorkingDirectory": "/",
        "Sockets": {launchd.SOCKET: {"SockPathName": socket, "SockPathMode": 0o600}},
    }


def is_ours(text: str) -> bool:
    """As some version wrote it, for whatever command."""
    first, _, others = text.partition("\n")
    mark, _, rest = others.partition("\n")
    body = f"{first}\n{rest}"
    return mark == f"{_MARK}{_digest(body)}{_END}"


def program(text: str) -> str:
    """What one of ours starts."""
    words = plistlib.loads(text.encode())["ProgramArguments"]
    return str(words[0])


def _first(body: str) -> str:
    """The declaration of XML: nothing may stand before it."""
    return body.partition("\n")[0]


def _rest(body: str) -> str:
    return body.partition("\n")[2]


def _digest(body: str) -> str:
    import hashlib  # here, as a command that starts a daemon needs no digest, and waits for it

    return hashlib.sha256(body.encode(errors="surrogateescape")).hexdigest()
