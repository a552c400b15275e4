"""What a platform has to fulfil, the type checker knows."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sayso

SOURCES = Path(sayso.__file__).parent


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def checked(tree: Path, cache: Path) -> str:
    """What the type checker finds in what Linux hands out; empty: nothing."""
    command = (sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports")
    where = ("--cache-dir", str(cache), "--platform", "linux", "--no-error-summary")
    module = ("-m", "sayso.platforms.select", "-m", "sayso.platforms.linux.backend")
    done = subprocess.run(
        (*command, *where, *module), cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copytree(SOURCES, tmp_path / "sayso", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_every_part_fulfils_its_contract(tree: Path, cache: Path) -> None:
    assert checked(tree, cache) == ""


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("peer", "def has_exited(", "def has_ended("),
        ("attention", "def idle(screen: str)", "def idle(screen: str, seat: str)"),
        ("memory", "def lock(size: int) -> memoryview", "def lock(size: int) -> bytes"),
    ],
)
def test_another_name_parameter_or_type_is_found(
    tree: Path, cache: Path, part: str, old: str, new: str
) -> None:
    replace(tree / "sayso" / "platforms" / "linux" / f"{part}.py", old, new)
    found = checked(tree, cache)
    assert f'got Module, expected "{part.capitalize()}"' in found, found


def test_a_part_that_is_missing_is_found(tree: Path, cache: Path) -> None:
    replace(tree / "sayso" / "platforms" / "linux" / "backend.py", "def sound()", "def noise()")
    assert 'expected "Backend"' in checked(tree, cache)
