"""No words of the asker's are cut: an example in a field, a label, an error below a field."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from probes.probe import Place, Probe
from sayso.core.questions import FormText
from sayso.core.text import visible_line
from sayso.wire import screen
from support.cut_words import CutWords
from support.dialog_process import DialogProcess, ask_form, ask_password, ask_text, click_into
from support.processes import wait_until
from support.world import World

pytestmark = pytest.mark.linux("GTK tells which labels have too little room")

ShowDialog = Callable[[screen.Show], DialogProcess]

WORDS, WORD, ESCAPED = "one word after another " * 8, "H" * 200, "\u202e" * 200
MOST_OF_LABEL = 40
"""Characters of the label for a user name, at most."""


@pytest.fixture(scope="module")
def cut_words(screen_world: World) -> CutWords:
    return CutWords(screen_world)


@pytest.mark.parametrize("multiline", [False, True], ids=["a line", "lines"])
@pytest.mark.parametrize("example", [WORDS, WORD, ESCAPED], ids=["words", "word", "escaped"])
def test_an_example(
    cut_words: CutWords, probe: Probe, show: ShowDialog, example: str, multiline: bool
) -> None:
    """Nor does it stand outside of its field."""
    line = FormText("Name", placeholder=example, multiline=multiline)
    dialog = show(ask_form(line, FormText("Place", placeholder="Paris")))
    assert cut_words.of(dialog.pid) == []
    (words,) = probe.find(visible_line(example), role="label", pid=dialog.pid)
    field = probe.find("Name", role="text", pid=dialog.pid)[0]
    assert field.x < words.x
    assert words.x + words.width < field.x + field.width
    assert field.y < words.y
    assert words.y + words.height < field.y + field.height


def test_nothing_moves_as_typing_begins_in_place_of_one(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_form(FormText("Name", placeholder=WORDS), FormText("Place")))

    def places() -> list[Place]:
        """Of what is typed into, and below."""
        texts = probe.find(role="text", pid=dialog.pid)
        buttons = probe.find(role="push button", pid=dialog.pid)
        return [Place(each.x, each.y, each.width, each.height) for each in (*texts, *buttons)]

    before = places()
    click_into(probe, lambda: probe.find("Name", role="text", pid=dialog.pid)[0], dialog.pid)
    probe.type("a")
    wait_until(lambda: not probe.shows(WORDS.strip(), dialog.pid), "the example to go")
    assert places() == before


@pytest.mark.parametrize("user", ["H", "\u202e"], ids=["word", "escaped"])
def test_the_label_for_a_user_name(
    cut_words: CutWords, probe: Probe, show: ShowDialog, user: str
) -> None:
    """And it leaves room for what else stands there."""
    dialog = show(ask_password(user=user * MOST_OF_LABEL, error=WORDS, repeat=True))
    assert cut_words.of(dialog.pid) == []
    (error,) = probe.find(WORDS, role="label", pid=dialog.pid)
    assert error.height < 200


@pytest.mark.x11("pictures are taken of an X server's screen")
def test_an_error_is_broken_with_no_hyphen_that_nobody_wrote(
    cut_words: CutWords, probe: Probe, show: ShowDialog, tmp_path: Path
) -> None:
    dialog = show(ask_text(error=WORD))
    assert cut_words.of(dialog.pid) == []
    (error,) = probe.find(WORD, role="label", pid=dialog.pid)
    probe.screenshot(tmp_path / "error.png")
    assert strokes_at_the_end(tmp_path / "error.png", error) > 4


def strokes_at_the_end(path: Path, place: Place) -> int:
    """The height in pixels of what is drawn last in the first line: 1 or 2 if that is a hyphen."""
    with Image.open(path) as picture:
        drawn = picture.convert("L").crop(
            (place.x, place.y, place.x + place.width, place.y + place.height)
        )
    ground = max(drawn.tobytes())
    ink = drawn.point(lambda value: 255 * (value < ground - 60))
    rows = [ink.crop((0, y, ink.width, y + 1)).getbbox() for y in range(ink.height)]
    top = next(y for y, found in enumerate(rows) if found)
    bottom = next(y for y in range(top, len(rows)) if not rows[y])
    line = ink.crop((0, top, ink.width, bottom))
    _left, _top, right, _bottom = line.getbbox() or (0, 0, 0, 0)
    last = line.crop((right - 2, 0, right, line.height)).getbbox()
    return last[3] - last[1] if last else 0
