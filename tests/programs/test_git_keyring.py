"""git, whose password the person keeps in their own keyring, by a check box: all of it real."""

import sys

assert sys.platform == "linux"

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.asking import no_dialog
from support.git_asking import HELPER, traces, type_both
from support.git_server import PASSWORD, USER, GitServer
from support.keyrings import Keyring
from support.processes import Finished
from support.typing_in import send
from support.world import World

BOX = "Keep it in the keyring"
CHECK = "check box"


@pytest.fixture
def keyring(world: World) -> Iterator[Keyring]:
    with Keyring(world.environ) as kept:
        yield kept


def entry(forge: GitServer) -> dict[str, str]:
    """As git's own helper for libsecret has it."""
    server, _, port = forge.host.partition(":")
    return {"user": USER, "protocol": "http", "server": server, "port": port}


def answer(world: World, forge: GitServer, password: str = PASSWORD, *, keep: bool) -> Finished:
    """Clones, and types what is asked for."""
    shutil.rmtree(forge.cloned, ignore_errors=True)
    cloned = forge.clone(HELPER)
    pid = type_both(world, USER, password)
    if keep:
        world.dialogs.press(BOX, role=CHECK, pid=pid)
    send(world, pid)
    return cloned.wait()


def clone_unasked(world: World, forge: GitServer) -> None:
    shutil.rmtree(forge.cloned, ignore_errors=True)
    done = forge.clone(HELPER).wait()
    assert (done.code, (forge.cloned / "README").read_text()) == (0, "hello\n")
    no_dialog(world)


def test_what_the_person_keeps_is_not_asked_for_again(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    assert answer(world, forge, keep=True).code == 0
    assert keyring.password(**entry(forge)) == PASSWORD
    clone_unasked(world, forge)
    assert traces(world) == []


def test_what_they_do_not_keep_is(world: World, forge: GitServer, keyring: Keyring) -> None:
    assert answer(world, forge, keep=False).code == 0
    assert keyring.password(**entry(forge)) == ""
    assert answer(world, forge, keep=False).code == 0


def test_what_the_server_refuses_is_taken_out_and_asked_for_again(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    keyring.put("kept elsewhere", protocol="http", server="elsewhere", user=USER)
    assert answer(world, forge, "wrong", keep=True).code == 128
    assert keyring.password(**entry(forge)) == ""
    assert answer(world, forge, keep=True).code == 0
    assert keyring.password(**entry(forge)) == PASSWORD
    assert keyring.password(server="elsewhere") == "kept elsewhere"


def test_another_password_than_the_refused_one_stays(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    keyring.put(PASSWORD, **entry(forge))
    told = f"protocol=http\nhost={forge.host}\nusername={USER}\n"
    reject = f"""printf '%s' "$1" | git -c {HELPER} credential reject"""
    for password in ("password=wrong\n\n", f"password={PASSWORD}\n\n"):
        assert keyring.password(**entry(forge)) == PASSWORD
        assert world.spawn(["sh", "-c", reject, "sh", told + password]).wait().code == 0
    assert keyring.password(**entry(forge)) == ""


def test_what_git_s_own_helper_has_kept_is_found(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    """A newer one keeps more, in lines below."""
    keyring.put(f"{PASSWORD}\npassword_expiry_utc=1", **entry(forge))
    clone_unasked(world, forge)


def test_of_a_locked_keyring_the_dialog_asks_as_if_there_were_none(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    keyring.put(PASSWORD, **entry(forge))
    keyring.lock()
    cloned = forge.clone(HELPER)
    pid = type_both(world, USER, PASSWORD)
    assert world.dialogs.find(BOX, pid=pid) == []
    send(world, pid)
    assert cloned.wait().code == 0


def test_what_a_locked_keyring_does_not_keep_is_said_and_git_goes_on(
    world: World, forge: GitServer, keyring: Keyring
) -> None:
    keyring.put("other", protocol="http", server="elsewhere")  # so that there is something to lock
    keyring.lock()
    done = answer(world, forge, keep=True)
    assert done.code == 0
    assert "git-credential-sayso: the keyring did not keep the password: " in done.err
    assert traces(world) == []


def test_without_a_keyring_there_is_no_box(world: World, forge: GitServer) -> None:
    cloned = forge.clone(HELPER)
    pid = type_both(world, USER, PASSWORD)
    assert world.dialogs.find(BOX, pid=pid) == []
    send(world, pid)
    assert cloned.wait().code == 0


def test_nothing_is_on_a_disk_in_clear(world: World, forge: GitServer, keyring: Keyring) -> None:
    """The keyring's own file is there, and encrypted."""
    assert answer(world, forge, keep=True).code == 0
    files = Path(world.environ["XDG_DATA_HOME"], "keyrings").iterdir()
    assert any(each.suffix == ".keyring" for each in files)
    assert traces(world) == []
