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
    """The system's name for the screen (":0")."""
    unguarded: str | None = None
    """What a dialog on this screen is not guarded against, one line; None: nothing known."""


class WindowLost(Exception):
    """Nobody can see the window any more, nor will: the dialog process ends, and another one
    asks."""


class Window(Protocol):
    """One question on the screen."""

    def update(self, standing: PromptStatus) -> None:
        """Shows a new status: the deadline moved, the queue changed, or the asker came or went."""

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """Brings the window in front of all others, as the person asked to see it.
        `takes_keyboard`: also gives it the keyboard focus, as certainly the person asked, and no
        program."""

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Shows what else is open, if the person still wants to see that."""

    def recorded(self, kept_for: float | None) -> None:
        """Says for 0.6 s that the answer is recorded, then closes. `kept_for`: seconds for which
        the answer is kept, as nobody waits for it now; None: a call waits."""

    def not_recorded(self, reason: str) -> None:
        """Says why the answer did not count, and gives the controls back: they arm anew, and a
        password's field is empty."""

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
        """Shows one question. `activation`: the system's token by which the asker passes on its
        right to come to the front. It is used once the window is there, and never while the person
        types."""

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
        """Runs the main loop until `stop`. Calls `readable` when data has come over the channel, or
        its other end has closed."""

    def stop(self) -> None: ...
