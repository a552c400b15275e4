"""Handles what the person does with the list of what else is open."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.presentation.delegate import DialogDelegate
    from sayso.presentation.queue_list import QueueEntry
    from sayso.presentation.view import HostWindow, View


class QueueHandler:
    """The list of one window. Nothing is answered in it, so no press has to wait until the window
    is armed."""

    def __init__(
        self,
        view: View,
        host: HostWindow,
        delegate: DialogDelegate,
        is_asking: Callable[[], bool],
        lead: Callable[[object], None],
    ) -> None:
        """`lead`: gives a control the focus, as the person wants it."""
        self._view, self._host, self._delegate = view, host, delegate
        self._is_asking, self._lead = is_asking, lead

    def turn(self) -> None:
        """Opens the list, as soon as its rows have come; or closes it."""
        if self._view.queue.is_open:
            self.close()
        elif self._is_asking():
            self._view.queue.open()
            self._delegate.open_queue()

    def show(self, entries: tuple[QueueEntry, ...]) -> None:
        if not (self._is_asking() and self._view.queue.is_open):
            return
        self._fill(entries)
        if entries:
            self._lead(self._view.queue.first)

    def close(self) -> None:
        if self._view.queue.is_open:
            self._fill(())

    def clicked(self) -> None:
        """The button that opens the list was clicked. Only a device counts here, as in the list
        itself."""
        if self._host.by_device():
            self.turn()

    def chose(self, number: int) -> None:
        """The person wants to see the question with this number first."""
        if self._is_asking():
            self._delegate.bring_up(number)

    def _fill(self, entries: tuple[QueueEntry, ...]) -> None:
        view = self._view
        if view.queue.at_focus:  # before the row that has the focus goes
            self._lead(view.footer.queue)
        self._host.open_below(lambda: view.fill_queue(entries))
