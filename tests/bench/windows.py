"""How soon a dialog is on the screen of Wine's Windows, beside a window of ctypes alone.

python tests/bench/windows.py [TURNS]

Prints medians in milliseconds. Nothing here fails because of a time.
"""

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "packaging")]

from support.wine_screen import run
from support.world import WINE, World

PROGRAM = Path(__file__).with_name("windows_program.py")
WORDS = {
    "cold": "start of the dialog process to painted",
    "warm": "order to painted, the process waiting",
    "bare": "start of a bare ctypes window's process to painted",
}


def main(turns: int) -> None:
    world = World(compositor=WINE)
    try:
        said = subprocess.run(
            run(PROGRAM, str(turns)), env=world.environ, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, check=True, text=True,
        ).stdout  # fmt: skip
    finally:
        world.close()
    told: dict[str, list[float]] = json.loads(said)
    for name, words in WORDS.items():
        print(f"{words}: {median(told[name]) * 1000:.0f} ms (of {len(told[name])})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10)
