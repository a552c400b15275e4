"""Notifications by the servers of real desktops: drawn as text, clicked by a real pointer."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from probes.probe import Surface
from probes.steps import Click, Move
from support.lines import Lines, Start
from support.notices import overview, question
from support.processes import wait_until
from support.world import World

TITLE = "Deploy <b>build</b> 4711 & more?"

DUNSTRC = """
[global]
mouse_left_click = do_action, close_current
"""

XFCE = "/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"


@pytest.fixture
def notices(start: Start) -> Lines:
    return start("notices_program.py")


@contextmanager
def server(world: World, *argv: str) -> Iterator[None]:
    job = world.spawn(argv)
    try:
        wait_until(lambda: has_owner(world) or not job.running, "a notification server on the bus")
        assert job.running, job.err
        yield
    finally:
        job.kill()


def has_owner(world: World) -> bool:
    question = ["org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications"]
    asked = subprocess.run(
        ["dbus-send", "--print-reply", "--dest=org.freedesktop.DBus", "/", *question],
        env=world.environ, capture_output=True, text=True, timeout=10, check=True,
    )  # fmt: skip
    return "boolean true" in asked.stdout


def drawn_by_dunst(world: World) -> Surface | None:
    """Its bubble, which no window manager manages."""
    return next(iter(world.dialogs.surfaces("dunst")), None)


def test_dunst(world: World, notices: Lines) -> None:
    settings = Path(world.environ["HOME"], "dunstrc")
    settings.write_text(DUNSTRC)
    with server(world, "dunst", "-conf", str(settings)):
        notices.tell("changed", overview(question(7, TITLE)))
        bubble = wait_until(lambda: drawn_by_dunst(world), "a bubble")
        notices.tell("changed", overview())
        wait_until(lambda: drawn_by_dunst(world) is None, "its withdrawal")
        notices.tell("changed", overview(question(8, TITLE)))
        bubble = wait_until(lambda: drawn_by_dunst(world), "a bubble", 15)
        world.dialogs.perform(Move(bubble.x + 30, bubble.y + 30), Click())
        assert notices.hear() == ["bring_forward", 8]


def test_xfce(world: World, notices: Lines) -> None:
    with server(world, XFCE):
        notices.tell("changed", overview(question(7, TITLE)))
        world.dialogs.wait_for("Show the question")
        assert world.dialogs.shows(TITLE)
        notices.tell("changed", overview())
        world.dialogs.wait_gone("Show the question")
        notices.tell("changed", overview(question(8, TITLE)))
        world.dialogs.press("Show the question", timeout=15)
        assert notices.hear() == ["bring_forward", 8]
