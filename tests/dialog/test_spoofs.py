"""The asker's words can't draw outside their frame: what is ours stays the same to the pixel."""

import json
import random
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from probes.probe import Probe
from sayso.core.prompt_status import PromptStatus
from sayso.wire import screen
from support import spoof_program
from support.dialog_process import DialogProcess, ask
from support.lengths import AtLength
from support.world import World

ShowDialog = Callable[[screen.Show], DialogProcess]

WIDE = "w" * 200
"""A title that makes every window as wide as it may be."""
WRAPPED = "\n" + "w " * 300
"""The end of details that are wrapped: else some would have to be scrolled, and ours say so."""

OURS = [
    "claude asks", "builder asks", "Approve", "Deny", "Later", "1 of 3", "Closes in 0:14",
    "✓ Recorded", "From build-7, another machine.", "The rest is what build-7 says:",
    "builder has stopped waiting.", "Not recorded yet",
    "Scroll to the end to approve", "You have seen all of it", "in ~/src", "Process 4312",
]  # fmt: skip
READ = "You have seen all of it"
OURS_AROUND = {"Approve", "Deny", "Later", "1 of 2"}
TRICKS = [
    "\n", "\n\n\n", "\t\t", " " * 80, "\r", "\b" * 20, "\x0b", "\x0c", "\x00", "\x1b[2J",
    "\x1b[1;1H", "\x1b]0;title\x07", "\u202e", "\u2066", "\u2069", "\u200b" * 9, "\u200d",
    "\ufeff", "\u2028", "\u2029", "\U000e0041\U000e007f", "\ue000", "\uffff", "\ud800", "\u3164",
    "\xad", "\xa0" * 30, "\u3000" * 9, "<b>", "</span><span size='99999'>", "&lt;b&gt;", "&#10;",
    "<markup foreground='red'>", "%s%n%x", "$(id)", "`id`", "\\u{202e}", "_A", "__", "'\"",
    "e" + "\u0301\u0348\u0336" * 40, "\u0489" * 30, "﷽﷽", "𒐫𒈙⸻", "שלום مرحبا", "▁▂▃▄▅▆▇█",
    "🚢👩🏽\u200d🚀🏴", "╔════╗\n║ OK ║\n╚════╝", "Ǻ\u0332\u0305",
    "\u0f67\u0fb1\u0f71\u0f74\u0f83" * 5,
]  # fmt: skip


def spoof(chance: random.Random) -> str:
    return "".join(chance.choices(OURS + TRICKS, k=chance.randint(1, 8)))


def test_nothing_outside_the_frame_is_the_askers(screen_world: World, at_length: AtLength) -> None:
    """It is, to the pixel, as around any other text of which we say the same: that it fits, that
    it has to be scrolled, or that all of it was in view, where a scrollbar hides a margin alone."""
    chance = random.Random(7)  # noqa: S311 (a test that can be run again alike)
    count = at_length(40, 500)
    spoofs = [(spoof(chance), spoof(chance)) for _ in range(count)]
    words = [("a", "a"), ("a", "a\n" * 60), *spoofs]
    questions = [
        {"title": WIDE, "message": message, "details": details + WRAPPED}
        for message, details in words
    ]
    seen = outside(screen_world, questions)
    assert len(seen) == 2 + count
    honest = seen[:2]
    assert all(len(each["sides"]) == 1 for each in honest)
    assert {each["above"] for each in seen} == {honest[0]["above"]}
    all_in_view = next((each for each in seen if each["says"][0] == READ), None)
    may_be = [*honest, all_in_view]
    assert [pair for pair in zip(words, seen, strict=True) if pair[1] not in may_be] == []
    assert seen.count(honest[0]) > 0.8 * count  # how many fit is a matter of fonts


def test_an_asker_with_long_names_pushes_nothing_away(probe: Probe, show: ShowDialog) -> None:
    long = "w" * 5_000
    who = {"name": long, "command": long, "cwd": f"/{long}", "host": long, "lineage": (long,)}
    dialog = show(ask(asker=who, standing=PromptStatus(59, 1, 2, kept_for=60)))
    (window,) = probe.windows()
    assert window.width <= 680
    assert window.height <= 800 * 0.8
    ours = [each for each in probe.find(pid=dialog.pid) if each.name in OURS_AROUND]
    assert len(ours) == len(OURS_AROUND)
    for each in ours:
        assert window.x <= each.x
        assert each.x + each.width <= window.x + window.width
        assert each.y + each.height <= window.y + window.height


def outside(world: World, questions: list[dict[str, str]]) -> list[dict[str, Any]]:
    """What stood outside the frame of each."""
    world.dialogs.move(0, 0)
    settings = Path(world.environ["XDG_CONFIG_HOME"]) / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("[Settings]\ngtk-enable-animations=0\n")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        program = subprocess.Popen(
            [sys.executable, "-m", spoof_program.__name__],
            stdin=theirs.fileno(),
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parent.parent,
            env=world.environ,
        )
        assert program.stdout is not None
        try:
            seen = []
            for question in questions:
                ours.sendall(json.dumps(question).encode() + b"\n")
                seen.append(json.loads(program.stdout.readline()))
            return seen
        finally:
            settings.unlink()
            ours.close()
            program.stdout.close()
            program.kill()
            program.wait()
