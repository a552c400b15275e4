"""How pages are laid out, and what axe-core says of them, in narrow and wide windows."""

import sys

assert sys.platform == "linux"

import json
from pathlib import Path

import pytest

from sayso.frontends.integrations import every
from sayso.frontends.pages import page
from sayso.frontends.pages.history import History
from sayso.frontends.pages.settings import SettingsPage
from sayso.presentation.history.rows import Filter
from support.languages import spoken
from support.log_of_questions import LATE, NO, YES, LogOfQuestions
from support.world import World

PROGRAM = Path(__file__).parents[1] / "support" / "page_layout_program.py"
AXE = Path(__file__).parents[1] / "node" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 480, 800, 1280)
"""Pixels. 320 is a window of 640 at 200 % as well."""
LONG = "a-word-without-any-space-in-it/" * 10


LOOKS = pytest.mark.parametrize(
    ("theme", "language"),
    [
        ("Adwaita", "en"),
        ("Adwaita:dark", "de"),
        ("HighContrast", "ar"),
        ("HighContrast", "ja"),
    ],
)


def check(world: World, html: str, theme: str) -> None:
    """At each width all of it fits, and no rule is broken."""
    file = world.directory / "page.html"
    file.write_text(html)
    command = [sys.executable, str(PROGRAM), str(file), str(AXE), *map(str, WIDTHS)]
    world.environ["GTK_THEME"] = theme
    done = world.spawn(command).wait()
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [each["width"] for each in told] == list(WIDTHS), done
    assert [each["rules"] for each in told] == [[]] * len(WIDTHS)
    assert all(each["wide"] <= each["width"] for each in told)
    assert {each["dark"] for each in told} == {theme == "Adwaita:dark"}


@LOOKS
def test_the_history(world: World, theme: str, language: str) -> None:
    log = LogOfQuestions(world.directory / "questions")
    for words, verdict in ((LONG, YES), ("Delete?", NO), (LONG, LATE), ("Open?", None)):
        log.question(words, verdict, asker=LONG[:120], cwd=LONG, place="build-7")
    history = History(log.place)
    history.look(Filter())
    with spoken(language):
        html = page.history(history.more(10), live=True)
    check(world, html, theme)


@LOOKS
def test_the_settings(world: World, theme: str, language: str) -> None:
    with spoken(language):
        settings = SettingsPage(world.configuration, lambda *_: None, list, every.every)
        html = page.settings(settings.state(), at_integrations=True)
    check(world, html, theme)
