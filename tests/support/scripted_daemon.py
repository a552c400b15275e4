"""A daemon that says what a test's script tells it to, on a real socket in a private directory."""

import sys

assert sys.platform != "win32"

import contextlib
import json
import socket
import tempfile
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from support.waiting import PATIENCE

CLAIM = "c" * 32
TICKET = "f" * 32
READY = {"status": "ready", "claim": CLAIM, "ticket": TICKET, "kind": "confirm"}
READY_PASSWORD = READY | {"kind": "password"}
PENDING = {"status": "pending", "ticket": TICKET, "decider": None}
APPROVED = {"status": "approved", "decider": "user"}


class Caller:
    """The connection of one client, as a script sees it."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        self._connection = connection
        self._lines = connection.makefile("rb")
        self._id: object = None

    def expect(self, method: str) -> dict[str, Any]:
        """Reads the next request, which must call this method. Returns its params."""
        message = json.loads(self._lines.readline())
        assert message["method"] == method
        self._id = message["id"]
        params: dict[str, Any] = message["params"]
        return params

    def expect_lent(self, method: str) -> tuple[dict[str, Any], int | None]:
        """Like `expect`, but also returns the file descriptor that came with the request, or None.
        No other data may be on its way."""
        data, lent, *_ = socket.recv_fds(self._connection, 1 << 16, 2)
        message = json.loads(data)
        assert message["method"] == method
        self._id = message["id"]
        return message["params"], lent[0] if lent else None

    def greet(self, **members: object) -> str:
        """Answers the client's `hello`. Returns the name that the client gives. `members`: more for
        the reply."""
        name: str = self.expect("hello")["client"]
        greeting = {"protocol": 1, "version": "0.1.0", "pid": 1, "kinds": ["confirm"]}
        self.reply(greeting | members)
        return name

    def reply(self, result: dict[str, Any]) -> None:
        self._say({"id": self._id, "result": result})

    def reply_secret(self, secret: bytes, **members: object) -> None:
        """Replies with the outcome of a password question. The secret's raw bytes follow the
        line."""
        outcome = {"status": "answered", "decider": "user", "secret_bytes": len(secret)}
        self._say({"id": self._id, "result": outcome | members}, secret)

    def fail(self, code: int, message: str, **data: str) -> None:
        self._say({"id": self._id, "error": {"code": code, "message": message, "data": data}})

    def notify(self, method: str, **params: object) -> None:
        self._say({"method": method, "params": params})

    def progress(self, **params: object) -> None:
        self._say({"method": "progress", "params": {"id": self._id} | params})

    def progress_and_reply(self, params: dict[str, object], result: dict[str, Any]) -> None:
        """Sends both at once, so that the client reads both before it does anything."""
        told = _line({"method": "progress", "params": {"id": self._id} | params})
        self._say({"id": self._id, "result": result}, before=told)

    def ends(self) -> bool:
        """Waits for the client's next line. True: the client closed the connection instead."""
        try:
            return self._lines.readline() == b""
        except ConnectionResetError:
            return True

    def _say(self, members: dict[str, Any], raw: bytes = b"", before: bytes = b"") -> None:
        self._connection.sendall(before + _line(members) + raw)

    def close(self) -> None:
        self._lines.close()
        with contextlib.suppress(OSError):  # the client has closed first
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def _line(members: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0"} | members).encode() + b"\n"


Script = Callable[[Caller], None]


class ScriptedDaemon:
    """Plays one script for each connection, in order. Leaving the context raises what a script
    raised."""

    def __init__(self, *scripts: Script) -> None:
        self._scripts = scripts
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Self:
        self._directory = tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp")
        self.path = f"{self._directory.name}/socket"
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(self.path)
        self._listener.listen()
        self._listener.settimeout(PATIENCE)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._thread.join()
        self._listener.close()
        self._directory.cleanup()
        if self._failure is not None and error is None:
            raise self._failure

    def meanwhile(self, script: Script) -> None:
        """Accepts the next connection and plays `script` on it. A script may call this, too."""
        connection, _ = self._listener.accept()
        with contextlib.closing(Caller(connection)) as caller:
            script(caller)

    def _serve(self) -> None:
        try:
            for script in self._scripts:
                self.meanwhile(script)
        except BaseException as failure:  # noqa: BLE001 - raised in the test's own thread
            self._failure = failure
        finally:
            self._listener.close()


def answering(result: dict[str, Any], *, method: str = "ask") -> Script:
    """Replies to one question with a plain result."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect(method)
        caller.reply(result)

    return script


def committing(outcome: dict[str, Any], *, method: str = "ask", kind: str = "confirm") -> Script:
    """Offers an outcome to one question, and commits it when it is claimed."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect(method)
        caller.reply(READY | {"kind": kind})
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply(outcome)

    return script


def handing_over(secret: bytes, *, method: str = "ask", **members: object) -> Script:
    """Offers the answer to a password question, and hands it over when it is claimed."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect(method)
        caller.reply(READY_PASSWORD)
        assert caller.expect("claim") == {"claim": CLAIM}
        caller.reply_secret(secret, **members)

    return script


def failing(code: int, message: str, *, method: str = "ask", **data: str) -> Script:
    """Replies to one request with an error."""

    def script(caller: Caller) -> None:
        caller.greet()
        caller.expect(method)
        caller.fail(code, message, **data)

    return script
