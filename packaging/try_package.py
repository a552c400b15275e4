"""Makes the package for a release of Debian, in two versions, and tries it on a bare one, as root.

    python packaging/try_package.py bookworm
    python packaging/try_package.py --wheel bookworm     the wheel instead, and pipx in a clone

See tests/on_debian. Everything is built from the last commit.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import debian_package
import distribution

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / ".cache" / "packages"
WHEELS = PACKAGES / "wheels"
LATER = ".1"
"""What is appended to the version's number to make the later version."""
TESTS = "tests/on_debian"
TESTERS = (
    "man-db", "bash-completion", "xvfb", "openbox", "xdotool", "dbus-daemon", "at-spi2-core",
    "gir1.2-atspi-2.0", "python3-xlib", "x11-utils", "procps",
)  # fmt: skip
"""Packages with which the tests look at sayso on that Debian. They are installed only after sayso
was, and has said what it is."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Tries the package on a bare Debian.")
    releases = {each.name: each for each in debian_package.RELEASES}
    parser.add_argument("--wheel", action="store_true", help="the wheel instead, and pipx")
    parser.add_argument("release", choices=releases)
    told = parser.parse_args(arguments)
    time = distribution.last_commit(ROOT)
    if told.wheel:
        tests = "test_environments.py"
        make_wheels(anew(WHEELS), time)
    else:
        tests = "test_package.py"
        make_packages(releases[told.release], anew(PACKAGES / told.release), time)
    command = [sys.executable, "-u", "-m", "pytest", "--long", "-s", f"{TESTS}/{tests}"]
    return subprocess.run([*command, "-k", told.release], cwd=ROOT, check=False).returncode


def anew(place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    return place


def make_packages(release: debian_package.Release, place: Path, time: int) -> None:
    for directory, suffix in (("first", ""), ("again", ""), ("next", LATER)):
        target = place / directory
        target.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as made:
            debian_package.make(make_wheel(suffix, Path(made), time), release, target, time)


def make_wheels(place: Path, time: int) -> None:
    for directory, suffix in (("first", ""), ("next", LATER)):
        make_wheel(suffix, place / directory, time)


def make_wheel(suffix: str, target: Path, time: int) -> Path:
    """Builds a wheel of the last commit. `suffix`: what is appended to its version."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        distribution.export(ROOT, source)
        lengthen_version(source, suffix)
        _, wheel = distribution.build(source, target, time)
    return wheel


def lengthen_version(source: Path, suffix: str) -> None:
    for name, wanted in (
        ("pyproject.toml", 'version = "{}"'),
        ("src/sayso/__init__.py", '__version__ = "{}"'),
    ):
        replace_version(source / name, wanted, suffix)


def replace_version(file: Path, line: str, suffix: str) -> None:
    text, (before, after) = file.read_text(encoding="utf-8"), line.split("{}")
    head, _, rest = text.partition(f"\n{before}")
    version, quote, tail = rest.partition(after)
    file.write_text(f"{head}\n{before}{version}{suffix}{quote}{tail}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
