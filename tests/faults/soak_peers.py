"""Hostile peers of a soak: nonsense, half lines, nothing read, and more connections than fit."""

import resource
import socket
import struct
from contextlib import ExitStack, suppress
from random import Random

from faults.soak_stand import Stand, Wrong

GARBAGE = (
    b"\n",
    b"\0\n",
    b"[]\n",
    b"{}\n",
    b'"\xff\xfe"\n',
    b"[" * 1000 + b"]" * 1000 + b"\n",
    b'{"jsonrpc": "2.0", "id": 1, "method": "approve"}\n',
    b'{"jsonrpc": "2.0", "id": 1, "method": "ask", "params": {"kind": "confirm", "wait": NaN}}\n',
    b"GET / HTTP/1.1\r\n",
)

CONNECTIONS = 400
"""More than the daemon lets in."""

UNREAD = 40_000
"""Replies, of some hundred bytes each, that no peer may leave unread."""

PATIENCE = 60.0


def garbage(stand: Stand, chance: Random) -> None:
    """Each is refused, and at the worst ends its connection."""
    for line in chance.sample(GARBAGE, 5):
        _refused(stand, line)


def too_large(stand: Stand, _: Random) -> None:
    """More than any line may be."""
    _refused(stand, b"x" * (2 << 20) + b"\n")


def _refused(stand: Stand, line: bytes) -> None:
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.send(line)
        reply = wire.line()
        if reply is not None and "error" not in reply:
            raise Wrong(f"{line[:60]!r} heard {reply}")


def random_bytes(stand: Stand, chance: Random) -> None:
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.send(chance.randbytes(chance.randint(1, 1 << 16)) + b"\n")
        wire.finish()
        while (reply := wire.line()) is not None:
            if "error" not in reply:
                raise Wrong(f"random bytes heard {reply}")


def half_a_line(stand: Stand, chance: Random) -> None:
    """The connection is closed: it was given its time, or the daemon was killed."""
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.send(b'{"jsonrpc": "2.0", "id": 1, "method": "ask"'[: chance.randint(1, 40)])
        while wire.line() is not None:
            pass


def slow_reader(stand: Stand, _: Random) -> None:
    """It asks on and on, reads nothing, and is dropped."""
    requests = b'{"jsonrpc": "2.0", "id": 1, "method": "status"}\n' * 1000
    try:
        with stand.world.wire(PATIENCE) as wire:
            for _request in range(UNREAD // 1000):
                wire.send(requests)
    except OSError:
        return
    raise Wrong("a peer that reads nothing was not dropped")


def hang_up(stand: Stand, chance: Random) -> None:
    """Asks, and goes at once: what it asked stays, and its answer is forgotten."""
    wanted = chance.choice(("approve", "deny"))
    question = stand.question("hung up", wanted)
    params = {"kind": "confirm", "message": question, "retention": 1, "timeout": 300}
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.request("ask", params)


PEERS = (garbage, random_bytes, half_a_line, slow_reader, hang_up)


def flood(stand: Stand, _: Random) -> None:
    """More connections than one asker may have; who was connected before notices nothing of it."""
    question = stand.question("during a flood", "wait")
    with stand.world.wire(PATIENCE) as wire, ExitStack() as crowd:
        asked = wire.request("ask", {"kind": "confirm", "message": question, "retention": 1})
        number = wire.progress()["number"]
        peers: list[socket.socket] = []
        for _connection in range(CONNECTIONS):
            peers.append(crowd.enter_context(_connected(stand)))
            with suppress(OSError):  # it was refused
                peers[-1].sendall(b"{")  # who is silent makes room
        if not any(_is_refused(peer) for peer in reversed(peers)):
            raise Wrong(f"all of {CONNECTIONS} connections were let in")
        wire.request("withdraw", {"number": number})
        reply = wire.reply(asked)
        if reply["result"]["status"] != "withdrawn":
            raise Wrong(f"{question!r}: {reply}")


def _is_refused(peer: socket.socket) -> bool:
    """Else it heard in a moment that its line takes too long, or made room for others."""
    with suppress(ConnectionError), peer.makefile("rb") as heard:
        return b'"too_many_connections"' in heard.readline()
    return False


def _connected(stand: Stand) -> socket.socket:
    """Where the backlog is full it waits, which a socket with a timeout of Python's would not."""
    sock = socket.socket(socket.AF_UNIX)
    for bound in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
        sock.setsockopt(socket.SOL_SOCKET, bound, struct.pack("ll", int(PATIENCE), 0))
    sock.connect(str(stand.world.socket_path))
    return sock


def raise_limit() -> None:
    """So that as many connections can be made here."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
