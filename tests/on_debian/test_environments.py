"""sayso in an environment of its own on a bare Debian: by pipx or pip, from a clone or the wheel.
What README and the manual say is run as it stands there.

`packaging/try_package.py --wheel` makes what is tried. It prints sizes and times, for the manual.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import try_package

from sayso import __version__
from support.bare_debian import HOME, PERSON, BareDebian, Ended
from support.bare_person import Person, seat
from support.bare_steps import (
    files,
    see_a_click_approve,
    see_agents_served,
    see_an_upgrade_lose_nothing,
    see_it_start_at_login,
    see_pages,
    see_words_completed,
    told_by_apt,
)
from support.guide import GUIDE, README, line

pytestmark = [pytest.mark.long, pytest.mark.root("only root can make a system")]

INSTALL = GUIDE / "install.md"
PACKAGES = line(README, "sudo apt-get install")
COMPLETION = 'eval "$(sayso completion bash)"'
REMOVAL = "rm -r ~/.local/lib/sayso"
PLACE = f"{HOME}/sayso"
"""The clone, or a directory with a wheel in its dist: there the person is."""
STAYS = (f"{HOME}/.local/state/sayso/log/", f"{HOME}/.config/sayso/config.toml")
OTHERS = re.compile(
    rf"{HOME}/(sayso|\.cache/(openbox|pip|pipx)|\.local/((share|state)/)?pipx(?!/venvs/))/"
)
"""That, and what the window manager, pip and pipx have for themselves."""
_UNITS = {"kB": 1e-3, "MB": 1.0}


@dataclass(frozen=True)
class Source:
    """What pipx installs."""

    bring: Callable[[BareDebian], None]
    install: str
    bring_later: Callable[[BareDebian], None]
    """In the later version."""
    update: str


def bring_clone(debian: BareDebian) -> None:
    debian.root("cp", "-R", "/root/sayso", PLACE)
    debian.root("chown", "-R", f"{PERSON}:", PLACE)


def lengthen_version(debian: BareDebian) -> None:
    """In place of git pull."""
    try_package.lengthen_version(debian.path(PLACE), try_package.LATER)


def bring_wheel(debian: BareDebian, which: str = "first") -> None:
    (wheel,) = (try_package.WHEELS / which).glob("*.whl")
    place = debian.path(f"{PLACE}/dist")
    place.mkdir(parents=True, exist_ok=True)
    (place / wheel.name).write_bytes(wheel.read_bytes())


def bring_later_wheel(debian: BareDebian) -> None:
    bring_wheel(debian, "next")


def of_later_wheel(words: str) -> str:
    return words.replace(__version__, f"{__version__}{try_package.LATER}")


_WHEEL = line(INSTALL, "pipx install './dist/")
SOURCES = {
    "clone": Source(
        bring_clone,
        line(README, "pipx install"),
        lengthen_version,
        line(INSTALL, "pipx install --force"),
    ),
    "wheel": Source(
        bring_wheel,
        _WHEEL,
        bring_later_wheel,
        of_later_wheel(_WHEEL.replace("install", "install --force")),
    ),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_by_pipx(suite: str, debian: BareDebian, source: Source) -> None:
    source.bring(debian)
    costs = install_packages(debian, PACKAGES)
    before = files(debian)
    installed = at_home(debian, source.install)
    at_home(debian, line(README, "pipx ensurepath"))
    print(f"\n{suite}, {source.install}: {installed.seconds:.0f} s; {in_home(debian)}; {costs}")
    debian.log_in()
    at_home(debian, line(README, "sayso link"))

    def update() -> None:
        source.bring_later(debian)
        at_home(debian, source.update)

    told = see_it_used(debian, update, line(INSTALL, "sayso uninstall"))
    assert "To remove the program itself: pipx uninstall sayso" in told
    at_home(debian, line(INSTALL, "pipx uninstall"))
    left = left_by(debian, before)
    assert {place for each in left for place in STAYS if each.startswith(place)} == {*STAYS}
    assert {each for each in left if not each.startswith(STAYS)} == set()


def test_by_pip(suite: str, debian: BareDebian) -> None:
    bring_wheel(debian)
    costs = install_packages(debian, PACKAGES.replace(" pipx ", " python3-venv "))
    before = files(debian)
    at_home(debian, line(INSTALL, "python3 -m venv"))
    install = line(INSTALL, "~/.local/lib/sayso/bin/pip install")
    installed = at_home(debian, install)
    print(f"\n{suite}, pip: {fetched(installed):.0f} MB fetched, {installed.seconds:.0f} s; "
          f"{in_home(debian)}; {costs}")  # fmt: skip
    at_home(debian, line(INSTALL, "~/.local/lib/sayso/bin/sayso link"))
    debian.log_in()

    def update() -> None:
        bring_later_wheel(debian)
        at_home(debian, of_later_wheel(install))

    see_it_used(debian, update, line(README, "sayso uninstall --purge"))
    assert f"`{REMOVAL}`" in INSTALL.read_text()
    at_home(debian, REMOVAL)
    assert left_by(debian, before) == set()


def install_packages(debian: BareDebian, words: str) -> str:
    """What that takes."""
    return told_by_apt(
        debian.run(["sh", "-c", words.removeprefix("sudo ")], as_root=True, timeout=300)
    )


def at_home(debian: BareDebian, words: str) -> Ended:
    """The person runs this, and it works."""
    ended = debian.run(["sh", "-c", f"cd {PLACE} && {words}"], environ=debian.network, timeout=300)
    assert ended.code == 0, f"{words}: {ended.out}{ended.err}"
    return ended


def in_home(debian: BareDebian) -> str:
    """What the environment takes, with what pipx has for itself."""
    taken = debian.root("du", "--summarize", "--block-size=1MB", f"{HOME}/.local")
    return f"{taken.split()[0]} MB in the home"


def fetched(ended: Ended) -> float:
    """MB, by what pip says."""
    sizes = re.findall(r"Downloading .* \(([\d.]+) (kB|MB)\)", ended.out)
    return sum(float(size) * _UNITS[unit] for size, unit in sizes)


def see_it_used(debian: BareDebian, update: Callable[[], None], uninstall: str) -> str:
    """From the first command to the last; what that says."""
    assert debian.run(["sayso", "--version"]).out == f"sayso {__version__}\n"
    see_agents_served(debian)
    person = seat(debian)
    try:
        see_pages(debian, "sayso-confirm", "sayso-pinentry", "sayso-git-credential")
        see_completions_loaded(debian)
        see_a_click_approve(debian, person)
        see_it_start_at_login(debian, person)
        see_an_upgrade_lose_nothing(debian, person, update)
        return see_all_undone(debian, person, uninstall)
    finally:
        person.close()


def see_completions_loaded(debian: BareDebian) -> None:
    assert f"`{COMPLETION}`" in INSTALL.read_text()
    at_home(debian, f"echo '{COMPLETION}' >> ~/.bashrc")
    see_words_completed(debian, "bash", "-i", "-c", "")


def see_all_undone(debian: BareDebian, person: Person, words: str) -> str:
    """Once the person says so, on a terminal; but for a line that they wrote themselves, which is
    named. What is said."""
    at_home(debian, "sayso config set timeout 3m")
    on_terminal = ["script", "--quiet", "--return", "--command", words, "/dev/null"]
    ended = debian.run(on_terminal, environ=person.environ, stdin="y\n")
    assert ended.code == 0, ended.out
    assert "Not undone" not in ended.out
    assert f"Take this line out yourself: {HOME}/.bashrc: {COMPLETION}" in ended.out
    assert debian.root("find", f"{debian.runtime}/sayso", "-mindepth", "1") == ""
    return ended.out


def left_by(debian: BareDebian, before: set[str]) -> set[str]:
    """Files in the home, and all that has our name elsewhere, which were not there before."""
    new = files(debian) - before
    elsewhere = {each for each in new if not each.startswith(f"{HOME}/")}
    assert {each for each in elsewhere if "sayso" in each} == set()
    left = {each for each in new - elsewhere if not OTHERS.match(each)}
    return {each for each in left if not debian.path(each).is_dir()}
