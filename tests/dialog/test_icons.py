"""The icons of a dialog are seen, each in its size and in a colour that stands out, whatever icon
themes and loaders the system has: none of them is the picture of a missing one."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from Xlib import Xatom
from Xlib.display import Display

from probes.probe import BUTTON, Place, Probe
from probes.steps import Handle
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Severity
from sayso.presentation import mark_pictures
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import (
    DialogProcess,
    ask,
    ask_device_code,
    ask_notice,
    ask_password,
    take_keyboard,
)
from support.monitors import Monitor
from support.pictures import ALIKE, ICONS, READABLE, find_icon
from support.processes import StillWaiting, wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

pytestmark = pytest.mark.x11("pictures are taken of an X server's screen")

SMALL, LARGE = 16, 32

LONG = "\n".join(f"host {number}" for number in range(200))
WIDE = "rm old" + " " * 300 + "and new"


@dataclass(frozen=True)
class Scene:
    """A question, and all icons that it has."""

    order: screen.Show
    by_themselves: tuple[tuple[str, int], ...]
    """And their sizes, in their order."""
    on_buttons: tuple[tuple[str, str], ...]
    """And these buttons' names."""
    then: Callable[[Probe, DialogProcess], object] = lambda probe, dialog: None
    """Happens before one looks."""


def skipped(probe: Probe, dialog: DialogProcess) -> None:
    take_keyboard(probe, dialog.pid)
    probe.click(probe.find("Details", role="text", pid=dialog.pid)[0])
    probe.key("ctrl+End")


def revealed(probe: Probe, dialog: DialogProcess) -> None:
    probe.press("Show the password", pid=dialog.pid)


CLOCK = ("clock", SMALL)
ASKING = (("asking", LARGE), CLOCK)
DENY, APPROVE = ("cross", "Deny"), ("tick", "Approve")
WRONG = ask_password(error="That was not it.")

SCENES = {
    "destructive": Scene(
        ask(severity=Severity.DESTRUCTIVE, approve="Delete", deny="Keep"),
        (("warning", LARGE), CLOCK),
        (("cross", "Keep"), ("tick", "Delete")),
    ),
    "error": Scene(
        WRONG,
        (*ASKING, ("warning", SMALL)),
        (DENY, ("tick", "Send"), ("reveal", "Show the password")),
    ),
    "revealed": Scene(
        WRONG, (*ASKING, ("warning", SMALL)), (("conceal", "Hide the password"),), revealed
    ),
    "notice": Scene(ask_notice(), (("telling", LARGE), CLOCK), (("tick", "OK"),)),
    "sign-in": Scene(
        ask_device_code(),
        (("telling", LARGE), CLOCK, ("warning", SMALL)),
        (("page", "Open the page"),),
    ),
    "banners": Scene(
        replace(
            ask(standing=PromptStatus(60, 1, 3, 60), asker={"host": "build-7"}),
            accessibility_approval=True,
            denied_to="tester",
        ),
        (*ASKING, *((name, SMALL) for name in ("assistance", "machine", "warning", "gone"))),
        (("opens-downwards", "1 of 3"), DENY, APPROVE),
    ),
    "below": Scene(ask(details=LONG), ASKING, (("below", "Scroll to the end to approve"),)),
    "above": Scene(
        ask(details=LONG, arming=0),
        ASKING,
        (("above", "To approve, scroll back to what you skipped"),),
        skipped,
    ),
    "right": Scene(ask(details=WIDE), ASKING, (("right", "Scroll right to the end to approve"),)),
}

LOOKS = ("Adwaita", "Adwaita:dark", "HighContrast")
SYSTEMS = {
    "Adwaita": "Adwaita",
    "HighContrast": "HighContrast",
    "hicolor alone": "hicolor",
    "a theme that is not there": "no-such-theme",
    "no themes at all": "",
}
"""The icon theme that is chosen."""


@pytest.fixture(scope="module")
def lasting() -> Iterator[World]:
    """A screen whose dialogs say for long that the answer was recorded."""
    made = World()
    made.set_clocks({"RECORDED_SECONDS": 60.0})
    yield made
    made.close()


@pytest.fixture(scope="module")
def fine() -> Iterator[World]:
    """A screen with room for what is twice as large."""
    made = World(monitors=[Monitor(x=0, y=0, width=2560, height=1600)])
    yield made
    made.close()


def environ_of(place: Path, icon_theme: str, *, loads_svg: bool = False) -> dict[str, str]:
    settings = place / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text(f"[Settings]\ngtk-icon-theme-name = {icon_theme or 'Adwaita'}\n")
    environ = {"XDG_CONFIG_HOME": str(place)}
    if not icon_theme:
        (place / "mime").symlink_to("/usr/share/mime")  # GTK can't do without
        environ["XDG_DATA_DIRS"] = str(place)
    if not loads_svg:
        (place / "loaders").touch()
        environ["GDK_PIXBUF_MODULE_FILE"] = str(place / "loaders")
    return environ


def check(world: World, scene: Scene, environ: dict[str, str], scale: int = 1) -> None:
    """Raises AssertionError: an icon is not there, or can hardly be seen."""
    dialog = DialogProcess(world.environ | environ | {"GDK_SCALE": str(scale)})
    probe = world.dialogs
    probe.move(0, 0)
    try:
        dialog.ready()
        dialog.tell(scene.order)
        assert dialog.hear() == screen.Painted()
        scene.then(probe, dialog)
        wait_until(lambda: not missing(world, scene, dialog.pid, scale), "every icon")
    except StillWaiting:
        raise AssertionError(missing(world, scene, dialog.pid, scale)) from None
    finally:
        dialog.close()
    probe.wait_gone(pid=dialog.pid, role=None)


def missing(world: World, scene: Scene, pid: int, scale: int) -> list[str]:
    """What is not as it should be."""
    by_themselves = world.dialogs.find(role="icon", pid=pid)
    if len(by_themselves) != len(scene.by_themselves):
        return [f"{len(by_themselves)} icons by themselves"]
    wrong = []
    wanted = [
        (*each, place) for each, place in zip(scene.by_themselves, by_themselves, strict=True)
    ]
    for name, label in scene.on_buttons:
        if button := world.dialogs.find(label, role=BUTTON, pid=pid):
            wanted.append((name, SMALL, button[0]))
        else:
            wrong.append(f"no button {label}")
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        world.dialogs.screenshot(Path(file.name))
        with Image.open(file.name) as picture:
            seen = picture.convert("RGB")
    for name, pixels, place in wanted:
        found = find_icon(name, pixels * scale, seen.crop(box(place, scale)))
        is_quiet = place.role == BUTTON and not place.alive
        if found.likeness < ALIKE or (found.contrast < READABLE and not is_quiet):
            wrong.append(f"{name}: {found}")
    return wrong


def box(place: Place, scale: int) -> tuple[int, int, int, int]:
    """In pixels of the screen; on a fine one AT-SPI tells of others, and leaves some out."""
    margin = 0 if scale == 1 else 2
    x, y = place.x * scale, place.y * scale
    width, height = place.width * scale, place.height * scale
    return x - margin, y - margin, x + width + margin, y + height + margin


def test_each_icon_is_tried() -> None:
    drawn = {path.name.removesuffix(".symbolic.png") for path in ICONS.glob("symbolic/*")}
    tried = {
        name for scene in SCENES.values() for name, _ in (*scene.by_themselves, *scene.on_buttons)
    }
    assert drawn == tried


@pytest.mark.parametrize("icon_theme", ["Adwaita", ""], ids=["Adwaita", "no themes at all"])
def test_they_are_seen(screen_world: World, tmp_path: Path, icon_theme: str) -> None:
    check(screen_world, SCENES["error"], environ_of(tmp_path, icon_theme))


@pytest.mark.parametrize(
    ("choice", "name"),
    [(Choice.APPROVE, "tick"), (Choice.DENY, "cross")],
    ids=["approved", "denied"],
)
def test_what_was_recorded_has_its_mark(
    lasting: World, tmp_path: Path, choice: Choice, name: str
) -> None:
    def answered(probe: Probe, dialog: DialogProcess) -> None:
        probe.press("Approve" if choice is Choice.APPROVE else "Deny", pid=dialog.pid)
        assert dialog.hear_answer() == screen.Answer(choice)
        dialog.tell(screen.Recorded())

    scene = Scene(ask(), (*ASKING, (name, SMALL)), (), answered)
    check(lasting, scene, environ_of(tmp_path, ""))


def test_a_window_is_known_by_the_mark(screen_world: World, show: ShowDialog) -> None:
    """As lists of windows show it, in each size (EWMH, _NET_WM_ICON)."""
    show(ask())
    (window,) = screen_world.dialogs.windows()
    icons = window_icons(screen_world, window.handle)
    for size in mark_pictures.SIZES:
        with Image.open(mark_pictures.path(size)) as mark:
            assert icons[size] == mark.convert("RGBA").tobytes()


def window_icons(world: World, handle: Handle) -> dict[int, bytes]:
    """RGBA, by width."""
    display = Display(world.environ["DISPLAY"])
    try:
        window = display.create_resource_object("window", int(str(handle)))
        kind = display.intern_atom("_NET_WM_ICON")
        told = window.get_full_property(kind, Xatom.CARDINAL, 1 << 20).value
    finally:
        display.close()
    found, at = {}, 0
    while at < len(told):
        width, height = told[at : at + 2]
        pixels = told[at + 2 : at + 2 + width * height]
        swapped = (bytes([v >> 16 & 255, v >> 8 & 255, v & 255, v >> 24 & 255]) for v in pixels)
        found[width] = b"".join(swapped)
        at += 2 + width * height
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("icon_theme", SYSTEMS.values(), ids=SYSTEMS)
def test_they_are_seen_on_every_system(
    screen_world: World, tmp_path: Path, icon_theme: str, name: str
) -> None:
    check(screen_world, SCENES[name], environ_of(tmp_path, icon_theme, loads_svg=True))


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("look", LOOKS)
def test_they_are_seen_in_every_look(
    screen_world: World, tmp_path: Path, look: str, name: str
) -> None:
    check(screen_world, SCENES[name], environ_of(tmp_path, "Adwaita") | {"GTK_THEME": look})


@pytest.mark.long
@pytest.mark.parametrize("name", ["destructive", "banners"])
def test_they_are_seen_on_a_fine_screen(fine: World, tmp_path: Path, name: str) -> None:
    check(fine, SCENES[name], environ_of(tmp_path, "Adwaita"), scale=2)
