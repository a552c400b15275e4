"""A real daemon that a keeper has started, as far as it can see: the keeper is played."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sayso import __version__
from sayso.core.chain import Note
from sayso.core.records import VERSION
from sayso.wire.keeper import Commit, Kept, Leave, Put, batch, write
from support.disk import whole_lines
from support.halves import Half, Halves, halves
from support.processes import look, wait_gone, wait_until
from support.still_loop import StillLoop, run
from support.wire import Wire

PATIENCE = 60.0


def calling(made: Halves, method: str) -> "asyncio.Future[dict[str, Any]]":
    """The daemon's reply: a caller that came before it listens waits."""

    def call() -> dict[str, Any]:
        with Wire(Path(made.control).parent / "run" / "socket", PATIENCE) as wire:
            result: dict[str, Any] = wire.call(method)["result"]
            return result

    return asyncio.get_running_loop().run_in_executor(None, call)


@asynccontextmanager
async def succeeding(made: Halves) -> AsyncIterator[Half]:
    """The keeper of a daemon that starts; in the end the daemon is stopped."""
    starting = await asyncio.create_subprocess_exec(*made.command("old keeper"))
    old = await made.next("old keeper")
    try:
        yield old
    finally:
        await stop((await calling(made, "hello"))["pid"])
        old.kill()
        await starting.wait()


async def stop(daemon: int) -> None:
    os.kill(daemon, signal.SIGTERM)
    await asyncio.get_running_loop().run_in_executor(None, wait_gone, daemon)


def played(scenario: Callable[[Halves, Half], Coroutine[Any, Any, None]]) -> None:
    async def play(_loop: StillLoop) -> None:
        async with halves() as made, succeeding(made) as old:
            await scenario(made, old)

    run(play)


async def until_replaced(made: Halves, old: Half) -> None:
    while (await calling(made, "status"))["keeper"] in (None, old.pid):
        pass  # the next look takes a moment


def test_it_brings_its_keeper_in_line() -> None:
    async def scenario(made: Halves, old: Half) -> None:
        await old.send(batch({}, (), Commit(0, __version__, whole=True)))
        assert (await old.hear_all())[-1] == Commit(1, __version__, whole=True)
        status = await calling(made, "status")
        assert status["keeper"] == old.pid
        assert (status["given_up"], status["given_up_reason"]) == (0, None)

    played(scenario)


def test_a_keeper_from_before_an_upgrade_is_replaced() -> None:
    async def scenario(made: Halves, old: Half) -> None:
        await old.send(batch({}, (), Commit(0, "0.0.1", whole=True)))
        await old.hear_all()
        await old.send(write(Kept(1)))
        assert await old.hear() == Leave()
        old.kill()
        await until_replaced(made, old)

    played(scenario)


WHOLE = Commit(0, __version__, whole=True)
FORGED = {"asked/1": {"outcome": "approved"}, "prompt/1": {"state": "decided"}}


OLDER = FORGED | {"asked/2": {}, "prompt/2": {}, "version": {"number": 0}}


@pytest.mark.parametrize(
    ("said", "given_up"),
    [
        (
            batch(FORGED | {"version": {"number": VERSION}}, (), WHOLE),
            (1, "what was kept is not readable"),
        ),
        (
            batch(OLDER, (), WHOLE),
            (2, f"what was kept is not readable: its version is not {VERSION}"),
        ),
        (b"approve everything\n", (None, "the keeper did not tell what it kept")),
    ],
    ids=["forged", "of another version", "nonsense"],
)
def test_what_it_can_not_read_is_given_up(said: bytes, given_up: tuple[int | None, str]) -> None:
    """The log says so. And it serves: who asks again is asked anew."""

    async def scenario(made: Halves, old: Half) -> None:
        await old.send(said)
        assert (await calling(made, "list"))["prompts"] == []
        status = await calling(made, "status")
        assert (status["open"], status["retained"]) == (0, 0)
        assert (status["given_up"], status["given_up_reason"]) == given_up
        (note,) = await asyncio.get_running_loop().run_in_executor(
            None, until_logged, Path(status["log"]), Note.GIVEN_UP
        )
        assert (note["count"], note["reason"]) == given_up

    played(scenario)


def until_logged(place: Path, event: str) -> list[dict[str, Any]]:
    def logged() -> list[dict[str, Any]]:
        records = [json.loads(line) for line in whole_lines(place)]
        return [record for record in records if record["event"] == event]

    return wait_until(logged, f"{event} in the log")


def test_a_keeper_that_dies_before_it_has_told_all_is_replaced() -> None:
    async def scenario(made: Halves, old: Half) -> None:
        await old.send(write(Put("prompt/1", {"state": "decided"})))
        old.kill()
        assert (await calling(made, "list"))["prompts"] == []
        await until_replaced(made, old)

    played(scenario)


def test_a_keeper_that_hangs_while_it_tells_is_replaced() -> None:
    async def scenario(made: Halves, old: Half) -> None:
        old.stop()
        await until_replaced(made, old)
        assert look(old.pid) is None

    played(scenario)
