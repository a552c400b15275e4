"""README and the manual: short pages, links that lead somewhere, and a place for each page."""

import re
from pathlib import Path

import pytest

from sayso.frontends.cli.main import whole_command
from support.guide import GUIDE, PAGES, README, ROOT, line

INDEX = GUIDE / "index.md"
PROTOCOL = ROOT / "assets" / "protocol.md"

_FENCES = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINKS = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADINGS = re.compile(r"^#+ (.*)$", re.MULTILINE)
_COMMANDS = re.compile(r"`sayso ([a-z]+(?:-[a-z]+)*)")


def prose(page: Path) -> str:
    return _FENCES.sub("", page.read_text())


def links(page: Path) -> list[str]:
    return _LINKS.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings."""
    headings = (re.sub(r"[^\w\- ]", "", each.lower()) for each in _HEADINGS.findall(prose(page)))
    return {each.strip().replace(" ", "-") for each in headings}


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_readme_is_read_in_a_few_minutes() -> None:
    assert len(README.read_text().splitlines()) <= 200


@pytest.mark.parametrize("page", PAGES[1:], ids=name)
def test_a_page_is_short_and_has_one_title(page: Path) -> None:
    lines = _FENCES.sub("", page.read_text()).splitlines()
    assert len(page.read_text().splitlines()) <= 150
    assert lines[0].startswith("# ")
    assert [line for line in lines if line.startswith("# ")] == lines[:1]


@pytest.mark.parametrize("page", [*PAGES, PROTOCOL], ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_in_the_list_of_pages() -> None:
    listed = {(GUIDE / link).resolve() for link in links(INDEX)}
    assert set(PAGES) - {INDEX} <= listed


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_that_is_named_is_there(page: Path) -> None:
    known = {command.name for command in whole_command().verbs}
    assert set(_COMMANDS.findall(page.read_text())) <= known


def test_every_picture_is_there_and_said_in_words() -> None:
    for page in PAGES:
        for words, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text()):
            assert words, path
            assert (page.parent / path).exists(), path


@pytest.mark.parametrize("begins", ["sudo apt-get install", "pipx install '.[all]'"])
def test_readme_and_the_manual_install_it_alike(begins: str) -> None:
    assert line(README, begins) == line(GUIDE / "install.md", begins)
