"""Makes the package for a release of Debian, in two versions, and tries it on a bare one, as root.

    python packaging/try_package.py bookworm

See tests/on_debian. The package is of the last commit.
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
TESTS = "tests/on_debian"
TESTERS = (
    "man-db", "bash-completion", "xvfb", "openbox", "xdotool", "dbus-daemon", "at-spi2-core",
    "gir1.2-atspi-2.0", "python3-xlib", "x11-utils", "procps",
)  # fmt: skip
"""What looks at sayso there; none of it before it was installed and said what it is."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Tries the package on a bare Debian.")
    releases = {each.name: each for each in debian_package.RELEASES}
    parser.add_argument("release", choices=releases)
    release = releases[parser.parse_args(arguments).release]
    place = PACKAGES / release.name
    shutil.rmtree(place, ignore_errors=True)
    time = distribution.last_commit(ROOT)
    for directory, suffix in (("first", ""), ("again", ""), ("next", ".1")):
        make(release, place / directory, suffix, time)
    tests = [sys.executable, "-u", "-m", "pytest", "--long", "-s", TESTS, "-k", release.name]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode


def make(release: debian_package.Release, target: Path, suffix: str, time: int) -> None:
    """Of the version that is the source's, and this."""
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        distribution.export(ROOT, source)
        for name, wanted in (
            ("pyproject.toml", 'version = "{}"'),
            ("src/sayso/__init__.py", '__version__ = "{}"'),
        ):
            replace_version(source / name, wanted, suffix)
        _, wheel = distribution.build(source, Path(place, "made"), time)
        debian_package.make(wheel, release, target, time)


def replace_version(file: Path, line: str, suffix: str) -> None:
    text, (before, after) = file.read_text(encoding="utf-8"), line.split("{}")
    head, _, rest = text.partition(f"\n{before}")
    version, quote, tail = rest.partition(after)
    file.write_text(f"{head}\n{before}{version}{suffix}{quote}{tail}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
