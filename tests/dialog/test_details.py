"""Details that are a command, a diff or fields: all of them stands there, and what it is shows."""

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image

from probes.probe import Control, Place, Probe
from probes.steps import Direction, Wheel
from sayso.core.questions import Choice, Confirm, DetailKind
from sayso.core.settings import DETAILS_BYTES, RENDER_TIMEOUT
from sayso.wire import screen
from support.contrast import Picture
from support.dialog_process import DialogProcess, ask, ask_text, click_into
from support.gallery import State, shown
from support.processes import wait_until
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

THEMES = ("Adwaita", "Adwaita:dark", "HighContrast")
DIFF = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n same\n-gone\n+come\n last"
LIES = "+ no: diff\n- Name: x\n@@\n  \nName: a   b\n--- --- \n+++ +++ \nend: \\"
LONG_WORDS = f"Name: {'x' * 30} y: {'z' * 600}\n-{'x' * 700}\nOther: {'-+' * 400}\n+end"
EDGE = 40
"""Pixels at the right, which may belong to a scroll bar."""
ON_LINUX = pytest.mark.linux("Wine takes its time for so many lines, whatever they are")
TOLD_APART = 1.05
"""Contrast of two grounds, each of which covers a whole line."""


def rows(path: Path, pane: Place, left: int, width: int) -> list[tuple[float, int]]:
    """Of this part of each row of pixels the luminance of most of it, and how many rows have it."""
    seen = Picture(path)
    told = (seen.ground(Place(left, pane.y + row, width, 1)) for row in range(pane.height))
    return [(ground, len(list(many))) for ground, many in groupby(told)]


def grounds(path: Path, pane: Place) -> list[float]:
    """What stands behind the lines, from above: where no text is."""
    told = rows(path, pane, pane.x + pane.width - 60, 30)
    return [ground for ground, many in told if many >= 8]


def drawn(kind: DetailKind, world: World, theme: str, path: Path) -> Control:
    """The pane, as it stands in the picture."""
    probe = world.dialogs
    state = State(Confirm("Change it?", details=DIFF, detail_kind=kind))
    with shown(state, probe, world.environ | {"GTK_THEME": theme}) as dialog:
        (pane,) = probe.find("Details", pid=dialog.pid)
        probe.screenshot(path)
    return pane


def apart(one: float, other: float) -> float:
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)


def into(name: str, probe: Probe, dialog: DialogProcess) -> Control:
    """The keys go there, and count."""

    def there() -> Control:
        return probe.find(name, role="text", pid=dialog.pid)[0]

    click_into(probe, there, dialog.pid)
    return probe.wait_for(name, role="text", pid=dialog.pid)


@pytest.mark.x11("the keyboard goes to no dialog by itself", but=("wine", "gnustep"))
@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_a_diff_are_told_apart_without_their_colours(
    screen_world: World, tmp_path: Path, theme: str
) -> None:
    path = tmp_path / "diff.png"
    pane = drawn(DetailKind.DIFF, screen_world, theme, path)
    if screen_world.is_windows and theme == "HighContrast":
        only_by_their_edge(path, pane)
        return
    plain, hunk, same, gone, come, last = grounds(path, pane)
    assert plain == same == last
    for one, other in ((plain, hunk), (plain, gone), (plain, come), (gone, come)):
        assert apart(one, other) >= TOLD_APART


def only_by_their_edge(path: Path, pane: Place) -> None:
    """There all colours are the person's."""
    ((plain, _),) = rows(path, pane, pane.x + pane.width - 60, 30)
    *dots, bar = [many for ground, many in rows(path, pane, pane.x + 1, 1) if ground != plain]
    assert dots
    assert all(dot < bar / 3 for dot in dots)


@pytest.mark.x11("the keyboard goes to no dialog by itself", but=("wine", "gnustep"))
@pytest.mark.parametrize("kind", set(DetailKind) - {DetailKind.DIFF})
def test_nothing_else_has_anything_behind_it(
    screen_world: World, tmp_path: Path, kind: DetailKind
) -> None:
    pane = drawn(kind, screen_world, THEMES[0], tmp_path / "diff.png")
    assert len(grounds(tmp_path / "diff.png", pane)) == 1


@pytest.mark.parametrize("kind", DetailKind)
@pytest.mark.parametrize("text", [DIFF, LIES, LONG_WORDS], ids=["diff", "lies", "long words"])
def test_all_of_it_stands_there_and_is_heard_as_plain_text(
    probe: Probe, show: ShowDialog, kind: DetailKind, text: str
) -> None:
    dialog = show(ask(details=text, detail_kind=kind))
    (pane,) = probe.find("Details", role="text", pid=dialog.pid)
    assert pane.text.splitlines() == text.splitlines()


@pytest.mark.parametrize("text", [DIFF, LONG_WORDS], ids=["diff", "long words"])
def test_what_is_copied_is_the_plain_text(probe: Probe, show: ShowDialog, text: str) -> None:
    dialog = show(ask_text(details=text, detail_kind=DetailKind.DIFF, multiline=True))

    def is_copied() -> bool:
        """Keys that come early do nothing."""
        into("Details", probe, dialog)
        probe.key("ctrl+a", "ctrl+c")
        into("Answer", probe, dialog)
        probe.key("ctrl+a", "ctrl+v")
        (field,) = probe.find("Answer", role="text", pid=dialog.pid)
        return field.text.splitlines() == text.splitlines()

    wait_until(is_copied, "the copy")


@pytest.mark.parametrize(
    "before",
    ["-gone\n+come\n" * 1_500, f"-{'x' * 2_100}\n", f"{'name ' * 150}: {'x' * 700}\n"],
    ids=["many lines", "one that goes on below", "one that wraps"],
)
def test_the_end_of_a_long_one_has_its_styles_soon(
    probe: Probe, show: ShowDialog, tmp_path: Path, before: str
) -> None:
    dialog = show(ask(details=before + "+come\n" * 60, detail_kind=DetailKind.DIFF))
    pane = into("Details", probe, dialog)

    def is_styled() -> bool:
        """A page of lines that are added has one ground, and that is not the plain one."""
        probe.key("ctrl+End")
        probe.screenshot(tmp_path / "end.png")
        (question,) = probe.find("Question", role="text", pid=dialog.pid)
        told = {*grounds(tmp_path / "end.png", shown_part(pane))}
        return len(told) == 1 and told != {*grounds(tmp_path / "end.png", question)}

    wait_until(is_styled, "the styles")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("-" + "word " * 8, id="of words"),
        pytest.param("-", id="of signs", marks=ON_LINUX),
    ],
)
def test_256_kib_of_a_diff_come_in_time_and_want_to_be_read(
    probe: Probe, warm: DialogProcess, line: str
) -> None:
    """No two lines that follow one another have the same style."""
    whole = f"{line}\n+\n \n"
    text = "@@ -1,9 +1,9 @@\n" + whole * ((DETAILS_BYTES - 100) // len(whole))
    warm.tell(ask(details=text, detail_kind=DetailKind.DIFF))
    assert warm.hear(RENDER_TIMEOUT.low) == screen.Painted()
    probe.wait_for("Scroll to the end to approve", pid=warm.pid, timeout=RENDER_TIMEOUT.low)


def shown_part(pane: Place) -> Place:
    """Of its page the middle: no margin, and no half of a line."""
    return Place(pane.x, pane.y + pane.height // 3, pane.width, pane.height // 3)


def test_scrolled_away_and_back_it_looks_as_before(
    probe: Probe, show: ShowDialog, tmp_path: Path
) -> None:
    dialog = show(ask(details=f"{DIFF}\n" * 60, detail_kind=DetailKind.DIFF))
    pane = into("Details", probe, dialog)

    def drawn_now() -> bytes:
        probe.screenshot(tmp_path / "now.png")
        with Image.open(tmp_path / "now.png") as now:
            right, bottom = pane.x + pane.width - EDGE, pane.y + pane.height
            return now.convert("RGB").crop((pane.x, pane.y, right, bottom)).tobytes()

    def turned(direction: Direction) -> bytes:
        probe.perform(Wheel(direction))
        return drawn_now()

    before = drawn_now()
    for _ in range(3):
        wait_until(lambda: turned(Direction.DOWN) != before, "another part of it")
    wait_until(lambda: turned(Direction.UP) == before, "the same as before")


def test_a_diff_that_was_read_can_be_approved(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask(details=DIFF, detail_kind=DetailKind.DIFF))
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE)
