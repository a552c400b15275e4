"""The daemon in process: its log tells what happened, and no trouble of it reaches a person."""

import base64
import errno
import json
import os
from pathlib import Path
from typing import Any

from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.daemon.log import LogWriter
from sayso.daemon.log_files import Limits
from support.daemon import Caller, Stage, stage
from support.disk import Disk, audit, log_files, whole_lines
from support.processes import wait_until
from support.still_loop import StillLoop, run

CANARY = "canary-7f3a-ä"


def log_on(disk: Disk, place: Path, waiting: int = 1000) -> LogWriter:
    limits = Limits(retry=0.01, waiting=waiting)
    return LogWriter(disk.open_directory, str(place), limits=limits)


def told(place: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in whole_lines(place)]


async def approved(daemon: Stage, caller: Caller, message: str) -> None:
    identity = await daemon.painted(caller, message=message)
    daemon.screen.press(Choice.APPROVE)
    ready = await caller.reply(identity)
    assert (await caller.call("claim", claim=ready["claim"]))["status"] == "approved"


def test_the_whole_story_of_a_question(tmp_path: Path) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(Disk(), tmp_path / "log")) as daemon:
            await approved(daemon, await daemon.caller(), "Deploy?")

    run(scenario)
    records = told(tmp_path / "log")
    assert [record["event"] for record in records] == [
        "DaemonStarted",
        "InteractionRequested",
        "InteractionShown",
        "InteractionAnswered",
        "AnswerCollected",
        "DaemonStopped",
    ]
    for record in records[1:5]:
        assert (record["number"], record["asker"], record["words"]) == (1, "agent", "Deploy?")
    assert records[3]["status"] == "approved"
    assert audit(tmp_path / "log").bad is None


def test_an_agent_s_call_that_was_denied_by_the_person_or_for_them(tmp_path: Path) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(Disk(), tmp_path / "log")) as daemon:
            caller = await daemon.caller()
            identity = await daemon.painted(caller, tool_call=True, deny_words=True)
            daemon.screen.press(Choice.DENY)
            await caller.reply(identity)
            await caller.call("dnd", seconds=60)
            again = {"kind": "confirm", "message": "And now?", "tool_call": True, "bound": True}
            assert (await caller.call("ask", **again))["status"] == "refused"

    run(scenario)
    denied = [record for record in told(tmp_path / "log") if record["event"] == "ToolCallDenied"]
    assert [(each["words"], each["status"], each["reason"]) for each in denied] == [
        ("Deploy?", "denied", ""),
        ("And now?", "refused", "do_not_disturb"),
    ]


def test_a_full_disk_is_in_nobodys_way_and_the_log_says_what_it_missed(tmp_path: Path) -> None:
    place, disk = tmp_path / "log", Disk()
    disk.room = 0

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(disk, place, waiting=5)) as daemon:
            caller = await daemon.caller()
            for number in range(3):
                await approved(daemon, caller, f"Number {number}?")
            wait_until(lambda: daemon.log.fault, "the fault")
            status = await caller.call("status")
            assert status["log_fault"] == os.strerror(errno.ENOSPC)
            disk.room = None
            wait_until(lambda: not daemon.log.fault, "the end of the fault")
            await approved(daemon, caller, "Number 3?")
            assert (await caller.call("status"))["log_fault"] is None

    run(scenario)
    (missed,) = [record for record in told(place) if record["event"] == "RecordsMissed"]
    assert missed["count"] == 1 + 3 * 4 - 5
    assert [record.get("words") for record in told(place)][-5:-1] == ["Number 3?"] * 4
    assert audit(place).bad is None


def test_a_disk_that_hangs_is_in_nobodys_way(tmp_path: Path) -> None:
    place, disk = tmp_path / "log", Disk()
    disk.turning.clear()

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(disk, place)) as daemon:
            await approved(daemon, await daemon.caller(), "Deploy?")
            assert whole_lines(place) == []
            disk.turning.set()

    run(scenario)
    assert len(told(place)) == 6


def test_a_place_that_is_not_ours_alone_is_refused_and_named(tmp_path: Path) -> None:
    place = tmp_path / "log"
    place.mkdir()
    place.chmod(0o777)

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(Disk(), place)) as daemon:
            caller = await daemon.caller()
            await approved(daemon, caller, "Deploy?")
            wait_until(lambda: daemon.log.fault, "the fault")
            status = await caller.call("status")
            assert status["log_fault"] == f"{place} has mode 0777, not 0700"
            assert list(place.iterdir()) == []

    run(scenario)


def test_no_password_no_ticket_and_no_claim_is_in_it(tmp_path: Path) -> None:
    place = tmp_path / "log"
    withheld = [CANARY, json.dumps(CANARY)[1:-1], CANARY.encode().hex()]
    withheld += [base64.b64encode(CANARY.encode()).decode(), CANARY.encode("utf-16-le").hex()]

    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, log=log_on(Disk(), place)) as daemon:
            caller = await daemon.caller()
            for fate in ("collected", "forgotten"):
                identity = await daemon.painted(caller, kind="password", message=f"To be {fate}")
                daemon.screen.submit(Secret(bytearray(CANARY, "utf-8")))
                ready = await caller.reply(identity)
                withheld.extend((ready["ticket"], ready["claim"]))
                if fate == "collected":
                    await caller.call("claim", claim=ready["claim"])
            loop.advance(61)
            await caller.call("status")

    run(scenario)
    everything = b"".join(path.read_bytes() for path in log_files(place)).decode()
    assert "To be collected" in everything
    assert "AnswerForgotten" in everything
    for text in withheld:
        assert text not in everything
