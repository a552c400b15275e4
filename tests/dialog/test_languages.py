"""Every language: the dialog speaks it, no word of it is cut, and Arabic runs the other way."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from probes.probe import Place, Probe
from sayso.presentation import catalogue
from sayso.values import replace as replace_value
from support.contrast import Picture
from support.cut_words import CutWords
from support.gallery import ASKER, STATES, shown
from support.languages import spoken
from support.monitors import Monitor
from support.world import World

LANGUAGES = sorted(each.stem for each in Path("assets", "locale").glob("*.po"))
FEW = ("unread", "gone", "queue", "recorded", "password-repeat", "form-half")
"""With the most words of ours."""
UNHURRIED = {"RECORDED_SECONDS": 30.0}
SIZES = {
    "as ever": {},
    "letters half as large again": {"GDK_DPI_SCALE": "1.5"},
    "twice as large": {"GDK_SCALE": "2"},
}

THEIRS = (ASKER.command, *ASKER.lineage)
"""Lines that may be cut in the middle: a tooltip has the whole."""

Speak = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def large_world() -> Iterator[World]:
    made = World(monitors=[Monitor(x=0, y=0, width=2560, height=1600)])
    made.set_clocks(UNHURRIED)
    yield made
    made.close()


@pytest.fixture(scope="module")
def cut_words(large_world: World) -> CutWords:
    return CutWords(large_world)


@pytest.fixture
def speak(large_world: World) -> Iterator[Speak]:
    """This process and a dialog with the environment that is returned speak a language."""
    with ExitStack() as stack:
        yield lambda language: large_world.environ | stack.enter_context(spoken(language))


@pytest.fixture
def probe(large_world: World) -> Probe:
    return large_world.dialogs


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dialog_speaks_the_language_of_the_session(
    probe: Probe, speak: Speak, language: str
) -> None:
    environ = speak(language)
    heading, deny = catalogue.asks(ASKER.name), catalogue.to_approve().refuse
    assert heading != "claude asks"
    assert deny != "Deny"
    with shown(STATES["plain"], probe, environ) as dialog:
        assert probe.shows(heading, dialog.pid)
        assert probe.find(deny, pid=dialog.pid)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
class TestNoWordIsCut:
    def test_where_there_are_most(
        self, probe: Probe, speak: Speak, cut_words: CutWords, language: str
    ) -> None:
        assert not cut(FEW, probe, speak(language), cut_words)

    @pytest.mark.long
    @pytest.mark.parametrize("size", SIZES)
    def test_in_every_state(
        self, probe: Probe, speak: Speak, cut_words: CutWords, language: str, size: str
    ) -> None:
        assert not cut(STATES, probe, speak(language) | SIZES[size], cut_words)


def test_a_name_that_is_cut_is_found(large_world: World, cut_words: CutWords) -> None:
    state = replace(STATES["plain"], asker=replace_value(ASKER, name="claude " * 40))
    with shown(state, large_world.dialogs, large_world.environ) as dialog:
        (heading,) = cut_words.of(dialog.pid)
    assert heading.startswith("claude claude")


def cut(
    states: Iterable[str],
    probe: Probe,
    environ: dict[str, str],
    cut_words: CutWords,
) -> dict[str, list[str]]:
    """What is of ours, by state."""
    found = {}
    for name in states:
        with shown(STATES[name], probe, environ) as dialog:
            found[name] = [each for each in cut_words.of(dialog.pid) if each not in THEIRS]
    return {name: words for name, words in found.items() if words}


class TestFromRightToLeft:
    def test_the_window_is_mirrored(self, probe: Probe, speak: Speak) -> None:
        environ = speak("ar")
        labels = catalogue.to_approve()
        with shown(STATES["queued"], probe, environ) as dialog:
            approve, deny, later = (
                probe.find(name, pid=dialog.pid)[0].x
                for name in (labels.name, labels.refuse, catalogue.LATER())
            )
        assert approve < deny < later

    @pytest.mark.x11("pictures are taken of an X server's screen")
    def test_the_button_fills_from_the_right(
        self, probe: Probe, speak: Speak, tmp_path: Path
    ) -> None:
        environ = speak("ar") | {"GTK_THEME": "Adwaita"}
        path = tmp_path / "arming.png"
        with shown(STATES["arming"], probe, environ) as dialog:
            button = probe.find(catalogue.to_approve().name, pid=dialog.pid)[0]
            probe.screenshot(path)
        left = Place(button.x + 4, button.y + 8, 4, 8)
        right = Place(button.x + button.width - 8, button.y + 8, 4, 8)
        picture = Picture(path)
        assert picture.ground(right) < picture.ground(left), "it is darker where it has filled"
