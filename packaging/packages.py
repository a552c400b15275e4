"""Makes the files from which people install sayso. build.sh runs it, and installs what it needs."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import bill_of_materials
import debian_package
import distribution
import windows_installer
from bill_of_materials import Part

ROOT = Path(__file__).parents[1]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes what people install sayso from.")
    parser.add_argument(
        "output", type=Path, nargs="?", default=ROOT / "dist",
        help="a directory that is not there, or is empty (default: dist, in the clone)",
    )  # fmt: skip
    parser.add_argument("--mac-python", help="the whole path, on a Mac, of a Python that has sayso")
    told = parser.parse_args(arguments)
    output: Path = told.output.absolute()
    output.mkdir(parents=True, exist_ok=True)
    if any(output.iterdir()):
        parser.error(f"{output} is not empty")
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        distribution.export(ROOT, source)
        time = distribution.last_commit(ROOT)
        for made in make(source, output, time, told.mac_python):
            print(f"{size(made) / 1e6:7.2f} MB  {made.name}", flush=True)
    return 0


def make(source: Path, output: Path, time: int, mac_python: str | None) -> Iterator[Path]:
    """Makes one file after another, and yields it. `time`: seconds since 1970. `mac_python`: None
    makes no application for macOS."""
    archive, wheel = distribution.build(source, output, time)
    version = wheel.name.split("-")[1]
    yield from (archive, wheel, write_bill(wheel, version, for_linux(), time))
    for release in debian_package.RELEASES:
        yield from debian_package.make(wheel, release, output, time)
    if shutil.which("makensis"):
        installer = run(source, time, "windows_installer.py", output / "sayso-setup.exe")
        yield from (installer, write_bill(installer, version, for_windows(), time))
    else:
        print("No installer for Windows: that needs makensis (Debian: nsis).")
    if mac_python:
        run(source, time, "macos_bundle.py", output, "--python", mac_python)
        yield output / "sayso.app"
    else:
        print("No application for macOS: it starts the Python that --mac-python names.")


def write_bill(made: Path, version: str, parts: Iterable[Part], time: int) -> Path:
    told = made.with_name(f"{made.name.removesuffix(made.suffix)}{bill_of_materials.SUFFIX}")
    told.write_text(bill_of_materials.bill(made.name, version, parts, time))
    return told


def for_linux() -> list[Part]:
    """The packages that pip installs for sayso[all], at the versions that are tested."""
    with tempfile.TemporaryDirectory() as place:
        modules, hashes = Path(place), dict[str, str]()
        for file in debian_package.REQUIREMENTS:
            python = debian_package.RELEASES[0].python
            hashes |= debian_package.pip(modules, python, "--require-hashes", "-r", file)
        return list(bill_of_materials.parts(modules, hashes))


def for_windows() -> list[Part]:
    """The packages that the installer contains beside sayso, among them Python."""
    words = windows_installer.PYTHON.read_text(encoding="utf-8").split()
    (pinned,) = (word for word in words if "==" in word)
    (digest,) = (word for word in words if word.startswith("--hash=sha256:"))
    name, _, version = pinned.partition("==")
    cpe = f"cpe:2.3:a:python:python:{windows_installer.PYTHON_VERSION}:*:*:*:*:*:*:*"
    python = Part(name, version, "PSF-2.0", digest.rpartition(":")[2], cpe)
    with tempfile.TemporaryDirectory() as place:
        wanted = (*windows_installer.TARGET, "--require-hashes")
        file = windows_installer.REQUIREMENTS
        hashes = bill_of_materials.install(Path(place), *wanted, "-r", file)
        return [python, *bill_of_materials.parts(Path(place), hashes)]


def run(source: Path, time: int, program: str, made: Path, *words: str) -> Path:
    """Runs a program of the source from which the packages are built. Returns what it made,
    `made`."""
    environ = os.environ | {distribution.TIME: str(time), "PYTHONPATH": str(source / "src")}
    command = [sys.executable, "-B", str(source / "packaging" / program), str(made), *words]
    subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, check=True)
    return made


def size(made: Path) -> int:
    files = made.rglob("*") if made.is_dir() else (made,)
    return sum(each.stat().st_size for each in files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
