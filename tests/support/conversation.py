"""The daemon's side of a client's conversation, played step by step without a socket."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sayso.client.exchange import SILENCE, question
from sayso.client.link import REPLY_WITHIN, Connect, Guard, Receive, Send

if TYPE_CHECKING:
    from sayso.client.link import Conversation, Step

CLAIM = "c" * 32
TICKET = "f" * 32
READY = {"status": "ready", "claim": CLAIM, "ticket": TICKET, "kind": "confirm"}
APPROVED = {"status": "approved", "decider": "user"}


class Daemon:
    """Takes the place of the daemon in a conversation, and keeps the return value in `outcome`."""

    def __init__(self, conversation: Conversation[Any]) -> None:
        self.conversation = conversation
        self.outcome: Any = None
        self.ended = False
        self.guarded = False
        """The client has asked for locked memory to receive the next bytes into."""
        self.step: Step = next(conversation)

    def go(self, data: bytes = b"") -> None:
        try:
            self.step = self.conversation.send(bytearray(data))
        except StopIteration as end:
            self.outcome, self.ended = end.value, True

    def break_off(self, error: Exception) -> None:
        self.step = self.conversation.throw(error)

    def connect(self, *, start: bool, within: float = 0.0) -> None:
        assert self.step == Connect(start, within)
        self.go()

    def expect(self, method: str, within: float | None = None) -> dict[str, Any]:
        """Takes one request and goes on until the client wants to receive. Returns the request's
        params."""
        if self.step == Guard():
            self.guarded = True
            self.go()
        assert isinstance(self.step, Send)
        if within is not None:
            assert self.step.within == within
        assert self.step.data.endswith(b"\n")
        message = json.loads(self.step.data)
        assert message["method"] == method
        self.id = message["id"]
        self.go()
        assert isinstance(self.step, Receive)
        params: dict[str, Any] = message["params"]
        return params

    def reply(self, result: dict[str, Any]) -> None:
        self.say({"jsonrpc": "2.0", "id": self.id, "result": result})

    def fail(self, code: int, message: str = "no", id: int | None = None) -> None:
        error = {"code": code, "message": message}
        self.say({"jsonrpc": "2.0", "id": id or self.id, "error": error})

    def say(self, message: dict[str, Any]) -> None:
        self.go(json.dumps(message).encode() + b"\n")

    def greet(self, protocol: object = 1, *, within: float = REPLY_WITHIN, **more: object) -> None:
        assert self.expect("hello", within) == {"client": "test/1"}
        told = {"protocol": protocol, "version": "0.1.0", "pid": 1, "kinds": ["confirm"]}
        self.reply(told | more)


def asked(**options: Any) -> Daemon:
    """A daemon that has been greeted and has received the question, which it has not answered
    yet."""
    params = {"kind": "confirm", "message": "Deploy?"}
    daemon = Daemon(question("test/1", "ask", params, start=True, **options))
    daemon.connect(start=True)
    daemon.greet()
    assert daemon.expect("ask", SILENCE) == params
    return daemon
