"""Offers, once, to set up programs that could ask through sayso. The offer changes nothing itself.

It is made when the tray first starts, and a file remembers that it was. The programs are looked for
in a process of its own, as that takes much memory.
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
    """Starts the process that looks for programs. Its argument is called when that has ended."""


class Offer:
    def __init__(
        self,
        notices: Notices,
        notifications: Notifications,
        find: Find,
        accepted: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        """`accepted` is called when the person wants to choose; `tell` gets lines for the log."""
        self._notices = notices
        self._notifications = notifications
        self._find = find
        self._accepted = accepted
        self._tell = tell

    def begin(self) -> None:
        """Makes the offer, unless it was made before or no notifications are shown here."""
        try:
            was_made = os.path.lexists(mark(os.environ))
        except OSError as error:  # the system does not tell where such a file belongs
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
        """Makes the file that remembers the offer, as the offer is shown now."""
        path = mark(os.environ)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
        except OSError as error:
            self._tell(f"it will be offered again: {path}: {error.strerror}")


def mark(environ: Mapping[str, str]) -> Path:
    """The file that remembers that the offer was made. It need not exist."""
    from pathlib import Path  # most trays never need it

    return Path(select.places().state(environ), "sayso", "offered")
