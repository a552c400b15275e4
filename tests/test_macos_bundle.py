"""sayso.app, as it is made here. Its launcher is tried as a program of this system."""

import plistlib
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import macos_bundle
import pytest

pytestmark = [
    pytest.mark.skipif(find_spec("ziglang") is None, reason="ziglang is missing: pip install it"),
    pytest.mark.skipif(sys.platform == "win32", reason="the launcher is Unix's"),
]

_MACH_O = 0xFEEDFACF  # mach-o/loader.h
_SIGNATURE = 0x1D
ARM, INTEL = 0x0100000C, 0x01000007

PYTHON = '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n'
"""A program in place of Python, which prints how it was called."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return macos_bundle.make(tmp_path_factory.mktemp("made"), "/opt/sayso/bin/python")


def parts(launcher: bytes) -> dict[int, bytes]:
    """The parts of a universal program, by processor."""
    magic, count = struct.unpack_from(">II", launcher)
    assert magic == 0xCAFEBABE
    entries = [struct.unpack_from(">IIIII", launcher, 8 + 20 * n) for n in range(count)]
    return {kind: launcher[at : at + size] for kind, _subtype, at, size, _align in entries}


def commands(part: bytes) -> set[int]:
    """The load commands of a Mach-O file."""
    magic, _cpu, _subtype, _kind, count = struct.unpack_from("<IIIII", part)
    assert magic == _MACH_O
    found, at = set(), 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", part, at)
        found.add(command)
        at += size
    return found


class TestApplication:
    def test_it_is_one_with_no_icon_in_the_dock(self, app: Path) -> None:
        told = plistlib.loads((app / "Contents" / "Info.plist").read_bytes())
        assert told["LSUIElement"] is True
        assert told["CFBundlePackageType"] == "APPL"
        executable = app / "Contents" / "MacOS" / told["CFBundleExecutable"]
        assert executable.stat().st_mode & 0o111
        assert (app / "Contents" / "Resources" / told["CFBundleIconFile"]).exists()

    def test_its_icon_has_every_size(self, app: Path) -> None:
        from PIL import IcnsImagePlugin

        with (app / "Contents" / "Resources" / "sayso.icns").open("rb") as file:
            sizes = IcnsImagePlugin.IcnsFile(file).itersizes()
        assert {width * scale for width, _height, scale in sizes} >= {32, 128, 256, 512, 1024}

    def test_it_runs_on_both_kinds_of_mac_and_is_signed_where_it_has_to_be(self, app: Path) -> None:
        made = parts((app / "Contents" / "MacOS" / "sayso").read_bytes())
        assert made.keys() == {ARM, INTEL}
        assert _SIGNATURE in commands(made[ARM])
        assert commands(made[INTEL])

    @pytest.mark.parametrize("python", ["bin/python", "/opt/a\nb/python"])
    def test_a_python_that_is_no_whole_path_is_refused(self, tmp_path: Path, python: str) -> None:
        with pytest.raises(SystemExit):
            macos_bundle.main([str(tmp_path), "--python", python])
        assert not (tmp_path / "sayso.app").exists()


class TestLauncher:
    @pytest.fixture
    def launcher(self, tmp_path: Path) -> Path:
        made = tmp_path / "sayso.app" / "Contents" / "MacOS" / "sayso"
        made.parent.mkdir(parents=True)
        macos_bundle.compile_launcher(made)
        return made

    def told(self, launcher: Path, python: str) -> None:
        """Writes the path of Python into the file from which the launcher reads it."""
        place = launcher.parents[1] / "Resources"
        place.mkdir()
        (place / "python").write_text(python)

    @pytest.mark.parametrize(
        ("words", "passed"),
        [([], ["daemon", "start"]), (["confirm", "May I?", ""], ["confirm", "May I?", ""])],
    )
    def test_it_starts_the_python_that_was_told(
        self, tmp_path: Path, launcher: Path, words: list[str], passed: list[str]
    ) -> None:
        python = tmp_path / "a place" / "python"
        python.parent.mkdir()
        python.write_text(PYTHON)
        python.chmod(0o755)
        self.told(launcher, f"{python}\n")
        called = tmp_path / "sayso"
        called.symlink_to(launcher)
        ran = subprocess.run([called, *words], stdout=subprocess.PIPE, text=True, check=True)
        assert ran.stdout.splitlines() == [
            str(python), "-E", "-s", "-P", "-m", "sayso", *passed,
        ]  # fmt: skip

    @pytest.mark.parametrize("python", [None, "", "python\n", "/nowhere/python\n"])
    def test_it_says_what_is_wrong(self, launcher: Path, python: str | None) -> None:
        if python is not None:
            self.told(launcher, python)
        ran = subprocess.run([launcher], stderr=subprocess.PIPE, text=True, check=False)
        assert ran.returncode == 127
        assert "sayso: can't" in ran.stderr
        assert "Make the application anew" in ran.stderr
