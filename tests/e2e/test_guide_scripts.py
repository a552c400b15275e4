"""The manual's scripts for sh and make, as they stand there, with real dialogs."""

from pathlib import Path

import pytest

from support.asking import answer, no_dialog
from support.guide import GUIDE, fenced
from support.processes import wait_until
from support.world import World

MESSAGE = "Deploy build 4711 to production?"
DEPLOYED = "4711 is out\n"

COMMANDS = {
    "sh": ["sh", "script", "4711"],
    "make": ["make", "--silent", "--file=script", "BUILD=4711"],
}
APPROVE = {"sh": "Approve", "make": "Deploy"}


def script(language: str) -> str:
    return fenced(GUIDE / "scripts.md", language)[{"sh": 1, "make": 0}[language]]


@pytest.fixture(params=list(COMMANDS))
def language(request: pytest.FixtureRequest, world: World) -> str:
    home = Path(world.environ["HOME"])
    (home / "script").write_text(script(request.param))
    act = home / "roll-out"
    act.write_text('#!/bin/sh\necho "$1 is out"\n')
    act.chmod(0o700)
    return str(request.param)


def test_goes_on_after_a_yes(world: World, language: str) -> None:
    job = world.spawn(COMMANDS[language])
    answer(world, MESSAGE, APPROVE[language])
    done = job.wait()
    assert (done.code, done.out) == (0, f"approved\n{DEPLOYED}"), done.err


def test_stops_at_a_no(world: World, language: str) -> None:
    job = world.spawn(COMMANDS[language])
    answer(world, MESSAGE, "Deny")
    done = job.wait()
    assert done.code != 0
    assert done.out == "denied\n"
    no_dialog(world)


def test_an_answer_that_comes_late_is_not_lost(world: World, language: str) -> None:
    """The one asks again by itself, the other when it is run again."""
    file = Path(world.environ["HOME"]) / "script"
    impatient = file.read_text().replace(" --wait 10m", "")
    file.write_text(impatient.replace("sayso confirm", "sayso confirm --wait 5"))
    job = world.spawn(COMMANDS[language])
    wait_until(lambda: "pending" in job.out, "the end of the first wait")
    if language != "make":  # what comes under the hand with it would put the click off
        wait_until(lambda: world.prompts()[0]["waiting"], "the script to ask again")
    answer(world, MESSAGE, APPROVE[language])
    if language == "make":
        assert job.wait().code != 0
        job = world.spawn(COMMANDS[language])
    done = job.wait()
    assert done.code == 0, done.err
    assert done.out.endswith(f"approved\n{DEPLOYED}")
    no_dialog(world)
