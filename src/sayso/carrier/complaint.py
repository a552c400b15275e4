"""What ssh's error messages mean: whether to try again, and what the person can do. Pure.

There is no other way to tell: ssh ends with status 255 for every error. The messages are not
translated to other languages.
"""

from __future__ import annotations

import shlex

from sayso.core.text import visible_line
from sayso.errors import NotCarried, OutOfReach
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 300
"""Characters of an error message that are shown."""


class _Known(Value):
    words: str
    """Part of the error message."""
    kind: type[NotCarried | OutOfReach]
    remedy: str
    """What the person can do; `{ssh}` stands for the command to connect by hand."""


_KNOWN = (
    _Known(
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        NotCarried,
        "its key is another one: ask who looks after it why, and see: {ssh}",
    ),
    _Known("Host key verification failed", NotCarried, "compare its key, once by hand: {ssh}"),
    _Known("Permission denied (", NotCarried, "see whether this lets you in: {ssh}"),
    _Known("Too many authentication failures", NotCarried, "see whether this lets you in: {ssh}"),
    _Known("ad configuration option", NotCarried, "mend that file, then try: {ssh}"),
    _Known("Bad owner or permissions on", NotCarried, "mend that file, then try: {ssh}"),
    _Known(
        "Could not resolve hostname",
        OutOfReach,
        "see whether this machine is online, and whether the name is right: {ssh}",
    ),
    _Known("Connection refused", OutOfReach, "see whether a server for ssh runs there: {ssh}"),
    _Known("timed out", OutOfReach, "see whether it runs, and can be reached from here: {ssh}"),
    _Known("not responding", OutOfReach, "see whether it can still be reached: {ssh}"),
    _Known("No route to host", OutOfReach, "see whether it can be reached from here: {ssh}"),
    _Known("Network is unreachable", OutOfReach, "see whether this machine is online"),
)
"""The first entry that occurs in any line counts."""


def trouble(lines: Sequence[str], destination: str) -> NotCarried | OutOfReach:
    """The error that ssh's last lines stand for. Without any line, ssh gave no reason: OutOfReach,
    "the connection ended"."""
    by_hand = by_hand_with(destination)
    spoken = [told for line in lines if (told := line.strip(" \t\r@"))]  # ssh frames some with @
    for known in _KNOWN:
        for line in spoken:
            if known.words in line:
                return known.kind(_shown(line), remedy=known.remedy.format(ssh=by_hand))
    last = _shown(spoken[-1]) if spoken else "the connection ended"
    return OutOfReach(last, remedy=f"see what ssh says: {by_hand}")


def by_hand_with(destination: str) -> str:
    """The command that a person types to connect by hand."""
    return f"ssh {shlex.quote(destination)}"


def _shown(line: str) -> str:
    return visible_line(line[:_MOST])
