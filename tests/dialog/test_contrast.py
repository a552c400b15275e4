"""Every text can be read: 4.5:1 in each theme, 7:1 in high contrast, as pixels tell.

The rarer looks, and most of the states, are for the long tier.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from probes.probe import Place
from support.contrast import Picture, texts
from support.gallery import STATES, shown
from support.monitors import Monitor
from support.world import World

ENOUGH, HIGH = 4.5, 7.0
RING = 3.0
"""WCAG 2.1, 1.4.11: of what is no text."""
UNHURRIED = {"RECORDED_SECONDS": 30.0}
"""*Recorded* stays until it was looked at."""
FINE = Monitor(x=0, y=0, width=2560, height=1600)
THEMES = ("Adwaita", "Adwaita:dark", "HighContrast")
OTHERS = ("Breeze", "Breeze-Dark", "Greybird", "Greybird-dark")
FEW = ("arming", "at-work-gone", "diff", "password-error")
"""What is faint, or in colours, of all that there is."""


@pytest.fixture(scope="module")
def screen_world() -> Iterator[World]:
    made = World()
    made.set_clocks(UNHURRIED)
    yield made
    made.close()


@pytest.fixture(scope="module")
def fine_world() -> Iterator[World]:
    """A screen on which everything is twice as large."""
    made = World(monitors=[FINE])
    made.set_clocks(UNHURRIED)
    yield made
    made.close()


def faint(
    world: World, directory: Path, theme: str, states: tuple[str, ...], scale: int = 1
) -> list[tuple[str, str, float]]:
    """The texts that have too little contrast, and in which state; all others have enough."""
    enough = HIGH if theme == "HighContrast" else ENOUGH
    found, probe = [], world.dialogs
    environ = world.environ | {"GTK_THEME": theme, "GDK_SCALE": str(scale)}
    for name in states:
        path = directory / f"{name}.png"
        with shown(STATES[name], probe, environ) as dialog:
            places = list(texts(probe.find(pid=dialog.pid)))
            probe.screenshot(path)
        picture = Picture(path, scale)
        measured = {words: picture.contrasts(place) for words, place in places}
        assert sum(map(len, measured.values())) >= 6, f"{name}: hardly a text was found"
        found += [
            (name, words, round(each, 2))
            for words, lines in measured.items()
            for each in lines
            if each < enough
        ]
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_faintest_can_be_read(screen_world: World, tmp_path: Path, theme: str) -> None:
    assert not faint(screen_world, tmp_path, theme, FEW)


@pytest.mark.parametrize(
    "theme",
    [
        "Adwaita:dark",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("Adwaita", "HighContrast")),
        *(pytest.param(each, marks=pytest.mark.long) for each in OTHERS),
    ],
)
def test_the_ring_around_a_password_shows(screen_world: World, tmp_path: Path, theme: str) -> None:
    be_there(theme)
    path, probe = tmp_path / "ring.png", screen_world.dialogs
    environ = screen_world.environ | {"GTK_THEME": theme}
    with shown(STATES["password"], probe, environ) as dialog:
        (field,) = probe.find(role="password text", pid=dialog.pid)
        probe.screenshot(path)
    upper_edge = Place(field.x + 20, field.y - 3, field.width - 40, 7)
    assert Picture(path).strongest(upper_edge) >= RING


@pytest.mark.long
@pytest.mark.parametrize("theme", [*THEMES, *OTHERS])
class TestEveryState:
    def test_as_large_as_ever(self, screen_world: World, tmp_path: Path, theme: str) -> None:
        be_there(theme)
        assert not faint(screen_world, tmp_path, theme, tuple(STATES))

    def test_twice_as_large(self, fine_world: World, tmp_path: Path, theme: str) -> None:
        be_there(theme)
        assert not faint(fine_world, tmp_path, theme, tuple(STATES), scale=2)


def be_there(theme: str) -> None:
    if theme in OTHERS and not Path("/usr/share/themes", theme).is_dir():
        pytest.skip(f"{theme} is not installed; packaging/test.sh installs it")
