"""Who is at the other end, by what a double of the kernel tells: what is refused and why, where a
lineage ends, and what is told of exits and of ends."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import errno
import os
from collections.abc import Iterator

import pytest

from sayso.core.lineage import Orphans, Process
from sayso.errors import Unsupported, UntrustedPeer
from sayso.platforms.contract.channel import Channel
from sayso.platforms.macos import peer
from sayso.platforms.macos.native import numbers, processes
from support import macos_events
from support.event_loop import Told, on_event_loop, turn
from support.macos_events import Queue
from support.macos_kernel import BOOTED, OTHER, US, Kernel, PeerSocket, Played, channel_on, strings

BSD = numbers.PROC_PIDTBSDINFO

APP = Played(
    20,
    started=BOOTED + 10_000_000,
    unique=120,
    name=b"Terminal",
    image=b"/Applications/Terminal.app/Contents/MacOS/Terminal",
    session=1,
)
LOGIN = Played(30, 20, user=0, unique=130, name=b"login", terminal=0x10000001, session=30)
SHELL = Played(
    40,
    30,
    started=BOOTED + 12_000_000,
    unique=140,
    name=b"zsh",
    image=b"/bin/zsh",
    terminal=0x10000001,
    session=30,
    arguments=strings(b"/bin/zsh", b"-zsh", environ=(b"HOME=/Users/ann",)),
)
AGENT = Played(
    50,
    40,
    started=BOOTED + 13_000_000,
    unique=150,
    name=b"node",
    image=b"/opt/node/bin/node",
    terminal=0x10000001,
    session=30,
    arguments=strings(b"/opt/node/bin/node", b"node", b"/opt/claude", b"-p"),
)
TOOL = Played(
    60, 50, started=BOOTED + 14_000_000, unique=160, terminal=0x10000001, session=30, cwd=b"/tmp"
)


@pytest.fixture
def sock() -> Iterator[PeerSocket]:
    with PeerSocket() as sock:
        sock.pids = TOOL.pid
        yield sock


@pytest.fixture
def channel(sock: PeerSocket) -> Channel:
    return channel_on(sock)


@pytest.fixture
def typed(kernel: Kernel) -> Kernel:
    """What the person started in a terminal."""
    kernel.add(APP, LOGIN, SHELL, AGENT, TOOL)
    return kernel


class TestCheckUser:
    def test_ours_is_let_in(self, kernel: Kernel, channel: Channel) -> None:
        peer.check_user(channel)

    def test_one_that_has_closed_was_ours(self, kernel: Kernel, sock: PeerSocket) -> None:
        """The kernel keeps the user with the socket: a daemon's answer may be read then."""
        sock.pids = None
        peer.check_user(channel_on(sock))

    def test_another_users_is_not(self, kernel: Kernel, sock: PeerSocket) -> None:
        sock.user = OTHER
        with pytest.raises(UntrustedPeer, match=f"runs as user {OTHER}, not as {US}") as caught:
            peer.check_user(channel_on(sock))
        assert caught.value.remedy

    @pytest.mark.parametrize(
        ("name", "value"), [("user", None), ("version", 1), ("size", 72), ("size", 0)]
    )
    def test_whose_user_is_not_told_is_not(
        self, kernel: Kernel, sock: PeerSocket, name: str, value: int | None
    ) -> None:
        setattr(sock, name, value)
        with pytest.raises(UntrustedPeer, match="does not tell"):
            peer.check_user(channel_on(sock))

    def test_another_platforms_channel_is_none(self) -> None:
        with pytest.raises(TypeError, match="str is not a channel of this platform"):
            peer.check_user("")  # type: ignore[arg-type]


class TestLineage:
    def test_it_is_the_requester_and_its_ancestors(self, typed: Kernel, channel: Channel) -> None:
        lineage = peer.lineage(channel, 1)
        assert [member.process for member in lineage.members] == [
            Process(60, 14.0),
            Process(50, 13.0),
            Process(40, 12.0),
        ]
        assert [member.name for member in lineage.members] == ["tool", "claude", "zsh"]
        assert lineage.members[1].argv == ("node", "/opt/claude", "-p")
        assert lineage.members[2].argv == ("-zsh",)
        assert lineage.cwd == "/tmp"  # noqa: S108 - it is of the double
        assert lineage.asker.name == "tool"
        assert not lineage.container

    def test_the_shell_below_roots_login_leads_the_terminal(
        self, typed: Kernel, channel: Channel
    ) -> None:
        lineage = peer.lineage(channel, 1)
        assert [member.session for member in lineage.members] == [40, 40, 40]
        assert lineage.origin == lineage.account == Process(40, 12.0)

    def test_a_leader_that_is_seen_is_the_leader(self, typed: Kernel, channel: Channel) -> None:
        typed.change(50, session=50)
        typed.change(60, session=50)
        lineage = peer.lineage(channel, 1)
        assert [member.session for member in lineage.members] == [50, 50, 40]
        assert lineage.origin == Process(40, 12.0)

    def test_without_a_terminal_it_is_of_the_outermost_program(
        self, typed: Kernel, channel: Channel
    ) -> None:
        for pid in (50, 60):
            typed.change(pid, terminal=None, session=1)
        typed.change(50, parent=20)
        lineage = peer.lineage(channel, 1)
        assert lineage.origin == Process(20, 10.0)
        assert lineage.account == Orphans("/Applications/Terminal.app/Contents/MacOS/Terminal")

    @pytest.mark.parametrize(
        "change", [{"user": OTHER}, {"user": 0}, {"parent": 1}, {"parent": 0}], ids=str
    )
    def test_it_ends_at_another_users_and_at_launchd(
        self, typed: Kernel, channel: Channel, change: dict[str, int]
    ) -> None:
        typed.change(50 if "user" in change else 60, **change)
        assert [each.pid for each in peer.lineage(channel, 1).processes] == [60]

    def test_root_sees_all_and_it_ends_at_another_users_as_well(
        self, typed: Kernel, sock: PeerSocket
    ) -> None:
        typed.user = sock.user = 0
        typed.change(60, user=0)
        assert [each.pid for each in peer.lineage(channel_on(sock), 1).processes] == [60]

    def test_launchd_is_not_in_roots_either(self, kernel: Kernel, sock: PeerSocket) -> None:
        kernel.user = sock.user = 0
        kernel.add(Played(1, 0, user=0, name=b"launchd"), Played(60, user=0))
        assert [each.pid for each in peer.lineage(channel_on(sock), 1).processes] == [60]

    def test_another_users_is_not_trusted(self, typed: Kernel, sock: PeerSocket) -> None:
        """Even where the pid is of a process of ours: it used that end last."""
        sock.user = OTHER
        with pytest.raises(UntrustedPeer, match=f"runs as user {OTHER}"):
            peer.lineage(channel_on(sock), 1)

    def test_who_has_closed_is_not_trusted(self, typed: Kernel, sock: PeerSocket) -> None:
        sock.pids = None
        with pytest.raises(UntrustedPeer, match="has closed already"):
            peer.lineage(channel_on(sock), 1)

    def test_who_closes_while_it_is_looked_at_is_not_trusted(
        self, typed: Kernel, sock: PeerSocket
    ) -> None:
        sock.pids = [60, 60, 0]
        with pytest.raises(UntrustedPeer, match="has closed already"):
            peer.lineage(channel_on(sock), 1)

    def test_no_pid_is_nobodys(self, typed: Kernel, sock: PeerSocket) -> None:
        sock.pids = -1
        with pytest.raises(UntrustedPeer, match="does not know which process"):
            peer.lineage(channel_on(sock), 1)

    @pytest.mark.parametrize("pids", [[60, 50], [60, 60, 50]])
    def test_an_end_that_is_passed_on_is_not_trusted(
        self, typed: Kernel, sock: PeerSocket, pids: list[int]
    ) -> None:
        sock.pids = pids
        with pytest.raises(UntrustedPeer, match="process 60 was at the other end, and then") as one:
            peer.lineage(channel_on(sock), 1)
        assert one.value.remedy

    def test_who_is_gone_is_not_trusted(self, typed: Kernel, channel: Channel) -> None:
        typed.end(60)
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.lineage(channel, 1)

    def test_a_zombie_is_not_trusted(self, typed: Kernel, channel: Channel) -> None:
        typed.change(60, zombie=True)
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.lineage(channel, 1)

    @pytest.mark.parametrize("user", [OTHER, 0])
    def test_a_pid_of_another_users_is_not_trusted(
        self, typed: Kernel, channel: Channel, user: int
    ) -> None:
        """It connected as ours, and became another's, or its pid is another's by now."""
        typed.change(60, user=user)
        with pytest.raises(UntrustedPeer):
            peer.lineage(channel, 1)

    def test_nor_is_it_where_root_is_asked(self, typed: Kernel, sock: PeerSocket) -> None:
        typed.user = sock.user = 0
        with pytest.raises(UntrustedPeer, match=f"process 60 runs as user {US}, not as 0"):
            peer.lineage(channel_on(sock), 1)

    @pytest.mark.parametrize("when", ["60:path", f"50:{BSD}", "40:path"])
    @pytest.mark.parametrize("change", [{"started": BOOTED}, {"unique": 999}], ids=str)
    def test_a_pid_used_again_meanwhile_is_not_trusted(
        self, typed: Kernel, channel: Channel, when: str, change: dict[str, int]
    ) -> None:
        typed.after(when, lambda: typed.change(60, **change))
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.lineage(channel, 1)

    @pytest.mark.parametrize("when", ["50:path", f"40:{BSD}"])
    def test_one_that_ends_meanwhile_is_not_trusted(
        self, typed: Kernel, channel: Channel, when: str
    ) -> None:
        typed.after(when, lambda: typed.end(60))
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.lineage(channel, 1)

    @pytest.mark.parametrize("when", ["60:path", "50:path", f"40:{BSD}", "40:path"])
    def test_an_ancestor_that_ends_meanwhile_is_in_none(
        self, typed: Kernel, channel: Channel, when: str
    ) -> None:
        typed.after(when, lambda: typed.end(50))
        assert [each.pid for each in peer.lineage(channel, 1).processes] == [60]

    def test_an_ancestors_pid_that_is_used_again_is_no_ancestors(
        self, typed: Kernel, channel: Channel
    ) -> None:
        def another() -> None:
            typed.end(50)
            typed.add(Played(50, unique=999, name=b"stranger"))

        typed.after(f"60:{BSD}", another)
        assert [each.name for each in peer.lineage(channel, 1).members] == ["tool"]

    def test_a_link_that_never_stays_is_given_up(
        self, typed: Kernel, channel: Channel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        facts = processes.bsd_facts

        def restless(pid: int) -> processes.BsdFacts:
            told = facts(pid)
            if pid == 60:
                typed.change(60, parent=told.parent + 1)
            return told

        monkeypatch.setattr(processes, "bsd_facts", restless)
        with pytest.raises(UntrustedPeer, match="ancestors of process 60 could not be read"):
            peer.lineage(channel, 1)

    def test_one_without_end_is_refused(self, kernel: Kernel, channel: Channel) -> None:
        kernel.add(*(Played(pid, pid + 1) for pid in range(60, 61 + peer.MAX_DEPTH)))
        with pytest.raises(Unsupported, match="256 ancestors or more"):
            peer.lineage(channel, 1)


@pytest.mark.parametrize(
    ("image", "name", "argv", "shown"),
    [
        ("/usr/bin/git", "git", ("git", "push"), "git"),
        (None, "short", None, "short"),
        ("/bin/sh", "sh", ("sh", "/dev/fd/11"), "sh"),
        ("/bin/sh", "sh", ("sh", "deploy.sh"), "deploy.sh"),
        ("/x/Python", "Python", ("python3", "-m", "tool"), "Python"),
    ],
)
def test_a_name_is_what_a_person_calls_it(
    image: str | None, name: str, argv: tuple[str, ...] | None, shown: str
) -> None:
    assert peer.display_name(image, name, argv) == shown


class TestHasExited:
    def test_who_runs_has_not(self, typed: Kernel) -> None:
        assert not peer.has_exited(Process(60, 14.0))

    def test_nor_has_one_that_became_another_users(self, typed: Kernel) -> None:
        typed.change(60, user=0)
        assert not peer.has_exited(Process(60, 14.0))

    @pytest.mark.parametrize("change", [{"zombie": True}, {"started": BOOTED + 14_000_001}])
    @pytest.mark.parametrize("user", [US, OTHER])
    def test_a_zombie_has_and_one_whose_pid_is_anothers(
        self, typed: Kernel, change: dict[str, int], user: int
    ) -> None:
        typed.change(60, user=user, **change)
        assert peer.has_exited(Process(60, 14.0))

    def test_who_is_gone_has(self, typed: Kernel) -> None:
        typed.end(60)
        assert peer.has_exited(Process(60, 14.0))

    def test_of_whom_the_system_tells_nothing_nothing_is_known(
        self, typed: Kernel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(pid: int) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(processes, "bsd_facts", refused)
        assert not peer.has_exited(Process(60, 14.0))
        assert not peer.has_exited(Process(0, -1))


@pytest.fixture
def queues(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Queue]]:
    queues = macos_events.install(monkeypatch)
    queues.running = {60}
    yield queues
    assert all(each.closed for each in queues.all)


def unheard() -> None:
    raise AssertionError("nobody is to be told of this")


class TestWatchExit:
    @on_event_loop
    async def test_it_is_told_in_each_turn_until_it_is_called_off(
        self, typed: Kernel, queues: type[Queue]
    ) -> None:
        exited = Told()
        call_off = peer.watch_exit(Process(60, 14.0), exited)
        assert call_off is not None
        await turn()
        assert exited.times == 0
        queues.all[0].tell(60)
        await exited.at_least(3)
        call_off()
        told = exited.times
        await turn()
        assert exited.times == told

    @on_event_loop
    async def test_who_is_gone_or_another_is_not_watched(
        self, typed: Kernel, queues: type[Queue]
    ) -> None:
        assert peer.watch_exit(Process(60, 14.5), unheard) is None
        queues.running = set()
        assert peer.watch_exit(Process(60, 14.0), unheard) is None
        assert len(queues.all) == 2

    @on_event_loop
    async def test_who_ends_as_the_watch_begins_is_not_watched(
        self, typed: Kernel, queues: type[Queue]
    ) -> None:
        typed.end(60)
        assert peer.watch_exit(Process(60, 14.0), unheard) is None

    @on_event_loop
    async def test_a_failure_closes_what_it_opened(
        self, typed: Kernel, queues: type[Queue], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(pid: int) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(processes, "bsd_facts", refused)
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            peer.watch_exit(Process(60, 14.0), unheard)

    def test_where_no_loop_runs_all_is_closed(self, typed: Kernel, queues: type[Queue]) -> None:
        with pytest.raises(RuntimeError):
            peer.watch_exit(Process(60, 14.0), unheard)

    def test_nobody_known_can_be_watched(self, queues: type[Queue]) -> None:
        with pytest.raises(Unsupported):
            peer.watch_exit(Process(0, -1), unheard)


class TestWatchHangUp:
    @on_event_loop
    async def test_it_is_told_in_each_turn_until_it_is_called_off(
        self, sock: PeerSocket, queues: type[Queue]
    ) -> None:
        gone, place = Told(), sock.fileno()
        call_off = peer.watch_hang_up(channel_on(sock), gone)
        await turn()  # there was room to write
        queues.all[0].tell(place)  # the peer took something
        await turn()
        assert gone.times == 0
        queues.all[0].end(place)
        await gone.at_least(3)
        call_off()
        told = gone.times
        await turn()
        assert gone.times == told

    @on_event_loop
    async def test_an_end_that_closed_before_is_told(
        self, sock: PeerSocket, queues: type[Queue]
    ) -> None:
        queues.ended = {sock.fileno()}
        gone = Told()
        call_off = peer.watch_hang_up(channel_on(sock), gone)
        await gone.at_least(3)
        call_off()

    @on_event_loop
    async def test_while_the_peer_is_there_the_loop_rests(
        self, channel: Channel, queues: type[Queue]
    ) -> None:
        call_off = peer.watch_hang_up(channel, unheard)
        await turn()
        assert queues.all[0].waiting == []
        call_off()

    def test_where_no_loop_runs_all_is_closed(self, channel: Channel, queues: type[Queue]) -> None:
        with pytest.raises(RuntimeError):
            peer.watch_hang_up(channel, unheard)


def test_it_does_not_claim_to_prove_who_asks(typed: Kernel, channel: Channel) -> None:
    """LOCAL_PEERPID tells who last used the other end."""
    assert peer.lineage(channel, 1).unproven


class TestCheckRequester:
    """As a claim comes."""

    def test_who_is_there_still_is_known(self, typed: Kernel, channel: Channel) -> None:
        peer.check_requester(channel, peer.lineage(channel, 1).requester)

    def test_a_program_that_it_became_is_the_same(self, typed: Kernel, channel: Channel) -> None:
        typed.change(60, name=b"other", image=b"/bin/other", arguments=None)
        peer.check_requester(channel, Process(60, 14.0))

    @pytest.mark.parametrize("pids", [[50], [60, 50]])
    def test_an_end_that_was_passed_on_is_unknown(
        self, typed: Kernel, sock: PeerSocket, pids: list[int]
    ) -> None:
        sock.pids = pids
        with pytest.raises(UntrustedPeer, match="process 60 was at the other end, and then") as one:
            peer.check_requester(channel_on(sock), Process(60, 14.0))
        assert one.value.remedy

    def test_who_has_closed_is_unknown(self, typed: Kernel, sock: PeerSocket) -> None:
        sock.pids = None
        with pytest.raises(UntrustedPeer, match="has closed already"):
            peer.check_requester(channel_on(sock), Process(60, 14.0))

    @pytest.mark.parametrize("change", [{"zombie": True}, {"started": BOOTED + 14_000_001}])
    @pytest.mark.parametrize("user", [US, OTHER])
    def test_a_zombie_is_unknown_and_one_whose_pid_is_anothers(
        self, typed: Kernel, channel: Channel, user: int, change: dict[str, int]
    ) -> None:
        typed.change(60, user=user, **change)
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.check_requester(channel, Process(60, 14.0))

    def test_who_is_gone_is_unknown(self, typed: Kernel, channel: Channel) -> None:
        typed.end(60)
        with pytest.raises(UntrustedPeer, match="process 60 exited before"):
            peer.check_requester(channel, Process(60, 14.0))

    def test_of_whom_the_system_tells_nothing_is_unknown(
        self, typed: Kernel, channel: Channel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(pid: int) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(processes, "bsd_facts", refused)
        with pytest.raises(UntrustedPeer):
            peer.check_requester(channel, Process(60, 14.0))
