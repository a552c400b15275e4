"""The conversation about a password, by literal lines."""

import json
from typing import Any

import pytest

from sayso.client.exchange import question
from sayso.client.link import REJOIN_WITHIN, Guard
from sayso.core.outcome import Answered, Pending
from sayso.errors import InvalidParams, MemoryNotLocked, ProtocolError, Unreachable
from support.conversation import READY, TICKET, Daemon, asked

ANSWERED = {"status": "answered", "decider": "user", "secret_bytes": 7}
PENDING = {"status": "pending", "decider": None, "ticket": TICKET}


class TestSecret:
    """A password: raw bytes after the line, handed out once."""

    def claimed(self, **options: Any) -> Daemon:
        daemon = asked(**options)
        daemon.reply(READY | {"kind": "password"})
        daemon.expect("claim")
        return daemon

    def line(self, daemon: Daemon) -> bytes:
        message = {"jsonrpc": "2.0", "id": daemon.id, "result": ANSWERED}
        return json.dumps(message).encode() + b"\n"

    def test_comes_with_its_outcome(self) -> None:
        daemon = self.claimed()
        daemon.go(self.line(daemon) + b"hun")
        assert not daemon.ended
        daemon.go(b"ter2")
        assert daemon.outcome == Answered()
        assert daemon.outcome.secret.view() == b"hunter2"

    def test_is_received_into_locked_memory(self) -> None:
        assert self.claimed().guarded

    def test_is_asked_for_once_there_is_such_memory(self) -> None:
        params = {"kind": "password", "message": "Unlock"}
        daemon = Daemon(question("test/1", "ask", params, start=True))
        daemon.connect(start=True)
        daemon.greet()
        assert daemon.step == Guard()
        daemon.go()
        daemon.expect("ask")

    def test_without_such_memory_nothing_is_asked(self) -> None:
        params = {"kind": "password", "message": "Unlock"}
        daemon = Daemon(question("test/1", "ask", params, start=True))
        daemon.connect(start=True)
        daemon.greet()
        with pytest.raises(MemoryNotLocked):
            daemon.break_off(MemoryNotLocked("no room"))

    def test_without_it_nothing_is_claimed(self) -> None:
        daemon = asked()
        daemon.reply(READY | {"kind": "password"})
        assert daemon.step == Guard()
        with pytest.raises(MemoryNotLocked):
            daemon.break_off(MemoryNotLocked("no room"))

    def test_what_was_received_is_wiped(self) -> None:
        daemon = self.claimed()
        data = bytearray(self.line(daemon) + b"hunter2")
        with pytest.raises(StopIteration) as end:
            daemon.conversation.send(data)
        assert data == bytes(len(data))
        assert end.value.value.secret.view() == b"hunter2"

    def test_lost_on_its_way_it_is_not_repeated(self) -> None:
        daemon = self.claimed()
        daemon.go(self.line(daemon) + b"hun")
        daemon.go(b"")
        daemon.connect(start=False, within=REJOIN_WITHIN)
        daemon.greet()
        daemon.expect("claim")
        with pytest.raises(Unreachable, match="handed out once") as caught:
            daemon.fail(4004, "a secret is handed out once")
        assert "may have been handed out" in caught.value.message
        assert "a new question" in caught.value.remedy

    @pytest.mark.parametrize("size", [-1, 65_537, "7", None])
    def test_of_no_proper_size_broke_the_protocol(self, size: object) -> None:
        daemon = self.claimed()
        daemon.reply(ANSWERED | {"secret_bytes": size})
        daemon.connect(start=False, within=REJOIN_WITHIN)
        daemon.greet()
        daemon.expect("claim")
        with pytest.raises(Unreachable, match="secret_bytes takes 0 to 65536"):
            daemon.reply(ANSWERED | {"secret_bytes": size})

    def test_unclaimed_it_is_not_taken(self) -> None:
        daemon = asked()
        line = self.line(daemon)
        with pytest.raises(ProtocolError, match="without offering it"):
            daemon.go(line + b"hunter2")

    def test_the_kind_is_told_right_before_the_claim(self) -> None:
        kinds: list[str] = []
        daemon = asked(on_kind=kinds.append)
        daemon.reply(READY | {"kind": "password"})
        assert kinds == ["password"]
        daemon.expect("claim")

    def test_the_kind_is_told_where_there_is_nothing_to_claim(self) -> None:
        kinds: list[str] = []
        daemon = asked(on_kind=kinds.append)
        daemon.reply(PENDING | {"kind": "password"})
        assert daemon.outcome == Pending(TICKET)
        assert kinds == ["password"]

    def test_an_older_daemon_does_not_tell_it_then(self) -> None:
        kinds: list[str] = []
        daemon = asked(on_kind=kinds.append)
        daemon.reply(PENDING)
        assert daemon.outcome == Pending(TICKET)
        assert kinds == []

    def test_what_is_raised_then_leaves_it_unclaimed(self) -> None:
        def refuse(_kind: str) -> None:
            raise InvalidParams("no place for a password")

        daemon = asked(on_kind=refuse)
        with pytest.raises(InvalidParams, match="no place"):
            daemon.reply(READY)
