"""PyGObject is found where the distribution has it, from an environment that does not see it."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

assert sys.platform == "linux"

from sayso.platforms.linux import pygobject

SOURCE = Path(pygobject.__file__).parents[3]
FINDS = (
    f"import sys; sys.path.append({str(SOURCE)!r})\nfrom sayso.platforms.linux import pygobject\n"
)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As pipx makes it: of the system's Python, without what the system's Python has."""
    place = tmp_path_factory.mktemp("environment")
    command = ["/usr/bin/python3", "-I", "-m", "venv", "--without-pip", str(place)]
    subprocess.run(command, check=True)
    return place


def run(environment: Path, program: str) -> subprocess.CompletedProcess[str]:
    command = [str(environment / "bin" / "python"), "-I", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_an_environment_of_its_own_does_not_see_it(environment: Path) -> None:
    assert "No module named 'gi'" in run(environment, "import gi").stderr


def test_it_is_found_and_can_be_loaded(environment: Path) -> None:
    done = run(environment, f"{FINDS}pygobject.find()\nimport gi; gi.require_version('Gtk', '3.0')")
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_environment_has_itself_comes_first(environment: Path, tmp_path: Path) -> None:
    own = environment / "lib" / f"python3.{sys.version_info.minor}" / "site-packages" / "gi.py"
    own.write_text("")
    try:
        done = run(environment, f"{FINDS}pygobject.find()\nimport gi; print(gi.__file__)")
    finally:
        own.unlink()
    assert done.stdout == f"{own}\n"


def test_where_it_is_missing_the_packages_are_named() -> None:
    assert pygobject.remedy() == "install python3-gi and gir1.2-gtk-3.0"


def test_where_it_is_for_another_python_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = f"3.{sys.version_info.minor}"
    monkeypatch.setattr(sys, "version_info", SimpleNamespace(minor=99))
    assert f"for Python {theirs}, and sayso runs on 3.99" in pygobject.remedy()
    assert "pipx install --python /usr/bin/python3" in pygobject.remedy()
