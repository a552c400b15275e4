"""A daemon that a service manager starts: it takes the manager's socket, and tells how it fares."""

import os
import signal
from collections.abc import Iterator

import pytest

from support.processes import kill, wait_gone, wait_until
from support.service_manager import ServiceManager
from support.world import World

CANNOT_BEGIN = 78
"""By which the manager knows one that is not to be started again by itself."""


@pytest.fixture
def manager(headless_world: World) -> Iterator[ServiceManager]:
    with ServiceManager(headless_world) as manager:
        yield manager
        if headless_world.processes():
            headless_world.sayso("daemon", "stop")


def status(world: World) -> dict[str, int]:
    with world.wire() as wire:
        result: dict[str, int] = wire.call("status")["result"]
    return result


def told_ready(manager: ServiceManager, pid: int) -> None:
    assert manager.told() == {"READY": "1", "MAINPID": str(pid)}


def test_takes_the_socket_and_says_that_it_is_ready(
    headless_world: World, manager: ServiceManager
) -> None:
    daemon = manager.start("--supervised")
    told_ready(manager, daemon.pid)
    assert status(headless_world)["pid"] == daemon.pid == headless_world.daemon_pid()


def test_an_abstract_address(headless_world: World) -> None:
    with ServiceManager(headless_world, abstract=True) as manager:
        daemon = manager.start("--supervised")
        told_ready(manager, daemon.pid)
        daemon.signal(signal.SIGTERM)
        assert manager.told() == {"STOPPING": "1"}
        assert daemon.wait().code == 0


def test_ended_it_leaves_the_socket_and_who_connected_meanwhile_to_the_next(
    headless_world: World, manager: ServiceManager
) -> None:
    first = manager.start("--supervised")
    told_ready(manager, first.pid)
    first.signal(signal.SIGTERM)
    assert manager.told() == {"STOPPING": "1"}
    assert first.wait().code == 0
    assert [path.name for path in headless_world.socket_path.parent.iterdir()] == ["socket"]
    asked = headless_world.start("status", "--json")
    second = manager.start("--supervised")
    told_ready(manager, second.pid)
    assert asked.wait().json["daemon"]["pid"] == second.pid


def test_a_successor_speaks_for_itself_and_a_second_start_names_it(
    headless_world: World, manager: ServiceManager
) -> None:
    first = manager.start("--supervised")
    told_ready(manager, first.pid)
    wait_until(lambda: status(headless_world)["keeper"], "a keeper")
    kill(first.pid)
    wait_gone(first.pid)
    second = manager.start("--supervised")
    successor = status(headless_world)["pid"]
    assert successor not in (first.pid, second.pid)
    assert second.wait().code == 0
    both = [manager.told(), manager.told()]
    assert both == [{"READY": "1", "MAINPID": str(successor)}] * 2


def test_restarted_the_keeper_is_named_until_the_successor_is_there(
    headless_world: World, manager: ServiceManager
) -> None:
    first = manager.start("--supervised")
    told_ready(manager, first.pid)
    keeper = wait_until(lambda: status(headless_world)["keeper"], "a keeper")
    first.signal(signal.SIGUSR1)  # as `sayso daemon restart` does where there is a screen
    assert manager.told() == {"MAINPID": str(keeper)}
    told_ready(manager, status(headless_world)["pid"])


def test_a_manager_that_hears_nothing_is_no_reason_to_end(
    headless_world: World, manager: ServiceManager
) -> None:
    headless_world.environ["NOTIFY_SOCKET"] += ".gone"
    daemon = manager.start("--supervised")
    assert status(headless_world)["pid"] == daemon.pid


def test_what_was_given_to_the_program_that_started_it_is_not_for_a_daemon(
    headless_world: World, manager: ServiceManager
) -> None:
    """A question from within another service: the daemon must not speak for that."""
    headless_world.socket_path.unlink()
    assert headless_world.sayso("daemon", "start").code == 0
    assert headless_world.sayso("daemon", "stop").code == 0
    assert manager.was_told_nothing()


def test_what_is_not_as_agreed_is_refused(headless_world: World, manager: ServiceManager) -> None:
    done = manager.start("--supervised", sockets=2).wait()
    assert done.code == CANNOT_BEGIN
    assert "the service manager gave 2 sockets, not one" in done.err
    headless_world.environ["SAYSO_SOCKET"] = str(headless_world.socket_path) + ".other"
    done = manager.start("--supervised").wait()
    assert done.code == CANNOT_BEGIN
    assert f"is at '{headless_world.socket_path}', not at" in done.err
    del headless_world.environ["SAYSO_SOCKET"]


def test_a_second_start_waits_for_one_that_ends(
    headless_world: World, manager: ServiceManager
) -> None:
    """One that was stopped a moment ago, and still has the lock."""
    first = manager.start("--supervised")
    told_ready(manager, first.pid)
    keeper = wait_until(lambda: status(headless_world)["keeper"], "a keeper")
    os.kill(keeper, signal.SIGSTOP)  # so that its end takes a while
    first.signal(signal.SIGTERM)
    second = manager.start("--supervised")
    assert manager.told() == {"STOPPING": "1"}
    assert first.wait().code == 0
    told_ready(manager, second.pid)
