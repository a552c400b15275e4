"""A password typed into the real dialog is nowhere but where it was meant to go."""

import sys

assert sys.platform == "linux"

import hashlib
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from probes.probe import Probe
from support.ask_password import AskPassword
from support.asking import dialog, no_dialog
from support.images import as_root, counted, found, image, writings
from support.processes import children, kill, wait_gone, wait_until
from support.traces import Write, traced, writes
from support.world import World

CANARY = "canary-7f3a-quokka-91c5"
MESSAGE = "Passphrase?"

pytestmark = as_root

WRITE_DOWN = """
import sys
from support.images import writings
held = list(writings(sys.stdin.readline().strip()).values())
print("held", flush=True)
sys.stdin.read()
"""


def type_in(probe: Probe, pid: int) -> None:
    """Types the canary with keys, after a click into the field."""
    (entry,) = probe.find("Password", role="password text", pid=pid)
    probe.click(entry)
    wait_until(lambda: probe.find(role="alert", pid=pid)[0].active, "the keyboard")
    probe.type(CANARY)
    wait_until(lambda: probe.find("Password", pid=pid)[0].text == "●" * len(CANARY), "all of it")


def answered(world: World, *command: str) -> tuple[int, str]:
    """Asks by this command, and types the answer. The exit status, and the digest of the output."""
    line = f"set -o pipefail; {shlex.join(command)} | sha256sum"
    asked = world.spawn(["bash", "-c", line])
    pid = dialog(world, MESSAGE)
    type_in(world.dialogs, pid)
    world.dialogs.press("Send", pid=pid)
    done = asked.wait()
    no_dialog(world)
    wait_gone(pid)
    return done.code, done.out.split()[0]


def texts_of(pid: int) -> bytes:
    process = Path(f"/proc/{pid}")
    return (process / "cmdline").read_bytes() + (process / "environ").read_bytes()


def files_with_it(*places: Path) -> list[Path]:
    files = [file for place in places for file in (place, *place.rglob("*")) if file.is_file()]
    return [file for file in files if found(file.read_bytes(), CANARY)]


def by_place(written: list[Write]) -> dict[str, bytes]:
    """All bytes that went to each place, so that nothing hides between two writes."""
    places: dict[str, bytes] = {}
    for write in written:
        places[write.place] = places.get(write.place, b"") + write.data
    return places


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.mark.unhurried
def test_it_is_in_no_file_no_log_no_environment_and_not_in_memory(
    world: World, trace: Path, tmp_path: Path
) -> None:
    world.spawn([*traced(trace), *world.command, "daemon", "start"])
    daemon = wait_until(world.daemon_pid, "the daemon")
    callers = tmp_path / "caller"
    command = (*traced(callers), *world.command, "password", MESSAGE)
    assert answered(world, *command) == (0, hashlib.sha256(f"{CANARY}\n".encode()).hexdigest())

    wait_until(lambda: len(children(daemon)) >= 2, "the keeper, and the next dialog")
    ours = [daemon, *(child.pid for child in children(daemon))]
    assert [pid for pid in ours if found(texts_of(pid), CANARY)] == []
    in_memory = [found(area.data, CANARY) for pid in ours for area in image(pid)]
    assert set().union(*in_memory) == set()

    assert world.sayso("daemon", "stop").code == 0
    written = by_place(writes(trace) + writes(callers))
    files = {place for place, _ in written.items() if place.startswith("/")}
    with_it = {place for place, data in written.items() if found(data, CANARY)}
    assert any(place.endswith("daemon.log") for place in files)
    assert any(place.endswith(".jsonl") for place in files)
    assert with_it & files == set()
    kinds = {place.partition(":")[0] for place in with_it}
    assert kinds == {"UNIX-STREAM", "pipe"}  # to the daemon, to the caller, to its reader
    assert files_with_it(world.directory, *map(Path, files)) == []


def replied(written: list[Write]) -> bool:
    return any(f"D {CANARY}\nOK\n".encode() in data for data in by_place(written).values())


def test_a_pinentry_that_has_handed_it_over_has_it_no_more(
    world: World, trace: Path, tmp_path: Path
) -> None:
    """The pinentry runs on, as under gpg-agent, and waits for the next request."""
    assert world.sayso("daemon", "start").code == 0
    talk = tmp_path / "talk"
    os.mkfifo(talk)
    command = shlex.join([*traced(trace), *world.command, "pinentry"])
    asked = world.spawn(["bash", "-c", f"{command} < {talk} | sha256sum"])
    with talk.open("w") as agent:
        print(f"SETDESC {MESSAGE}\nGETPIN", file=agent, flush=True)
        pid = dialog(world, MESSAGE)
        type_in(world.dialogs, pid)
        world.dialogs.press("Send", pid=pid)
        no_dialog(world)
        wait_until(lambda: replied(writes(trace)), "its reply")
        (pinentry,) = [
            each.pid
            for each in world.processes()
            if each.command.endswith("pinentry") and "strace" not in each.command
        ]
        in_memory = [found(area.data, CANARY) for area in image(pinentry)]
        assert set().union(*in_memory) == set()
        assert not found(texts_of(pinentry), CANARY)
    told = f"OK Pleased to meet you\nOK\nD {CANARY}\nOK\n"
    assert asked.wait().out.split()[0] == hashlib.sha256(told.encode()).hexdigest()
    with_it = {place for place, data in by_place(writes(trace)).items() if found(data, CANARY)}
    assert {place.partition(":")[0] for place in with_it} == {"pipe"}
    assert files_with_it(world.directory) == []


def test_an_agent_for_systemd_that_has_handed_it_over_has_it_no_more(
    world: World, trace: Path
) -> None:
    """The agent runs on and waits for the next request."""
    systemd = AskPassword(world, *traced(trace))
    asking = systemd.ask(MESSAGE)
    pid = dialog(world, MESSAGE)
    type_in(world.dialogs, pid)
    world.dialogs.press("Send", pid=pid)
    assert asking.wait().out == f"{CANARY}\n"
    no_dialog(world)
    (agent,) = [
        each.pid
        for each in world.processes()
        if each.command.endswith("ask-password-agent run") and "strace" not in each.command
    ]
    in_memory = [found(area.data, CANARY) for area in image(agent)]
    assert set().union(*in_memory) == set()
    assert not found(texts_of(agent), CANARY)
    kill(agent)
    systemd.agent.wait()
    systemd.close()
    with_it = {place for place, data in by_place(writes(trace)).items() if found(data, CANARY)}
    assert {place.partition(":")[0] for place in with_it} == {"UNIX"}
    kept = [file for file in files_with_it(world.directory) if not file.name.startswith("job-")]
    assert kept == []  # but for what systemd-ask-password has printed


def test_until_it_is_collected_it_is_once_in_the_daemons_locked_memory(world: World) -> None:
    """The control: the image is the daemon's, and the search finds what is there."""
    asked = world.spawn(
        ["bash", "-c", shlex.join([*world.command, "password", MESSAGE, "--wait=0"]) + "|cat"]
    )
    assert asked.wait().out == ""
    pid = dialog(world, MESSAGE)
    type_in(world.dialogs, pid)
    world.dialogs.press("Send", pid=pid)
    no_dialog(world)
    daemon = world.daemon_pid()
    assert daemon
    assert counted(daemon, CANARY.encode()) == counted(daemon, CANARY.encode(), locked=True) == 1
    (keeper,) = (child.pid for child in children(daemon) if "keeper" in child.command.split())
    assert counted(keeper, CANARY.encode()) == 0


def test_it_would_be_found_however_it_is_written(tmp_path: Path) -> None:
    """The control: the canary is found in the memory of a process that holds it in each form, and
    in files."""
    ways = set(writings(CANARY))
    for way, written in writings(CANARY).items():
        (tmp_path / way.replace("/", " ")).write_bytes(b"before" + written + b"after")
    assert len(files_with_it(tmp_path)) == len(ways)
    support = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", WRITE_DOWN],
        env={**os.environ, "PYTHONPATH": str(support)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdin.write(f"{CANARY}\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "held\n"
        in_memory = [found(area.data, CANARY) for area in image(holder.pid)]
        holder.stdin.close()
    assert set().union(*in_memory) == ways
