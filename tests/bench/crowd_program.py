"""One of many askers: has some questions open, and then asks more of them, evenly, for some time.

    python crowd_program.py SOCKET OPEN LOAD QUESTIONS A_SECOND SECONDS NUMBER

It asks one question, whose answer it leaves unclaimed. Once somebody opens the fifo OPEN for
writing, it asks QUESTIONS more, which stay open. Once LOAD is opened, it asks in turn a new
question, for which there is hardly room, and the one that was answered. At its end it prints a line
of JSON: how many replies of each status it had, and how many seconds late its latest request was.
"""

import itertools
import json
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.gates import wait_at


class Asker:
    def __init__(self, path: str, number: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._replies = self._socket.makefile("rb")
        self._number = number
        self._ids = itertools.count(1)

    def ask(self, words: str) -> str:
        """The status of the reply."""
        identity = next(self._ids)
        params = self._question(words)
        request = {"jsonrpc": "2.0", "id": identity, "method": "ask", "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        for line in self._replies:
            reply = json.loads(line)
            if reply.get("id") == identity:
                return str(reply["result"]["status"])
        raise EOFError("the daemon has closed")

    def _question(self, words: str) -> dict[str, Any]:
        message = f"Origin {self._number}, {words}?"
        clocks = {"wait": 0, "timeout": 600, "retention": 600}
        return {"kind": "confirm", "title": "Deploy", "message": message, **clocks}


def main() -> None:
    path, opened, load, questions, a_second, seconds, number = sys.argv[1:]
    asker = Asker(path, number)
    asker.ask("answered")
    wait_at(opened)
    for each in range(int(questions)):
        asker.ask(f"question {each}")
    wait_at(load)
    heard: Counter[str] = Counter()
    latest = 0.0
    for turn, late in enumerate(evenly(float(a_second), float(seconds))):
        heard[asker.ask(f"more {turn}" if turn % 2 else "answered")] += 1
        latest = max(latest, late)
    print(json.dumps({"heard": heard, "late": latest}), flush=True)
    time.sleep(600)  # what it has asked stays open until it is killed


def evenly(a_second: float, seconds: float) -> Iterator[float]:
    """Yields `a_second` times a second; each value is how many seconds late it comes."""
    begun = time.monotonic()
    for turn in range(int(a_second * seconds)):
        wait = begun + turn / a_second - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        yield max(-wait, 0.0)


if __name__ == "__main__":
    main()
