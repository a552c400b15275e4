"""PowerShell, which is none of Wine's: Python has its name here, and starts what asks."""

import sys

assert sys.platform == "win32"

import shutil
import subprocess
from pathlib import Path

import pytest

from sayso.platforms.windows.native import file_version
from support.waiting import PATIENCE

WHO = "from sayso.platforms import select; print(select.processes().rewriter())"
NEWER = "from sayso.platforms.windows.native import file_version as version\n"
START = "import subprocess, sys; subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL)"


@pytest.fixture(scope="module")
def shells(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of Python's with more names for it."""
    place = tmp_path_factory.mktemp("shells") / "python"
    shutil.copytree(sys.base_prefix, place, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("powershell", "PowerShell_ISE", "pwsh", "other"):
        shutil.copy(place / "python.exe", place / f"{name}.exe")
    return place


def said(shell: Path, *words: str) -> str:
    """By Python, started by this shell, whose standard output is a pipe."""
    done = subprocess.run(
        [shell, "-c", START, sys.executable, *words], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["powershell", "PowerShell_ISE"])
def test_windows_powershell_rewrites(shells: Path, name: str) -> None:
    assert said(shells / f"{name}.exe", "-c", WHO) == "Windows PowerShell"


def test_so_does_one_before_7_4(shells: Path) -> None:
    """Python has an older version's number."""
    assert (3, 11) <= file_version.of(str(shells / "pwsh.exe")) < (7, 4)
    assert said(shells / "pwsh.exe", "-c", WHO) == "PowerShell before 7.4"


@pytest.mark.parametrize(
    ("version", "told"), [((7, 3), "PowerShell before 7.4"), ((7, 4), "None"), ((10, 0), "None")]
)
def test_later_ones_do_not(shells: Path, version: tuple[int, int], told: str) -> None:
    program = f"{NEWER}version.of = lambda _path: {version}\n{WHO}"
    assert said(shells / "pwsh.exe", "-c", program) == told


def test_nor_does_another_program(shells: Path) -> None:
    assert said(shells / "other.exe", "-c", WHO) == "None"


def test_a_file_without_a_version_has_none(tmp_path: Path) -> None:
    (tmp_path / "pwsh.exe").write_bytes(b"MZ")
    with pytest.raises(OSError, match=r"\S"):
        file_version.of(str(tmp_path / "pwsh.exe"))


def test_no_password_is_asked_for_there(shells: Path) -> None:
    password = ("-E", "-P", "-m", "sayso", "password", "Unlock", "--no-spawn")
    told = said(shells / "powershell.exe", *password)
    assert "Windows PowerShell reads a password as text" in told
    assert 'cmd /c "sayso password' in told
    assert "PowerShell" not in said(shells / "powershell.exe", *password, "--reveal")
    assert "PowerShell" not in said(shells / "other.exe", *password)


def test_a_process_of_ours_between_is_passed_over(shells: Path) -> None:
    """A command starts the interpreter: here, the one that has this option."""
    program = f"{PASSED_OVER}\n{WHO}"
    between = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {program!r}])"
    assert said(shells / "powershell.exe", "-X", "ours", "-c", between) == "Windows PowerShell"


PASSED_OVER = """
from sayso.platforms.windows import powershell
powershell.is_our_command = lambda _exe, argv, _cwd: argv[1:3] == ("-X", "ours")
"""
