"""What is given to ssh, and what its complaints mean."""

import pytest

from sayso.carrier.complaint import trouble
from sayso.carrier.destination import check
from sayso.carrier.ssh import Ssh
from sayso.errors import InvalidParams, NotCarried, OutOfReach

SSH = Ssh("/bin/ssh", "mia@example.org", "/run/c")


class TestADestination:
    @pytest.mark.parametrize(
        "destination", ["box", "mia@box", "ssh://mia@box:22", "mia@[::1]", "a b", "münchen"]
    )
    def test_is_what_one_types_after_ssh(self, destination: str) -> None:
        assert check(destination) == destination

    @pytest.mark.parametrize(
        ("destination", "fault"),
        [
            ("", "names no machine"),
            ("-oProxyCommand=reboot", "would be an option"),
            ("box\nmore", "nobody can see"),
            ("box\x1b[2J", "nobody can see"),
            ("box\u202eelbissop", "nobody can see"),
            ("b" * 2000, "more than 1024"),
        ],
    )
    def test_that_is_none(self, destination: str, fault: str) -> None:
        with pytest.raises(InvalidParams, match=fault) as error:
            check(destination)
        assert error.value.field == "destination"
        assert error.value.message.isprintable()


class TestACommand:
    def test_takes_nothing_after_it_for_an_option(self) -> None:
        for command in (SSH.master(), SSH.forward("/a", "/b")):
            assert command[command.index("--") + 1] == "mia@example.org"
        assert SSH.login(("-t", "top"))[-4:] == ("--", "mia@example.org", "-t", "top")

    def test_names_paths_as_ssh_reads_them(self) -> None:
        command = SSH.forward("/run/f", "/home/a:b\\c/100%")
        assert "/run/f:/home/a\\:b\\\\c/100%%" in command

    def test_that_ssh_can_not_be_given(self) -> None:
        with pytest.raises(NotCarried, match="can't forward"):
            SSH.forward("/run/f", "/home/${HOME}")

    def test_of_a_login_leaves_its_host_block_alone(self) -> None:
        login = Ssh("/bin/ssh", "box", "/run/c", is_for_login=True)
        assert "ForwardAgent=no" in SSH.master()
        assert "ForwardAgent=no" not in login.master()


class TestAComplaint:
    @pytest.mark.parametrize(
        "line",
        [
            "ssh: Could not resolve hostname nosuch.invalid: Name or service not known",
            "ssh: connect to host 192.0.2.1 port 22: Connection refused",
            "ssh: connect to host 192.0.2.1 port 22: Connection timed out",
            "ssh: connect to host 192.0.2.1 port 22: No route to host",
            "ssh: connect to host 192.0.2.1 port 22: Network is unreachable",
            "Timeout, server box not responding.",
            "kex_exchange_identification: Connection closed by remote host",
        ],
    )
    def test_that_may_pass(self, line: str) -> None:
        told = trouble(["Hello", f"{line}\r"], "box")
        assert isinstance(told, OutOfReach)
        assert told.message == line
        assert told.remedy

    @pytest.mark.parametrize(
        "line",
        [
            "Host key verification failed.",
            "mia@box: Permission denied (publickey,password).",
            "Received disconnect from 192.0.2.1 port 22:2: Too many authentication failures",
            "/home/mia/.ssh/config: line 1: Bad configuration option: nosuch",
            "Bad owner or permissions on /home/mia/.ssh/config",
        ],
    )
    def test_that_comes_to_the_same_again(self, line: str) -> None:
        told = trouble([line, "more of it"], "box")
        assert isinstance(told, NotCarried)
        assert told.message == line
        assert "ssh box" in told.remedy

    def test_hides_nothing(self) -> None:
        assert trouble(["a\x1b[2Jb\u202e"], "box").message.isprintable()

    def test_is_not_always_there(self) -> None:
        assert trouble([], "box").message == "the connection ended"

    def test_names_a_command_that_can_be_typed(self) -> None:
        assert "ssh 'my box; reboot'" in trouble([], "my box; reboot").remedy
