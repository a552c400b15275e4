"""Who is told what happens before a window."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.entry import Entry
    from sayso.core.outcome import By
    from sayso.core.questions import Choice
    from sayso.core.secret import Secret


class DialogDelegate(Protocol):
    """Who is told what happens before the window."""

    def covered(self) -> None:
        """It is wholly below another window, or on a dark screen, or waits for the person to pause:
        `painted` follows once something of it can be seen. At most once."""

    def painted(self) -> None:
        """The first frame is really on the screen, where a person can see it."""

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        """By an input device of the person's own, or `by` what else they allow to approve; the
        controls are frozen by now. `checked`: whether the check box is on, if there is one.
        `words`: that the person typed to go along with a denial."""

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        """Like `chose`: what was typed, for the callee to wipe."""

    def filled(self, entries: tuple[Entry, ...], by: By | None = None) -> None:
        """Like `chose`: an entry for each field, in their order."""

    def drafted(self, entries: tuple[Entry, ...]) -> None:
        """The same, as it stands by now; at most twice a second, and before it is hidden."""

    def active(self) -> None:
        """The person scrolls or types; at most once a second."""

    def put_off(self) -> None:
        """To be asked again later; the controls are frozen by now."""

    def open_queue(self) -> None:
        """The person wants to see what else is open: `list_queue` is to follow."""

    def bring_up(self, number: int) -> None:
        """They want to see this one first: `close` is to follow, or `list_queue` if it ended."""

    def closed(self) -> None:
        """The window is gone."""
