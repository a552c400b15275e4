"""The commands that are installed on Windows: each starts the version in use, with its words."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import windows_installer
import wine

from support.wine_screen import run_program
from support.world import World

NOT_STARTED = 127
WITHIN = 60.0
OWN = """
import json, sys
print(json.dumps({"words": sys.argv[1:], "input": sys.stdin.read(), "version": VERSION}))
sys.exit(7)
"""
"""In the place of sayso."""


@pytest.fixture(scope="module")
def launchers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made") / "bin"
    windows_installer.put_launchers(place)
    return place


class Installed:
    def __init__(self, world: World, root: Path) -> None:
        self.world, self.root = world, root

    def add(self, version: str) -> None:
        place = self.root / "versions" / version
        shutil.copytree(wine.PYTHON, place)
        (place / "python311._pth").write_text("python311.zip\n.\n")
        (place / "sayso").mkdir()
        (place / "sayso" / "__main__.py").write_text(f"VERSION = {version!r}\n{OWN}")

    def use(self, told: bytes) -> None:
        (self.root / "current").write_bytes(told)

    def run(self, name: str, *words: str, said: bytes = b"") -> tuple[int, str]:
        done = subprocess.run(
            run_program(str(self.root / "bin" / f"{name}.exe"), *words), env=self.world.environ,
            input=said, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=WITHIN,
            check=False,
        )  # fmt: skip
        return done.returncode, done.stdout.decode()


@pytest.fixture
def installed(screen_world: World, launchers: Path, tmp_path: Path) -> Installed:
    """In a directory with letters of many kinds, and a space."""
    root = tmp_path / "Zoë Дом 家"
    shutil.copytree(launchers, root / "bin")
    return Installed(screen_world, root)


def test_it_starts_the_version_in_use(installed: Installed) -> None:
    for version in ("0.1.0-aa", "0.2.0-bb"):
        installed.add(version)
    for version in ("0.2.0-bb", "0.1.0-aa"):
        installed.use(f"{version}\r\n".encode())
        status, said = installed.run("sayso", "status", said=b"typed")
        assert status == 7
        assert json.loads(said) == {"words": ["status"], "input": "typed", "version": version}


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["confirm", "Deploy it?"],
        ['a "b" c', "\\", 'd\\"', "e\\\\", ""],
        ["tab\there", "*.txt", "%PATH%", "&", "ä 家 🦀"],
    ],
)
def test_its_words_are_passed_on_as_they_are(installed: Installed, words: list[str]) -> None:
    installed.add("0.1.0-aa")
    installed.use(b"0.1.0-aa")
    assert json.loads(installed.run("sayso", *words)[1])["words"] == words
    asked = json.loads(installed.run("sayso-askpass", *words)[1])["words"]
    assert asked == ["--as", "sayso-askpass", *words]


@pytest.mark.parametrize(
    "told", [b"..", b"a\\b", b"a/b", b"C:", b"", b"\n0.1.0", b'a"b', b"a b", b".a", "ä".encode()]
)
def test_what_is_no_version_is_not_started(installed: Installed, told: bytes) -> None:
    installed.use(told)
    status, said = installed.run("sayso", "status")
    assert status == NOT_STARTED
    assert f"{installed.root.name}\\current: " in said
    assert "What to do: install sayso again." in said


def test_what_is_missing_is_named(installed: Installed) -> None:
    status, said = installed.run("sayso", "status")
    assert (status, "\\current: " in said) == (NOT_STARTED, True)
    installed.use(b"0.1.0-aa")
    status, said = installed.run("sayso", "status")
    assert (status, "\\versions\\0.1.0-aa\\python.exe: " in said) == (NOT_STARTED, True)


LOOK = """
import ctypes, sys
version, shell = ctypes.WinDLL("version"), ctypes.WinDLL("shell32")
file = sys.argv[1]
data = ctypes.create_string_buffer(version.GetFileVersionInfoSizeW(file, None))
assert version.GetFileVersionInfoW(file, 0, len(data), data)
words, size = ctypes.c_wchar_p(), ctypes.c_uint()
for name in ("FileDescription", "FileVersion"):
    place = f"\\\\StringFileInfo\\\\040904b0\\\\{name}"
    assert version.VerQueryValueW(data, place, ctypes.byref(words), ctypes.byref(size))
    print(words.value)
print(shell.ExtractIconExW(file, -1, None, None, 0))
"""


def test_the_desktop_finds_its_name_and_its_mark(installed: Installed) -> None:
    program = str(installed.root / "bin" / "sayso.exe")
    done = subprocess.run(
        run_program(str(wine.PYTHON / "python.exe"), "-c", LOOK, program),
        env=installed.world.environ, input=b"", stdout=subprocess.PIPE, timeout=WITHIN, check=True,
    )  # fmt: skip
    assert done.stdout.decode().split() == ["sayso", "1.0", "1"]
