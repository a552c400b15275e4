"""The interface through which a dialog's window reports what happens in it."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.entry import Entry
    from sayso.core.outcome import By
    from sayso.core.questions import Choice
    from sayso.core.secret import Secret


class DialogDelegate(Protocol):
    """Hears what happens in the window of a dialog."""

    def covered(self) -> None:
        """The window is wholly below another window, or on a dark screen, or waits for the person
        to pause. `painted` follows once something of it can be seen. At most once."""

    def painted(self) -> None:
        """The first frame is really on the screen, where a person can see it."""

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        """The person answered. `by`: what they used beside an input device of their own, as they
        allow; None: such a device. The controls are frozen by now. `checked`: whether the check box
        is on, if there is one. `words`: what the person typed to go along with a denial."""

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        """Like `chose`, for a secret that was typed; the callee wipes it."""

    def filled(self, entries: tuple[Entry, ...], by: By | None = None) -> None:
        """Like `chose`, for what was filled in: an entry for each field, in their order."""

    def drafted(self, entries: tuple[Entry, ...]) -> None:
        """What stands in the fields by now; after each change."""

    def active(self) -> None:
        """The person scrolls or types; at most once a second."""

    def put_off(self) -> None:
        """The person wants to be asked again later; the controls are frozen by now."""

    def open_queue(self) -> None:
        """The person wants to see what else is open: `list_queue` is to follow."""

    def bring_up(self, number: int) -> None:
        """The person wants to see the question with this number first: `close` is to follow, or
        `list_queue` if that question has ended."""

    def closed(self) -> None:
        """The window is gone."""
