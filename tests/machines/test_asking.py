"""What programs on another machine ask, over a real ssh, of a person at a real screen."""

import sys

assert sys.platform == "linux"

import json
import shlex
import signal

import pytest

from machines.conftest import Reach
from support.asking import answer, came_out, dialog, no_dialog
from support.elsewhere import Host
from support.processes import wait_until
from support.typing_in import send, send_secret, type_words
from support.world import World

FORM = {"message": "A new shop", "questions": [{"kind": "text", "header": "Shop"}]}


def in_bash(script: str) -> str:
    """The command that runs a script in bash. A secret may go into a pipe only, and in a plain sh
    the pipe hides how the command ended."""
    return f"bash -c {shlex.quote(script)}"


class TestItsNetwork:
    def test_is_another_one_and_no_way_leads_from_there_to_what_listens_here_alone(
        self, world: World, build: Host
    ) -> None:
        """The only way here is the socket that ssh carries."""
        if build.machine.address == "127.0.0.1":
            pytest.skip("a kernel where not even root may make a network")
        connect = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)"
        with build.shell() as shell:
            refused = shell.run(f"python3 -c {shlex.quote(connect)} {build.line.port}")
            assert "ConnectionRefusedError" in refused.err
            asked = shell.start("sayso confirm 'Deploy?'")
            world.dialogs.press("Approve", pid=dialog(world, "Deploy?"))
            assert asked.wait().code == 0


class TestEachKind:
    def test_a_confirmation(self, world: World, build: Host) -> None:
        with build.shell() as shell:
            asked = shell.start("sayso confirm 'Deploy?' --json")
            pid = dialog(world, "Deploy?")
            assert [each["from_place"] for each in world.prompts()] == ["build-7"]
            world.dialogs.press("Approve", pid=pid)
            assert came_out(asked.wait()) == (0, "approved")

    def test_words(self, world: World, build: Host) -> None:
        with build.shell() as shell:
            asked = shell.start("sayso text 'Which branch?'")
            pid = dialog(world, "Which branch?")
            type_words(world, pid, "release-7")
            send(world, pid)
            done = asked.wait()
            assert (done.code, done.out) == (0, "release-7\n")

    def test_a_form(self, world: World, build: Host) -> None:
        with build.shell() as shell:
            file = f"{build.place}/out/form.json"
            shell.run(f"echo {shlex.quote(json.dumps(FORM))} >{file}")
            asked = shell.start(f"sayso form {file}")
            pid = dialog(world, "A new shop")
            type_words(world, pid, "shop-13", "Shop")
            send(world, pid)
            done = asked.wait()
            assert (done.code, done.out) == (0, "shop-13\n")

    def test_a_password_once_the_person_lets_it_ask_for_one(
        self, world: World, build: Host
    ) -> None:
        ask = in_bash("set -o pipefail; sayso password 'Unlock the shop' | cat")
        with build.shell() as shell:
            refused = shell.run(ask)
            assert (refused.code, refused.out) == (9, "")
            assert "this machine may not ask for passwords" in refused.err
            allowing = world.start("remote", "allow", "build-7")
            wait_until(lambda: world.dialogs.find("Let it ask"), "the question whether it may")
            assert [each.get("from_place") for each in world.prompts()] == [None]
            world.dialogs.press("Let it ask")
            assert allowing.wait().code == 0
            asked = shell.start(ask)
            send_secret(world, "Unlock the shop", "canary 5b1c")
            done = asked.wait()
            assert (done.code, done.out) == (0, "canary 5b1c\n")


class TestSideBySide:
    def test_two_agents_with_the_same_words_have_two_dialogs(
        self, world: World, build: Host
    ) -> None:
        ask = "sayso confirm 'Deploy?' --json"
        with build.shell() as left, build.shell() as right:
            first = left.start(ask)
            dialog(world, "Deploy?")
            second = right.start(ask)
            wait_until(lambda: len(world.prompts()) == 2, "two questions")
            answer(world, "Deploy?", "Approve")
            assert came_out(first.wait()) == (0, "approved")
            answer(world, "Deploy?", "Deny")
            assert came_out(second.wait()) == (1, "denied")

    def test_two_machines_know_nothing_of_each_other(self, world: World, reach: Reach) -> None:
        hosts = reach("build-7"), reach("lab")
        with hosts[0].shell() as build, hosts[1].shell() as lab:
            asked = [each.start("sayso confirm 'Deploy?' --json") for each in (build, lab)]
            wait_until(lambda: len(world.prompts()) == 2, "two questions")
            for host in hosts:
                (listed,) = host.run("sayso list --json").json["prompts"]
                assert listed["from_place"] == host.name
            for _ in asked:
                answer(world, "Deploy?", "Approve")
            assert [came_out(each.wait()) for each in asked] == [(0, "approved")] * 2

    def test_a_flood_from_there_and_one_who_asks_here(self, world: World, build: Host) -> None:
        """The question from here comes after at most one dialog of the other machine."""
        many = " ".join(f"sayso confirm 'More {number}?' --wait 0;" for number in range(8))
        with build.shell() as shell:
            shell.run(many)
            wait_until(lambda: len(world.prompts()) == 8, "the flood")
            dialog(world, "More 0?")
            here = world.start("confirm", "Restart?", "--json")
            wait_until(lambda: len(world.prompts()) == 9, "the question from here")
            answer(world, "More 0?", "Deny")
            answer(world, "Restart?", "Approve")
            assert came_out(here.wait()) == (0, "approved")
            assert came_out(shell.run("sayso confirm 'Another?' --json --wait 0"))[0] in (3, 9)


class TestTheEnd:
    def test_the_person_lets_it_ask_no_more(self, world: World, build: Host) -> None:
        with build.shell() as shell:
            asked = shell.start("sayso confirm 'Deploy?' --json")
            dialog(world, "Deploy?")
            assert world.sayso("remote", "remove", "build-7").code == 0
            done = asked.wait()
            assert came_out(done) == (8, "withdrawn")
            no_dialog(world)
            wait_until(lambda: not build.sockets(), "the end of the socket there")
            assert shell.run("sayso confirm 'Deploy?' --json").code in (4, 6)
            assert world.prompts() == []


class TestOneLogin:
    def test_leaves_a_machine_that_was_added_as_it_was(self, world: World, build: Host) -> None:
        """The machine keeps its line, and the question that is open from there."""
        left = build.run("sayso confirm 'Deploy?' --json --wait 0")
        assert came_out(left) == (3, "pending")
        before = build.remote()
        assert world.sayso("ssh", "build-7", "--", "true").code == 0
        after = build.remote()
        assert (after["destination"], after["carrier"]) == (before["destination"], "up")
        answer(world, "Deploy?", "Approve")
        collected = build.run(f"sayso collect {left.json['ticket']} --json")
        assert came_out(collected) == (0, "approved")

    def test_takes_sayso_along_and_leaves_nothing(self, world: World, reach: Reach) -> None:
        host = reach("build-7", add=False)
        script = "sayso confirm 'Deploy?' --json; exit 7"
        login = world.start("ssh", "build-7", "--", script, terminal=True)
        pid = dialog(world, "Deploy?")
        assert [each["from_place"] for each in world.prompts()] == ["build-7"]
        world.dialogs.press("Approve", pid=pid)
        done = login.wait()
        assert done.code == 7
        assert json.loads(done.out)["status"] == "approved"
        assert world.sayso("remote", "list", "--json").json["places"] == []
        assert host.lines() == []
        assert host.sockets() == []

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_that_is_told_to_end_leaves_nothing(
        self, world: World, reach: Reach, number: signal.Signals
    ) -> None:
        """The login gets a signal, as from a terminal that is closed."""
        host = reach("build-7", add=False)
        login = world.start("ssh", "build-7", "--", "sayso confirm 'Deploy?'")
        dialog(world, "Deploy?")
        login.signal(number)
        assert login.wait().code == -signal.SIGINT  # as by Ctrl-C
        no_dialog(world)
        assert world.prompts() == []
        assert world.sayso("remote", "list", "--json").json["places"] == []
        assert not [*(world.socket_path.parent / "places").iterdir()]
        wait_until(lambda: not host.sockets(), "the end of the socket there")

    def test_does_not_end_with_another_one(self, world: World, reach: Reach) -> None:
        """Each login has its own questions, and a ticket finds the line that it came by."""
        host = reach("build-7", add=False)
        first = world.start("ssh", "build-7", "--", "sayso confirm 'First?'; read end")
        pid = dialog(world, "First?")
        second = world.start("ssh", "build-7", "--", "sayso confirm 'Second?' --json")
        wait_until(lambda: len(world.prompts()) == 2, "the other question")
        assert len(host.sockets()) == 2
        world.dialogs.press("Deny", pid=pid)
        assert first.wait().code != 0
        answer(world, "Second?", "Approve")
        done = second.wait()
        assert (done.code, done.json["status"]) == (0, "approved")
        assert host.sockets() == []
        assert world.sayso("remote", "list", "--json").json["places"] == []
