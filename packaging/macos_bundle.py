"""Makes sayso.app, on any system: a launcher named sayso for a Python that has sayso installed.

    python packaging/macos_bundle.py DIRECTORY --python ~/.local/pipx/venvs/sayso/bin/python

There is no relocatable Python for macOS in the package index, so the application contains none: it
starts the one that `pipx install sayso` made. What the application adds is a name and an icon of
its own in the menu bar, among the login items and in the notifications.

The launcher is built for both kinds of Mac by zig's compiler (pip install ziglang). The compiler
signs the one for Apple's own processors ad hoc, as these start nothing unsigned. To sign the whole
application, and to have Apple notarise it, takes a Mac and an account:

    codesign --force --options runtime --sign "Developer ID Application: …" sayso.app
    ditto -c -k --keepParent sayso.app sayso.zip
    xcrun notarytool submit sayso.zip --keychain-profile … --wait
    xcrun stapler staple sayso.app

This was written and checked, but has never been run on a Mac yet.
"""

import argparse
import io
import plistlib
import struct
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from icons import LAUNCHER as MARK
from icons import render

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "packaging" / "macos" / "launcher.c"

IDENTIFIER = "sayso"
OLDEST = "11.0"
"""The oldest macOS that the application supports: the first for Apple's own processors."""

TARGETS = {"aarch64-macos.11.0": (0x0100000C, 0), "x86_64-macos.11.0": (0x01000007, 3)}
"""Targets by zig's names, each with the type and subtype of its processor (mach/machine.h)."""
_FAT_MAGIC = 0xCAFEBABE  # mach-o/fat.h
_PAGE = 1 << 14
"""Each part begins at a multiple of this many bytes: the larger page size of both processors."""

ICON_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes sayso.app.")
    parser.add_argument("directory", type=Path, help="where it is to stand")
    parser.add_argument("--python", required=True, help="the whole path of a Python that has sayso")
    told = parser.parse_args(arguments)
    if not told.python.startswith("/") or "\n" in told.python:
        parser.error("--python takes a whole path, in one line")
    print(make(told.directory, told.python))
    return 0


def make(directory: Path, python: str) -> Path:
    """Makes the application in `directory`. `python`: the whole path of the Python that it starts.
    Raises subprocess.CalledProcessError: the launcher can't be built."""
    app = directory / "sayso.app"
    contents = app / "Contents"
    for name in ("MacOS", "Resources"):
        (contents / name).mkdir(parents=True, exist_ok=True)
    launcher = contents / "MacOS" / "sayso"
    launcher.write_bytes(universal({target: built(target) for target in TARGETS}))
    launcher.chmod(0o755)
    (contents / "Resources" / "python").write_text(f"{python}\n")
    (contents / "Resources" / "sayso.icns").write_bytes(icon())
    (contents / "Info.plist").write_bytes(plistlib.dumps(info()))
    (contents / "PkgInfo").write_text("APPL????")
    return app


def info() -> dict[str, object]:
    """The contents of Info.plist, see *Information Property List*."""
    return {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleExecutable": "sayso",
        "CFBundleIconFile": "sayso.icns",
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": "sayso",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version("sayso"),
        "CFBundleVersion": version("sayso"),
        "LSMinimumSystemVersion": OLDEST,
        "LSUIElement": True,  # no icon in the Dock, no menus of its own
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "MIT licence",
    }


def built(target: str) -> bytes:
    """The launcher for one of `TARGETS`."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place, "sayso")
        compile_launcher(made, "-target", target)
        return made.read_bytes()


def compile_launcher(made: Path, *options: str) -> None:
    command = (sys.executable, "-m", "ziglang", "cc", *options)
    warnings = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Os", "-s")
    subprocess.run([*command, *warnings, "-o", made, SOURCE], check=True)


def universal(parts: dict[str, bytes]) -> bytes:
    """One file out of several, each for another processor (mach-o/fat.h). `parts`: by the names in
    TARGETS."""
    head = struct.pack(">II", _FAT_MAGIC, len(parts))
    body, offset = b"", _PAGE
    for target, part in parts.items():
        head += struct.pack(">IIIII", *TARGETS[target], offset, len(part), _PAGE.bit_length() - 1)
        body += part + bytes(-len(part) % _PAGE)
        offset = _PAGE + len(body)
    return head + bytes(_PAGE - len(head)) + body


def icon() -> bytes:
    """The mark as an ICNS file, in each size that the Finder shows."""
    from PIL import Image

    drawing = MARK.read_bytes()
    *smaller, largest = (Image.open(io.BytesIO(render(drawing, size))) for size in ICON_SIZES)
    made = io.BytesIO()
    largest.save(made, "ICNS", append_images=smaller)
    return made.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
