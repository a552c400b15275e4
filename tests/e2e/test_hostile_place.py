"""A machine that may ask, and that is another's by now: whatever it sends on its socket, it reaches
nothing of this machine's or of another place's, and takes nobody's turn."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

assert sys.platform == "linux"

import pytest

from support.asking import answer, came_out, dialog
from support.processes import wait_until
from support.wire import Wire
from support.world import World

HONEST = "Is this honest?"
BIDI = "\u202eevorppa\u202c\u2066\x1b[2J\x07\r\n\u200b"
ASK = {"kind": "confirm", "message": "Forged?"}


def opened(world: World, name: str) -> Path:
    """The socket of this place."""
    done = world.sayso("remote", "open", name)
    assert done.code == 0, done
    return Path(done.out.strip())


@pytest.fixture
def place(world: World) -> Iterator[Path]:
    """The hostile one's socket. A question of this machine's is on the screen meanwhile, and is
    answered as ever afterwards; so is one that comes then."""
    path = opened(world, "alpha")
    asked = world.start("confirm", HONEST, "--json")
    shown = dialog(world, HONEST)
    yield path
    assert dialog(world, HONEST) == shown
    answer(world, HONEST, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    assert world.sayso("remote", "remove", "alpha").code == 0
    asked = world.start("confirm", "And this?", "--json")
    answer(world, "And this?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    assert world.prompts() == []


def process(**changes: Any) -> dict[str, Any]:
    return {"pid": 7, "start": 1.5, "name": "agent", "session": 7, "on_pty": True, **changes}


def introduce(
    wire: Wire, *processes: dict[str, Any], system: str = "boot/1", now: float = 9
) -> None:
    params = {"system": system, "now": now, "processes": processes or (process(),)}
    wire.send_line({"jsonrpc": "2.0", "method": "introduce", "params": params})


def tell(wire: Wire, method: str, params: object) -> None:
    wire.send_line({"jsonrpc": "2.0", "method": method, "params": params})


def error(reply: dict[str, Any]) -> str:
    name: str = reply["error"]["data"]["error"]
    return name


class TestWhatItSaysOfItself:
    def test_does_not_make_it_the_asker_of_this_machine(self, world: World, place: Path) -> None:
        """With every fact of the process here that asks the same: its question is another one."""
        (honest,) = world.prompts()
        seen = [each for each in world.processes() if HONEST in each.command]
        forged = [process(pid=seen[0].pid, start=0.0, session=seen[0].session, is_sayso=True)]
        forged += [process(pid=pid, name="bash") for pid in (seen[0].parent, 1)]
        with Wire(place) as wire:
            wire.call("hello")
            introduce(wire, *forged, system="")
            asked = wire.call("ask", {"kind": "confirm", "message": HONEST, "wait": 0})["result"]
            assert asked["status"] == "pending"
            assert [each["number"] for each in world.prompts()] == [honest["number"], 2]
            assert world.prompts()[0] | {"age": 0} | {"seconds_left": 0} == honest | {
                "age": 0,
                "seconds_left": 0,
            }
            assert wire.call("withdraw", {"number": 2})["result"]["number"] == 2

    def test_can_not_be_longer_or_stranger_than_it_can_be_shown(
        self, world: World, place: Path
    ) -> None:
        long = "x" * 4000
        chain = [process(pid=pid + 1, name=f"{BIDI}{pid}", command=[long]) for pid in range(64)]
        with Wire(place) as wire:
            introduce(wire, *chain)
            assert wire.call("ask", ASK | {"wait": 0})["result"]["status"] == "pending"
            listed = world.sayso("list")
            assert listed.code == 0
            assert not {"\u202e", "\x1b", "\x07", "\u200b"} & set(listed.out)
            for odd in ([process(name="n" * 4096)], [process()] * 65, [process(pid=0)], []):
                params = {"system": "boot/1", "now": 9, "processes": odd}
                tell(wire, "introduce", params)
                assert error(wire.line() or {}) == "invalid_params"
            assert wire.call("withdraw", {"number": 2})["result"]["number"] == 2

    @pytest.mark.parametrize("now", [0, 1e300])
    def test_of_its_clock_is_its_own_affair(self, world: World, place: Path, now: float) -> None:
        with Wire(place) as wire:
            introduce(wire, process(start=now), now=now)
            assert wire.call("ask", ASK | {"wait": 0})["result"]["status"] == "pending"
        with Wire(place) as wire:
            introduce(wire, process(pid=8, start=now), process(start=now), now=now)
            assert wire.call("ask", ASK | {"wait": 0})["result"]["status"] == "pending"
            for prompt in world.prompts()[1:]:
                assert "result" in wire.call("withdraw", {"number": prompt["number"]})


class TestWhatIsNotIts:
    def test_is_neither_seen_nor_taken(self, world: World, place: Path) -> None:
        (honest,) = world.prompts()
        other = Wire(opened(world, "beta"))
        with other, Wire(place) as wire:
            kept = other.call("ask", ASK | {"wait": 0})["result"]
            introduce(wire)
            assert wire.call("list")["result"]["prompts"] == []
            status = wire.call("status")["result"]
            assert (status["open"], status["socket"]) == (0, "")
            assert HONEST not in json.dumps(status)
            for method in ("collect", "withdraw", "finish"):
                more = {"done": True} if method == "finish" else {}
                reply = wire.call(method, {"ticket": kept["ticket"], **more})
                assert error(reply) in ("expired", "not_open"), (method, reply)
            for number in (honest["number"], 2, 3, -1, 10**30):
                assert "error" in wire.call("withdraw", {"number": number})
            for method in (
                "dnd",
                "next",
                "make_way",
                "remote_open",
                "remote_allow",
                "remote_close",
            ):
                params = {"seconds": 600, "name": "alpha", "secrets": True, "screen": ":0"}
                assert error(wire.call(method, params)) == "not_from_place"
            for name in ("configure", "keep", "stop", "shown", "recorded"):
                assert error(wire.call(name)) == "unknown_method"
            assert [each["number"] for each in world.prompts()] == [1, 2]
            assert "result" in other.call("withdraw", {"ticket": kept["ticket"]})


def test_a_claim_that_another_place_was_offered_is_none(world: World) -> None:
    with Wire(opened(world, "alpha")) as wire, Wire(opened(world, "beta")) as other:
        asked = other.request("ask", {"kind": "confirm", "message": "Beta?"})
        answer(world, "Beta?", "Approve")
        claim = other.reply(asked)["result"]["claim"]
        assert error(wire.call("claim", {"claim": claim})) == "unknown_claim"
        assert other.call("claim", {"claim": claim})["result"]["status"] == "approved"


def test_of_the_same_claims_from_two_places_neither_collects_the_others(world: World) -> None:
    """Each says to be the very same process."""
    with Wire(opened(world, "alpha")) as alpha, Wire(opened(world, "beta")) as beta:
        for wire in (alpha, beta):
            introduce(wire)
        kept = beta.call("ask", ASK | {"wait": 0})["result"]["ticket"]
        answer(world, "Forged?", "Approve")
        assert alpha.call("ask", ASK | {"wait": 0})["result"]["status"] == "pending"
        answer(world, "Forged?", "Deny")
        ready = beta.call("collect", {"ticket": kept})["result"]
        outcome = beta.call("claim", {"claim": ready["claim"]})["result"]
        assert outcome["status"] == "approved"


class TestAFlood:
    def test_of_long_claims_takes_no_memory_that_stays(self, world: World, place: Path) -> None:
        """What is over is remembered, and who asked with it."""
        pid = world.daemon_pid()
        assert pid
        before = resident(pid)
        chain = [process(pid=pid + 1, command=["\U0001f600" + "x" * 4000] * 4) for pid in range(60)]
        for number in range(100):
            with Wire(place) as wire:
                introduce(wire, *chain, system=f"b/{number}")
                asked = wire.request("ask", ASK | {"message": f"{number}?", "wait": 0})
                assert wire.reply(asked)["result"]["status"] == "pending"
                (prompt,) = wire.call("list")["result"]["prompts"]
                assert "result" in wire.call("withdraw", {"number": prompt["number"]})
        assert resident(pid) - before < 48 << 20

    def test_of_questions_leaves_this_machine_its_turn(self, world: World, place: Path) -> None:
        """However many processes it claims to have."""
        with ExitStack() as stack:
            for number in range(30):
                wire = stack.enter_context(Wire(place))
                introduce(wire, process(pid=number + 1, session=number + 1), system=f"b/{number}")
                wire.call("ask", ASK | {"message": f"{number}?", "wait": 0})
            honest = world.start("confirm", "Honest, too?")
            wait_until(
                lambda: any(each["title"] == "Honest, too?" for each in world.prompts()), "it"
            )
            theirs = [each for each in world.prompts() if each.get("from_place")]
            assert len(theirs) == 8
            assert world.sayso("next").code == 0
            for each in theirs:
                assert "result" in wire.call("withdraw", {"number": each["number"]})
        with world.wire() as own:
            (number,) = [e["number"] for e in world.prompts() if e["title"] == "Honest, too?"]
            assert own.call("withdraw", {"number": number})["result"]["number"] == number
        assert honest.wait().code == 8


def resident(pid: int) -> int:
    """Bytes of its memory that are in use just now: proc_pid_status(5)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (line,) = [each for each in lines if each.startswith("VmRSS:")]
    return int(line.split()[1]) << 10
