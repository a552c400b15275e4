"""A question's window on a layer: when it has the keyboard, and how that goes back to who had it.

A compositor takes the keyboard from a layer that wants it no more, or, as KWin does, only as a
window closes.
"""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import gi
import pytest

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")

from gi.repository import Gdk, GLib

from sayso.platforms.linux import loop
from sayso.platforms.linux.wayland import giving_back, layer_shell
from sayso.platforms.linux.wayland.layer import LayerSurface
from support.processes import PATIENCE

MODE = Gdk.CrossingMode
ENTER, LEAVE = Gdk.EventType.ENTER_NOTIFY, Gdk.EventType.LEAVE_NOTIFY


class FakeWindow:
    """As GTK has windows."""

    def __init__(self) -> None:
        self.wants_keyboard = False
        """As the compositor is told."""
        self.is_there = True
        self._has_keyboard = False
        self.looks = 0
        """Times that it was asked whether it has the keyboard."""
        self._handlers: dict[str, Callable[..., object]] = {}

    def connect(self, signal: str, handler: Callable[..., object]) -> str:
        self._handlers[signal] = handler
        return signal

    connect_after = connect

    def disconnect(self, signal: str) -> None:
        del self._handlers[signal]

    def is_active(self) -> bool:
        self.looks += 1
        return self._has_keyboard

    def get_window(self) -> Any:
        return SimpleNamespace() if self.is_there else None

    def get_style_context(self) -> Any:
        return SimpleNamespace(add_provider=lambda *_: None)

    def get_screen(self) -> Any:
        return SimpleNamespace(get_rgba_visual=lambda: None)

    def set_visual(self, _visual: Any) -> None: ...

    def set_app_paintable(self, _is: bool) -> None: ...

    def set_size_request(self, _width: int, _height: int) -> None: ...

    def show(self) -> None: ...

    def destroy(self) -> None:
        self.is_there = False

    # What happens to it

    def has_keyboard(self, *, it: bool = True) -> None:
        self._has_keyboard = it
        self._tell("notify::is-active")

    def crosses(self, kind: Any, mode: Any = MODE.NORMAL, detail: Any = None) -> None:
        """The pointer, or so GTK says."""
        event = SimpleNamespace(type=kind, mode=mode, detail=detail or Gdk.NotifyType.NONLINEAR)
        self._tell("enter-notify-event" if kind is ENTER else "leave-notify-event", event)

    def _tell(self, signal: str, *event: Any) -> None:
        if handler := self._handlers.get(signal):
            handler(self, *event)


class Desk:
    """The question's window, on which the person pressed, and those that come after it."""

    def __init__(self) -> None:
        self.question = FakeWindow()
        self.others: list[FakeWindow] = []
        self.surface = LayerSurface(self.question, lambda height: height)

    def new_window(self) -> FakeWindow:
        self.others.append(FakeWindow())
        return self.others[-1]

    def press(self) -> None:
        self.question.crosses(ENTER)
        self.surface.pressed()
        self.question.has_keyboard()

    def leave(self) -> None:
        self.question.crosses(LEAVE)

    @property
    def holder(self) -> FakeWindow:
        """What takes the keyboard in place of the question's window."""
        wait_until(lambda: self.others)
        return self.others[-1]


def wait_until(condition: Callable[[], object]) -> None:
    context, late = GLib.MainContext.default(), list[str]()
    call_off = loop.later(PATIENCE, lambda: late.append("it has not come"))
    while not condition():
        context.iteration(True)
        assert not late
    call_off()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    def keep(window: FakeWindow, *, is_kept: bool) -> None:
        window.wants_keyboard = is_kept

    for name in ("put_on_top", "lie_over_panels", "close_with_output", "anchor"):
        monkeypatch.setattr(layer_shell, name, lambda *_, **_places: None)
    monkeypatch.setattr(layer_shell, "keep_keyboard", keep)
    made = Desk()
    monkeypatch.setattr(giving_back, "Gtk", SimpleNamespace(Window=made.new_window))
    made.surface.prepare()
    yield made
    made.question.destroy()


class TestTheKeyboard:
    def test_it_does_not_come_with_the_pointer(self, desk: Desk) -> None:
        desk.question.crosses(ENTER)
        assert not desk.question.wants_keyboard

    def test_it_comes_by_a_press(self, desk: Desk) -> None:
        desk.press()
        assert desk.question.wants_keyboard

    def test_it_goes_as_the_pointer_leaves(self, desk: Desk) -> None:
        desk.press()
        desk.leave()
        assert not desk.question.wants_keyboard

    @pytest.mark.parametrize(
        "mode",
        [MODE.GTK_GRAB, MODE.GTK_UNGRAB, MODE.STATE_CHANGED],
        ids=lambda mode: mode.value_nick,
    )
    def test_it_stays_where_gtk_makes_up_that_the_pointer_left(self, desk: Desk, mode: Any) -> None:
        """It does as controls come alive or die."""
        desk.press()
        desk.question.crosses(LEAVE, mode)
        assert desk.question.wants_keyboard

    def test_and_where_the_pointer_comes_to_a_control_within(self, desk: Desk) -> None:
        desk.press()
        desk.question.crosses(LEAVE, detail=Gdk.NotifyType.INFERIOR)
        assert desk.question.wants_keyboard

    def test_it_goes_where_a_drag_ends_elsewhere(self, desk: Desk) -> None:
        desk.press()
        desk.question.crosses(LEAVE, MODE.UNGRAB)
        assert not desk.question.wants_keyboard

    def test_it_stays_as_long_as_it_is_needed(self, desk: Desk) -> None:
        desk.surface.keep_keyboard(lambda: True)
        desk.press()
        desk.leave()
        assert desk.question.wants_keyboard


class TestGivingItBack:
    def test_where_the_compositor_leaves_it_one_that_shows_nothing_has_it_and_closes(
        self, desk: Desk
    ) -> None:
        desk.press()
        desk.leave()
        assert desk.holder.wants_keyboard
        assert desk.holder.is_there
        desk.holder.has_keyboard()
        wait_until(lambda: not desk.holder.is_there)

    def test_one_that_does_not_get_it_closes_as_well(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(giving_back, "_WITHIN", 0.0)
        desk.press()
        desk.leave()
        wait_until(lambda: not desk.holder.is_there)

    def test_where_the_compositor_took_it_there_is_none(self, desk: Desk) -> None:
        desk.press()
        desk.leave()
        desk.question.has_keyboard(it=False)
        wait_until(lambda: desk.question.looks or desk.others)
        assert desk.others == []

    def test_nor_where_the_pointer_has_come_back(self, desk: Desk) -> None:
        desk.press()
        desk.leave()
        desk.question.crosses(ENTER)
        wait_until(lambda: desk.question.looks or desk.others)
        assert desk.others == []

    def test_who_presses_again_meanwhile_keeps_it(self, desk: Desk) -> None:
        desk.press()
        desk.leave()
        holder = desk.holder
        desk.press()
        assert not holder.is_there
        assert desk.question.wants_keyboard
        assert desk.others == [holder]
