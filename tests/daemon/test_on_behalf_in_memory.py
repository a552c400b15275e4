"""On behalf of whom, where the test says what the system does."""

from dataclasses import replace

import pytest

from in_memory.peer import MemoryPeer, alone
from sayso.core.behalf import Behalf
from sayso.core.events import Request
from sayso.core.lineage import Lineage
from sayso.core.questions import Confirm
from sayso.daemon import on_behalf
from sayso.daemon.lending import Lending
from sayso.errors import InvalidParams, InvalidRequest, Unsupported
from sayso.platforms.contract.channel import Lent

BY = alone(7, "agent")
SSH = alone(4711, "ssh")
ASKED = Request(Confirm("Go?"), behalf=Behalf(4711), lends=True)


class Lends:
    """What a caller has lent."""

    fault: str | None = None
    had_room = True

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


class Peer(MemoryPeer):
    """Process 4711 runs, and is at the other end of all that is lent."""

    def served(self, lent: Lent) -> Lineage | None:
        return SSH

    def running(self, pid: int) -> Lineage | None:
        return SSH if pid == SSH.requester.pid else None


def known(request: Request = ASKED, by: Lineage = BY, lent: Lends | None = None) -> Behalf | None:
    return on_behalf.known(Peer(), by, request, lent or Lends()).behalf


def test_what_the_kernel_says_is_a_fact() -> None:
    assert known() == Behalf(4711, SSH, is_fact=True)
    assert known(replace(ASKED, behalf=None, lends=False)) is None


def test_of_another_process_it_is_a_claim() -> None:
    assert known(replace(ASKED, behalf=Behalf(1))) == Behalf(1)


def test_who_asks_is_no_fact() -> None:
    assert known(by=SSH) == Behalf(4711, SSH)


def test_a_pid_from_within_a_container() -> None:
    assert known(replace(ASKED, lends=False, behalf=Behalf(1)), replace(BY, container=True)) == (
        Behalf(1)
    )
    inside = on_behalf.known(Peer(), replace(BY, container=True), replace(ASKED, lends=False), None)
    assert inside.behalf == Behalf(4711)


def test_a_system_that_can_not_tell_says_why() -> None:
    peer = Peer()
    peer.no_proof = "this one does not"
    with pytest.raises(Unsupported, match="this one does not"):
        on_behalf.known(peer, BY, ASKED, None)


@pytest.mark.parametrize("fault", ["is no socket", "came with others"])
def test_what_is_wrong_with_it_is_said(fault: str) -> None:
    lent = Lends()
    lent.fault = fault
    with pytest.raises(InvalidParams, match=fault):
        known(lent=lent)


class TestLending:
    """It belongs to the line in which the bytes end that it came with."""

    @pytest.mark.parametrize(
        ("data", "before"),
        [(b"a\n", 0), (b"a", 0), (b"a\nb", 1), (b"a\nb\n", 1), (b"\n\n\na", 3)],
    )
    def test_comes_with_a_line(self, data: bytes, before: int) -> None:
        lending, lent = Lending(), Lends()
        lending.came(lent, data)
        assert [lending.take() for _ in range(before + 2)] == [None] * before + [lent, None]
        assert not lent.closed

    def test_nothing_comes(self) -> None:
        lending = Lending()
        lending.came(None, b"a\n")
        assert lending.take() is None

    def test_one_at_a_time(self) -> None:
        lending, first, second = Lending(), Lends(), Lends()
        lending.came(first, b"a")
        with pytest.raises(InvalidRequest):
            lending.came(second, b"b\n")
        assert second.closed
        lending.close()
        lending.close()
        assert first.closed == 1
