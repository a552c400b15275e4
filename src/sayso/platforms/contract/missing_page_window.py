"""Stands in for the window for pages on a system where sayso has none yet."""

from __future__ import annotations

from sayso.errors import Unsupported

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import NoReturn

    from sayso.platforms.contract.page_window import Answer, Page

_REMEDY = "sayso history --html FILE writes a page for a browser; sayso config has the settings"


class MissingPageWindow:
    """Implements `PageWindow`: each method raises Unsupported."""

    def check(self) -> NoReturn:
        """Raises Unsupported, always."""
        self._refuse()

    def show(self, page: Page, answer: Answer) -> NoReturn:
        self._refuse()

    def choose_file(self, title: str, name: str) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise Unsupported("on this system sayso has no window for pages yet", remedy=_REMEDY)
