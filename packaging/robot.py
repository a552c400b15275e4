"""Runs `sayso demo` on a private virtual screen and plays the person, with real pointer events.

    python packaging/robot.py DIRECTORY              a transcript and screenshots go there
    python packaging/robot.py DIRECTORY --wayland    the screen is a headless sway, not Xvfb

The exit status is that of the demo.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # for support

from support.processes import Job, StillWaiting, wait_until
from support.world import World


class Transcript:
    """Writes down what the demo says and what the robot does, with the seconds since the start."""

    def __init__(self, path: Path, demo: Job) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._demo = demo
        self._heard = 0
        self._start = time.monotonic()

    def follow(self) -> str:
        """Writes down what the demo has said since the last call. Returns all that it has said so
        far."""
        said = self._demo.out
        complete = said.rfind("\n") + 1
        for line in said[self._heard : complete].splitlines():
            self._write(line)
        self._heard = complete
        return said

    def add(self, deed: str) -> None:
        self.follow()
        self._write(f"  robot: {deed}")

    def _write(self, line: str) -> None:
        for stream in (sys.stdout, self._file):
            print(f"{time.monotonic() - self._start:6.2f} s  {line}", file=stream, flush=True)

    def close(self) -> None:
        self._file.close()


def main(directory: Path, *options: str) -> int:
    directory.mkdir(exist_ok=True)
    for old in directory.glob("*.png"):
        old.unlink()
    world = World(compositor="sway" if "--wayland" in options else None)
    try:
        demo = world.start("demo")
        transcript = Transcript(directory / "transcript.txt", demo)
        try:
            play(world, demo, transcript, directory)
        except StillWaiting as error:
            transcript.add(f"gave up: {error}")
            return 1
        finally:
            sys.stderr.write(demo.err)
            transcript.close()
        return demo.wait().code
    finally:
        world.close()


def play(world: World, demo: Job, transcript: Transcript, pictures: Path) -> None:
    """Plays the person's part, until the demo ends."""
    probe = world.dialogs

    def shown(title: str) -> bool:
        """Whether the dialog is painted according to the daemon: a window is there before its
        content."""
        return probe.shows(title) and any(
            (prompt["title"], prompt["state"]) == (title, "shown") for prompt in world.prompts()
        )

    def see(title: str, until: str = "") -> bool:
        wait_until(
            lambda: (until in transcript.follow() and shown(title)) or not demo.running,
            f'the dialog "{title}"',
            30,
        )
        return demo.running

    def click() -> None:
        probe.wait_for("Approve")
        transcript.add("clicks Approve")
        probe.press("Approve")

    def photograph(name: str) -> None:
        probe.screenshot(pictures / name)
        transcript.add(f"screenshot {name}")

    if see("In time"):
        photograph("1-in-time.png")
        click()
    if see("Late", until="Click Approve now."):
        photograph("2-late.png")
        click()
    if see("Never"):
        photograph("3-never.png")
    wait_until(lambda: transcript.follow() and not demo.running, "the end of the demo", 60)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
