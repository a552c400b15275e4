"""What a client says of itself can be read, whatever its processes are called."""

from typing import Any

import pytest

from sayso.core.lineage import Lineage, Member, Process
from sayso.errors import InvalidParams
from sayso.wire import messages
from sayso.wire.codec import decode, encode
from sayso.wire.elsewhere import Introduce, claimed, introduction
from sayso.wire.rpc import notification

USUAL: dict[str, Any] = {
    "process": Process(7, 1.25),
    "session": 7,
    "on_pty": True,
    "cgroup": "/user.slice",
    "name": "agent",
    "argv": ("agent", "-p"),
    "cwd": "/srv",
}


def read(*members: Member) -> Lineage:
    """As the daemon has it, once it came over the line."""
    said = decode(encode(notification("introduce", introduction(members, "boot/1", 2.0))))
    return claimed(messages.parse(Introduce, said["params"]), "alpha", None, 3.0)


def test_comes_as_it_was_said() -> None:
    (member,) = read(Member(**USUAL)).members
    assert member == Member(**USUAL | {"process": Process(7, 1.25, "alpha/boot/1")})


@pytest.mark.parametrize("field", ["name", "cgroup", "cwd"])
def test_names_that_are_no_utf_8_are_told_apart(field: str) -> None:
    told = [getattr(read(Member(**USUAL | {field: name})).members[0], field) for name in NAMES]
    assert told == ["caf\\udce9", "caf\\udce8"]


NAMES = ("caf\udce9", "caf\udce8")
"""As Python reads such a byte."""


def test_a_command_that_is_no_utf_8() -> None:
    (member,) = read(Member(**USUAL | {"argv": NAMES})).members
    assert member.argv == ("caf\\udce9", "caf\\udce8")


def test_a_command_of_more_words_than_are_told_says_that_there_are_more() -> None:
    words = tuple(str(number) for number in range(300))
    (member,) = read(Member(**USUAL | {"argv": words})).members
    assert member.argv == (*words[:255], "…")


def test_what_is_longer_than_can_be_told_is_cut() -> None:
    long = "x" * 5000
    (member,) = read(Member(**USUAL | {"name": long, "argv": (long,), "cwd": long})).members
    assert member.argv is not None
    assert [len(each) for each in (member.name, *member.argv, member.cwd or "")] == [
        200,
        4096,
        4096,
    ]


def test_long_commands_are_told_of_the_nearest() -> None:
    long = ("x" * 4000,)
    chain = [Member(**USUAL | {"process": Process(pid, 1.0), "argv": long}) for pid in range(1, 41)]
    told = read(*chain).members
    assert [each.process.pid for each in told] == list(range(1, 41))
    assert [each.argv for each in told] == [long] * 7 + [("…",)] * 33


def test_a_chain_that_has_no_room_for_all_directories_has_the_inner_ones() -> None:
    chain = [
        Member(**USUAL | {"process": Process(pid, 1.0), "cwd": f"/{pid}" + "x" * 4000})
        for pid in range(1, 41)
    ]
    assert [each.pid for each in read(*chain).processes] == list(range(1, 9))


@pytest.mark.parametrize("field", ["pid", "session"])
def test_numbers_that_no_system_gives_are_refused(field: str) -> None:
    process = {"pid": 7, "start": 1, "name": "agent", "session": 7}
    said = {"system": "boot/1", "now": 2, "processes": [process | {field: (1 << 32) - 1}]}
    assert messages.parse(Introduce, said)
    for number in (1 << 32, 10**4200):
        said["processes"] = [process | {field: number}]
        with pytest.raises(InvalidParams, match="must be less than 4294967296"):
            messages.parse(Introduce, said)


def test_more_than_there_is_room_for_is_refused() -> None:
    process = {"pid": 7, "start": 1, "name": "agent", "command": ["x" * 4000] * 8}
    said = {"system": "boot/1", "now": 2, "processes": [process, process | {"pid": 8}]}
    with pytest.raises(InvalidParams, match="at most 32768 characters in all"):
        messages.parse(Introduce, said)


def test_a_chain_of_more_processes_than_are_told_has_the_inner_ones() -> None:
    chain = [Member(**USUAL | {"process": Process(pid, 1.0)}) for pid in range(1, 101)]
    assert [each.pid for each in read(*chain).processes] == list(range(1, 65))
