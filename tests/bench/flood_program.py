"""One origin of a flood: asks four questions, then repeats them over all its connections.

python flood_program.py SOCKET OPEN RETRY NUMBER CONNECTIONS RETRIES

It asks once somebody opens the fifo OPEN for writing, repeats the questions once RETRY is opened,
and then prints a line of JSON: how many of its calls ended as superseded by a later one.
"""

import itertools
import json
import selectors
import socket
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.gates import wait_at

QUESTIONS = 4


class Line:
    """A connection, and what has come back on it."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self._rest = b""

    def send(self, identity: int, params: dict[str, Any]) -> None:
        request = {"jsonrpc": "2.0", "id": identity, "method": "ask", "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def receive(self) -> list[dict[str, Any]]:
        *lines, self._rest = (self._rest + self.socket.recv(1 << 16)).split(b"\n")
        return [json.loads(line) for line in lines]


def main() -> None:
    path, opened, retry, number, connections, retries = sys.argv[1:]
    questions = [
        {
            "kind": "confirm",
            "message": f"Origin {number}, question {n}?",
            "wait": 600,
            "timeout": 600,
        }
        for n in range(QUESTIONS)
    ]
    lines = [Line(path) for _ in range(int(connections))]
    wait_at(opened)
    ids = itertools.count(1)
    for question in questions:
        lines[0].send(next(ids), question)
    wait_at(retry)
    superseded = flood(lines, questions, ids, int(retries))
    print(json.dumps({"retries": int(retries), "superseded": superseded}), flush=True)
    time.sleep(600)  # the connections stay open until it is killed


def flood(
    lines: list[Line], questions: list[dict[str, Any]], ids: "itertools.count[int]", retries: int
) -> int:
    """Sends the retries, and returns how many calls ended as superseded. Each retry ends the call
    before it with the same question: in the end all calls but the last of each question have ended,
    also the calls that opened the questions."""
    selector = selectors.DefaultSelector()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    superseded = 0
    for sent in range(retries):
        lines[sent % len(lines)].send(next(ids), questions[sent % QUESTIONS])
        superseded += ended(selector, 0)
    deadline = time.monotonic() + 120
    while superseded < retries and time.monotonic() < deadline:
        superseded += ended(selector, 1)
    return superseded


def ended(selector: selectors.BaseSelector, timeout: float) -> int:
    """Reads what has come; how many calls ended as superseded."""
    count = 0
    for key, _ in selector.select(timeout):
        for message in key.data.receive():
            count += message.get("result", {}).get("status") == "superseded"
    return count


if __name__ == "__main__":
    main()
