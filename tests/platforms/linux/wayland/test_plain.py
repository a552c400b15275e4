"""A question's window where the compositor has no layers: when it comes up, what arms it anew."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import gi
import pytest

gi.require_version("Gdk", "3.0")

from gi.repository import Gdk, GLib

from sayso.platforms.linux.wayland import gnome, xdg_activation
from sayso.platforms.linux.wayland.plain import PlainSurface

TOKEN = "token-1_TIME1"  # noqa: S105 (no secret)
STATE = Gdk.WindowState


class Desk:
    """What the person and the compositor do, and the window as they see it."""

    def __init__(self) -> None:
        self.idle: float | None = 5.0
        self.hidden = False
        self.done: list[str] = []
        self.outputs = [(1280, 800)]
        """Width and height of each."""
        self._handlers: dict[str, Callable[..., bool]] = {}

    # As GTK has windows

    def set_type_hint(self, _hint: Any) -> None: ...

    def add_events(self, _events: Any) -> None: ...

    def connect(self, signal: str, handler: Callable[..., bool]) -> None:
        self._handlers[signal] = handler

    def get_display(self) -> Any:
        return SimpleNamespace(get_n_monitors=lambda: len(self.outputs), get_monitor=self._monitor)

    def _monitor(self, number: int) -> Any:
        area = Gdk.Rectangle()
        area.width, area.height = self.outputs[number]
        return SimpleNamespace(get_geometry=lambda: area, get_workarea=lambda: area)

    def get_window(self) -> Any:
        return SimpleNamespace(get_geometry=lambda: (0, 0, 300, 200))

    def present_with_time(self, _time: int) -> None:
        self.done.append("presented")

    # What happens to it

    def show(self) -> None:
        self.done.append("shown")

    def enters(
        self,
        mode: Any = Gdk.CrossingMode.NORMAL,
        detail: Any = Gdk.NotifyType.NONLINEAR,
    ) -> None:
        self._handlers["enter-notify-event"](self, SimpleNamespace(mode=mode, detail=detail))

    def changes(self, mask: Any) -> None:
        self._handlers["window-state-event"](self, SimpleNamespace(changed_mask=mask))

    def configures(self) -> None:
        self._handlers["configure-event"](self, SimpleNamespace())

    def pauses(self) -> None:
        """The person, until they are taken not to be typing."""
        self.idle = 1.0
        context = GLib.MainContext.default()
        while "shown" not in self.done:
            context.iteration(True)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    made = Desk()

    def use_next(token: str) -> None:
        made.done.append(token)

    def screens(_changed: Callable[[], None]) -> Any:
        return SimpleNamespace(are_hidden=made.hidden)

    monkeypatch.setattr(gnome, "idle", lambda: made.idle)
    monkeypatch.setattr(gnome, "Screens", screens)
    monkeypatch.setattr(xdg_activation, "use_next", use_next)
    return made


@pytest.fixture
def surface(desk: Desk) -> PlainSurface:
    made = PlainSurface(desk, lambda height: height)
    made.prepare()
    return made


def come_up(desk: Desk, surface: PlainSurface, activation: str | None = None) -> None:
    surface.come_up(desk.show, lambda: desk.done.append("waits"), activation)


class TestComingUp:
    def test_who_pauses_has_it_at_once(self, desk: Desk, surface: PlainSurface) -> None:
        come_up(desk, surface)
        assert desk.done == ["shown"]

    def test_who_types_has_it_in_the_next_pause(self, desk: Desk, surface: PlainSurface) -> None:
        desk.idle = 0.9
        come_up(desk, surface)
        assert desk.done == ["waits"]
        desk.pauses()
        assert desk.done == ["waits", "shown"]

    def test_who_asks_for_it_has_it_while_they_type(
        self, desk: Desk, surface: PlainSurface
    ) -> None:
        desk.idle = 0.0
        come_up(desk, surface)
        surface.take_keyboard()
        assert desk.done == ["waits", "shown", "presented"]

    def test_behind_a_curtain_nothing_of_it_is_seen(
        self, desk: Desk, surface: PlainSurface
    ) -> None:
        desk.hidden = True
        come_up(desk, surface)
        assert surface.hides_all()


class TestTheAskersRight:
    """To come to the front, as the asker handed it on."""

    def test_with_it_the_keyboard_is_asked_for_in_a_pause(
        self, desk: Desk, surface: PlainSurface
    ) -> None:
        come_up(desk, surface, TOKEN)
        idle = surface.idle()
        assert idle is not None
        assert idle() == 5.0
        desk.idle = None  # for once it does not answer
        assert idle() == 0
        surface.take_keyboard()
        assert desk.done == ["shown", TOKEN, "presented"]

    def test_without_it_the_keyboard_is_not_asked_for(
        self, desk: Desk, surface: PlainSurface
    ) -> None:
        come_up(desk, surface)
        assert surface.idle() is None

    def test_where_nobody_tells_of_a_pause_it_is_not_used(
        self, desk: Desk, surface: PlainSurface
    ) -> None:
        desk.idle = None
        come_up(desk, surface, TOKEN)
        assert surface.idle() is None
        assert desk.done == ["shown"]

    def test_who_asks_to_see_it_has_it_used(self, desk: Desk, surface: PlainSurface) -> None:
        desk.idle = 0.0
        come_up(desk, surface, TOKEN)
        surface.take_keyboard()
        surface.take_keyboard()
        assert desk.done == ["waits", "shown", TOKEN, "presented", "presented"]
        assert surface.idle() is None  # it is good once


class TestArmingAnew:
    @pytest.fixture
    def moved(self, desk: Desk, surface: PlainSurface) -> Iterator[list[str]]:
        told: list[str] = []
        come_up(desk, surface)
        surface.watch(lambda: told.append("moved"), lambda: None)
        before = surface.place()
        yield told
        assert (surface.place() != before) == bool(told)

    def test_as_the_pointer_comes_to_it(self, desk: Desk, moved: list[str]) -> None:
        desk.enters()
        assert moved == ["moved"]

    def test_each_time(self, desk: Desk, moved: list[str]) -> None:
        desk.enters()
        desk.enters()
        assert moved == ["moved"] * 2

    @pytest.mark.parametrize(
        "event",
        [{"mode": Gdk.CrossingMode.STATE_CHANGED}, {"detail": Gdk.NotifyType.INFERIOR}],
    )
    def test_not_as_it_comes_to_a_control_within(
        self, desk: Desk, moved: list[str], event: dict[str, Any]
    ) -> None:
        desk.enters(**event)
        assert moved == []

    @pytest.mark.parametrize(
        "mask",
        [STATE.TILED, STATE.MAXIMIZED, STATE.FULLSCREEN, STATE.TILED | STATE.FOCUSED],
        ids=["tiled", "maximized", "fullscreen", "tiled with the focus"],
    )
    def test_as_its_state_changes(self, desk: Desk, moved: list[str], mask: Any) -> None:
        desk.changes(mask)
        assert moved == ["moved"]

    def test_not_as_the_focus_alone_does(self, desk: Desk, moved: list[str]) -> None:
        desk.changes(STATE.FOCUSED)
        assert moved == []


def test_it_is_armed_anew_as_the_compositor_gives_it_another_size(
    desk: Desk, surface: PlainSurface
) -> None:
    told: list[str] = []
    surface.watch(lambda: told.append("moved"), lambda: None)
    desk.configures()
    assert told == ["moved"]


@pytest.mark.parametrize(
    ("outputs", "room"),
    [
        ([(1280, 800)], (1280, 800)),
        ([(1920, 1080), (1024, 1280), (1280, 600)], (1024, 600)),
    ],
)
def test_it_fits_whichever_output_it_comes_up_on(
    desk: Desk,
    surface: PlainSurface,
    outputs: list[tuple[int, int]],
    room: tuple[int, int],
) -> None:
    desk.outputs = outputs
    assert surface.room() == room


def test_where_there_is_no_output_yet_it_is_small(desk: Desk, surface: PlainSurface) -> None:
    desk.outputs = []
    assert surface.room() == (640, 480)
