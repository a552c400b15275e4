"""The client for Node with real dialogs: the manual's example, and a password."""

import shutil
from pathlib import Path

from support.asking import answer, dialog, no_dialog
from support.guide import GUIDE, ROOT, fenced
from support.node import NODE
from support.processes import Job
from support.world import World

MESSAGE = "Deploy build 4711?"
HIDDEN = "password text"


def start(world: World, program: str) -> Job:
    home = Path(world.environ["HOME"])
    shutil.copy(ROOT / "assets" / "clients" / "sayso.mjs", home)
    (home / "deploy.mjs").write_text(program)
    return world.spawn([NODE, "deploy.mjs"])


def example() -> str:
    (program,) = fenced(GUIDE / "node.md", "js")
    return program


def test_the_example_starts_the_daemon_and_hears_what_the_person_says(world: World) -> None:
    for label, code, said in (("Approve", 0, "deploying\n"), ("Deny", 1, "not approved: denied\n")):
        asked = start(world, example())
        answer(world, MESSAGE, label)
        done = asked.wait()
        assert (done.code, done.out, done.err) == (code, said, "")
        no_dialog(world)


def test_a_late_click_counts_for_who_runs_it_again(world: World) -> None:
    hasty = example().replace("wait: 45", "wait: 1")
    first = start(world, hasty).wait()
    assert first.code == 3, first
    answer(world, MESSAGE, "Approve")
    no_dialog(world)
    done = start(world, hasty).wait()
    assert (done.code, done.out) == (0, "deploying\n")


def test_a_daemon_that_is_restarted_meanwhile_is_found_again(world: World) -> None:
    asked = start(world, example())
    dialog(world, MESSAGE)
    assert world.sayso("daemon", "restart").code == 0
    answer(world, MESSAGE, "Approve")
    assert asked.wait().out == "deploying\n"


def test_a_password_comes_as_bytes(world: World) -> None:
    asked = start(
        world,
        """
        import { Client } from "./sayso.mjs";
        const { secret } = await new Client().password("Passphrase?");
        console.log(secret.length, secret.fill(0).every((byte) => byte === 0));
        """,
    )
    pid = dialog(world, "Passphrase?")
    world.dialogs.click(world.dialogs.find("Password", role=HIDDEN, pid=pid)[0])
    world.dialogs.type("canary-7f3a")
    world.dialogs.press("Send", pid=pid)
    assert asked.wait().out == "11 true\n"
