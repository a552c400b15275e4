"""A window with a page of ours, which reaches nothing but the program that shows it."""

from __future__ import annotations

from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Answer = Callable[[str, Mapping[str, object]], object]
    """What the page's script hears to a method and its parameters: anything that JSON can carry.
    What it raises reaches the script as an error with the exception's words, if it is a SaysoError.
    It is called on the thread of the window, which does nothing else meanwhile."""


class Page(Value):
    title: str
    html: str
    """All of it, its style and script included: nothing else is loaded."""
    width: int
    """Pixels, of the window at first."""
    height: int


class PageWindow(Protocol):
    """One of them at a time, in a process of its own.

    The page can load nothing, lead nowhere else and open no other window; its script can call
    `sayso(method, parameters)`, which returns a promise, and that is all.
    """

    def check(self) -> None:
        """Shows nothing. Raises Unsupported: what it takes is not there, or there is no screen."""

    def show(self, page: Page, answer: Answer) -> None:
        """Returns once the person has closed it. Raises Unsupported."""

    def choose_file(self, title: str, name: str) -> str | None:
        """Where to save something, by the person's choice in the system's own dialog above the
        window; None: nowhere. `name`: what is suggested."""
