"""Where one reads from the right the window is mirrored; each text runs as its own letters do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from probes.probe import Control, Place
from probes.wine import WineProbe
from sayso.core.questions import FormText
from sayso.presentation import catalogue
from sayso.wire import screen
from support.contrast import Picture
from support.dialog_process import (
    UNHURRIED,
    DialogProcess,
    ask,
    ask_device_code,
    ask_form,
    ask_password,
    ask_text,
    click_into,
)
from support.languages import spoken
from support.processes import wait_until
from support.world import World

ENGLISH, ARABIC = "Shall it go to production?", "هل تسمح بذلك الآن؟"
LANGUAGES = ("en", "ar")
EDGE = 24
"""Pixels: closer to it than this a text begins there."""


@contextmanager
def shown(world: World, language: str, order: screen.Show) -> Iterator[DialogProcess]:
    """Of a dialog that speaks it, as this process does meanwhile."""
    with spoken(language) as told:
        dialog = DialogProcess(world.environ | told)
        try:
            world.wine.move(0, 0)
            dialog.ready()
            dialog.tell(order)
            assert dialog.hear() == screen.Painted()
            yield dialog
        finally:
            dialog.close()
    world.wine.wait_gone(pid=dialog.pid, role=None)


def text(probe: WineProbe, dialog: DialogProcess, words: str) -> Control:
    """The one that has these in it."""
    found = probe.find(role="text", pid=dialog.pid)
    return next(each for each in found if each.text == words)


def written(probe: WineProbe, place: Place, directory: Path) -> tuple[int, int, bytes]:
    """Pixels at its left and its right where nothing is written, and what is between them."""
    path = directory / "screen.png"
    probe.screenshot(path)
    with Image.open(path) as opened:
        box = (place.x, place.y, place.x + place.width, place.y + place.height)
        picture = opened.convert("L").crop(box)
    shades = picture.histogram()
    ground = Image.new("L", picture.size, shades.index(max(shades)))
    inked = ImageChops.difference(picture, ground).getbbox()
    assert inked, "nothing stands there"
    return inked[0], picture.width - inked[2], picture.crop(inked).tobytes()


def begins_left(probe: WineProbe, place: Place, directory: Path) -> bool:
    left, right, _ink = written(probe, place, directory)
    assert min(left, right) < EDGE < max(left, right)
    return left < right


def test_the_window_is_mirrored(screen_world: World, probe: WineProbe) -> None:
    with shown(screen_world, "ar", ask()) as dialog:
        labels = catalogue.to_approve()
        deny, approve, later = (
            probe.find(name, pid=dialog.pid)[0].x
            for name in (labels.refuse, labels.name, catalogue.LATER())
        )
    assert deny < approve < later


def test_the_button_fills_from_the_right(
    screen_world: World, probe: WineProbe, tmp_path: Path
) -> None:
    with shown(screen_world, "ar", ask(arming=8.0)) as dialog:
        button = probe.find(catalogue.to_approve().name, pid=dialog.pid)[0]
        left = Place(button.x + 4, button.y + 8, 4, 8)
        right = Place(button.x + button.width - 8, button.y + 8, 4, 8)

        def has_begun() -> bool:
            probe.screenshot(tmp_path / "screen.png")
            picture = Picture(tmp_path / "screen.png")
            return picture.ground(right) < picture.ground(left)

        wait_until(has_begun, "a right side that is darker, as it has filled")


@pytest.mark.parametrize("words", [ENGLISH, ARABIC])
def test_the_askers_words_look_the_same_in_each_language(
    screen_world: World, probe: WineProbe, tmp_path: Path, words: str
) -> None:
    pictures = set()
    for language in LANGUAGES:
        with shown(screen_world, language, ask(message=words)) as dialog:
            place = text(probe, dialog, words)
            assert begins_left(probe, place, tmp_path) == (words == ENGLISH)
            pictures.add(probe.pixels(place))
    assert len(pictures) == 1


def test_a_text_that_scrolls_looks_the_same_in_each_language(
    screen_world: World, probe: WineProbe
) -> None:
    """With its scrollbar."""
    details = "\n".join(f"shop-{number:02}  stop it?" for number in range(60))
    pictures = set()
    for language in LANGUAGES:
        with shown(screen_world, language, ask(details=details)) as dialog:
            pictures.add(probe.pixels(text(probe, dialog, details)))
    assert len(pictures) == 1


def test_code_runs_from_left_to_right(
    screen_world: World, probe: WineProbe, tmp_path: Path
) -> None:
    code, details = "WDJB-MJHT", f"{ARABIC}\n./deploy --to=shop-13"
    with shown(screen_world, "ar", ask_device_code(code=code)) as dialog:
        assert begins_left(probe, text(probe, dialog, code), tmp_path)
    with shown(screen_world, "ar", ask(details=details)) as dialog:
        assert begins_left(probe, text(probe, dialog, details), tmp_path)


def test_a_password_stands_as_it_is_typed(
    screen_world: World, probe: WineProbe, tmp_path: Path
) -> None:
    with shown(screen_world, "ar", ask_password(arming=UNHURRIED)) as dialog:

        def field() -> Control:
            return probe.find(role="password text", pid=dialog.pid)[0]

        click_into(probe, field, dialog.pid)
        probe.type("a-1")
        wait_until(lambda: len(field().text) == 3, "what was typed")
        assert begins_left(probe, field(), tmp_path)


@pytest.mark.parametrize(
    ("default", "at_left"), [("shop-13", True), ("+49 30 1234", True), (ARABIC, False)]
)
def test_what_is_typed_runs_as_its_letters_do(
    screen_world: World, probe: WineProbe, tmp_path: Path, default: str, at_left: bool
) -> None:
    for language in LANGUAGES:
        with shown(screen_world, language, ask_text(default=default)) as dialog:
            assert begins_left(probe, text(probe, dialog, default), tmp_path) == at_left


def test_a_field_is_hidden_with_what_holds_it(screen_world: World, probe: WineProbe) -> None:
    """Else it would lie over what comes to stand there."""
    with shown(screen_world, "ar", ask()) as dialog:
        window = next(each for each in probe.windows() if each.title.endswith("يسأل"))
        (where,) = probe.find(role="toggle button", pid=dialog.pid)
        below = where.y + where.height
        buttons = min(each.y for each in probe.find(role="push button", pid=dialog.pid))
        # not of all of it: the time that is left goes by, and buttons come alive
        place = Place(window.x, below, window.width, buttons - below)
        before = probe.pixels(place)
        probe.act(where.name, role=where.role, pid=dialog.pid)
        wait_until(lambda: len(probe.find(role="text", pid=dialog.pid)) == 2, "the lineage")
        probe.act(where.name, role=where.role, pid=dialog.pid)
        wait_until(lambda: probe.pixels(place) == before, "the window as it was")


@pytest.mark.parametrize("words", ["How many?", "كم؟"])
def test_a_label_of_the_askers_stands_where_lines_begin_and_reads_as_its_letters_do(
    screen_world: World, probe: WineProbe, tmp_path: Path, words: str
) -> None:
    pictures = set()
    for language in LANGUAGES:
        with shown(screen_world, language, ask_form(FormText(words))) as dialog:
            label = probe.find(words, role="label", pid=dialog.pid)[0]
            left, right, ink = written(probe, label, tmp_path)
            assert (left < right) == (language == "en")
            pictures.add(ink)
    assert len(pictures) == 1


def test_a_button_of_the_askers_reads_as_its_letters_do(
    screen_world: World, probe: WineProbe, tmp_path: Path
) -> None:
    """One that has no mark."""
    pictures = set()
    for language in LANGUAGES:
        with shown(screen_world, language, ask(cancel="Tomorrow?")) as dialog:
            button = probe.find("Tomorrow?", pid=dialog.pid)[0]
            inner = Place(button.x + 4, button.y + 4, button.width - 8, button.height - 8)
            pictures.add(written(probe, inner, tmp_path)[2])
    assert len(pictures) == 1


def test_no_picture_is_mirrored(screen_world: World, probe: WineProbe, tmp_path: Path) -> None:
    pictures = set()
    for language in LANGUAGES:
        with shown(screen_world, language, ask()) as dialog:
            window = probe.find(role="alert", pid=dialog.pid)[0]
            beside, size = 14, 40
            right = window.x + window.width - beside - size
            at = window.x + beside if language == "en" else right
            icon = Place(at, window.y + beside, size, size)
            pictures.add(written(probe, icon, tmp_path)[2])
    assert len(pictures) == 1


def test_what_lies_over_the_header_is_seen(screen_world: World, probe: WineProbe) -> None:
    with shown(screen_world, "ar", ask(arming=UNHURRIED)) as dialog:
        probe.wait_for(catalogue.to_approve().name, pid=dialog.pid)
        heading = probe.find(catalogue.asks("builder"), role="label", pid=dialog.pid)[0]
        with probe.cover(Place(heading.x, heading.y - 120, heading.width, 120 + heading.height)):
            wait_until(
                lambda: not probe.find(catalogue.to_approve().name, pid=dialog.pid)[0].alive,
                "that it is covered",
            )
        probe.wait_for(catalogue.to_approve().name, pid=dialog.pid)
