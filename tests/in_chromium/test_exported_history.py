"""The file that `sayso history --html` writes, in a browser as a person has one."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.chromium import Chromium
from support.log_of_questions import LATE, NO, YES, LogOfQuestions
from support.node import PLACE, needs_packages
from support.world import World

pytestmark = pytest.mark.usefixtures("bounded")

AXE = PLACE / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = (320, 480, 800, 1280)
"""Pixels. 320 is a window of 640 at 200 % as well."""
LONG = "a-word-without-any-space-in-it/" * 10
QUESTIONS = ((LONG, YES), ("Delete?", NO), ("Open?", None), (LONG, LATE), ("Deploy?", LATE))
"""Those that came last and got no answer stand apart, with their day."""

UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
CHECK = """
(async () => {
    const all = (what) => Array.from(document.querySelectorAll(what));
    const outer = (each) => each.outerHTML;
    const lines = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects();
    };
    const gap = ([one], [other]) => Math.max(one.left - other.right, other.left - one.right);
    do await new Promise(requestAnimationFrame);
    while (all("details:not(:has(> .unfolded))").length);
    const told = await axe.run(document, { resultTypes: ["violations"] });
    return {
        width: innerWidth,
        fits: document.documentElement.scrollWidth === document.documentElement.clientWidth,
        dark: matchMedia("(prefers-color-scheme: dark)").matches,
        direction: getComputedStyle(document.body).direction,
        rows: all("details").length,
        broken: all("time").filter((each) => lines(each).length !== 1).map(outer),
        touching: all("li > time").filter(
            (each) => gap(lines(each), lines(each.nextSibling)) < 6).map(outer),
        rules: told.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]),
    };
})()
"""
"""`broken`: times that are not on one line. `touching`: those with no gap to what happened then."""

ELSEWHERE = "http://127.0.0.1:1/"
"""Where nobody answers."""
MARKUP = (
    f'</script><img src="{ELSEWHERE}img"><script>fetch("{ELSEWHERE}fetch"); '
    "document.title = 'taken'</script>"
)
MORE_MARKUP = (
    f'<link rel="stylesheet" href="{ELSEWHERE}style"><script src="{ELSEWHERE}script"></script>'
    f'<iframe src="{ELSEWHERE}frame"></iframe><object data="{ELSEWHERE}object"></object>'
    f'<p style="background: url({ELSEWHERE}inline)">x</p>'
)
"""What leads to another page is not among it: that no policy refuses."""
REACHES = {"img", "fetch", "style", "script", "frame", "object", "inline"}


@pytest.fixture
def log(headless_world: World) -> LogOfQuestions:
    return LogOfQuestions(Path(headless_world.environ["XDG_STATE_HOME"]) / "sayso" / "log")


@pytest.fixture
def chromium(headless_world: World) -> Iterator[Chromium]:
    with Chromium(headless_world) as running:
        yield running


def exported(world: World) -> Path:
    file = world.directory / "history.html"
    done = world.sayso("history", "--html", str(file))
    assert done.code == 0, done
    return file


@needs_packages
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("de", "ltr"), ("ar", "rtl")])
def test_all_of_it_fits_and_no_rule_is_broken(
    headless_world: World, log: LogOfQuestions, chromium: Chromium,
    language: str, direction: str, scheme: str,
) -> None:  # fmt: skip
    for words, verdict in QUESTIONS:
        log.question(words, verdict, asker=words[:120], cwd=LONG, place="build-7")
    headless_world.environ["LANGUAGE"] = language
    chromium.open(file := exported(headless_world))
    chromium.evaluate(AXE.read_text(encoding="utf-8"))
    chromium.evaluate(UNFOLD)
    for width in WIDTHS:
        chromium.look(width, scheme)
        told: dict[str, Any] = chromium.evaluate(CHECK)
        assert told == {
            "width": width, "fits": True, "dark": scheme == "dark", "direction": direction,
            "rows": len(QUESTIONS), "broken": [], "touching": [], "rules": [],
        }  # fmt: skip
    assert (chromium.requests, chromium.complaints) == ([file.as_uri()], [])


def test_markup_of_an_asker_is_text(
    headless_world: World, log: LogOfQuestions, chromium: Chromium
) -> None:
    log.question(MARKUP, NO, asker=MARKUP, cwd=MARKUP)
    chromium.open(file := exported(headless_world))
    chromium.evaluate(UNFOLD)
    shown = "Array.from(document.querySelectorAll('.who, .what'), (each) => each.textContent)"
    assert chromium.evaluate(shown) == [MARKUP, MARKUP]
    assert chromium.evaluate("document.title") == "History"
    assert (chromium.requests, chromium.complaints) == ([file.as_uri()], [])


def with_markup(file: Path, *, has_policy: bool) -> Path:
    """As if what an asker wrote got into the page as markup."""
    html = file.read_text(encoding="utf-8").replace("</body>", f"{MARKUP}{MORE_MARKUP}</body>")
    if not has_policy:
        html = html.replace("Content-Security-Policy", "None")
    file.write_text(html, encoding="utf-8")
    return file


def of_elsewhere(addresses: list[str]) -> set[str]:
    """The last words of those that lead there."""
    return {each.removeprefix(ELSEWHERE) for each in addresses if each.startswith(ELSEWHERE)}


def test_markup_that_gets_into_it_reaches_nobody(
    headless_world: World, log: LogOfQuestions, chromium: Chromium
) -> None:
    log.question("Deploy?", YES)
    chromium.open(with_markup(exported(headless_world), has_policy=True))
    assert of_elsewhere(chromium.requests) == set()
    assert "img" in of_elsewhere(chromium.refused)
    assert chromium.evaluate("document.title") == "History"
    assert chromium.evaluate("document.querySelectorAll('summary').length") == 1


def test_without_its_policy_it_would(
    headless_world: World, log: LogOfQuestions, chromium: Chromium
) -> None:
    """So that the tests above see what there is to be seen."""
    chromium.open(with_markup(exported(headless_world), has_policy=False))
    assert of_elsewhere(chromium.requests) == REACHES
    assert chromium.evaluate("document.title") == "taken"
