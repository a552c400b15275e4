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
"""A number of replies, of some hundred bytes each, that no peer may leave unread."""

PATIENCE = 60.0


def garbage(stand: Stand, chance: Random) -> None:
    """Sends nonsense. Each line gets an error, or at worst its connection is closed."""
    for line in chance.sample(GARBAGE, 5):
        _refused(stand, line)


def too_large(stand: Stand, _: Random) -> None:
    """Sends a line that is longer than any may be."""
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
    """Sends half a line, and waits until the connection is closed: its time was over, or the daemon
    was killed."""
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.send(b'{"jsonrpc": "2.0", "id": 1, "method": "ask"'[: chance.randint(1, 40)])
        while wire.line() is not None:
            pass


def slow_reader(stand: Stand, _: Random) -> None:
    """Sends requests on and on, reads no reply, and must be disconnected."""
    requests = b'{"jsonrpc": "2.0", "id": 1, "method": "status"}\n' * 1000
    try:
        with stand.world.wire(PATIENCE) as wire:
            for _request in range(UNREAD // 1000):
                wire.send(requests)
    except OSError:
        return
    raise Wrong("a peer that reads nothing was not dropped")


def hang_up(stand: Stand, chance: Random) -> None:
    """Asks and hangs up at once: the question stays open, and its answer is forgotten."""
    wanted = chance.choice(("approve", "deny"))
    question = stand.question("hung up", wanted)
    params = {"kind": "confirm", "message": question, "retention": 1, "timeout": 300}
    with suppress(OSError), stand.world.wire(PATIENCE) as wire:
        wire.request("ask", params)


PEERS = (garbage, random_bytes, half_a_line, slow_reader, hang_up)


def flood(stand: Stand, _: Random) -> None:
    """Opens more connections than one asker may have; a caller that was connected before notices
    nothing."""
    question = stand.question("during a flood", "wait")
    with stand.world.wire(PATIENCE) as wire, ExitStack() as crowd:
        asked = wire.request("ask", {"kind": "confirm", "message": question, "retention": 1})
        number = wire.progress()["number"]
        peers: list[socket.socket] = []
        for _connection in range(CONNECTIONS):
            peers.append(crowd.enter_context(_connected(stand)))
            with suppress(OSError):  # it was refused
                peers[-1].sendall(b"{")  # a silent connection may be closed to make room
        if not any(_is_refused(peer) for peer in reversed(peers)):
            raise Wrong(f"all of {CONNECTIONS} connections were let in")
        wire.request("withdraw", {"number": number})
        reply = wire.reply(asked)
        if reply["result"]["status"] != "withdrawn":
            raise Wrong(f"{question!r}: {reply}")


def _is_refused(peer: socket.socket) -> bool:
    """Whether the connection was refused as one too many. Otherwise the peer is soon told that its
    line takes too long, or was closed to make room for others."""
    with suppress(ConnectionError), peer.makefile("rb") as heard:
        return b'"too_many_connections"' in heard.readline()
    return False


def _connected(stand: Stand) -> socket.socket:
    """A connected socket. It waits while the backlog is full; a socket with one of Python's
    timeouts would not wait."""
    sock = socket.socket(socket.AF_UNIX)
    for bound in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
        sock.setsockopt(socket.SOL_SOCKET, bound, struct.pack("ll", int(PATIENCE), 0))
    sock.connect(str(stand.world.socket_path))
    return sock


def raise_limit() -> None:
    """Raises this process's limit of open files, so that it can make `CONNECTIONS` connections."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
