"""Kills of daemon and keeper, as callers and the person see them: nothing lost, nothing forged."""

import contextlib
import json
import os
import signal
import socket
import sys

import pytest

from probes.probe import Control
from sayso import failpoints
from sayso.presentation import catalogue
from support.asking import answer, came_out, dialog, no_dialog, pending, until_state
from support.lengths import AtLength
from support.processes import PATIENCE, Job, StillWaiting, kill, look, wait_gone, wait_until
from support.world import World

MESSAGE = "Deploy?"


def daemon_pid(world: World) -> int:
    pid = world.daemon_pid()
    assert pid is not None, "no daemon listens"
    return pid


def keeper_pid(world: World) -> int:
    """Once there is one."""

    def told() -> int | None:
        with world.wire() as wire:
            keeper: int | None = wire.call("status")["result"]["keeper"]
        return keeper

    return wait_until(told, "a keeper")


def kill_daemon_alone(world: World) -> int:
    """Its pid."""
    killed = daemon_pid(world)
    kill(killed)
    wait_gone(killed)
    return killed


def kill_daemon(world: World) -> None:
    """Returns when its successor serves."""
    killed = kill_daemon_alone(world)
    assert daemon_pid(world) != killed


def kill_keeper(world: World) -> None:
    """Returns when there is another one."""
    killed = keeper_pid(world)
    kill(killed)
    wait_until(lambda: keeper_pid(world) != killed, "another keeper")


def kill_both(world: World) -> None:
    """So that neither heals the other."""
    kill_at_once([daemon_pid(world), keeper_pid(world)])


def kill_at_once(pids: list[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    for pid in pids:
        kill(pid)
        wait_gone(pid)


def ask(world: World, message: str, *options: str) -> Job:
    """A caller that waits, once its question is kept: what is listed may not be, but what is
    shown is, and all that was listed before it."""
    before = len(world.prompts())
    asked = world.start("confirm", message, "--json", *options)
    wait_until(lambda: len(world.prompts()) > before, "the question")
    wait_until(lambda: any(each["state"] == "shown" for each in world.prompts()), "a dialog")
    return asked


def respond(world: World, message: str, label: str) -> None:
    """By a pointer that comes from elsewhere."""
    dialog(world, message)
    world.dialogs.move(1, 1)
    answer(world, message, label)


def queue(world: World) -> list[tuple[int, int, str]]:
    return [(each["number"], each["place"], each["state"]) for each in world.prompts()]


def words(world: World, pid: int) -> list[str]:
    """All that the dialog says, but for the time that is left."""
    return [
        each.text
        for each in world.dialogs.find(pid=pid)
        if each.text and each.description != catalogue.TIME_LEFT()
    ]


# Daemons that hang


def test_a_stopped_daemon_is_replaced_once_somebody_calls(world: World) -> None:
    """What was asked stays on the screen, what was answered stays kept."""
    pending(world, "Restart?")
    respond(world, "Restart?", "Approve")
    until_state(world, "answered")
    asked = ask(world, MESSAGE, "--wait", "300", "--timeout", "300")
    stopped = daemon_pid(world)
    os.kill(stopped, signal.SIGSTOP)
    assert came_out(world.start("confirm", "Restart?", "--json").wait()) == (0, "approved")
    assert look(stopped) is None
    respond(world, MESSAGE, "Deny")
    assert came_out(asked.wait()) == (1, "denied")


@pytest.mark.parametrize("stopped", ["daemon", "keeper", "both"])
def test_a_restart_of_stopped_ones_loses_nothing(world: World, stopped: str) -> None:
    asked = ask(world, MESSAGE, "--wait", "300", "--timeout", "300")
    pids = {"daemon": daemon_pid(world), "keeper": keeper_pid(world)}
    for name in pids if stopped == "both" else [stopped]:
        os.kill(pids[name], signal.SIGSTOP)
    restarted = world.sayso("daemon", "restart", "--json").json
    assert (restarted["status"], restarted["lost"]) == ("restarted", False)
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


# Questions that are open


def test_open_questions_come_back_as_they_were(world: World) -> None:
    """Their callers notice nothing: each hears one answer, its own."""
    callers = {
        message: ask(world, message, "--timeout", "300", "--wait", "300")
        for message in (MESSAGE, "Restart?", "Delete?")
    }
    before = dialog(world, MESSAGE)
    wait_until(lambda: world.dialogs.shows("1 of 3", before), "the queue in the dialog")
    wait_until(lambda: (world.prompts()[0]["seconds_left"]) < 299, "the countdown to move")
    said, left = words(world, before), world.prompts()[0]["seconds_left"]

    kill_daemon(world)
    after = dialog(world, MESSAGE)
    assert after != before
    assert look(before) is None
    assert queue(world) == [(1, 1, "shown"), (2, 2, "queued"), (3, 3, "queued")]
    assert left - 20 < world.prompts()[0]["seconds_left"] <= left
    wait_until(lambda: world.prompts()[0]["waiting"], "the caller to wait again")
    wait_until(lambda: words(world, after) == said, "the same words")

    for message, label in ((MESSAGE, "Approve"), ("Restart?", "Deny"), ("Delete?", "Approve")):
        respond(world, message, label)
    came = [came_out(caller.wait()) for caller in callers.values()]
    assert came == [(0, "approved"), (1, "denied"), (0, "approved")]
    assert world.prompts() == []


def test_a_password_comes_back_empty(world: World) -> None:
    command = "sayso password Passphrase? --wait 300 --timeout 300 | cat"
    asked = world.spawn(["bash", "-c", f"set -o pipefail; {command}"])

    def entry(pid: int) -> Control:
        return world.dialogs.find("Password", role="password text", pid=pid)[0]

    def type_in(pid: int, text: str) -> None:
        world.dialogs.click(entry(pid))
        wait_until(lambda: world.dialogs.find(role="alert", pid=pid)[0].active, "the keyboard")
        world.dialogs.type(text)
        wait_until(lambda: entry(pid).text == "●" * len(text), "what was typed")

    before = dialog(world, "Passphrase?")
    type_in(before, "half a sec")
    kill_daemon(world)
    after = dialog(world, "Passphrase?")
    assert after != before
    assert entry(after).text == ""
    type_in(after, "secret")
    world.dialogs.press("Send", pid=after)
    done = asked.wait()
    assert (done.code, done.out) == (0, "secret\n")


def test_a_caller_outlives_many_daemons(world: World, at_length: AtLength) -> None:
    lives = at_length(5, 20)
    asked = ask(world, MESSAGE, "--timeout", "600", "--wait", "600")
    seen = {daemon_pid(world)}
    for _ in range(lives):
        kill_daemon(world)
        wait_until(lambda: world.prompts()[0]["waiting"], "the caller to wait again")
        seen.add(daemon_pid(world))
    assert len(seen) == 1 + lives
    assert asked.running
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_who_asks_while_no_daemon_lives_is_served_by_the_next(world: World) -> None:
    asked = ask(world, MESSAGE)
    keeper = keeper_pid(world)
    os.kill(keeper, signal.SIGSTOP)
    kill_daemon_alone(world)
    second = world.start("confirm", "Restart?", "--json")
    with world.wire() as wire:
        listing = wire.request("list")
        os.kill(keeper, signal.SIGCONT)
        numbers = [prompt["number"] for prompt in wire.reply(listing)["result"]["prompts"]]
        assert numbers[0] == 1
    respond(world, MESSAGE, "Approve")
    respond(world, "Restart?", "Approve")
    assert came_out(asked.wait()) == came_out(second.wait()) == (0, "approved")


def test_who_asked_a_daemon_that_died_at_once_is_served_by_another(world: World) -> None:
    """It and its keeper: nobody knows the question, and nobody has seen it."""
    with socket.socket(socket.AF_UNIX) as point:
        point.bind(str(world.directory / "point"))
        point.listen()
        point.settimeout(PATIENCE)
        world.everywhere(**{failpoints.VARIABLE: f"daemon.asked:{point.getsockname()}"})
        asked = world.start("confirm", MESSAGE, "--json")
        held, _ = point.accept()
    with held:
        halves = ("sayso daemon run", "sayso keeper")
        pair = [s.pid for s in world.processes() if any(half in s.command for half in halves)]
        kill_at_once(pair)
    # the last thread of a dead process closes its sockets, maybe later than the first
    wait_until(lambda: world.daemon_pid() not in (None, *pair), "another daemon")
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


# Answers that are recorded


@pytest.mark.parametrize("label", ["Approve", pytest.param("Deny", marks=pytest.mark.long)])
@pytest.mark.parametrize("way", ["request", "ticket"])
def test_a_late_click_outlives_its_daemon(world: World, label: str, way: str) -> None:
    """And comes at once, with no dialog."""
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE, label)
    until_state(world, "answered")
    kill_daemon(world)
    until_state(world, "answered")
    retry = ("confirm", MESSAGE) if way == "request" else ("collect", ticket)
    expected = {"Approve": (0, "approved"), "Deny": (1, "denied")}[label]
    assert came_out(world.sayso(*retry, "--wait", "0", "--json")) == expected
    no_dialog(world)
    assert world.prompts() == []


CLAIMING = """
import json, socket, sys
with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(sys.argv[1])
    request = {"jsonrpc": "2.0", "id": 1, "method": "claim", "params": {"claim": sys.argv[2]}}
    connection.sendall(json.dumps(request).encode() + b"\\n")
    print(connection.makefile().readline())
"""


def test_what_is_spent_stays_spent(world: World) -> None:
    """Only the process that claimed hears it again; who asks the same opens a new question."""
    question = {"kind": "confirm", "message": MESSAGE}
    world.sayso("daemon", "start")
    with world.wire() as wire:
        asking = wire.request("ask", question)
        answer(world, MESSAGE, "Approve")
        claim = {"claim": wire.reply(asking)["result"]["claim"]}
        committed = wire.call("claim", claim)["result"]
    assert committed["status"] == "approved"

    kill_daemon(world)
    with world.wire() as wire:
        assert wire.call("claim", claim)["result"] == committed
    argv = [sys.executable, "-c", CLAIMING, str(world.socket_path), claim["claim"]]
    refused = json.loads(world.spawn(argv).wait().out)
    assert refused["error"]["data"]["error"] == "unknown_claim"

    pending(world, MESSAGE)
    dialog(world, MESSAGE)
    assert queue(world) == [(2, 1, "shown")]


def test_an_answer_that_was_offered_and_not_claimed_is_offered_again(world: World) -> None:
    world.sayso("daemon", "start")
    with world.wire() as wire:
        asking = wire.request("ask", {"kind": "confirm", "message": MESSAGE})
        answer(world, MESSAGE, "Approve")
        offered = wire.reply(asking)["result"]
    kill_daemon(world)
    with world.wire() as wire:
        lapsed = wire.call("claim", {"claim": offered["claim"]})
        assert lapsed["error"]["data"]["error"] == "offer_lapsed"
        again = wire.call("collect", {"ticket": offered["ticket"], "wait": 0})["result"]
        assert wire.call("claim", {"claim": again["claim"]})["result"]["status"] == "approved"


# The keeper


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_click_is_recorded_though_the_keeper_dies_or_hangs(
    world: World, number: signal.Signals
) -> None:
    asked = ask(world, MESSAGE)
    dialog(world, MESSAGE)
    before = keeper_pid(world)
    os.kill(before, number)
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    assert keeper_pid(world) != before
    assert look(before) is None


def test_a_hung_dialog_ends_with_its_daemon(world: World) -> None:
    asked = ask(world, MESSAGE)
    hung = dialog(world, MESSAGE)
    os.kill(hung, signal.SIGSTOP)
    kill_daemon(world)
    wait_gone(hung)
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_each_heals_the_other_again_and_again(world: World) -> None:
    asked = ask(world, MESSAGE, "--timeout", "300", "--wait", "300")
    for number in range(3):
        kill_keeper(world)
        pending(world, f"Question {number}?")  # a reply that comes when the new keeper has it all
        kill_daemon(world)
    assert [number for number, _, _ in queue(world)] == [1, 2, 3, 4]
    respond(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_what_both_held_is_gone_with_both(world: World) -> None:
    """A visible new question; nothing on the disk brings an approval back."""
    pending(world, MESSAGE)
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    kill_both(world)
    assert came_out(world.sayso("confirm", MESSAGE, "--wait", "0", "--json")) == (3, "pending")
    dialog(world, MESSAGE)
    assert queue(world) == [(1, 1, "shown")]


CANNOT_BEGIN = 78
"""See RestartPreventExitStatus= in the unit."""

WITHOUT_KEEPER = """
import sys
from sayso.daemon import children
children.KEEPER = ["/proc/nowhere/python"]
from sayso.daemon.start import run
sys.exit(run(is_supervised="--supervised" in sys.argv))
"""


def test_without_a_keeper_there_is_no_daemon(world: World) -> None:
    """It promises nothing that it can't keep: callers hear so, and it ends."""
    daemon = world.spawn([sys.executable, "-c", WITHOUT_KEEPER])
    wait_until(world.daemon_pid, "the daemon to listen")
    with world.wire() as wire:
        asked = wire.call("ask", {"kind": "confirm", "message": MESSAGE})
    assert asked["error"]["data"]["error"] == "stopping"
    assert daemon.wait().code == 6
    assert "no keeper can be started" in daemon.err
    assert world.dialogs.windows() == []
    assert not list(world.socket_path.parent.glob("*"))


def test_without_a_keeper_the_service_manager_does_not_start_it_again(world: World) -> None:
    daemon = world.spawn([sys.executable, "-c", WITHOUT_KEEPER, "--supervised"])
    assert daemon.wait().code == CANNOT_BEGIN


# The end, and a beginning anew


def test_a_restart_loses_nothing(world: World) -> None:
    ticket = pending(world, "Kept?")
    answer(world, "Kept?", "Approve")
    until_state(world, "answered")
    callers = {
        message: ask(world, message, "--timeout", "300", "--wait", "300")
        for message in (MESSAGE, "Restart?", "Delete?")
    }
    dialog(world, MESSAGE)
    before = daemon_pid(world)
    done = world.sayso("daemon", "restart")
    after = daemon_pid(world)
    assert (done.code, after != before, look(before)) == (0, True, None)
    assert done.out == f"The daemon has restarted, pid {after}; what was open goes on.\n"

    assert came_out(world.sayso("collect", ticket, "--json")) == (0, "approved")
    for message in callers:
        respond(world, message, "Approve")
    came = [came_out(caller.wait()) for caller in callers.values()]
    assert came == [(0, "approved")] * 3


NEWER = """
import sys
import sayso
if sys.orig_argv[-3:-1] == ["run", "--announce-to"]:
    sayso.__version__ = "9.0.1"
"""


def test_a_restart_by_an_older_one_says_first_what_it_may_give_up(world: World) -> None:
    world.run_at_start("newer", NEWER)
    ticket = pending(world, "Kept?")
    answer(world, "Kept?", "Approve")
    until_state(world, "answered")
    asked = ask(world, MESSAGE, "--timeout", "300", "--wait", "300")
    dialog(world, MESSAGE)
    pid = daemon_pid(world)
    refused = world.sayso("daemon", "restart")
    assert refused.code == 6
    assert "is sayso 9.0.1" in refused.err
    assert "1 open question and 1 answer that nobody had collected" in refused.err
    assert daemon_pid(world) == pid
    assert came_out(world.sayso("collect", ticket, "--json")) == (0, "approved")
    assert world.sayso("daemon", "restart", "--give-up").code == 0
    assert daemon_pid(world) != pid
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_a_restart_waits_for_a_keeper_that_holds_everything(world: World) -> None:
    """Somebody has stopped it; a restart has it go on."""
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    os.kill(keeper_pid(world), signal.SIGSTOP)
    asked = world.start("confirm", "Restart?", "--json")
    wait_until(lambda: len(world.prompts()) == 2, "what can't be kept")
    assert world.sayso("daemon", "restart").code == 0
    assert came_out(world.sayso("collect", ticket, "--json")) == (0, "approved")
    respond(world, "Restart?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")


WITH_A_GATE = """
import sys
from sayso.daemon import children
wait = "import os, sys; open(sys.argv[1]).close(); os.execv(sys.argv[2], sys.argv[2:])"
children.KEEPER = [sys.executable, "-c", wait, sys.argv[1], *children.KEEPER]
from sayso.daemon.start import run
sys.exit(run())
"""
"""A daemon whose keeper begins once the file that is named can be opened."""


def test_a_restart_waits_for_a_keeper_that_takes_the_place_of_another(world: World) -> None:
    """It died, and the next one does not know all yet: it is more than their socket holds."""
    gate = world.directory / "gate"
    gate.touch()
    world.spawn([sys.executable, "-c", WITH_A_GATE, str(gate)])
    daemon = wait_until(world.daemon_pid, "the daemon to listen")
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE, "Approve")
    until_state(world, "answered")
    details = world.directory / "details"
    details.write_text("much\n" * 50_000)
    pending(world, "Restart?", "--detail-file", str(details))
    gate.unlink()
    os.mkfifo(gate)  # opens for reading once somebody opens it for writing
    kill(keeper_pid(world))
    restarted = world.start("daemon", "restart")
    with contextlib.suppress(StillWaiting):
        wait_until(lambda: look(daemon) is None, "the daemon not to wait", timeout=1)
    gate.open("w").close()
    assert restarted.wait().code == 0
    assert came_out(world.sayso("collect", ticket, "--json")) == (0, "approved")


def test_stop_ends_both_at_once(world: World) -> None:
    """Also where the daemon was killed just before, or the keeper hangs."""
    for before in ("nothing", "kill", "hang"):
        pending(world, MESSAGE)
        if before == "kill":
            kill_daemon_alone(world)
        if before == "hang":
            os.kill(keeper_pid(world), signal.SIGSTOP)
        assert world.sayso("daemon", "stop").code == 0
        halves = ("sayso daemon run", "sayso keeper")
        assert not [s for s in world.processes() if any(half in s.command for half in halves)]
        wait_until(lambda: world.processes() == [], "the dialogs to hear of it")
        assert not list(world.socket_path.parent.glob("*"))
