"""The pipe where client and daemon meet: whose it is, and what its name may be."""

import sys

assert sys.platform == "win32"

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from sayso.errors import ProtocolError, Unreachable, UntrustedPeer, UntrustedPlace
from sayso.platforms.windows import endpoint, peer
from sayso.platforms.windows.channel import PipeChannel
from sayso.platforms.windows.native import access, handles, pipes, security
from support.programs import Programs
from support.windows_pipes import Server

BACKLOG = 8
OTHER, FOR_ALL = "S-1-5-21-1-2-3-1002", "D:P(A;;GA;;;WD)"
AT_ONCE = 0.05
"""Seconds."""


class TestPath:
    def test_is_the_one_that_is_set(self) -> None:
        path = r"\\.\pipe\mine"
        assert endpoint.socket_path({"SAYSO_SOCKET": path}) == path

    @pytest.mark.parametrize("unset", [{}, {"SAYSO_SOCKET": ""}])
    def test_else_is_of_our_user_and_session(self, unset: dict[str, str]) -> None:
        path = endpoint.socket_path(unset)
        assert path.startswith("\\\\.\\pipe\\sayso-")
        assert path.endswith(f"-{security.our_user()}")

    @pytest.mark.parametrize(
        "path",
        [
            "socket",
            r"C:\socket",
            r"\\.\pipe",
            r"\\.\pipe\a\b",
            r"\\elsewhere\pipe\a",
            "\\\\.\\pipe\\",
        ],
    )
    def test_no_pipe_of_this_machine_is_refused(self, path: str) -> None:
        with pytest.raises(UntrustedPlace, match="not a pipe's path") as caught:
            endpoint.socket_path({"SAYSO_SOCKET": path})
        assert "SAYSO_SOCKET" in caught.value.remedy

    def test_too_long_is_refused(self) -> None:
        with pytest.raises(UntrustedPlace, match="129 characters; 128 are allowed"):
            endpoint.listen("\\\\.\\pipe\\" + "a" * 129, BACKLOG)

    def test_letters_of_both_cases_are_one_name(self, path: str) -> None:
        listener = endpoint.listen(path, BACKLOG)
        endpoint.connect(path.upper().replace("PIPE", "pipe"), 1).close()
        listener.close()


class TestWhose:
    def test_only_programs_of_our_session_may_use_it(self, path: str) -> None:
        """Wine lets everybody in, but keeps the words."""
        listener = endpoint.listen(path, BACKLOG)
        words = [security.of_object(each) for each in listener.handover()["descriptors"].values()]
        listener.close()
        logon = security.our_logon()
        for each in words:
            assert each.startswith(f"O:{security.our_user()}D:P")
            grants = each.partition("D:P")[2].strip("()").split(")(")
            assert {grant.rpartition(";")[2] for grant in grants} == {logon, "SY"}

    def test_the_logon_session_is_no_users_and_no_groups(self) -> None:
        assert security.our_logon().startswith("S-1-5-5-")

    def test_nothing_of_a_lower_integrity_level_may(self) -> None:
        assert security.ours_alone().endswith("S:(ML;;NRNWNX;;;ME)")

    def test_another_machine_does_not_get_to_it_and_it_is_the_first_of_its_name(self) -> None:
        """Wine enforces neither: these are the bits of CreateNamedPipeW."""
        first, overlapped, duplex, reject_remote = 0x80000, 0x40000000, 3, 8
        assert pipes.modes(first=True) == (duplex | overlapped | first, reject_remote)
        assert pipes.modes(first=False) == (duplex | overlapped, reject_remote)


class TestWhoHasMadeIt:
    """The process that serves it passes for ours: here it is ours indeed."""

    @pytest.mark.parametrize(
        ("sddl", "reason"),
        [
            (f"O:{OTHER}{FOR_ALL}", f"user {OTHER} has made the pipe"),
            (
                f"O:{security.our_user()}D:P(A;;GA;;;WD)S:(ML;;NW;;;LW)",
                "a program with other rights has made the pipe",
            ),
        ],
        ids=["another user", "a program with fewer rights"],
    )
    def test_of_anybody_else_it_is_refused(
        self, path: str, monkeypatch: pytest.MonkeyPatch, sddl: str, reason: str
    ) -> None:
        monkeypatch.setattr(security, "ours_alone", lambda: sddl)
        listener = endpoint.listen(path, BACKLOG)
        with pytest.raises(UntrustedPeer, match=reason) as caught:
            endpoint.connect(path, 1)
        assert "SAYSO_SOCKET" in caught.value.remedy
        listener.close()

    def test_ours_is_labelled(self, path: str) -> None:
        listener = endpoint.listen(path, BACKLOG)
        with endpoint.connect(path, 1) as channel:
            assert access.maker(channel.handle) == (security.our_user(), security.LABEL)
        listener.close()


CONNECTING = """
import sys
from sayso.platforms import select
channel = select.endpoint().connect(sys.argv[1], 10)
print("connected", flush=True)
sys.stdin.readline()
channel.close()
print("closed", flush=True)
sys.stdin.readline()
"""


class TestWhoHasClosed:
    def test_its_pid_is_not_told_any_more_though_it_lives(
        self, programs: Programs, path: str
    ) -> None:
        """By then it could be another process's."""
        server = Server(path)
        program = programs.python(CONNECTING, path)
        channel = server.accept()
        assert program.hear() == "connected"
        assert peer.lineage(channel, 1).requester.pid == program.pid
        program.say("")
        assert program.hear() == "closed"
        with pytest.raises(UntrustedPeer):
            peer.lineage(channel, 1)
        channel.close()


class TestBetweenTwoDaemons:
    """A keeper holds the pipe's name; nobody serves."""

    @pytest.fixture
    def handover(self, path: str) -> dict[str, Any]:
        """What the keeper has."""
        listener = endpoint.listen(path, BACKLOG)
        told = listener.handover()
        kept = {name: handles.duplicate(each) for name, each in told["descriptors"].items()}
        listener.close()
        return {**told, "descriptors": kept}

    @pytest.fixture
    def calling(
        self, path: str, handover: dict[str, Any], bounded: None
    ) -> Iterator["Future[PipeChannel]"]:
        """One who has waited for longer than a daemon has that serves."""
        with ThreadPoolExecutor(1) as pool:
            yield pool.submit(endpoint.connect, handover["path"], AT_ONCE)

    def test_who_calls_waits_for_the_next_one(
        self, handover: dict[str, Any], calling: "Future[PipeChannel]"
    ) -> None:
        with pytest.raises(TimeoutError):
            calling.result(10 * AT_ONCE)
        listener = endpoint.adopt(handover)
        calling.result().close()
        listener.close()

    def test_where_the_keeper_goes_nobody_waits(
        self, handover: dict[str, Any], calling: "Future[PipeChannel]"
    ) -> None:
        with pytest.raises(TimeoutError):
            calling.result(10 * AT_ONCE)
        for each in handover["descriptors"].values():
            handles.close(each)
        with pytest.raises(Unreachable):
            calling.result()

    @pytest.mark.usefixtures("handover")
    def test_one_that_never_serves(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(endpoint, "BEGINS_WITHIN", 10 * AT_ONCE)
        with pytest.raises(ProtocolError, match=r"no connection within 0\.5 s"):
            endpoint.connect(path, AT_ONCE)
