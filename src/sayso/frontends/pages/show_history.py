"""Shows the history in a window, or writes it to a file."""

from __future__ import annotations

import math
from pathlib import Path

from sayso.frontends.pages import export, page
from sayso.frontends.pages.history import FIRST_ROWS, History
from sayso.platforms import select
from sayso.platforms.contract.page_window import Page
from sayso.presentation.history import words
from sayso.presentation.history.rows import Filter

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.presentation.history.entries import Entry

_WIDTH, _HEIGHT = 900, 640
"""Size of the window at first, in pixels."""
_FIRST_SECONDS = 0.3
"""Seconds to find the first rows. There is no window yet that this could block."""
_ON_ONE_PAGE = 2000
"""Most questions on a page that can't ask for more: the latest ones."""


def show_history(directory: Path) -> None:
    """Shows the history in a window. Returns once the person has closed it. Raises Unsupported,
    ServiceError."""
    window = select.page_window()
    window.check()

    def save(form: str, entries: Iterator[Entry | None]) -> Iterator[str]:
        path = window.choose_file(words.EXPORT(), f"sayso-history.{form}")
        return iter(()) if path is None else export.save(Path(path), form, entries)

    history = History(directory, save)
    history.look(Filter())
    first = history.more(FIRST_ROWS, budget=_FIRST_SECONDS)
    html = page.history(first, live=True)
    window.show(Page(words.TITLE(), html, _WIDTH, _HEIGHT), history.answer)


def write_html(directory: Path, file: Path) -> int:
    """Writes the page of the history to a file, where it can't ask for more. Returns how many lines
    of the log can't be read. Raises InvalidParams, ServiceError."""
    history = History(directory)
    history.look(Filter())
    first = history.more(_ON_ONE_PAGE, budget=math.inf)
    with export.new_file(file) as made:
        made.write(page.history(first, live=False))
    return history.unreadable


def write_entries(directory: Path, file: Path, form: str) -> int:
    """Writes the entries of the history to a file. `form`: csv or jsonl. Returns how many lines of
    the log can't be read. Raises InvalidParams, ServiceError."""
    history = History(directory)
    for _ in export.save(file, form, history.entries(Filter())):
        pass
    return history.unreadable
