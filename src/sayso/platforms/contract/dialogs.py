"""Native windows, one for each question."""

from __future__ import annotations

from sayso.core.prompt_status import PromptStatus
from sayso.values import Protocol, Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.channel import Channel
    from sayso.presentation.delegate import DialogDelegate
    from sayso.presentation.dialog import DialogModel
    from sayso.presentation.queue_list import QueueEntry


class OpenScreen(Value):
    name: str
    """As the system names it (":0")."""
    unguarded: str | None = None
    """What a dialog is not guarded against there, one line; None: nothing that we know of."""


class WindowLost(Exception):
    """What ends a dialog process whose window nobody can see any more, nor will. Another process
    asks."""


class Window(Protocol):
    """One question on the screen."""

    def update(self, standing: PromptStatus) -> None:
        """The deadline moved, the queue changed, or the asker came or went."""

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """The person asked to see it: before all others, and where they did so by a hand that is
        known for theirs, with the keyboard."""

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """What else is open; it shows where the person still wants to see it."""

    def recorded(self, kept_for: float | None) -> None:
        """Says so for 0.6 s, then closes. `kept_for`: seconds, where nobody waits for it now."""

    def not_recorded(self, reason: str) -> None:
        """Says why, and gives the controls back, armed anew, and a password's field empty."""

    def finished(self, done: bool) -> None:
        """Says for 2 s how the sign-in ended, then closes."""

    def close(self) -> None:
        """Closes at once."""


class Dialogs(Protocol):
    """Native windows; one main loop on the main thread."""

    def open_screen(self) -> OpenScreen:
        """Loads the toolkit, opens the screen, warms up. Raises Unsupported."""

    def show(
        self, model: DialogModel, delegate: DialogDelegate, activation: str | None = None
    ) -> Window:
        """`activation`: the system's own word for the asker's right to come to the front, which
        it hands on. It is used once the window is there, and never while the person types."""

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
        """The main loop, until `stop`. Calls `readable` when something has come over the channel,
        or its other end has closed."""

    def stop(self) -> None: ...
