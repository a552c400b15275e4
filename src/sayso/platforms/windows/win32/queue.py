"""What the person does with the list of what else is open."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable

from sayso.platforms.contract.dialogs import DialogDelegate
from sayso.platforms.windows.win32.device import by_device
from sayso.platforms.windows.win32.part import Control
from sayso.platforms.windows.win32.place import Place
from sayso.platforms.windows.win32.prompt_view import PromptView
from sayso.presentation.queue_list import QueueEntry


class Queue:
    """Of one window. Nothing is answered here, so no press has to wait until it is armed."""

    def __init__(
        self,
        view: PromptView,
        place: Place,
        delegate: DialogDelegate,
        is_asking: Callable[[], bool],
        lead: Callable[[Control], None],
    ) -> None:
        """`lead`: gives a control the focus, as the person wants it."""
        self._view, self._place, self._delegate = view, place, delegate
        self._is_asking, self._lead = is_asking, lead
        view.footer.queue.watch(self._on_pressed)
        view.queue.watch(self._on_row)

    def turn(self) -> None:
        """Opens it, as soon as its rows have come; or closes it."""
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

    def _fill(self, entries: tuple[QueueEntry, ...]) -> None:
        if self._view.queue.at_focus:  # before what has it goes
            self._lead(self._view.footer.queue)
        self._place.open_below(lambda: self._view.queue.fill(entries))

    def _on_pressed(self) -> None:
        """By a device alone, as what is in it is."""
        if by_device():
            self.turn()

    def _on_row(self, number: int) -> None:
        if self._is_asking():
            self._delegate.bring_up(number)
