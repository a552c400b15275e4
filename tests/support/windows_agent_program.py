"""A long-lived program on Windows that runs commands of sayso, as an agent does.

It reads JSON lines, {"id", "command", "words"}, and replies to each when it has ended, with {"id",
"code", "out"}. `command` is a list of arguments; if it is empty, this tree's sayso is run.
"""

import sys

assert sys.platform == "win32"

import json
import subprocess
import threading
from typing import Any

from sayso import launcher

_lock = threading.Lock()


def run(order: dict[str, Any]) -> None:
    ended = subprocess.run(
        [*(order["command"] or launcher.command()), *order["words"]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    said = (ended.stdout + ended.stderr).decode(errors="replace")
    with _lock:
        print(json.dumps({"id": order["id"], "code": ended.returncode, "out": said}), flush=True)


def main() -> None:
    for line in sys.stdin:
        threading.Thread(target=run, args=(json.loads(line),)).start()


if __name__ == "__main__":
    main()
