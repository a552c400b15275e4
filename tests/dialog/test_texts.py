"""Texts of any length and script are laid out, can be read to their end, and come in time."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from probes.probe import NotHere, Probe
from probes.steps import Click, KeyDown, KeyUp
from sayso.core.questions import Choice
from sayso.core.settings import RENDER_TIMEOUT
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

FULL = 256 << 10
SHORT_TEXTS = {
    "one character": "a",
    "Arabic": "هل تسمح بالنشر الآن؟",
    "Hindi": "क्या मैं आगे बढ़ सकता हूँ?",
    "Chinese": "可以继续部署吗?" * 3,
    "combining marks": "e\u0301 Z" + "\u0300\u0323\u0336",
    "emoji": "🚢🧪✅👩🏽🚀",
    "mixed directions": "rm -rf /srv/مجلد/build אבג 123",
}
LONG_TEXTS = {
    "a word of 5,000 letters": "w" * 5_000,
    "10,000 lines": "\n".join(map(str, range(10_000))),
    "256 KiB in words": ("words of a text " * (FULL >> 4))[:FULL],
    "256 KiB in one word": "x" * FULL,
    "256 KiB of lines": "\n" * FULL,
    "256 KiB of Chinese": "国" * (FULL // 3),
    "256 KiB of marks": "\u0301" * (FULL // 2),
}
SLOW_ON_WINE = {
    "256 KiB of Arabic": "ش" * (FULL // 2),
    "256 KiB of emoji": "🚢" * (FULL // 4),
}
ON_LINUX = pytest.mark.linux("Wine takes its time for letters that have to be shaped")


@pytest.mark.parametrize("text", SHORT_TEXTS.values(), ids=SHORT_TEXTS)
def test_a_short_text_is_whole_at_once(probe: Probe, show: ShowDialog, text: str) -> None:
    dialog = show(ask(message=text, details=text))
    assert probe.texts(dialog.pid).count(text) == 2
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear() == screen.Answer(Choice.APPROVE)


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(text, id=name) for name, text in LONG_TEXTS.items()),
        *(pytest.param(text, id=name, marks=ON_LINUX) for name, text in SLOW_ON_WINE.items()),
    ],
)
def test_a_long_text_comes_in_time_and_wants_to_be_read(
    screen_world: World, probe: Probe, warm: DialogProcess, text: str
) -> None:
    if screen_world.is_mac and text == LONG_TEXTS["256 KiB of Chinese"]:
        raise NotHere("GNUstep takes minutes to break such lines")
    began = time.monotonic()
    warm.tell(ask(details=text))
    assert warm.hear(RENDER_TIMEOUT.low) == screen.Painted()
    hint = probe.wait_for("Scroll to the end to approve", pid=warm.pid, timeout=RENDER_TIMEOUT.low)
    assert time.monotonic() - began < RENDER_TIMEOUT.low
    assert not probe.find("Approve", pid=warm.pid)[0].alive
    window = probe.find(role="alert", pid=warm.pid)[0]
    assert window.height <= 800 * 0.8
    assert hint.y + hint.height < window.y + window.height


def test_nothing_is_said_to_be_read_before_it_is_laid_out(probe: Probe, show: ShowDialog) -> None:
    """Until then a text claims to be short, and so its end to be in view."""
    dialog = show(ask(details=LONG_TEXTS["256 KiB of lines"]))
    assert not probe.find("You have seen all of it", pid=dialog.pid)
    probe.wait_for("Scroll to the end to approve", pid=dialog.pid)


def test_a_text_of_1500_lines_can_be_read_to_its_end(probe: Probe, show: ShowDialog) -> None:
    """By a key that is held down."""
    dialog = show(ask(details="\n".join(map(str, range(1_500)))))
    probe.wait_for("Scroll to the end to approve", pid=dialog.pid)
    frame = probe.find("Details", pid=dialog.pid)[0]
    probe.move(frame.x + 20, frame.y + 20)
    probe.perform(Click())
    wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
    dialog.hear_all(0.4)
    probe.perform(KeyDown("Page_Down"))
    try:
        probe.wait_for("Approve", pid=dialog.pid, timeout=40)
    finally:
        probe.perform(KeyUp("Page_Down"))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)


@pytest.mark.parametrize("theme", ["Adwaita", "bare"])
def test_details_have_a_fixed_width_whatever_the_theme(
    screen_world: World, probe: Probe, tmp_path: Path, theme: str
) -> None:
    style = tmp_path / "themes" / "bare" / "gtk-3.0" / "gtk.css"
    style.parent.mkdir(parents=True)
    style.touch()
    environ = screen_world.environ | {"GTK_THEME": theme, "XDG_DATA_HOME": str(tmp_path)}
    widths = [width_with(letter * 70, environ, probe) for letter in "iw"]
    assert widths[0] == widths[1]


def width_with(details: str, environ: dict[str, str], probe: Probe) -> int:
    """Of the window, which is as wide as its text asks for, within bounds."""
    dialog = DialogProcess(environ)
    try:
        dialog.hear()
        dialog.tell(ask(details=details))
        assert dialog.hear() == screen.Painted()
        return probe.find(role="alert", pid=dialog.pid)[0].width
    finally:
        dialog.close()
        probe.wait_gone(pid=dialog.pid, role=None)
