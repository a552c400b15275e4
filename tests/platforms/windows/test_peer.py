"""Who is at the other end: what is refused and why, and where a lineage ends."""

import sys

assert sys.platform == "win32"

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import pytest

from sayso.core.lineage import Process
from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.windows import peer
from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.native import desktop
from sayso.platforms.windows.process_facts import Gone, Identity, ProcessFacts, Unseen, our_identity
from support.windows_pipes import Comes, Stranger

USER, OTHER = "S-1-5-21-1-2-3-1001", "S-1-5-21-1-2-3-1002"
OURS = Identity(USER, 1, is_elevated=False, integrity=0x2000)
ELEVATED = OURS._replace(is_elevated=True, integrity=0x3000)


class TestDistrust:
    @pytest.mark.parametrize(
        ("theirs", "ours", "reason"),
        [
            (OURS._replace(user=OTHER), OURS, f"runs as user {OTHER}, not as {USER}"),
            (OURS._replace(session=2), OURS, "is in session 2, not in session 1"),
            (ELEVATED, OURS, "runs as administrator (elevated), and this one does not"),
            (OURS, ELEVATED, "does not run as administrator (elevated), and this one does"),
            (OURS._replace(integrity=0x1000), OURS, "runs at integrity level low, not medium"),
            (OURS._replace(integrity=0x2100), OURS, "runs at integrity level 0x2100, not medium"),
            (ELEVATED, ELEVATED._replace(integrity=0x4000), "level high, not system"),
        ],
    )
    def test_who_is_not_as_we_are_is_told_why(
        self, theirs: Identity, ours: Identity, reason: str
    ) -> None:
        assert reason in (peer.distrust(theirs, ours) or "")

    @pytest.mark.parametrize("identity", [OURS, ELEVATED])
    def test_who_is_as_we_are_is_let_in(self, identity: Identity) -> None:
        assert peer.distrust(identity, identity) is None


@dataclass
class Played:
    """A process as the test has it."""

    pid: int
    parent: int = 0
    began: float = 100.0
    identity: Identity = OURS
    image: str | None = r"C:\tool.exe"
    exited: bool = False
    looks: int | None = None
    """How often it is looked whether it has exited until it has; None: never."""


class Table:
    """The processes of a system; a process is closed as often as it was opened."""

    def __init__(self, *processes: Played) -> None:
        self.of = {each.pid: each for each in processes}
        self.open = 0

    def facts(self, pid: int) -> "Facts":
        if pid not in self.of:
            raise Gone("there is none")
        return Facts(self, self.of[pid])


class Facts:
    """Of one of them; as `ProcessFacts`."""

    def __init__(self, table: Table, process: Played) -> None:
        self._table, self._process = table, process
        self.pid, self.image = process.pid, process.image
        self.handle = self
        table.open += 1

    def close(self) -> None:
        self._table.open -= 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def has_exited(self) -> bool:
        if self._process.looks is not None:
            self._process.looks -= 1
            self._process.exited |= self._process.looks < 0
        return self._process.exited

    def start(self) -> float:
        return self._process.began

    def parent_pid(self) -> int:
        return self._process.parent

    def identity(self) -> Identity:
        return self._process.identity

    def argv(self) -> None:
        return None

    def cwd(self) -> None:
        return None

    def console_host(self) -> int:
        return 0


REQUESTER = Played(10, parent=20, began=300.0)
PARENT = Played(20, parent=30, began=200.0)
OUTERMOST = Played(30, parent=40, began=100.0)


@pytest.fixture
def channel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Its other end is the requester's."""

    class Channel(PipeChannel):
        def __init__(self) -> None:
            """It is never read."""

        def is_hung_up(self) -> bool:
            return False

        def peer_pid(self) -> int:
            return REQUESTER.pid

    monkeypatch.setattr(peer, "our_identity", lambda: OURS)
    monkeypatch.setattr(desktop, "shell_pid", lambda: None)
    return Channel()


def pids(channel: Any, monkeypatch: pytest.MonkeyPatch, *processes: Played) -> list[int]:
    """Of the lineage, in a system of these; nothing stays open."""
    table = Table(*(replace(each) for each in processes))
    monkeypatch.setattr(peer, "ProcessFacts", table.facts)
    try:
        return [process.pid for process in peer.lineage(channel, 1).processes]
    finally:
        assert table.open == 0


class TestEdge:
    """Where a lineage ends."""

    def test_at_who_has_no_parent(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        assert pids(channel, monkeypatch, REQUESTER, PARENT, OUTERMOST) == [10, 20, 30]

    def test_at_the_desktops_shell(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(desktop, "shell_pid", lambda: OUTERMOST.pid)
        assert pids(channel, monkeypatch, REQUESTER, PARENT, OUTERMOST) == [10, 20]

    @pytest.mark.parametrize(
        "ending",
        [
            replace(PARENT, began=300.1),  # the pid of a parent that ended, used again
            replace(PARENT, identity=OURS._replace(user=OTHER)),
            replace(PARENT, exited=True),
            replace(PARENT, image=rf"{os.environ['SYSTEMROOT']}\System32\userinit.exe"),
        ],
    )
    def test_at_who_is_no_parent_of_the_persons(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch, ending: Played
    ) -> None:
        assert pids(channel, monkeypatch, REQUESTER, ending, OUTERMOST) == [10]

    def test_not_at_a_parent_that_began_in_the_same_moment(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        began = replace(PARENT, began=REQUESTER.began)
        assert pids(channel, monkeypatch, REQUESTER, began) == [10, 20]

    def test_at_a_parent_that_ends_while_we_look(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dying = replace(PARENT, looks=1)
        assert pids(channel, monkeypatch, REQUESTER, dying, OUTERMOST) == [10]

    @pytest.mark.parametrize(
        ("image", "begins"),
        [
            (r"{root}\System32\winlogon.exe", True),
            (r"{root}\SYSTEM32\Services.exe", True),
            (r"{root}\System32\sihost.exe", True),
            (r"{root}\System32\cmd.exe", False),
            (r"C:\Users\ada\userinit.exe", False),
            (None, False),
        ],
    )
    def test_what_begins_a_session_is_known_by_its_place(
        self, image: str | None, *, begins: bool
    ) -> None:
        path = image and image.format(root=os.environ["SYSTEMROOT"])
        assert peer.begins_session(path) is begins


class TestRefused:
    def test_one_that_ends_while_we_look(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for looks in (0, 1):  # before it is read, and while its ancestors are
            with pytest.raises(UntrustedPeer, match="exited before it could be looked at"):
                pids(channel, monkeypatch, replace(REQUESTER, looks=looks), PARENT)

    def test_one_whose_ancestors_change_all_the_time(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Restless(Facts):
            """Runs whenever it is taken for a parent, and has ended once all was read."""

            def __init__(self, table: Table, process: Played) -> None:
                super().__init__(table, replace(process, looks=None if process is one else 1))

        one = replace(REQUESTER)
        table = Table(one, replace(PARENT, parent=0))
        monkeypatch.setattr(peer, "ProcessFacts", lambda pid: Restless(table, table.of[pid]))
        with pytest.raises(UntrustedPeer, match="ancestors of process 10 could not be read"):
            peer.lineage(channel, 1)
        assert table.open == 0

    def test_another_users(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        stranger = replace(REQUESTER, identity=OURS._replace(user=OTHER))
        with pytest.raises(UntrustedPeer, match=f"process 10 runs as user {OTHER}"):
            pids(channel, monkeypatch, stranger)

    def test_one_that_is_hidden(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        def shut_out(pid: int) -> None:
            raise Unseen("access denied")

        monkeypatch.setattr(peer, "ProcessFacts", shut_out)
        with pytest.raises(UntrustedPeer, match=r"can't be looked at.*access denied") as caught:
            peer.lineage(channel, 1)
        assert caught.value.remedy

    def test_one_that_is_gone(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(UntrustedPeer, match="process 10 exited before"):
            pids(channel, monkeypatch, PARENT)

    def test_one_without_end(self, channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(peer, "MAX_DEPTH", 2)
        with pytest.raises(Unsupported, match="2 ancestors or more"):
            pids(channel, monkeypatch, REQUESTER, PARENT, OUTERMOST)

    def test_one_of_whom_the_pipe_does_not_tell(
        self, channel: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail() -> int:
            raise OSError("the pipe has ended")

        monkeypatch.setattr(channel, "peer_pid", fail)
        with pytest.raises(UntrustedPeer, match="the pipe has ended"):
            peer.check_user(channel)

    def test_a_channel_of_nobodys(self) -> None:
        with pytest.raises(TypeError):
            peer.check_user(object())  # type: ignore[arg-type]


class TestExit:
    @pytest.fixture(autouse=True)
    def hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever pid is asked for."""

        def shut_out(pid: int) -> None:
            raise Unseen("access denied")

        monkeypatch.setattr(peer, "ProcessFacts", shut_out)

    def test_who_is_hidden_has_not_exited(self) -> None:
        assert not peer.has_exited(Process(10, 1.0))

    def test_who_is_hidden_can_not_be_watched(self) -> None:
        with pytest.raises(PermissionError, match="process 10 is hidden: access denied"):
            peer.watch_exit(Process(10, 1.0), lambda: None)


class TestOfProcesses:
    def test_a_lineage_goes_on_with_who_started_it(self, comes: Comes) -> None:
        found = peer.lineage(comes().channel, 1)
        assert found.processes[1].pid == os.getpid()

    def test_it_tells_what_the_requester_runs(self, comes: Comes) -> None:
        stranger: Stranger = comes()
        member = peer.lineage(stranger.channel, 1).members[0]
        assert member.name == "python"
        assert member.argv is not None
        assert member.argv[0] == sys.executable
        assert member.argv[1] == "-c"
        assert member.cwd == str(Path.cwd())
        with ProcessFacts(stranger.pid) as facts:
            assert facts.identity() == our_identity()
