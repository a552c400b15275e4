"""The keyring of the desktop (the Secret Service of freedesktop.org), by secret-tool(1).

secret-tool, of libsecret, writes what it found to standard error, except the password. Where it
fails, it writes why, except where a keyring is locked and stays so.
"""

from __future__ import annotations

import sys

assert sys.platform == "linux"

import os
import select
import time
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

from sayso.core.secret import Secret, wipe
from sayso.errors import ServiceError, Unsupported
from sayso.platforms.linux import memory, session_bus

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.platforms.contract.keyring import Attributes

LONGEST = 8192
"""Bytes of the longest password: secret-tool cuts a longer one without a warning."""
_REPLIES_WITHIN = 3.0
"""Seconds for secret-tool where the person is not asked for anything."""
_UNLOCKED_WITHIN = 60.0
"""Seconds for secret-tool where the keyring asks the person for its own password."""
_LOOKS = 0.25
"""Seconds between two checks whether anybody still waits for the password."""
_FOUND = "attribute."


def find(attributes: Attributes) -> dict[str, str] | None:
    """Searches by attributes that are no secrets. Standard output, which has the password as well,
    is not read."""
    status, said = _run("search", attributes)
    if status:
        raise Unsupported(said)
    found = {}
    for line in said.split("\n"):
        name, is_attribute, value = line.partition(" = ")
        if is_attribute and name.startswith(_FOUND):
            found[name.removeprefix(_FOUND)] = value
    return found or None


def is_only(attributes: Attributes) -> bool:
    status, said = _run("search", attributes, "--all")
    asked = next(iter(attributes))  # which each entry has that is found
    return not status and f"\n{said}".count(f"\n{_FOUND}{asked} = ") == 1


def read(attributes: Attributes, waits: Callable[[], bool]) -> Secret | None:
    room = memory.lock(LONGEST + 1)
    size = 0
    try:
        size = _look_up(attributes, room, waits)
    finally:
        if not size:
            wipe(room)
    return Secret(room[:size]) if size else None


def keep(label: str, attributes: Attributes, password: memoryview) -> None:
    if len(password) > LONGEST:
        raise _not_kept(f"it has more than {LONGEST} bytes")
    status, said = _run("store", attributes, f"--label={label}", password=password)
    if status:
        raise _not_kept(said)


def forget(attributes: Attributes) -> None:
    status, said = _run("clear", attributes)
    if status:
        raise ServiceError(f"the keyring did not forget the password: {said}")


def _look_up(attributes: Attributes, room: memoryview, waits: Callable[[], bool]) -> int:
    """Reads the password into `room`, which is larger. Returns its length in bytes; 0: none was
    found."""
    with _start("lookup", attributes, stdout=PIPE, stderr=DEVNULL) as tool:
        assert tool.stdout is not None
        try:
            size = _fill(room, tool.stdout.fileno(), waits)
            tool.wait(_REPLIES_WITHIN if size else 0)
        except TimeoutExpired:
            return 0
        finally:
            tool.kill()
        return 0 if tool.returncode else size


def _fill(room: memoryview, descriptor: int, waits: Callable[[], bool]) -> int:
    """Reads into `room` up to the end of the output. Returns the number of bytes, fewer than `room`
    has; 0: too many came, it took too long, or nobody waits any more."""
    size, until = 0, time.monotonic() + _UNLOCKED_WITHIN
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    while size < len(room) and time.monotonic() < until and waits():
        if not poll.poll(_LOOKS * 1_000):
            continue
        if not (came := os.readv(descriptor, [room[size:]])):
            return size
        size += came
    return 0


def _run(
    verb: str, attributes: Attributes, *options: str, password: memoryview | None = None
) -> tuple[int, str]:
    """Runs secret-tool. Returns its exit status, which is never 0 where it hangs or can't be
    started, and what it wrote to standard error, or else a reason for the failure. `password` goes
    to its standard input."""
    within = _REPLIES_WITHIN if password is None else _UNLOCKED_WITHIN
    try:
        with _start(verb, attributes, *options, stdin=PIPE) as tool:
            try:
                _hand_over(tool, password)
                _, said = tool.communicate(timeout=within)
            finally:
                tool.kill()
    except OSError as error:
        return -1, f"secret-tool can't be started: {error.strerror}"
    except TimeoutExpired:
        return -1, f"secret-tool did not end within {within:g} s"
    return tool.returncode, said.decode("utf-8", "replace") or "it is locked"


def _hand_over(tool: Popen[bytes], password: memoryview | None) -> None:
    """Writes the password at once: a pipe holds more than the longest password."""
    assert tool.stdin is not None
    if password is not None:
        with suppress(BrokenPipeError):  # secret-tool has failed already, and says why
            os.write(tool.stdin.fileno(), password)


def _start(
    verb: str,
    attributes: Attributes,
    *options: str,
    stdin: int = DEVNULL,
    stdout: int = DEVNULL,
    stderr: int = PIPE,
) -> Popen[bytes]:
    """Raises OSError."""
    command = ["secret-tool", verb, *options, "--"]
    command += [word for pair in attributes.items() for word in pair]
    environ = os.environ | {"LC_ALL": "C.UTF-8"}  # GLib writes in the character set of the locale
    session_bus.settle(environ)
    return Popen(command, env=environ, bufsize=0, stdin=stdin, stdout=stdout, stderr=stderr)  # noqa: S603 - no shell


def _not_kept(why: str) -> ServiceError:
    return ServiceError(f"the keyring did not keep the password: {why}")
