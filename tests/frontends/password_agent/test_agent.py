"""The agent as a process of its own, against a scripted daemon and a program that asks."""

import sys

assert sys.platform == "linux"

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sayso.wire.messages import FIELDS
from support.password_requester import Requester
from support.processes import PATIENCE, kill, wait_until
from support.scripted_daemon import CLAIM, READY, Caller, Script, ScriptedDaemon

CANARY = b"canary 3f9c"
REFUSED = {"status": "refused", "decider": "policy", "reason": "origin_limit"}
NOBODY = {"status": "no_interactor", "decider": "headless", "reason": "the session is locked"}
TIMED_OUT = {"status": "timed_out", "decider": "deadline", "reason": "deadline"}
NOT_SHOWN = {
    "status": "not_shown", "decider": "ui", "should_retry": False, "retry_reason": "3 of 3",
}  # fmt: skip
DENIED = {"status": "denied", "decider": "user"}
DISMISSED = {"status": "dismissed", "decider": "user"}


def ask(caller: Caller) -> str:
    """The kind of question that the agent asks."""
    caller.greet(fields=FIELDS)
    kind: str = caller.expect("ask")["kind"]
    return kind


def answering(result: dict[str, Any]) -> Script:
    """With what ends it at once."""

    def script(caller: Caller) -> None:
        ask(caller)
        caller.reply(result)

    return script


def failing(caller: Caller) -> None:
    ask(caller)
    caller.fail(5000, "a fault")


def decided(outcome: dict[str, Any] | bytes) -> Script:
    """By the person; bytes are a password."""

    def script(caller: Caller) -> None:
        kind = ask(caller)
        is_text = isinstance(outcome, dict) and "answer" in outcome
        assert kind == ("text" if is_text else "password")
        caller.reply(READY | {"kind": kind})
        assert caller.expect("claim") == {"claim": CLAIM}
        if isinstance(outcome, bytes):
            caller.reply_secret(outcome)
        else:
            caller.reply(outcome)

    return script


class Agent:
    def __init__(self, runtime: Path, daemon: str) -> None:
        self._said = runtime / "said"
        with self._said.open("w") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sayso", "ask-password-agent", "run"],
                env=os.environ | {"XDG_RUNTIME_DIR": str(runtime), "SAYSO_SOCKET": daemon},
                stderr=said,
            )

    @property
    def said(self) -> str:
        return self._said.read_text()

    def says(self, words: str) -> None:
        """By and by."""
        wait_until(lambda: words in self.said, f'"{words}"')

    def close(self) -> None:
        assert self._process.poll() is None, self.said
        self._process.terminate()
        self._process.wait(PATIENCE)


@pytest.fixture
def directory() -> Iterator[Path]:
    """At a short path: a socket's has at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="sayso-", dir="/tmp") as path:
        yield Path(path)


@pytest.fixture
def requests(directory: Path) -> Path:
    place = directory / "systemd" / "ask-password"
    place.mkdir(mode=0o755, parents=True)
    return place


@contextmanager
def agent(requests: Path, *scripts: Script) -> Iterator[Agent]:
    """Which plays these: for each question one."""
    with ScriptedDaemon(*scripts) as daemon:
        agent = Agent(requests.parents[1], daemon.path)
        try:
            yield agent
        finally:
            agent.close()


class TestReply:
    def test_is_what_was_typed(self, requests: Path) -> None:
        with agent(requests, decided(CANARY)), Requester(requests) as requester:
            assert requester.reply() == b"+" + CANARY

    def test_to_one_that_asked_before_the_agent_was_there(self, requests: Path) -> None:
        with Requester(requests) as requester, agent(requests, decided(CANARY)):
            assert requester.reply() == b"+" + CANARY

    def test_where_the_directory_comes_late(self, directory: Path) -> None:
        requests = directory / "systemd" / "ask-password"
        with agent(requests, decided(CANARY)):
            requests.mkdir(mode=0o755, parents=True)
            with Requester(requests) as requester:
                assert requester.reply() == b"+" + CANARY

    def test_is_what_was_typed_to_be_seen(self, requests: Path) -> None:
        answered = {"status": "answered", "decider": "user", "answer": "mia"}
        script = decided(answered)
        with agent(requests, script), Requester(requests, Echo=1) as requester:
            assert requester.reply() == b"+mia"

    @pytest.mark.parametrize("outcome", [DENIED, DISMISSED])
    def test_is_no(self, requests: Path, outcome: dict[str, Any]) -> None:
        with agent(requests, decided(outcome)), Requester(requests) as requester:
            assert requester.reply() == b"-"

    @pytest.mark.parametrize("outcome", [TIMED_OUT, NOT_SHOWN])
    def test_is_left_to_another_agent_where_nobody_has_answered(
        self, requests: Path, outcome: dict[str, Any]
    ) -> None:
        with agent(requests, answering(outcome)) as asking, Requester(requests) as requester:
            asking.says("ask.one: ")
            assert not requester.has_reply()


def breaks_off(caller: Caller) -> None:
    """The daemon dies."""
    ask(caller)


class TestAgain:
    @pytest.mark.parametrize(
        "script",
        [answering(REFUSED), answering(NOBODY), failing, breaks_off],
        ids=["refused", "nobody", "fault", "gone"],
    )
    def test_is_asked_what_could_not_be(self, requests: Path, script: Script) -> None:
        with agent(requests, script, decided(CANARY)) as asking:
            with Requester(requests) as requester:
                assert requester.reply() == b"+" + CANARY
            assert asking.said.count("ask.one: ") == 1

    def test_as_soon_as_another_one_ends(self, requests: Path) -> None:
        """A refusal for an hour does not keep it until then."""
        first = Requester(requests, "a")

        def open_meanwhile(caller: Caller) -> None:
            ask(caller)
            second = Requester(requests, "b")
            made.append(second)
            daemon.meanwhile(answering({**REFUSED, "retry_after": 3600}))
            wait_until(lambda: "ask.b: " in asking.said, "the refusal")
            first.withdraw()
            assert caller.ends()

        made: list[Requester] = []
        with first, ScriptedDaemon(open_meanwhile, decided(CANARY)) as daemon:
            asking = Agent(requests.parents[1], daemon.path)
            wait_until(lambda: made, "the second request")
            with made[0] as second:
                assert second.reply() == b"+" + CANARY
            asking.close()


class TestItCountsNoMore:
    """The agent hangs up, and says nothing."""

    def test_with_its_file(self, requests: Path) -> None:
        def withdrawn(caller: Caller) -> None:
            ask(caller)
            requester.withdraw()
            assert caller.ends()
            ends.append(True)

        ends: list[bool] = []
        with Requester(requests) as requester:
            with agent(requests, withdrawn):
                wait_until(lambda: ends, "its end")
            assert not requester.has_reply()

    def test_when_its_time_is_over(self, requests: Path) -> None:
        until = time.monotonic() + 15  # also for the agent to begin

        def late(caller: Caller) -> None:
            ask(caller)
            assert caller.ends()
            ends.append(time.monotonic())

        ends: list[float] = []
        with Requester(requests, NotAfter=int(until * 1e6)) as requester:
            with agent(requests, late):
                wait_until(lambda: ends, "its end")
            assert not requester.has_reply()
        assert ends[0] >= until

    def test_with_who_asked(self, requests: Path) -> None:
        with subprocess.Popen(["sleep", "60"]) as program:

            def killed(caller: Caller) -> None:
                ask(caller)
                kill(program.pid)
                assert caller.ends()
                ends.append(True)

            ends: list[bool] = []
            with Requester(requests, PID=program.pid) as requester:
                with agent(requests, killed):
                    wait_until(lambda: ends, "its end")
                assert not requester.has_reply()


def ended() -> int:
    """The pid of a process that has."""
    with subprocess.Popen(["true"]) as program:
        return program.pid


class TestIsNotAsked:
    """The one after it is: the daemon has a script for that alone."""

    @pytest.mark.parametrize("lines", [{"NotAfter": 1}, {"PID": "gone"}], ids=["late", "gone"])
    def test_what_counts_no_more(self, requests: Path, lines: dict[str, Any]) -> None:
        lines = {name: ended() if value == "gone" else value for name, value in lines.items()}
        with Requester(requests, "a", **lines) as first, agent(requests, decided(CANARY)):
            with Requester(requests, "b") as second:
                assert second.reply() == b"+" + CANARY
            assert not first.has_reply()

    def test_what_says_two_things(self, requests: Path) -> None:
        """A message with a newline, to have the answer go elsewhere."""
        twice = "a\nSocket=/tmp/elsewhere"
        with agent(requests, decided(CANARY)) as asking:
            with Requester(requests, "a", Message=twice) as first:
                asking.says("ask.a: it says Socket twice")
                assert not first.has_reply()
            with Requester(requests, "b") as second:
                assert second.reply() == b"+" + CANARY

    def test_what_can_not_be_answered(self, requests: Path, tmp_path: Path) -> None:
        elsewhere = tmp_path / "sck.a"
        with agent(requests, decided(CANARY)) as asking:
            with Requester(requests, "a", Socket=elsewhere):
                asking.says("ask.a: it can't be answered: its socket is not beside it")
            with Requester(requests, "b") as second:
                assert second.reply() == b"+" + CANARY
