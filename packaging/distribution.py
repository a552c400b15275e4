"""Makes the source distribution and the wheel: the same bytes each time, from the same source."""

import os
import subprocess
import sys
from pathlib import Path

TIME = "SOURCE_DATE_EPOCH"
"""The variable with the time that reproducible builds take for the current one; see
reproducible-builds.org."""


def last_commit(root: Path) -> int:
    """The time of the last commit, in seconds since 1970. Raises subprocess.CalledProcessError:
    `root` is no clone."""
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def export(root: Path, target: Path) -> None:
    """Writes the files of the last commit into `target`, and nothing else that lies in the
    clone."""
    target.mkdir()
    archive = subprocess.run(
        ["git", "-C", root, "archive", "--format=tar", "HEAD"], capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", target], input=archive.stdout, check=True)


def build(source: Path, output: Path, time: int) -> tuple[Path, Path]:
    """Builds the source distribution and the wheel. `time`: seconds since 1970. Raises
    subprocess.CalledProcessError."""
    before = {*output.glob("*")}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", output.absolute()],
        cwd=source, env=os.environ | {TIME: str(time)}, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    made = {each.suffix: each for each in {*output.glob("*")} - before}
    return made[".gz"], made[".whl"]
