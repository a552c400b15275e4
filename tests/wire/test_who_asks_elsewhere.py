"""What goes beside requests from other machines: who asks there, and who has exited."""

from typing import Any

import pytest

from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import InvalidParams, ProtocolError
from sayso.wire import elsewhere
from sayso.wire.elsewhere import Exited, Introduce
from sayso.wire.params import parse

SSH = Member(Process(7, 5.0), 7, on_pty=False, cgroup="", name="ssh", argv=("ssh", "build-7"))
AGENT = Member(
    Process(20, 2.5),
    10,
    on_pty=True,
    cgroup="/user",
    name="claude",
    argv=("claude", "-p"),
    cwd="/srv",
)


class TestWhoAsks:
    def test_what_a_client_says_is_its_places_claim(self) -> None:
        said = parse(Introduce, elsewhere.introduction([AGENT, AGENT], "boot/1", 100.0))
        lineage = elsewhere.claimed(said, "build-7", SSH, 30.0)
        assert lineage.members[0] == Member(
            Process(20, 2.5, "build-7/boot/1"),
            10,
            on_pty=True,
            cgroup="/user",
            name="claude",
            argv=("claude", "-p"),
            cwd="/srv",
        )
        assert (lineage.place, lineage.claimed, lineage.carrier) == ("build-7", True, SSH)
        assert lineage.clock_ahead == 70.0

    def test_before_it_says_anything_nobody_is_known(self) -> None:
        first, second = [
            elsewhere.unintroduced("build-7", number, Lineage((SSH,))) for number in ("one", "two")
        ]
        assert (first.asker.name, first.place, first.claimed) == ("", "build-7", True)
        assert first.carrier == SSH
        assert first.requester != second.requester

    def test_one_that_our_kernel_sees_there_is_a_fact(self) -> None:
        seen = Lineage((AGENT,), nested=True)
        lineage = elsewhere.unintroduced("dev", "one", seen)
        assert (lineage.members, lineage.place, lineage.claimed) == ((AGENT,), "dev", False)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"system": "", "now": -1.0},
            {"processes": []},
            {"processes": [{"pid": 0, "start": 1, "name": "x"}]},
            {"processes": [{"pid": 1, "start": 1}]},
            {"processes": [{"pid": 1, "start": 1, "name": "x", "uid": 0}]},
            {"processes": [{"pid": 1, "start": 1, "name": "x"}] * 65},
        ],
    )
    def test_nonsense_is_refused(self, wrong: dict[str, Any]) -> None:
        whole = {"system": "a", "now": 1, "processes": [{"pid": 1, "start": 1, "name": "x"}]}
        with pytest.raises(InvalidParams):
            parse(Introduce, whole | wrong)


class TestWhoHasExited:
    def test_pairs_come_back_as_processes(self) -> None:
        asked = elsewhere.to_check(3, [AGENT.process, SSH.process])
        assert asked == {"check": 3, "processes": [[20, 2.5], [7, 5.0]]}
        assert elsewhere.read_to_check(asked) == (3, [Process(20, 2.5), Process(7, 5.0)])

    @pytest.mark.parametrize(
        "wrong", [{}, {"check": 1}, {"check": 1, "processes": [1]}, {"check": "x", "processes": []}]
    )
    def test_what_can_not_be_read_is_the_daemons_fault(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(ProtocolError):
            elsewhere.read_to_check(wrong)

    def test_places_in_the_list_are_counted_from_nought(self) -> None:
        assert parse(Exited, {"check": 1, "processes": [0, 2]}).processes == (0, 2)
        with pytest.raises(InvalidParams):
            parse(Exited, {"check": 0, "processes": []})
