"""Who is at the other end: real processes, in every relation to one another."""

import sys

assert sys.platform == "linux"

import asyncio
import errno
import os
import shlex
import socket
import subprocess
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest

from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.contract.endpoint import Endpoint
from sayso.platforms.contract.peer import Peer
from sayso.platforms.contract.session import Session
from sayso.platforms.linux import endpoint, native, peer, session
from sayso.platforms.linux.proc import Proc, Stat, Unseen
from sayso.platforms.unix import channel
from sayso.values import replace
from support.event_loop import on_event_loop, turn
from support.linux_peers import (
    Server,
    become_zombie,
    descriptors_kept,
    identity,
)
from support.linux_trees import (
    ASK,
    ASK_BELOW,
    BELOW,
    HANG_UP,
    JOIN,
    OF_OWN_CHILD,
    ON_A_TERMINAL,
    ORPHAN,
    READABLE,
)
from support.programs import Program, Programs

NOBODY = 65534
HERE = os.getpid()

# The modules fulfil the protocols: the type checker reads this.
ENDPOINT: Endpoint = endpoint
PEER: Peer = peer
SESSION: Session = session


@pytest.fixture
def requester(server: Server, programs: Programs) -> Program:
    return programs.python(ASK, server.path)


COMMAND = str(Path(sys.executable).with_name("sayso"))
"""As it is installed beside the interpreter that runs the tests."""


class TestRunning:
    def test_one_of_another_user_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = peer.running(HERE)
        assert found is not None
        assert found.requester == identity(HERE)
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert peer.running(HERE) is None

    def test_one_that_is_not_there(self) -> None:
        assert peer.running(2**22 + 1) is None


class TestLineage:
    def test_begins_with_the_requester(
        self, server: Server, programs: Programs, directory: Path
    ) -> None:
        argv = (sys.executable, "-c", ASK, server.path)
        child = programs.start(*argv, cwd=directory)
        member = peer.lineage(server.accept(), 1).members[0]
        assert member.process == identity(child.pid)
        assert member.argv == argv
        assert member.cwd == str(directory)
        assert member.session == os.getsid(0)
        assert member.name == Path(sys.executable).name
        assert not member.is_sayso

    def test_goes_on_outwards(self, server: Server, programs: Programs) -> None:
        inner = shlex.join([sys.executable, "-c", ASK, server.path])
        shell = programs.start("/bin/sh", "-c", f"sh -c {shlex.quote(inner + '; true')}; true")
        lineage = peer.lineage(server.accept(), 1)
        pids = [process.pid for process in lineage.processes]
        assert pids[2:4] == [shell.pid, HERE]
        assert [member.name for member in lineage.members[1:3]] == [
            Path("/bin/sh").resolve().name
        ] * 2
        assert 1 not in pids
        assert not lineage.container
        assert lineage.asker.process.pid == pids[0]

    def test_is_the_same_where_the_kernel_gives_no_descriptor_of_the_peer(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sock = server.accept()
        expected = peer.lineage(sock, 1)
        monkeypatch.setattr(native, "SO_PEERPIDFD", 9999)
        assert peer.lineage(sock, 1) == expected

    def test_survives_a_name_that_is_made_to_confuse(
        self, server: Server, programs: Programs
    ) -> None:
        script = f"open('/proc/self/comm', 'w').write('x) S 1 1 1 ('); {ASK}"
        child = programs.python(script, server.path)
        lineage = peer.lineage(server.accept(), 1)
        assert [process.pid for process in lineage.processes[:2]] == [child.pid, HERE]

    def test_shows_an_executable_that_is_gone_by_its_name(
        self, server: Server, programs: Programs, directory: Path
    ) -> None:
        tool = directory / "my) (tool"
        tool.write_bytes(Path("/bin/sh").read_bytes())
        tool.chmod(0o700)
        inner = shlex.join([sys.executable, "-c", ASK, server.path])
        programs.start(str(tool), "-c", f"{inner}; true")
        sock = server.accept()
        tool.unlink()
        assert peer.lineage(sock, 1).members[1].name == "my) (tool"

    def test_knows_our_own_command(self, server: Server, programs: Programs) -> None:
        programs.start("env", f"SAYSO_SOCKET={server.path}", COMMAND, "status")
        lineage = peer.lineage(server.accept(), 1)
        assert lineage.members[0].name == "sayso"
        assert lineage.members[0].is_sayso
        assert lineage.asker != lineage.members[0]

    def test_another_program_of_that_name_is_who_asks(
        self, server: Server, programs: Programs, directory: Path
    ) -> None:
        script = directory / "sayso"
        script.write_text(ASK)
        programs.start(sys.executable, str(script), server.path)
        lineage = peer.lineage(server.accept(), 1)
        assert not lineage.members[0].is_sayso
        assert lineage.asker == lineage.members[0]
        assert lineage.asker.name == "sayso"

    def test_has_a_bound(self, server: Server, programs: Programs) -> None:
        script = (
            "import os\n"
            f"for _ in range({peer.MAX_DEPTH}):\n"
            "    child = os.fork()\n"
            "    if child: os.waitpid(child, 0); os._exit(0)\n"
        )
        programs.start(sys.executable, "-S", "-c", script + ASK, server.path)
        requester = server.accept(patience=120)  # so many forks take seconds of a busy machine
        with pytest.raises(Unsupported, match="256 ancestors or more"):
            peer.lineage(requester, 1)


class TestOrigin:
    def test_is_the_terminal_that_the_requester_runs_in(
        self, server: Server, programs: Programs
    ) -> None:
        tab = programs.python(ORPHAN + ON_A_TERMINAL + ASK_BELOW, server.path)
        _orphan, shell = int(tab.hear()), int(tab.hear())
        lineage = peer.lineage(server.accept(), 1)
        assert lineage.origin == identity(shell)
        assert lineage.default_owner == lineage.origin
        assert [member.on_pty for member in lineage.members[:3]] == [True, True, False]
        assert [member.leads_terminal for member in lineage.members[:2]] == [False, True]

    def test_without_terminal_is_the_outermost(self, server: Server, programs: Programs) -> None:
        agent = int(programs.python(ORPHAN + ASK_BELOW, server.path).hear())
        assert peer.lineage(server.accept(), 1).origin == identity(agent)

    @pytest.mark.root("makes a control group")
    def test_is_within_the_control_group_of_the_requester(
        self, group: Path, server: Server, programs: Programs
    ) -> None:
        script = ORPHAN + BELOW.format(script=JOIN + ASK_BELOW)
        programs.python(script, server.path, str(group / "app.scope"))
        lineage = peer.lineage(server.accept(), 1)
        groups = [member.cgroup.endswith("/app.scope") for member in lineage.members[:3]]
        assert groups == [True, True, False]
        assert lineage.origin == lineage.processes[1]


class TestEdge:
    """Where a lineage ends."""

    @pytest.mark.root("makes a control group")
    def test_at_the_session_manager(self, group: Path, server: Server, programs: Programs) -> None:
        manager = group / f"user@{os.geteuid()}.service" / "init.scope"
        script = JOIN + BELOW.format(script=JOIN + ASK_BELOW)
        programs.python(script, server.path, str(manager), str(group / "app.scope"))
        assert len(peer.lineage(server.accept(), 1).members) == 2

    @pytest.mark.parametrize(
        ("cgroup", "manages"),
        [
            ("/user.slice/user-{uid}.slice/user@{uid}.service/init.scope", True),
            ("/user.slice/user-{uid}.slice/user@{uid}.service/app.slice/init.scope", False),
            ("/user.slice/user-{uid}.slice/user@1{uid}.service/init.scope", False),
            ("/init.scope", False),
            ("", False),
        ],
    )
    def test_the_session_manager_is_known_by_its_group(self, cgroup: str, manages: bool) -> None:
        assert peer.manages_session(cgroup.format(uid=os.geteuid())) is manages

    @pytest.mark.root("makes processes or files of another user")
    def test_at_another_user_and_what_is_hidden_is_unknown(self, programs: Programs) -> None:
        """Who gives up root is hidden by the kernel: its directory and executable are unknown."""
        heard = programs.python(OF_OWN_CHILD, str(NOBODY)).hear()
        assert heard == f"2 None {Path(sys.executable).name}"

    @pytest.mark.parametrize("level", [1, 2])
    @pytest.mark.root("makes processes or files of another user")
    def test_at_another_user_whose_processes_are_hidden(
        self, programs: Programs, level: int
    ) -> None:
        mount = f"mount -t proc -o hidepid={level} proc /proc"
        unshare = ("unshare", "--mount")
        if subprocess.run([*unshare, "sh", "-c", mount], capture_output=True).returncode != 0:
            pytest.skip("no /proc of our own can be mounted here")
        script = OF_OWN_CHILD.replace("server =", f"{READABLE}server =", 1)
        python = shlex.join([sys.executable, "-c", script, str(NOBODY)])
        heard = programs.start(*unshare, "sh", "-c", f"{mount} && exec {python}").hear()
        assert heard.split()[0] == "2"

    def test_at_a_parent_that_can_not_be_seen(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Hiding(Proc):
            def uid(self) -> int:
                if self.pid == HERE:
                    raise Unseen("hidden, as by hidepid")
                return super().uid()

        monkeypatch.setattr(peer, "Proc", Hiding)
        lineage = peer.lineage(server.accept(), 1)
        assert lineage.processes == (identity(requester.pid),)


class TestRefused:
    @pytest.mark.root("makes processes or files of another user")
    def test_another_user(self, directory: Path, server: Server, programs: Programs) -> None:
        directory.chmod(0o711)
        Path(server.path).chmod(0o777)
        programs.python(f"import os; os.setuid({NOBODY}); {ASK}", server.path)
        sock = server.accept()
        for look in (peer.check_user, lambda sock: peer.lineage(sock, 1), peer.daemon):
            with pytest.raises(UntrustedPeer, match=f"runs as user {NOBODY}, not as 0"):
                look(sock)

    @pytest.mark.parametrize("option", [native.SO_PEERPIDFD, 9999])
    @pytest.mark.parametrize("reaped", [True, False])
    def test_one_that_is_gone(
        self,
        server: Server,
        programs: Programs,
        monkeypatch: pytest.MonkeyPatch,
        option: int,
        reaped: bool,
    ) -> None:
        monkeypatch.setattr(native, "SO_PEERPIDFD", option)
        child = programs.python(HANG_UP, server.path)
        sock = server.accept()
        become_zombie(child)
        if reaped:
            child.wait()
        with descriptors_kept():
            for look in (lambda sock: peer.lineage(sock, 1), peer.daemon):
                with pytest.raises(UntrustedPeer, match="exited before it could be looked at"):
                    look(sock)

    def test_one_whose_pid_is_taken_over_while_we_look(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def taken_over(pid: int) -> int:
            requester.kill()
            requester.wait()
            return os.pidfd_open(HERE)

        monkeypatch.setattr(native, "SO_PEERPIDFD", 9999)
        monkeypatch.setattr(native, "open_pidfd", taken_over)
        sock = server.accept()
        with (
            descriptors_kept(),
            pytest.raises(UntrustedPeer, match="exited before it could be looked at"),
        ):
            peer.lineage(sock, 1)

    def test_one_that_exits_while_we_look(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Deadly(Proc):
            def uid(self) -> int:  # of the parent: the requester itself has been read
                if requester.poll() is None:
                    requester.kill()
                    become_zombie(requester)
                return super().uid()

        monkeypatch.setattr(peer, "Proc", Deadly)
        sock = server.accept()
        with descriptors_kept(), pytest.raises(UntrustedPeer, match="exited before"):
            peer.lineage(sock, 1)

    def test_one_whose_ancestors_change_all_the_time(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pids = count(1 << 30)

        class Restless(Proc):
            def stat(self) -> Stat:
                return replace(super().stat(), ppid=next(pids))

        monkeypatch.setattr(peer, "Proc", Restless)
        sock = server.accept()
        with descriptors_kept(), pytest.raises(UntrustedPeer, match="could not be read"):
            peer.lineage(sock, 1)

    def test_one_that_an_older_kernel_calls_an_invalid_argument(self) -> None:
        class Older(socket.socket):
            def getsockopt(self, *_: object) -> NoReturn:
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

        with Older(socket.AF_UNIX) as sock, pytest.raises(ProcessLookupError):
            native.peer_pidfd(sock)

    def test_where_the_kernel_is_too_old(
        self, server: Server, requester: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def missing(pid: int) -> int:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

        monkeypatch.setattr(native, "SO_PEERPIDFD", 9999)
        monkeypatch.setattr(os, "pidfd_open", missing)
        with pytest.raises(Unsupported, match=r"Linux 5\.3 or later"):
            peer.lineage(server.accept(), 1)


def test_a_parent_that_dies_while_we_look_is_left_out(
    server: Server, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = programs.python(ASK_BELOW, server.path)

    class Deadly(Proc):
        def uid(self) -> int:
            uid = super().uid()
            if self.pid == parent.pid:
                parent.kill()
                parent.wait()
            return uid

    monkeypatch.setattr(peer, "Proc", Deadly)
    lineage = peer.lineage(server.accept(), 1)
    pids = [process.pid for process in lineage.processes]
    assert parent.pid not in pids
    assert HERE not in pids


class TestHangUp:
    @on_event_loop
    async def test_one_that_only_sends_no_more_is_there(self) -> None:
        gone = asyncio.Event()
        ours, theirs = channel.pair()
        with ours, theirs:
            call_off = peer.watch_hang_up(ours, gone.set)
            theirs.shutdown(socket.SHUT_WR)
            await turn()
            assert not gone.is_set()
            theirs.close()
            await gone.wait()
            call_off()

    @on_event_loop
    async def test_leaves_no_descriptor_behind(self) -> None:
        with descriptors_kept():
            ours, theirs = channel.pair()
            with ours, theirs:
                peer.watch_hang_up(ours, theirs.close)()
