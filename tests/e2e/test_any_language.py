"""The manual's exchange in each language, with real dialogs; and a pipe."""

import json

import pytest
from jsonschema import Draft202012Validator

from sayso.wire import schema
from support.asking import answer, dialog, no_dialog, pending
from support.guide import LANGUAGES, MESSAGE, command
from support.processes import kill, wait_until
from support.world import World

IN_TURN = [
    pytest.param(name, marks=() if name in ("python", "js") else pytest.mark.long)
    for name in LANGUAGES
]


@pytest.mark.parametrize("language", IN_TURN)
def test_approved_denied_and_answered_late(world: World, language: str) -> None:
    world.sayso("daemon", "start")
    for label, code, status in (("Approve", 0, "approved"), ("Deny", 1, "denied")):
        asked = world.spawn(command(language))
        answer(world, MESSAGE, label)
        done = asked.wait()
        assert (done.code, done.out) == (code, f"{status}\n"), done.err
        no_dialog(world)

    first = world.spawn(command(language, wait=1)).wait()
    assert (first.code, first.out) == (3, "pending\n"), first.err
    answer(world, MESSAGE, "Approve")
    no_dialog(world)
    second = world.spawn(command(language, wait=1)).wait()
    assert (second.code, second.out) == (0, "approved\n"), second.err


def pipe(world: World, method: str, **params: object) -> list[str]:
    """A request, and no more, through the command of the manual."""
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    socket = f"UNIX-CONNECT:{world.socket_path}"
    return ["sh", "-c", 'printf "%s\\n" "$1" | socat -t 60 - "$2"', "pipe", request, socket]


def test_a_pipe_gets_its_reply_and_ends(world: World) -> None:
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE, "Approve")
    done = world.spawn(pipe(world, "collect", ticket=ticket)).wait(10)
    ready = json.loads(done.out)["result"]
    assert (ready["status"], ready["kind"]) == ("ready", "confirm")
    assert "claim" in ready


def test_a_pipe_waits_for_the_person(world: World) -> None:
    world.sayso("daemon", "start")
    asked = world.spawn(pipe(world, "ask", kind="confirm", message=MESSAGE))
    dialog(world, MESSAGE)
    assert asked.running
    (prompt,) = world.prompts()
    assert prompt["waiting"]
    answer(world, MESSAGE, "Deny")
    lines = [json.loads(line) for line in asked.wait(10).out.splitlines()]
    assert lines[-1]["result"]["status"] == "ready"
    fitting = Draft202012Validator(schema.document("reply"))
    assert all(fitting.is_valid(line) for line in lines)


def test_what_the_daemon_says_of_itself_fits_the_schema(world: World) -> None:
    pending(world, MESSAGE)
    with world.wire() as wire:
        for method in ("hello", "list", "status"):
            result = wire.call(method)["result"]
            Draft202012Validator(schema.document(f"{method}.result")).validate(result)
    answer(world, MESSAGE, "Deny")


def test_a_pipe_that_is_killed_has_gone(world: World) -> None:
    world.sayso("daemon", "start")
    world.spawn(pipe(world, "ask", kind="confirm", message=MESSAGE))
    dialog(world, MESSAGE)
    (socat,) = [seen for seen in world.processes() if seen.command.startswith("socat ")]
    assert world.prompts()[0]["waiting"]
    kill(socat.pid)
    wait_until(lambda: not world.prompts()[0]["waiting"], "the daemon's notice")
    answer(world, MESSAGE, "Deny")
