"""A secret typed into a real dialog gets to the command that it showed, and nowhere else."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from probes.probe import Control
from support.asking import ALERT, dialog, no_dialog, read_on, until_state
from support.images import found
from support.mcp_session import PATIENCE, STATELESS, Era, McpSession
from support.processes import wait_until
from support.turns import answer_next
from support.world import World

MESSAGE = "Passphrase?"
CANARY = "canary-7f3a-quokka-91c5"
SEND = "Send and run"
DIGEST = hashlib.sha256(f"{CANARY}\n".encode()).hexdigest()

HASHES = ["sh", "-c", "sha256sum > digest; exit 7"]
"""What it got it tells by a digest alone, and that it ran by its exit status."""


@pytest.fixture
def place(world: World) -> Path:
    """Where commands run."""
    made = world.directory / "place"
    made.mkdir()
    return made


def asked(place: Path, **changes: Any) -> dict[str, Any]:
    return {"message": MESSAGE, "command": HASHES, "cwd": str(place)} | changes


def type_in(world: World, text: str = CANARY) -> int:
    """By a click into the field and its keys; the dialog's process."""
    pid = dialog(world, MESSAGE)

    def entry() -> Control:
        return world.dialogs.find("Password", role="password text", pid=pid)[0]

    world.dialogs.click(entry())
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    world.dialogs.type(text)
    wait_until(lambda: entry().text == "●" * len(text), "what was typed")
    return pid


def submit(world: World) -> None:
    """As a person does who reads the command to its end."""
    pid = type_in(world)
    read_on(world, pid, "send")
    world.dialogs.press(SEND, pid=pid)


def got(place: Path) -> str:
    return (place / "digest").read_text().split()[0]


def told(result: Any) -> dict[str, Any]:
    content: dict[str, Any] = result.result(PATIENCE).structured_content
    return content


class Transcript:
    """All that an agent and its program can see of a session."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def add(self, told: object) -> None:
        self.words.append(json.dumps(told, default=str))

    def data(self) -> bytes:
        return "\n".join(self.words).encode()


def all_that_stays(world: World) -> Iterator[tuple[str, bytes]]:
    """Files, the log among them, and arguments and environments of all processes."""
    for path in world.directory.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    for process in world.processes():
        for name in ("cmdline", "environ"):
            path = Path("/proc", str(process.pid), name)
            with suppress(OSError):  # hardened, or it has ended
                yield str(path), path.read_bytes()


def with_it(world: World) -> list[str]:
    return [place for place, data in all_that_stays(world) if found(data, CANARY)]


@pytest.mark.parametrize("era", ["legacy", pytest.param(STATELESS, marks=pytest.mark.long)])
def test_the_command_gets_what_was_typed_and_nobody_else(
    world: World, place: Path, era: Era
) -> None:
    transcript = Transcript()
    os.mkfifo(place / "go")
    line = "sha256sum > digest; read line < go; exit 7"
    with McpSession(world.environ, era) as session:
        call = session.start(
            "request_secret",
            progress=True,
            **asked(place, command=["sh", "-c", line]),
        )
        submit(world)
        digest = place / "digest"
        wait_until(lambda: digest.exists() and digest.read_text(), "the command")
        assert with_it(world) == []  # while the command runs, and holds it
        (place / "go").write_text("now\n")
        transcript.add(told(call))
        assert call.heard
        transcript.add(call.heard)
        assert told(call)["exit_status"] == 7
        assert got(place) == DIGEST
        wrong = session.call("request_secret", **asked(place, cwd="nowhere"))
        transcript.add(wrong)
        no_dialog(world)
        assert with_it(world) == []
    assert found(transcript.data(), CANARY) == set()
    world.sayso("daemon", "stop")
    assert with_it(world) == []


def test_the_search_would_find_it(world: World, place: Path) -> None:
    """The control: in a file, on a command line, and in an environment."""
    (place / "leak").write_text(f"leak {CANARY}")
    os.mkfifo(place / "go")
    leaking = world.spawn(["env", f"LEAK={CANARY}", "sh", "-c", f"read x < {place}/go", CANARY])
    wait_until(lambda: len(with_it(world)) == 3, "what was planted")
    assert {Path(each).name for each in with_it(world)} == {"leak", "cmdline", "environ"}
    leaking.kill()


def test_submitting_waits_until_the_command_was_read(world: World, place: Path) -> None:
    words = [f"argument {number}" for number in range(60)]
    command = ["sh", "-c", 'cat > /dev/null; exit "$#"', *words]
    with McpSession(world.environ) as session:
        call = session.start("request_secret", **asked(place, command=command))
        pid = type_in(world)
        world.dialogs.wait_for("Scroll to the end to send", pid=pid)
        shown = world.dialogs.find("Command", role="text", pid=pid)[0].text.splitlines()
        assert shown[1:4] == ['"sh"', '"-c"', r'"cat > /dev/null; exit \u{22}$#\u{22}"']
        assert '"argument 59"' in shown
        assert f'In the directory "{place}"' in shown
        assert f'Program "{os.path.realpath("/bin/sh")}", SHA-256' in shown
        assert not world.dialogs.find(SEND, pid=pid)[0].alive
        world.dialogs.key("Return")
        read_on(world, pid, "send")
        world.dialogs.press(SEND, pid=pid)
        assert told(call)["exit_status"] == 59  # $0 is the first


def test_a_secret_typed_late_goes_on_by_the_identical_call(world: World, place: Path) -> None:
    with McpSession(world.environ) as session:
        pending = session.call("request_secret", **asked(place), wait=0)
        assert (pending["status"], pending["allowed"]) == ("pending", False)
        submit(world)
        until_state(world, "answered")
        assert not (place / "digest").exists()
        assert session.call("request_secret", **asked(place))["exit_status"] == 7
        assert got(place) == DIGEST
        again = session.call("request_secret", **asked(place), wait=0)
        assert again["status"] == "pending"
        assert again["ticket"] != pending["ticket"]
        answer_next(world, "Deny")


def test_or_by_its_ticket_which_is_good_for_this_server_alone(world: World, place: Path) -> None:
    with McpSession(world.environ) as session, McpSession(world.environ) as other:
        ticket = session.call("request_secret", **asked(place), wait=0)["ticket"]
        submit(world)
        until_state(world, "answered")
        assert world.sayso("collect", ticket).code == 2
        assert other.call("check", ticket=ticket)["error"]["data"]["error"] == "expired"
        assert session.call("check", ticket=ticket)["exit_status"] == 7
        assert got(place) == DIGEST


@pytest.mark.long
def test_a_command_that_runs_on_is_told_of_later(world: World, place: Path) -> None:
    os.mkfifo(place / "go")
    command = ["sh", "-c", "read secret; read line < go; exit 3"]
    with McpSession(world.environ) as session:
        call = session.start("request_secret", **asked(place, command=command), wait=10)
        submit(world)
        running = told(call)
        assert running["running"] is True
        assert session.call("request_secret", **asked(place, command=command), wait=0)["running"]
        gone = session.call("withdraw", ticket=running["ticket"])
        assert gone["error"]["data"]["error"] == "not_open"
        (place / "go").write_text("now\n")
        assert session.call("check", ticket=running["ticket"])["exit_status"] == 3


def test_a_call_that_is_cancelled_leaves_the_secret_to_the_next(world: World, place: Path) -> None:
    with McpSession(world.environ) as session:
        assert session.status("request_secret", **asked(place), wait=0) == "pending"
        given_up = session.start("request_secret", within=0.5, **asked(place))
        with pytest.raises(MCPError):
            given_up.result(PATIENCE)
        pid = dialog(world, MESSAGE)  # which grows as it says so
        wait_until(lambda: world.dialogs.shows("has stopped waiting", pid), "what the dialog says")
        submit(world)
        until_state(world, "answered")
        assert not (place / "digest").exists()
        assert session.call("request_secret", **asked(place))["exit_status"] == 7


def test_a_program_that_was_replaced_meanwhile_gets_nothing(world: World, place: Path) -> None:
    tool = place / "tool"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    with McpSession(world.environ) as session:
        call = session.start("request_secret", **asked(place, command=["./tool"]))
        pid = type_in(world)
        tool.write_text("#!/bin/sh\ncat > stolen\n")
        read_on(world, pid, "send")
        world.dialogs.press(SEND, pid=pid)
        error = told(call)["error"]
        assert error["data"]["error"] == "command_changed"
        assert "tool is not what was shown any more" in error["message"]
        assert not (place / "stolen").exists()
        assert with_it(world) == []


@pytest.mark.parametrize("way", ["Deny", pytest.param("Escape", marks=pytest.mark.long)])
def test_no_is_told_and_nothing_runs(world: World, place: Path, way: str) -> None:
    with McpSession(world.environ) as session:
        call = session.start("request_secret", **asked(place))
        pid = type_in(world)
        read_on(world, pid, "send")
        world.dialogs.wait_for(SEND, pid=pid)  # a hand that came down earlier means nothing
        if way == "Deny":
            world.dialogs.press(way, pid=pid)
        else:
            world.dialogs.key(way)
        assert told(call)["status"] == {"Deny": "denied", "Escape": "dismissed"}[way]
        assert not (place / "digest").exists()
