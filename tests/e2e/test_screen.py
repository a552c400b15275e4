"""Dialog processes that hang, stopped with SIGSTOP: the question is back, and is answered."""

import os
import signal
from pathlib import Path

import pytest

from support.asking import answer, came_out, dialog, no_dialog, until_state
from support.processes import children, wait_gone, wait_until
from support.world import World

MESSAGE = "Deploy?"


def warm_spare(world: World) -> int:
    """The dialog process that waits for the next question, once it rests with its toolkit."""

    def rests() -> int | None:
        family = children(world.daemon_pid() or 0)
        found = [each for each in family if "sayso dialog" in each.command]
        return found[0].pid if len(found) == 1 and is_warm(found[0].pid) else None

    return wait_until(rests, "a warm spare")


TOOLKIT = 12_000
"""KiB of libraries: Python alone has some 5,000, with the toolkit 20,000. Their names (maps) a
hardened process shows to root alone."""


def is_warm(pid: int) -> bool:
    """It has loaded the toolkit and has nothing to do."""
    libraries = Path(f"/proc/{pid}/status").read_text().partition("VmLib:")[2].split()[0]
    if int(libraries) < TOOLKIT:
        return False
    before = used(pid)
    os.sched_yield()
    return is_asleep(pid) and used(pid) == before


def is_asleep(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def used(pid: int) -> list[str]:
    """Processor time, in the user's and the kernel's code."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]


def stop(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)


def test_the_warm_spare_hangs_before_the_question(world: World) -> None:
    assert world.sayso("daemon", "start").code == 0
    hangs = warm_spare(world)
    stop(hangs)
    asked = world.start("confirm", MESSAGE, "--json")
    assert dialog(world, MESSAGE, timeout=30) != hangs
    wait_gone(hangs)
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_a_text_that_takes_long_to_lay_out_is_not_taken_for_one_that_hangs(world: World) -> None:
    assert world.sayso("daemon", "start").code == 0
    warm = warm_spare(world)
    details = Path(world.environ["HOME"], "details")
    details.write_text("x" * (256 << 10))
    asked = world.start("confirm", MESSAGE, "--detail-file", str(details), "--json")
    assert dialog(world, MESSAGE, timeout=30) == warm
    answer(world, MESSAGE, "Deny")
    assert came_out(asked.wait()) == (1, "denied")


def test_what_the_details_are_gets_to_the_dialog(world: World) -> None:
    """A command has its letters in their order; other details have them as they are."""
    for kind, shown in (("command", r"rm \u{5d0} b"), ("fields", "rm \u05d0 b")):
        options = ("--detail", "rm \u05d0 b", "--detail-kind", kind, "--json")
        asked = world.start("confirm", f"{MESSAGE} ({kind})", *options)
        pid = dialog(world, f"{MESSAGE} ({kind})")
        (details,) = world.dialogs.find("Details", pid=pid)
        assert details.text == shown
        answer(world, f"{MESSAGE} ({kind})", "Approve")
        assert came_out(asked.wait()) == (0, "approved")


@pytest.mark.parametrize("label", ["Approve", "Deny"])
def test_a_dialog_hangs_while_it_is_shown(world: World, label: str) -> None:
    """It is back with its remaining time. A click on the one that hung is lost, not late."""
    asked = world.start("confirm", MESSAGE, "--timeout", "60", "--json")
    hangs = dialog(world, MESSAGE)
    button = world.dialogs.wait_for(label, pid=hangs)
    before = until_state(world, "shown")["seconds_left"]
    stop(hangs)
    world.dialogs.click(button)
    world.dialogs.move(5, 5)  # the next one shall not come up under a pointer that rests
    wait_gone(hangs)
    assert dialog(world, MESSAGE, timeout=30) != hangs
    prompt = until_state(world, "shown")
    assert prompt["number"] == 1
    assert prompt["seconds_left"] < before - 1.5
    assert asked.running
    answer(world, MESSAGE, label)
    assert came_out(asked.wait()) == {"Approve": (0, "approved"), "Deny": (1, "denied")}[label]


def test_a_dialog_hangs_while_it_closes(world: World) -> None:
    """Its question has ended, and who ended it hears how; the next one is not kept waiting."""
    asked = world.start("confirm", MESSAGE, "--json")
    hangs = dialog(world, MESSAGE)
    stop(hangs)
    withdrawn = world.sayso("withdraw", "1")
    assert (withdrawn.code, withdrawn.out) == (6, "")
    assert "did not say closed within 1.5 s and was ended by force" in withdrawn.err
    assert "question 1 is withdrawn all the same" in withdrawn.err
    assert came_out(asked.wait()) == (8, "withdrawn")
    following = world.start("confirm", "Restart?", "--json")
    assert dialog(world, "Restart?", timeout=30) != hangs
    answer(world, "Restart?", "Approve")
    assert came_out(following.wait()) == (0, "approved")
    no_dialog(world)


def test_one_that_hangs_again_and_again_is_given_up(world: World) -> None:
    """As often as one that dies: `max_retries` times after it was painted."""
    asked = world.start("confirm", MESSAGE, "--max-retries", "1", "--json")
    for _ in range(2):
        stop(hangs := dialog(world, MESSAGE, timeout=30))
        wait_gone(hangs)
    done = asked.wait()
    assert came_out(done) == (7, "not_shown")
    assert "again and again" in done.json["retry_reason"]
