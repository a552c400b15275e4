"""A hostile program on another machine, which speaks to the person's daemon frame by frame.

python hostile_program.py say            the messages of its input, a list, on one connection;
                                         prints what is replied
python hostile_program.py frames N       so many frames of all kinds that are none, and worse
python hostile_program.py deaf N         so many requests, and reads no reply
python hostile_program.py hold N FILE    so many connections, held until that file is there
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
"""Seconds."""


def connect() -> socket.socket:
    """By the newest way to a person."""
    ways = glob.glob(f"{os.environ['XDG_RUNTIME_DIR']}/sayso/forwarded/*")  # noqa: PTH207
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(max(ways, key=os.path.getmtime))  # it waits where the server's queue is full
    sock.settimeout(PATIENCE)
    return sock


def line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


def request(identity: object, method: object, params: object) -> bytes:
    return line({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})


def notification(method: str, params: object) -> bytes:
    return line({"jsonrpc": "2.0", "method": method, "params": params})


def say() -> None:
    """Until each request has its reply; what else comes is left out."""
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
    """For ever."""
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
    """On connections that break off somewhere; what is replied is read and not heeded."""
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
    """False: the other end has closed."""
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
    """Raises OSError: the other end has closed."""
    with contextlib.suppress(BlockingIOError):
        while sock.recv(1 << 16):
            pass
        raise ConnectionResetError


def deaf(count: int) -> None:
    """Until the other end gives up on it, or takes no more."""
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
            sock.recv(1)  # what becomes of it is known by now
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
