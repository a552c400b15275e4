"""sayso as it is installed on Windows: by its installer, made here and run there, and by pip. What
runs has nothing of this tree."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import windows_installer
import wine

from sayso import __version__
from support.processes import PATIENCE, wait_until
from support.wine_agent import STARTING, UNREACHABLE, WineAgent
from support.wine_screen import log_in, run_program
from support.world import World

pytestmark = pytest.mark.long

APPROVED, PENDING = 0, 3
ASK = ("confirm", "Deploy build 4711?")
FIRST, NEXT = __version__, f"{__version__}.1"
NOT_INSTALLED = 1

CURRENT_USER = "HKEY_CURRENT_USER"
RUN = rf"{CURRENT_USER}\Software\Microsoft\Windows\CurrentVersion\Run"
UNINSTALL = rf"{CURRENT_USER}\Software\Microsoft\Windows\CurrentVersion\Uninstall\sayso"
VARIABLES = rf"{CURRENT_USER}\Environment"
SHORTCUT = "Microsoft/Windows/Start Menu/Programs/sayso.lnk"

WITHIN = 300.0
"""Seconds for the installer on a busy machine."""


@pytest.fixture(scope="module")
def installers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Of two versions."""
    place = tmp_path_factory.mktemp("made")
    tree = place / "tree"
    windows_installer.gather(tree)
    made = {version: place / f"sayso-setup-{version}.exe" for version in (FIRST, NEXT)}
    windows_installer.pack(tree, made[FIRST], FIRST)
    code = tree / windows_installer.PACKAGES / "sayso" / "__init__.py"
    told, wanted = code.read_text(), f'__version__ = "{FIRST}"'
    assert wanted in told
    code.write_text(told.replace(wanted, f'__version__ = "{NEXT}"'))
    windows_installer.pack(tree, made[NEXT], NEXT)
    shutil.rmtree(tree)
    return made


class Person:
    """At that Windows."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.drive = world.directory / "wine" / "drive_c"
        self.local = world.windows_state
        self.roaming = self.local.with_name("Roaming")
        self.place = self.local / "Programs" / "sayso"

    def run(self, program: str | Path, *words: str) -> int:
        """To its end; its exit status. A daemon that it starts holds its output."""
        done = subprocess.run(
            run_program(self.there(program), *words), env=self.world.environ, input=b"",
            timeout=WITHIN, check=False,
        )  # fmt: skip
        return done.returncode

    def install(self, installer: Path, *words: str) -> float:
        """Seconds that it took."""
        began = time.monotonic()
        assert self.run(installer, "/S", *words) == 0
        return time.monotonic() - began

    def there(self, path: str | Path) -> str:
        """As it is called there."""
        if isinstance(path, str):
            return path
        if path.is_relative_to(self.drive):
            return "C:\\" + str(path.relative_to(self.drive)).replace("/", "\\")
        return f"Z:{path}"

    def registered(self, key: str, name: str) -> str:
        """A value; empty: there is none."""
        done = subprocess.run(
            run_program("reg", "query", key, "/v", name), env=self.world.environ, input=b"",
            stdout=subprocess.PIPE, timeout=WITHIN, check=False,
        )  # fmt: skip
        return done.stdout.decode() if done.returncode == 0 else ""

    def use(self, version: str) -> None:
        """As somebody may do by hand, who wants one back that is there still."""
        (place,) = (self.place / "versions").glob(f"{version}-*")
        (self.place / "current").write_text(place.name)

    def versions(self) -> list[str]:
        return sorted(each.name.partition("-")[0] for each in (self.place / "versions").iterdir())

    def files(self) -> list[str]:
        """What sayso has left of its own."""
        places = (self.local / "sayso", self.roaming / "sayso", self.local / "Programs")
        found = (each for place in places for each in place.rglob("*") if each.is_file())
        return sorted(str(each.relative_to(self.local.parent)) for each in found)


@pytest.fixture
def person(windows: World) -> Person:
    return Person(windows)


Employ = Callable[[Path], WineAgent]


@pytest.fixture
def employ(windows: World, person: Person) -> Iterator[Employ]:
    """An agent that asks by this command."""
    with ExitStack() as stack:

        def employed(command: Path) -> WineAgent:
            agent = WineAgent(windows, [person.there(command)])
            stack.callback(agent.close)
            return agent

        yield employed


def hook(agent: WineAgent) -> str:
    """What an agent is told to start."""
    return agent.sayso("hook", "install", "claude-code", "--dry-run").out


def runs(agent: WineAgent) -> bool:
    return agent.sayso("status").code == 0


def test_install_log_in_ask_upgrade_remove(
    windows: World, person: Person, employ: Employ, installers: dict[str, Path]
) -> None:
    took = {"install": person.install(installers[FIRST])}
    command = person.place / "bin" / "sayso.exe"
    assert person.there(command.parent) in person.registered(VARIABLES, "Path")
    assert FIRST in person.registered(UNINSTALL, "DisplayVersion")
    assert (person.roaming / SHORTCUT).exists()
    agent = employ(command)
    assert "bin/sayso.exe" in hook(agent)
    assert runs(agent)  # it is not only from the next login on
    assert agent.sayso("daemon", "stop").code == 0
    assert agent.sayso("status").code == UNREACHABLE

    log_in(windows.environ)
    wait_until(lambda: runs(agent), "the daemon", STARTING)
    assert windows.dialogs.windows() == []  # of no console either

    waiting = agent.start(*ASK)
    windows.dialogs.wait_for("Approve")
    took["upgrade"] = person.install(installers[NEXT])
    assert f"daemon       {NEXT}" in agent.sayso("status").out
    assert person.versions() == [FIRST, NEXT]  # the command that waits is of the first one
    windows.dialogs.press("Approve")
    assert waiting.result(PATIENCE).code == APPROVED

    person.use(FIRST)
    assert "of another version" in agent.sayso("doctor").out
    assert agent.sayso("daemon", "restart").code == 0  # as it advises
    assert f"daemon       {FIRST}" in agent.sayso("status").out

    assert agent.sayso(*ASK, "--wait", "0s").code == PENDING
    assert person.run(installers[NEXT], "/S", "/LOGIN=perhaps") == NOT_INSTALLED
    lost = next((person.place / "versions").glob(f"{NEXT}-*/python.exe"))
    lost.unlink()  # as by what looks for viruses
    person.install(installers[NEXT], "/LOGIN=no")
    assert lost.exists()
    assert person.versions() == [NEXT]
    assert person.registered(RUN, "sayso") == ""
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    assert agent.sayso(*ASK).code == APPROVED

    began = time.monotonic()
    assert person.run(person.place / "uninstall.exe", "/S") == 0  # a copy of it goes on
    wait_until(lambda: not person.place.exists(), "the end of all files", WITHIN)
    took["remove"] = time.monotonic() - began
    assert [each for each in person.files() if "log" not in Path(each).parts] == []
    assert [each for each in person.files() if each.endswith(".jsonl")]
    assert not (person.roaming / SHORTCUT).exists()
    for key, name in ((RUN, "sayso"), (UNINSTALL, "DisplayVersion"), (VARIABLES, "Path")):
        assert person.registered(key, name) == ""
    size = installers[FIRST].stat().st_size / 1e6
    print(f"{size:.1f} MB; " + ", ".join(f"{what}: {s:.1f} s" for what, s in took.items()))


def test_by_pip(windows: World, person: Person, employ: Employ, tmp_path: Path) -> None:
    """With a Python of Windows that has it, and the wheel that is made here."""
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path)
    subprocess.run([*pip, wine.ROOT, "tomlkit>=0.13"], stdin=subprocess.DEVNULL, check=True)
    python = person.drive / "python"
    shutil.copytree(wine.PYTHON, python)
    (python / "python311._pth").write_text(windows_installer.PATHS)
    packages = python / windows_installer.PACKAGES
    windows_installer.pip(packages, "pip")  # a distribution's may have no programs for Windows
    words = ("-m", "pip", "install", "--quiet", "--no-index", "--find-links", f"Z:{tmp_path}")
    assert person.run(python / "python.exe", *words, "sayso") == 0

    agent = employ(python / "Scripts" / "sayso.exe")
    assert "Scripts/sayso.exe" in hook(agent)

    def is_asked() -> bool:
        return agent.is_ready(agent.sayso(*ASK, "--wait", "0s").code, PENDING)

    wait_until(is_asked, "a question", STARTING)
    windows.dialogs.press("Approve")
    assert agent.sayso(*ASK).code == APPROVED
    assert agent.sayso("daemon", "stop").code == 0
