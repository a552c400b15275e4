"""Finds the daemon, and starts one where none runs.

The person's service manager starts it, where one runs and can: then it ends with nothing but that
one. Else we do, and hear why it can't begin. It is nobody's child, in a session of its own, in `/`,
without our standard streams: it outlives whoever started it. Of two that start at once one gets the
lock; both callers reach that one.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress

from sayso.errors import AlreadyRunning, ParseError, ProtocolError, Unreachable, from_wire
from sayso.platforms import select
from sayso.wire.codec import decode

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from subprocess import Popen
    from typing import IO

    from sayso.platforms.contract.channel import Channel

CONNECT_WITHIN = 5.0
"""Seconds for a daemon to accept."""

START_WITHIN = 10.0
"""Seconds for a daemon to say that it listens."""

END_WITHIN = 1.0
"""Seconds for what started it to end, once it listens or has failed."""

RETRY_EVERY = 0.02
"""Seconds between two looks for a daemon that is about to listen."""


def connect(environ: Mapping[str, str], *, start: bool, within: float = 0.0) -> Channel:
    """A connection to the daemon of this environment, trying for `within` seconds.

    With `start`, a daemon is started where none runs. Raises Unreachable, UntrustedPlace,
    UntrustedPeer, Unsupported, and what the daemon failed to start with.
    """
    try:
        return _connect(environ, within)
    except Unreachable:
        if not start:
            raise
    deadline = time.monotonic() + START_WITHIN
    while True:
        # Someone may be quicker; or a daemon ends just now, and the next turn starts one.
        with suppress(AlreadyRunning):
            start_daemon(environ)
        try:
            return _connect(environ, within=1.0)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise


def _connect(environ: Mapping[str, str], within: float) -> Channel:
    endpoint = select.endpoint()
    path = endpoint.socket_path(environ)
    deadline = time.monotonic() + within
    while True:
        try:
            return endpoint.connect(path, CONNECT_WITHIN)
        except Unreachable:
            if time.monotonic() >= deadline:
                raise
        time.sleep(RETRY_EVERY)


def start_daemon(environ: Mapping[str, str]) -> int:
    """Starts a daemon and waits until it listens; its pid.

    Raises AlreadyRunning where another holds the lock, Unreachable, and what it failed with.
    """
    if under_sudo(environ):
        raise Unreachable(
            "no daemon runs for this user, and under sudo none is started",
            remedy="run it as yourself, without sudo",
        )
    import tempfile

    from sayso import launcher

    own = select.session().environment(environ)
    pid = select.supervisor().start(own, launcher.command("daemon", "run", "--supervised"))
    if pid is not None:
        return pid
    ours, its = socket.socketpair()
    with ours, its, tempfile.TemporaryFile() as last_words:
        process = _launch(own, its, last_words)
        its.close()
        try:
            return _await_ready(ours, last_words)
        finally:
            _reap(process)


def under_sudo(environ: Mapping[str, str]) -> bool:
    """Here no daemon is started: it would be root's."""
    geteuid = getattr(os, "geteuid", None)  # Windows has neither
    return "SUDO_UID" in environ and geteuid is not None and geteuid() == 0


def _launch(environ: Mapping[str, str], ready: socket.socket, stderr: IO[bytes]) -> Popen[bytes]:
    """It ends as soon as the daemon is on its own."""
    import subprocess

    from sayso import launcher

    command = launcher.command("daemon", "run", "--ready-fd", str(ready.fileno()))
    return subprocess.Popen(  # noqa: S603 - fixed words, no shell
        command,
        env=environ,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        pass_fds=[ready.fileno()],
        start_new_session=True,
    )


def _reap(process: Popen[bytes]) -> None:
    import subprocess

    try:
        process.wait(END_WITHIN)
    except subprocess.TimeoutExpired:  # it hangs before it is a daemon
        process.kill()
        process.wait()


def _await_ready(ready: socket.socket, last_words: IO[bytes]) -> int:
    deadline = time.monotonic() + START_WITHIN
    line = b""
    while not line.endswith(b"\n"):
        ready.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            data = ready.recv(1 << 16)
        except TimeoutError as error:
            raise Unreachable(f"the daemon was not ready within {START_WITHIN:g} s") from error
        if not data:
            raise Unreachable(f"the daemon ended before it was ready{_why(last_words)}")
        line += data
    try:
        message = decode(line)
    except ParseError as error:
        raise ProtocolError(f"the daemon's ready line is {error.message}") from error
    if "code" in message:
        raise from_wire(message)
    pid = message.get("pid")
    if not isinstance(pid, int):
        raise ProtocolError("the daemon's ready line names no pid")
    return pid


def _why(last_words: IO[bytes]) -> str:
    last_words.seek(0)
    lines = last_words.read(1 << 16).decode("utf-8", "backslashreplace").split("\n")
    spoken = [line.strip() for line in lines if line.strip()]
    return f": {spoken[-1]}" if spoken else ""
