"""A hostile program on another machine, which sends what it likes to the person's daemon.

python hostile_program.py say            sends a list of messages, its input, on one connection;
                                         prints the replies
python hostile_program.py frames N       sends N frames, of which most are no valid requests
python hostile_program.py deaf N         sends N requests, and reads no reply
python hostile_program.py hold N FILE    holds N connections until this file exists
"""

import contextlib
import glob
import json
import os
import random
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

PATIENCE = 180.0
"""Seconds to wait for the other end."""


def connect() -> socket.socket:
    """Connects to the newest of the sockets that reach a person."""
    ways = glob.glob(f"{os.environ['XDG_RUNTIME_DIR']}/sayso/forwarded/*")  # noqa: PTH207
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(max(ways, key=os.path.getmtime))  # it waits while the server's queue is full
    sock.settimeout(PATIENCE)
    return sock


def line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


def request(identity: object, method: object, params: object) -> bytes:
    return line({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})


def notification(method: str, params: object) -> bytes:
    return line({"jsonrpc": "2.0", "method": method, "params": params})


def say() -> None:
    """Sends the messages and prints replies until each request has its reply. Notifications are
    left out."""
    messages: list[dict[str, Any]] = json.load(sys.stdin)
    awaited = {each["id"] for each in messages if "id" in each}
    with connect() as sock:
        for each in messages:
            sock.sendall(line({"jsonrpc": "2.0", **each}))
        for reply in sock.makefile():
            told = json.loads(reply)
            if "id" in told:
                print(json.dumps(told), flush=True)
                awaited.discard(told["id"])
            if not awaited:
                return


def introduction(seed: random.Random) -> dict[str, Any]:
    ugly = "\u202e\u0007\x1b[2J\n" + "\u2066claude\u200b"
    processes = [
        {
            "pid": seed.randrange(1, 1 << 22),
            "start": seed.random() * 1e6,
            "name": (ugly * 9)[:200],
            "command": [ugly * 50] * 8,
            "directory": ugly,
            "is_sayso": seed.random() < 0.5,
        }
        for _ in range(64)
    ]
    return {"system": str(seed.random()), "now": 1.0, "processes": processes}


def bad_frames(seed: random.Random) -> Iterator[bytes]:
    """Frames without end, most of them invalid."""
    while True:
        number = seed.randrange(1 << 30)
        yield seed.choice(
            [
                seed.randbytes(seed.randrange(200)).replace(b"\n", b"") + b"\n",
                b'{"jsonrpc": "2.0", "id": 1, "method": "sta',
                b"[" * 10_000 + b"\n",
                request("x" * 20_000, "list", {}),
                request(10**400, "status", {}),
                request(None, "status", {}),
                request(number, f"method{number}", {"a": number}),
                request(number, "hello", {"client": "x" * 200}),
                request(number, "list", {"after": -1}),
                request(number, "withdraw", {"number": seed.randrange(1, 50)}),
                request(number, "collect", {"ticket": f"{number:032x}", "wait": 0}),
                request(number, "claim", {"claim": f"{number:032x}"}),
                request(number, "finish", {"number": seed.randrange(1, 50), "done": True}),
                request(number, "remote_allow", {"name": "build-7", "secrets": True}),
                request(number, "remote_close", {"name": "lab"}),
                request(number, "dnd", {"seconds": 600}),
                request(number, "ask", {"kind": "confirm", "message": "x" * 17_000}),
                request(number, "ask", {"kind": "password", "message": "Unlock"}),
                request(number, "ask", {"kind": "confirm", "message": "?", "wait": float("nan")}),
                notification("introduce", introduction(seed)),
                notification("introduce", {"system": "", "now": -1, "processes": []}),
                notification("exited", {"check": number + 1, "processes": list(range(4096))}),
                notification("echo", {}) * 50,
                notification("progress", {"id": 1, "state": "answered"}),
            ]
        )


def frames(count: int) -> None:
    """Sends bad frames on connections that break off somewhere. Replies are read and ignored."""
    seed = random.Random(count)  # noqa: S311 - nothing here is a secret
    bad = bad_frames(seed)
    while count > 0:
        with connect() as sock:
            sock.sendall(request(0, "hello", {}))
            sock.setblocking(False)
            for _ in range(min(count, seed.randrange(1, 100))):
                count -= 1
                if not _sent(sock, next(bad)):
                    break


def _sent(sock: socket.socket, data: bytes) -> bool:
    """Sends all the data. False: the other end has closed."""
    until = time.monotonic() + PATIENCE
    while data:
        try:
            _drain(sock)
            data = data[sock.send(data) :]
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(0.001)
        except OSError:
            return False
    return True


def _drain(sock: socket.socket) -> None:
    """Reads all that has come. Raises OSError if the other end has closed."""
    with contextlib.suppress(BlockingIOError):
        while sock.recv(1 << 16):
            pass
        raise ConnectionResetError


def deaf(count: int) -> None:
    """Sends requests until the other end closes the connection or takes no more for 3 s."""
    with connect() as sock:
        sock.settimeout(3)
        try:
            for number in range(count):
                sock.sendall(request(number, "status", {}))
        except OSError as error:
            print(type(error).__name__)


def hold(count: int, until: str) -> None:
    held = []
    for number in range(count):
        sock = connect()
        sock.sendall(request(number, "hello", {}))
        held.append(sock)
    for sock in held:
        with contextlib.suppress(OSError):
            sock.recv(1)  # returns once the connection was accepted or refused
    print("held", flush=True)
    end = time.monotonic() + PATIENCE
    while not os.path.exists(until) and time.monotonic() < end:  # noqa: PTH110
        time.sleep(0.05)


def main(deed: str, *words: str) -> None:
    match deed:
        case "say":
            say()
        case "frames":
            frames(int(words[0]))
        case "deaf":
            deaf(int(words[0]))
        case "hold":
            hold(int(words[0]), words[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
