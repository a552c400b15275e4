"""The person's session: its clock and its screen."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping


class Session(Protocol):
    """The person's session: its clock and its screen."""

    def now(self) -> float:
        """Seconds since boot, counted through suspend."""

    def environment(self, asker: Mapping[str, str]) -> dict[str, str]:
        """What a daemon gets that starts by itself, whatever the program has that asked first: what
        names the person's session, and the account's own."""

    def variables(self) -> tuple[str, ...]:
        """Those by which a program finds the person's session: whoever starts it with a new
        environment has to hand them on."""

    def is_elevated(self, environ: Mapping[str, str]) -> bool:
        """A program such as sudo gave us another user's rights for a while: a daemon that was
        started now would be that user's, in the session of this one."""

    def join(self, environ: MutableMapping[str, str]) -> None:
        """Puts the screen of the person's session, and its message bus, into this environment, in
        place of what names one there. Where the session manager knows no screen, what is named
        there stays. A bus is always named, be it there or not, so that no library starts one."""

    def take_activation(self, environ: MutableMapping[str, str]) -> str | None:
        """Takes out of this environment the right to come to the front that was handed to this
        program as it was started: it is good once, and not for what is started next. None: there
        is none."""

    def screen(self, environ: Mapping[str, str]) -> str | None:
        """The name of the screen that this environment names, or None: there is none."""

    def no_screen(self) -> str:
        """That a daemon has none, and why, in the words of this system."""
