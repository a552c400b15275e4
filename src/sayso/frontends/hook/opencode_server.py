"""An OpenCode server on this machine: its events, what they leave out, and replies to it.

https://opencode.ai/docs/server. `http.client` uses no proxy and follows no redirect, so the
password goes to this one server, and only this server's events are believed.
"""

from __future__ import annotations

import base64
import json
import re
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.hook.event import LONGEST, Abstention, Event
from sayso.frontends.hook.opencode import Context

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator, Mapping
    from http.client import HTTPResponse
    from typing import Any

WITHIN = 10.0
"""Seconds for the server to answer."""
_LOOKS, _PAUSE = 10, 0.2
"""How often, and at what interval in seconds, to check whether a tool's input is complete: the
event may come before the model has written all of it."""
_KINDS = {"http": HTTPConnection, "https": HTTPSConnection}
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_LOCAL = ("127.0.0.1", "localhost", "::1")


class Server:
    """A client of the server. Each request has a connection of its own, so threads may share it."""

    def __init__(self, address: str, environ: Mapping[str, str]) -> None:
        """The password is in the environment variables that OpenCode itself reads. Raises
        InvalidParams if `address` is not a plain address of this machine."""
        self._kind, self._host, self._port, self._place = _parts(address)
        self._address = address
        self._headers = {"content-type": "application/json"}
        if password := environ.get("OPENCODE_SERVER_PASSWORD"):
            user = environ.get("OPENCODE_SERVER_USERNAME", "opencode")
            word = base64.b64encode(f"{user}:{password}".encode()).decode()
            self._headers["authorization"] = f"Basic {word}"

    def events(self) -> Iterator[bytes]:
        """The data of each event, until the server ends. Raises ServiceError if the server can't
        be reached. Lines longer than `LONGEST` are skipped."""
        with self._answer("GET", "/event", within=None) as answer:
            self._check(answer.status, "/event")
            try:
                for line in _lines(answer):
                    if line.startswith(b"data:"):
                        yield line[5:]
            except (OSError, HTTPException):
                return  # the server ended in the middle of a line

    def waiting(self, kind: str) -> list[Any]:
        """The questions of a kind that wait for an answer. Raises ServiceError and Abstention."""
        told = self._get(f"/{kind}")
        if not isinstance(told, list):
            raise Abstention(f"the server's answer to /{kind} is no list")
        return told

    def context(self, asked: Mapping[str, Any], over: threading.Event) -> Context:
        """What the server knows about a question. Raises ServiceError and Abstention; the latter
        also as soon as `over` is set."""
        session = f"/session/{name(Event(asked), 'sessionID')}"
        match self._get(session):
            case {"directory": str(directory)} if directory:
                if "tool" not in asked:
                    return Context(directory)
            case _:
                raise Abstention("the server does not say where its session works")
        call = Event(Event(asked).mapping("tool"))
        number = call.text("callID")
        message = f"{session}/message/{name(call, 'messageID')}"
        for _ in range(_LOOKS):
            found = _call(self._get(message), number)
            if found is not None:
                return Context(directory, *found)
            if over.wait(_PAUSE):
                break
        raise Abstention("the server does not say what the tool would be told")

    def reply(self, kind: str, number: str, reply: Mapping[str, Any]) -> None:
        """Sends a reply; an empty one rejects. Does nothing if the question is over by now. Raises
        ServiceError."""
        place = f"/{kind}/{number}/{'reply' if reply else 'reject'}"
        body = json.dumps(dict(reply)).encode() if reply else b""
        with self._answer("POST", place, body) as answer:
            if answer.status != HTTPStatus.NOT_FOUND:
                self._check(answer.status, place)

    def _get(self, place: str) -> Any:
        with self._answer("GET", place) as answer:
            self._check(answer.status, place)
            with self._reaching():
                data = answer.read(LONGEST + 1)
        if len(data) > LONGEST:
            raise Abstention(f"the server's answer to {place} is longer than {LONGEST >> 20} MiB")
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise Abstention(f"the server's answer to {place} is no JSON") from error

    @contextmanager
    def _answer(
        self, method: str, place: str, body: bytes | None = None, within: float | None = WITHIN
    ) -> Iterator[HTTPResponse]:
        connection = _KINDS[self._kind](self._host, self._port, timeout=within)
        with closing(connection):
            with self._reaching():
                connection.request(method, self._place + place, body, self._headers)
                answer = connection.getresponse()
            with closing(answer):
                yield answer

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except (OSError, HTTPException, ValueError) as error:
            raise ServiceError(
                f"{self._address} can't be reached: {error}",
                remedy="start it with a port of its own: opencode --port 4096",
            ) from error

    def _check(self, status: int, place: str) -> None:
        if status != HTTPStatus.OK:
            raise ServiceError(
                f"{self._address} says {status} to {place}",
                remedy="is it an OpenCode server, and OPENCODE_SERVER_PASSWORD its password?",
            )


def _parts(address: str) -> tuple[str, str, int | None, str]:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = None
    if host not in _LOCAL or parts.scheme not in _KINDS or parts.username is not None:
        raise InvalidParams(
            "--serve: must be an address of this machine without a password in it, such as "
            "http://127.0.0.1:4096",
            remedy="see sayso hook opencode --help",
        )
    return parts.scheme, host, port, parts.path.rstrip("/")


def name(told: Event, field: str) -> str:
    """An id of the server's, from this field. It is safe as one part of a URL path. Raises
    Abstention if it is no such id."""
    given = told.text(field)
    if not _NAME.fullmatch(given):
        raise Abstention(f"its {field} is no name that OpenCode gives")
    return given


def _lines(answer: HTTPResponse) -> Iterator[bytes]:
    """The answer's lines, without those that are too long."""
    is_rest = False
    while line := answer.readline(LONGEST):
        is_whole = line.endswith(b"\n")
        if is_whole and not is_rest:
            yield line
        is_rest = not is_whole


def _call(message: Any, number: str) -> tuple[str, Mapping[str, Any]] | None:
    """The tool and its input; None: the model has not written all of the input yet. Raises
    Abstention if no such call waits."""
    match message:
        case {"parts": [*parts]}:
            states = [found for each in parts if (found := _state(each, number))]
            match states:
                case [(_, "pending", _)]:
                    return None
                case [(tool, "running", told)]:
                    return tool, told
    raise Abstention("the server knows no such call that would wait")


def _state(part: Any, number: str) -> tuple[str, str, Mapping[str, Any]] | None:
    match part:
        case {
            "type": "tool",
            "callID": str(call),
            "tool": str(tool),
            "state": {"status": str(status), "input": dict(told)},
        } if call == number:
            return tool, status, told
    return None
