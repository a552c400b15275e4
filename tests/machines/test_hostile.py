"""A hostile machine: nothing that it does reaches this machine's own questions, or another
machine's.

What the hostile machine says goes the whole way, through its server and the person's ssh.
"""

import sys

assert sys.platform == "linux"

import json
import shlex
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from machines.conftest import Reach
from support.asking import answer, came_out, dialog
from support.elsewhere import Host
from support.lengths import AtLength
from support.processes import wait_until
from support.world import World

PROGRAM = Path(__file__).parents[1] / "support" / "hostile_program.py"
MIB = 1024
"""KiB in a MiB: the kernel counts memory in KiB."""


def hostile(deed: str, *words: object) -> str:
    """The command for a shell on the hostile machine."""
    return shlex.join(["python", str(PROGRAM), deed, *map(str, words)])


def said(host: Host, *messages: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Sends these messages from that machine. The replies, sorted by id: the daemon sends each when
    it is ready."""
    done = host.run(f"{hostile('say')} <<'END'\n{json.dumps(messages)}\nEND")
    assert done.code == 0, done
    replies: list[dict[str, Any]] = [json.loads(each) for each in done.out.splitlines()]
    assert all(isinstance(reply["id"], int) for reply in replies), replies
    return sorted(replies, key=lambda reply: int(reply["id"]))


def memory(world: World) -> int:
    """The daemon's resident memory, in KiB."""
    status = Path(f"/proc/{world.daemon_pid()}/status").read_text()
    (line,) = (each for each in status.splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1])


def still_asks(world: World, *others: Host) -> None:
    """Checks that a program here, and one on each of these machines, can ask and gets its
    answer."""
    asked = world.start("confirm", "And here?", "--json")
    answer(world, "And here?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    for host in others:
        with host.shell() as shell:
            call = shell.start("sayso confirm 'And there?' --json")
            answer(world, "And there?", "Approve")
            assert came_out(call.wait()) == (0, "approved")
    assert world.sayso("status").code == 0


class TestWhoItSaysItIs:
    def test_nothing_of_a_process_here_becomes_its_own(self, world: World, build: Host) -> None:
        """The hostile machine asks the same question, and claims to be the very process that asked
        here, down to the boot."""
        agent = world.agent(terminal=True)
        words = "confirm 'Deploy?' --json --wait 0"
        mine = agent.sh(f"{shlex.join(world.command)} {words}").json["ticket"]
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        process = {"pid": agent.pid, "start": 1.0, "name": "python", "session": agent.pid}
        ask = {"kind": "confirm", "message": "Deploy?", "wait": 0}
        asked, collected, withdrawn, listed = said(
            build,
            {"method": "hello", "params": {}, "id": 0},
            {
                "method": "introduce",
                "params": {"system": boot, "now": 2.0, "processes": [process]},
            },
            {"method": "ask", "params": ask, "id": 1},
            {"method": "collect", "params": {"ticket": mine, "wait": 0}, "id": 2},
            {"method": "withdraw", "params": {"number": 1}, "id": 3},
            {"method": "list", "params": {}, "id": 4},
        )[1:]
        assert asked["result"]["status"] == "pending"
        assert collected["error"]["data"]["error"] == "expired"
        assert withdrawn["error"]["data"]["error"] == "unknown_prompt"
        assert [each["number"] for each in listed["result"]["prompts"]] == [2]
        dialog(world, "Deploy?")
        answer(world, "Deploy?", "Deny")  # this answers number 1
        answered = agent.sh(f"{shlex.join(world.command)} {words}")
        assert came_out(answered) == (1, "denied")
        assert [each["number"] for each in world.prompts()] == [2]

    def test_its_names_show_as_what_they_are(self, world: World, build: Host) -> None:
        ugly = "\u202e\u0007\x1b[2J\u2066claude\u200b"
        process = {"pid": 2, "start": 1.0, "name": ugly * 9, "command": [ugly * 20]}
        processes = [{**process, "pid": pid, "directory": f"/{ugly}"} for pid in range(2, 66)]
        said(
            build,
            {"method": "hello", "params": {}, "id": 0},
            {
                "method": "introduce",
                "params": {"system": ugly, "now": 2.0, "processes": processes},
            },
            {
                "method": "ask",
                "params": {"kind": "confirm", "message": "Deploy?", "wait": 0},
                "id": 1,
            },
        )
        pid = dialog(world, "Deploy?")
        texts = world.dialogs.texts(pid)
        assert any("claude" in each for each in texts)
        for text in texts:
            raw = {each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Cn")}
            assert raw <= {"\n"}, text
        answer(world, "Deploy?", "Deny")


class TestWhatItSends:
    def test_frames_that_are_none(self, world: World, reach: Reach, at_length: AtLength) -> None:
        """More of these frames take no more memory."""
        build, lab = reach("build-7"), reach("lab")
        count = at_length(1000, 5000)  # sent twice
        with build.shell() as shell:
            assert shell.run(hostile("frames", count), 300).code == 0
            before = memory(world)
            flood = shell.start(hostile("frames", count))
            still_asks(world, lab)
            assert flood.wait(300).code == 0
        assert memory(world) - before < 16 * MIB
        places = {
            each["name"]: each for each in world.sayso("remote", "list", "--json").json["places"]
        }
        assert {name: each["secrets"] for name, each in places.items()} == {
            "build-7": False,
            "lab": False,
        }

    def test_one_that_never_reads(self, world: World, reach: Reach, at_length: AtLength) -> None:
        build, lab = reach("build-7"), reach("lab")
        before = memory(world)
        with build.shell() as shell:
            deaf = [shell, *(build.shell() for _ in range(3))]
            calls = [each.start(hostile("deaf", at_length(20_000, 100_000))) for each in deaf]
            still_asks(world, lab)
            for call in calls:
                assert call.wait(120).code == 0
            for each in deaf[1:]:
                each.close()
        still_asks(world, build)
        assert memory(world) - before < 64 * MIB

    def test_all_the_connections_that_it_can_get(
        self, world: World, reach: Reach, at_length: AtLength
    ) -> None:
        build, lab = reach("build-7"), reach("lab")
        enough = f"{build.place}/out/enough"
        with build.shell() as shell, build.shell() as other:
            held = shell.start(hostile("hold", at_length(100, 300), enough))
            wait_until(lambda: "held" in held.out, "its connections", 120)
            assert build.remote()["connections"] <= 64
            still_asks(world, lab)
            other.run(f"touch {enough}")
            assert held.wait().code == 0
        wait_until(lambda: build.remote()["connections"] == 0, "the end of its connections")
        still_asks(world, build)
