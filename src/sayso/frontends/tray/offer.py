"""What could ask through sayso is offered once, when the tray first starts. It changes nothing.

A file remembers that it was. What is found is looked for in a process of its own: it takes memory.
"""

from __future__ import annotations

import os

from sayso.errors import ParseError
from sayso.platforms import select
from sayso.presentation import notifications as presentation
from sayso.wire.codec import decode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.frontends.tray.notices import Notices
    from sayso.platforms.contract.children import Ended
    from sayso.platforms.contract.notifications import Notifications

    Find = Callable[[Callable[[Ended], None]], None]
    """Starts what looks for it; what it is given hears how that ended."""


class Offer:
    def __init__(
        self,
        notices: Notices,
        notifications: Notifications,
        find: Find,
        accepted: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        """`accepted` hears that the person wants to choose; `tell` gets lines for the log."""
        self._notices = notices
        self._notifications = notifications
        self._find = find
        self._accepted = accepted
        self._tell = tell

    def begin(self) -> None:
        """Where it was not made before, and where notifications are shown at all."""
        try:
            was_made = os.path.lexists(mark(os.environ))
        except OSError as error:  # the system tells of no place for it
            self._tell(f"what could ask through sayso is not offered: {error.strerror}")
            return
        if not was_made:
            self._notifications.are_shown(self._look)

    def _look(self, are_shown: bool) -> None:
        if are_shown:
            self._find(self._found)

    def _found(self, ended: Ended) -> None:
        try:
            names = decode(ended.output)["found"] if ended.succeeded else []
        except (ParseError, KeyError):
            names = []
        if not ended.succeeded:
            self._tell(f"what could ask through sayso can't be told: {ended.complaint}")
        if isinstance(names, list) and names:
            bubble = presentation.could_ask([str(each) for each in names])
            self._notices.offer(bubble, self._remember, self._accepted)

    def _remember(self) -> None:
        """It is shown now."""
        path = mark(os.environ)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
        except OSError as error:
            self._tell(f"it will be offered again: {path}: {error.strerror}")


def mark(environ: Mapping[str, str]) -> Path:
    """The file that remembers. It need not exist."""
    from pathlib import Path  # most trays need none

    return Path(select.places().state(environ), "sayso", "offered")
