"""What every agent for systemd's requests for passwords finds, reads and answers. A backend's own
test inherits this; which requests an agent must not trust depends on the system, so it is tested
there."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from sayso.platforms.contract.password_agent import PasswordAgent, Reply
from support.event_loop import Told, on_event_loop
from support.programs import Programs


class Requester(Protocol):
    """A program that has asked for a password."""

    path: Path
    """The path of its request file."""
    socket: Path

    def reply(self) -> bytes:
        """Waits for the reply, and returns it."""

    def withdraw(self) -> None: ...


Asks = Callable[[str], Requester]
"""Has a program ask with a request file of this name. All request files of a test are in one
directory."""


class PasswordAgentContract:
    """Fixtures: `agent`; `asks`, see Asks; and `programs`."""

    @pytest.fixture
    def requester(self, asks: Asks) -> Requester:
        return asks("one")

    @pytest.fixture
    def reply(self, agent: PasswordAgent, requester: Requester) -> Iterator[Reply]:
        reply = agent.connect(str(requester.path), str(requester.socket))
        yield reply
        reply.close()

    def found(self, agent: PasswordAgent, requester: Requester) -> set[str]:
        return set(agent.requests(str(requester.path.parent)))

    def test_each_request_is_found_until_it_is_withdrawn(
        self, agent: PasswordAgent, asks: Asks, requester: Requester
    ) -> None:
        other = asks("other")
        assert self.found(agent, requester) == {str(requester.path), str(other.path)}
        other.withdraw()
        assert self.found(agent, requester) == {str(requester.path)}

    def test_what_is_no_request_is_not_found(
        self, agent: PasswordAgent, requester: Requester
    ) -> None:
        (requester.path.parent / "tmp.two").touch()
        assert self.found(agent, requester) == {str(requester.path)}

    def test_one_that_was_written_again_is_another(
        self, agent: PasswordAgent, requester: Requester
    ) -> None:
        place = str(requester.path.parent)
        before = agent.requests(place)
        assert agent.requests(place) == before
        requester.path.write_text("longer than that by far, and no request any more at all")
        assert agent.requests(place) != before

    def test_of_no_directory_are_none(self, agent: PasswordAgent, requester: Requester) -> None:
        assert agent.requests(str(requester.path.parent / "gone")) == {}

    def test_all_of_it_is_read(self, agent: PasswordAgent, requester: Requester) -> None:
        assert agent.read(str(requester.path)).text == requester.path.read_bytes()

    def test_one_that_was_withdrawn_is_not_read(
        self, agent: PasswordAgent, requester: Requester
    ) -> None:
        requester.withdraw()
        with pytest.raises(OSError, match=r"."):
            agent.read(str(requester.path))

    def test_a_reply_is_one_message(self, requester: Requester, reply: Reply) -> None:
        reply.send(b"+", memoryview(b"secret"))
        assert requester.reply() == b"+secret"

    def test_a_reply_goes_to_whoever_asked_and_nobody_else(
        self, agent: PasswordAgent, asks: Asks, requester: Requester
    ) -> None:
        other = asks("other")
        for each, words in ((other, b"+other"), (requester, b"+one")):
            reply = agent.connect(str(each.path), str(each.socket))
            reply.send(words)
            reply.close()
        assert (requester.reply(), other.reply()) == (b"+one", b"+other")

    def test_where_nobody_is_there_is_no_reply(
        self, agent: PasswordAgent, requester: Requester
    ) -> None:
        requester.socket.unlink()
        with pytest.raises(OSError, match=r"."):
            agent.connect(str(requester.path), str(requester.socket))

    def test_the_end_of_a_process_is_told(self, agent: PasswordAgent, programs: Programs) -> None:
        program = programs.start(sys.executable, "-c", "input()")

        @on_event_loop
        async def hear() -> None:
            exited = Told()
            call_off = agent.watch_exit(program.pid, exited)
            assert call_off
            assert not exited.times
            program.kill()
            await exited.at_least(1)
            call_off()
            program.wait()
            assert agent.watch_exit(program.pid, exited) is None

        hear()

    def test_no_end_is_told_once_that_is_called_off(
        self, agent: PasswordAgent, programs: Programs
    ) -> None:
        program, other = (programs.start(sys.executable, "-c", "input()") for _ in range(2))

        @on_event_loop
        async def hear() -> None:
            exited, last = Told(), Told()
            call_off = agent.watch_exit(program.pid, exited)
            other_off = agent.watch_exit(other.pid, last)
            assert call_off
            assert other_off
            call_off()
            program.kill()
            program.wait()
            other.kill()
            await last.at_least(1)
            other_off()
            assert not exited.times

        hear()
