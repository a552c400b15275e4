"""Follows the events of an OpenCode server, and asks what it asks, for as long as it runs."""

from __future__ import annotations

import base64
import json
import threading
from contextlib import suppress
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from sayso.errors import InvalidParams, SaysoError, ServiceError
from sayso.frontends.hook import opencode
from sayso.frontends.hook.asking import Waiting
from sayso.frontends.hook.event import LONGEST, Abstention, Event
from sayso.values import replace

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

REPLY_WITHIN = 10.0
"""Seconds for the server to take an answer."""
_LOCAL = ("127.0.0.1", "localhost", "::1")


class Follower:
    """Of one server: each of its questions has a thread, and a connection to the daemon."""

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str],
        note: Callable[[str], None],
        *,
        spawn: bool,
    ) -> None:
        """`note` is told what goes wrong with one question. Raises InvalidParams."""
        self._server = _Server(address, environ)
        self._note = note
        self._spawn = spawn
        self._answered: dict[str, threading.Event] = {}
        """Set once a question was answered elsewhere."""

    def follow(self) -> None:
        """Returns once the server ends. Raises ServiceError where it can't be reached."""
        directory = self._server.directory()
        try:
            for told in self._server.events():
                self._take(told, directory)
        finally:
            for answered in self._answered.values():
                answered.set()

    def _take(self, told: Any, directory: str) -> None:
        match told:
            case {"type": "server.connected"}:  # what it asked before is not told again
                for asked in self._server.asked():
                    self._begin(asked, directory)
            case {"type": "permission.asked", "properties": asked}:
                self._begin(asked, directory)
            case {"type": "permission.replied", "properties": {"requestID": str(number)}}:
                if number in self._answered:
                    self._answered.pop(number).set()

    def _begin(self, asked: Any, directory: str) -> None:
        """Once for each question."""
        number = asked.get("id") if isinstance(asked, dict) else None
        if isinstance(number, str) and number not in self._answered:
            answered = self._answered[number] = threading.Event()
            arguments = number, Event(asked), directory, answered
            threading.Thread(target=self._ask, args=arguments, daemon=True).start()

    def _ask(self, number: str, asked: Event, directory: str, answered: threading.Event) -> None:
        """Where nobody decides, its terminal still asks."""
        try:
            question = replace(opencode.question(asked, directory), is_over=answered.is_set)
            limit = opencode.LIMIT
            outcome = Waiting(question, opencode.TITLE, limit, spawn=self._spawn).outcome()
            reply = None if outcome is None else question.reply(outcome)
            if reply is not None and not answered.is_set():
                self._server.reply(number, reply)
        except (Abstention, SaysoError) as reason:
            self._note(f"nobody decided. {reason}")


class _Server:
    def __init__(self, address: str, environ: Mapping[str, str]) -> None:
        """Its password comes by the variables that OpenCode itself reads. Raises InvalidParams."""
        parts = urlsplit(address)
        is_here = parts.scheme in ("http", "https") and parts.hostname in _LOCAL
        if not is_here or parts.username is not None:
            raise InvalidParams(
                "--serve: must be an address of this machine without a password in it, such as "
                "http://127.0.0.1:4096",
                remedy="see sayso hook opencode --help",
            )
        self._address = address.rstrip("/")
        self._opener = build_opener(ProxyHandler({}))  # no proxy stands before this machine
        self._headers = {"content-type": "application/json"}
        if password := environ.get("OPENCODE_SERVER_PASSWORD"):
            user = environ.get("OPENCODE_SERVER_USERNAME", "opencode")
            word = base64.b64encode(f"{user}:{password}".encode()).decode()
            self._headers["authorization"] = f"Basic {word}"

    def directory(self) -> str:
        """That it works in; empty: it does not say. Raises ServiceError."""
        with self._open("/path", timeout=REPLY_WITHIN) as file:
            told = json.loads(file.read(LONGEST))
        directory = told.get("directory") if isinstance(told, dict) else None
        return directory if isinstance(directory, str) else ""

    def asked(self) -> list[Any]:
        """What waits for an answer. Raises ServiceError."""
        with self._open("/permission", timeout=REPLY_WITHIN) as file:
            told = json.loads(file.read(LONGEST))
        return told if isinstance(told, list) else []

    def events(self) -> Iterator[Any]:
        """Until the server ends; what is no JSON is passed over. Raises ServiceError."""
        with self._open("/event") as file:
            try:
                for line in file:
                    if line.startswith(b"data:"):
                        yield from _read(line[5:])
            except (OSError, HTTPException):
                return  # it ends in the midst of a line

    def reply(self, number: str, reply: Mapping[str, Any]) -> None:
        """Raises ServiceError; without effect where the question is over by now."""
        data = json.dumps(dict(reply)).encode()
        place = f"/permission/{quote(number, safe='')}/reply"
        with self._open(place, data, timeout=REPLY_WITHIN) as file:
            file.read(LONGEST)

    def _open(self, place: str, data: bytes | None = None, timeout: float | None = None) -> Any:
        request = Request(self._address + place, data, self._headers)  # noqa: S310 - http, as checked
        try:
            return self._opener.open(request, timeout=timeout)
        except HTTPError as error:
            raise ServiceError(
                f"{self._address} says {error.code} to {place}",
                remedy="is it an OpenCode server, and OPENCODE_SERVER_PASSWORD its password?",
            ) from error
        except (OSError, HTTPException, ValueError) as error:
            raise ServiceError(
                f"{self._address} can't be reached: {error}",
                remedy="start it with a port of its own: opencode --port 4096",
            ) from error


def _read(data: bytes) -> Iterator[Any]:
    with suppress(ValueError, RecursionError):
        yield json.loads(data)
