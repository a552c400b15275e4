"""The person on the bare Debian, at a screen of theirs, by the tests' own probe: it says its
environment, and then presses the button that each line of its input names."""

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.screen import Screen


def main() -> None:
    environ = dict(os.environ)
    with tempfile.TemporaryDirectory() as place:
        screen = Screen(Path(place), environ)
        try:
            print(json.dumps(environ), flush=True)
            for line in sys.stdin:
                screen.probe.press(line.strip())
                print("pressed", flush=True)
        finally:
            screen.close()


if __name__ == "__main__":
    main()
