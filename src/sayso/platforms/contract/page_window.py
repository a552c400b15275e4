"""A window with a page of HTML, which can reach nothing but the program that shows it."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Answer = Callable[[str, Mapping[str, object]], object]
    """Answers a call of the page's script: takes a method and its parameters, and returns anything
    that JSON can carry. A SaysoError that it raises reaches the script as an error with the same
    words. It is called on the thread of the window, which does nothing else meanwhile."""


class Page(Value):
    title: str
    html: str
    """The whole page, with style and script: nothing else is loaded."""
    width: int
    """Width of the window at first, in pixels."""
    height: int


class PageWindow(Protocol):
    """A window that shows a page. A process shows one at a time, and does nothing else.

    The page can load nothing, lead nowhere else and open no other window; its script can call
    `sayso(method, parameters)`, which returns a promise, and that is all.
    """

    def check(self) -> None:
        """Raises Unsupported: a library is missing, or there is no screen. Shows nothing."""

    def show(self, page: Page, answer: Answer) -> None:
        """Shows the page; returns once the person has closed the window. Raises Unsupported."""

    def choose_file(self, title: str, name: str) -> str | None:
        """Asks where to save a file, in the system's own dialog above the window. Returns the path
        that the person chose; None: none. `name`: the file name that is suggested."""
