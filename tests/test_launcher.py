"""How a process of sayso is started: whoever starts it, the same code runs."""

import subprocess
import sys
from pathlib import Path

import pytest

import sayso
from sayso import launcher
from support.interpreter import Interpreter

HELP = ("daemon", "run", "--help")


@pytest.fixture
def own_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own: such a place as each interpreter has that is no virtual environment's."""
    monkeypatch.setenv("HOME", str(tmp_path))
    interpreter = Interpreter(tmp_path / "python")
    (tmp_path / "python" / "pyvenv.cfg").write_text(
        f"home = {Path(sys.executable).resolve().parent}\ninclude-system-site-packages = true\n"
    )
    monkeypatch.setattr(sys, "executable", str(interpreter.python))
    asked = [sys.executable, "-c", "import site; print(site.ENABLE_USER_SITE, site.USER_SITE)"]
    is_looked_at, place = subprocess.check_output(asked, text=True).split()
    assert is_looked_at == "True"
    Path(place).mkdir(parents=True)
    return Path(place)


def ours() -> str:
    """The package that is started, as it says itself."""
    done = subprocess.run(
        launcher.command(*HELP), capture_output=True, text=True, check=False, timeout=60, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def break_module(place: Path, name: str = "sayso") -> None:
    (place / f"{name}.py").write_text("raise SystemExit('not for us')\n")


def test_packages_of_the_persons_own_are_not_looked_at(own_packages: Path) -> None:
    break_module(own_packages, "usercustomize")  # a name that Python looks for by itself
    assert "sayso daemon run" in ours()


def test_neither_is_where_a_variable_points_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_module(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "sayso daemon run" in ours()


def test_nor_the_directory_that_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_module(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(launcher.command(*HELP), check=False, timeout=60, capture_output=True)
    assert done.returncode == 0, done.stderr


INSTALLED_FOR_ONE = """
import site, sys
sys.path.insert(0, site.getusersitepackages())
from sayso import launcher
print(*launcher.command())
"""


def test_installed_for_one_person_it_is_found(own_packages: Path) -> None:
    """`pip install --user` puts it there."""
    (own_packages / "sayso").symlink_to(Path(sayso.__file__).parent)
    said = subprocess.check_output([sys.executable, "-c", INSTALLED_FOR_ONE], text=True, timeout=60)
    assert said.split() == [sys.executable, "-E", "-P", "-m", "sayso"]
