"""The control socket, by which ssh commands find the ssh that is connected (ssh(1),
ControlPath)."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import sha256

from sayso.core.text import visible_path
from sayso.errors import NotCarried
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 103 - 17
"""Bytes of a control socket's path: macOS has the lowest limit, 103, and ssh at first binds a name
that is 17 bytes longer."""


def fresh(owner: str, environ: Mapping[str, str]) -> str:
    """A new path for a control socket of `owner`; control sockets that are left of this owner are
    removed. The path is unique, as ssh unlinks it at its end: an ssh that ends late must not unlink
    the socket of the next one. Raises NotCarried (the path is too long) and UntrustedPlace."""
    directory = select.places().session_files(environ)
    mine = f"ssh-{sha256(owner.encode()).hexdigest()[:6]}-"
    _sweep(directory, mine)
    path = os.path.join(directory, mine + secrets.token_hex(3))  # noqa: PTH118 - as the platforms
    if len(os.fsencode(path)) > _LONGEST:
        raise NotCarried(
            f"{visible_path(directory)} has too long a path for a socket of ssh",
            remedy="set XDG_RUNTIME_DIR, or SAYSO_SOCKET, to a shorter path",
        )
    return path


def _sweep(directory: str, beginning: str) -> None:
    with suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.startswith(beginning):
                os.unlink(entry.path)  # noqa: PTH108
