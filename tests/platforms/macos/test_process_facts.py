"""What the kernel tells of a process, as it lays it out, and what it refuses."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import errno

import pytest

from sayso.platforms.macos import process_facts
from sayso.platforms.macos.native import numbers, processes, unlisted
from sayso.platforms.macos.process_facts import Hidden, ProcessFacts, Stamp, Unseen
from support.macos_kernel import BOOTED, OTHER, US, Kernel, Played, strings

BSD = f"7:{numbers.PROC_PIDTBSDINFO}"

TOOL = Played(
    7,
    parent=6,
    started=BOOTED + 2_500_001,
    unique=4711,
    name=b"tool",
    long_name=b"tool of a long name",
    terminal=0x10000003,
    session=6,
    arguments=strings(b"/usr/local/bin/tool", b"tool", b"-x", environ=(b"TOKEN=secret",)),
)


@pytest.fixture
def seven(kernel: Kernel) -> Kernel:
    kernel.add(Played(6), TOOL)
    return kernel


def test_all_of_it_is_read(seven: Kernel) -> None:
    facts = process_facts.read(7)
    assert facts == ProcessFacts(
        7,
        Stamp(BOOTED + 2_500_001, 4711),
        6,
        US,
        "tool of a long name",
        has_terminal=True,
        session=6,
        image="/usr/local/bin/tool",
        argv=("tool", "-x"),
        cwd="/Users/ann",
    )
    assert facts.start == 2.500001


def test_what_the_system_withholds_is_unknown(seven: Kernel) -> None:
    seven.change(7, unique=None, image=None, cwd=None, arguments=None, long_name=b"", terminal=None)
    facts = process_facts.read(7)
    assert (facts.stamp.unique, facts.image, facts.cwd, facts.argv) == (None, None, None, None)
    assert (facts.name, facts.has_terminal) == ("tool", False)


def test_names_of_any_bytes_are_told_apart(seven: Kernel) -> None:
    seven.change(7, image=b"/bin/\xff", cwd=b"/Users/\xfe\n", long_name=b"\xfd")
    facts = process_facts.read(7)
    assert (facts.image, facts.cwd, facts.name) == ("/bin/\udcff", "/Users/\udcfe\n", "\udcfd")


def test_a_directory_without_a_path_is_unknown(seven: Kernel) -> None:
    seven.change(7, cwd=b"")
    assert process_facts.read(7).cwd is None


@pytest.mark.parametrize("change", [{"zombie": True}, {"user": OTHER}])
def test_a_zombie_and_another_users_are_not_seen(
    seven: Kernel, change: dict[str, bool | int]
) -> None:
    seven.change(7, **change)
    with pytest.raises(Hidden if "user" in change else Unseen):
        process_facts.read(7)


def test_no_process_is_not_seen(kernel: Kernel) -> None:
    with pytest.raises(Unseen) as caught:
        process_facts.read(7)
    assert not isinstance(caught.value, Hidden)


@pytest.mark.parametrize(
    "change", [{"started": BOOTED + 1}, {"unique": 4712}, {"unique": None}], ids=str
)
def test_a_pid_used_again_while_it_was_read_is_not_seen(
    seven: Kernel, change: dict[str, int | None]
) -> None:
    seven.after("7:path", lambda: seven.change(7, **change))
    with pytest.raises(Unseen):
        process_facts.read(7)


@pytest.mark.parametrize("kind", [numbers.PROC_PIDTBSDINFO, unlisted.PROC_PIDUNIQIDENTIFIERINFO])
def test_one_that_ends_while_it_is_read_is_not_seen(seven: Kernel, kind: int) -> None:
    seven.after(f"7:{kind}", lambda: seven.end(7))
    with pytest.raises(Unseen):
        process_facts.read(7)


def test_fewer_bytes_than_are_laid_out_are_none(
    seven: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = seven._told(7, numbers.PROC_PIDTBSDINFO)  # noqa: SLF001 - of the double
    assert isinstance(told, bytes)
    monkeypatch.setattr(seven, "_told", lambda pid, kind: told[:-8])
    with pytest.raises(OSError, match="128 bytes of a process, not 136"):
        processes.bsd_facts(7)
    with pytest.raises(Unseen):
        process_facts.read(7)


class TestHasParentStill:
    def test_as_long_as_it_has(self, seven: Kernel) -> None:
        facts = process_facts.read(7)
        assert facts.has_parent_still()
        seven.end(6)
        assert not facts.has_parent_still()

    def test_another_process_of_its_pid_is_not_it(self, seven: Kernel) -> None:
        facts = process_facts.read(7)
        seven.change(7, unique=4712)
        with pytest.raises(Unseen):
            facts.has_parent_still()

    def test_one_that_has_ended_has_none(self, seven: Kernel) -> None:
        facts = process_facts.read(7)
        seven.end(7)
        with pytest.raises(Unseen):
            facts.has_parent_still()


class TestStarted:
    def test_of_ours_and_of_another_users(self, seven: Kernel) -> None:
        assert process_facts.started(7) == TOOL.started
        seven.change(7, user=OTHER)
        assert process_facts.started(7) == TOOL.started

    @pytest.mark.parametrize("user", [US, OTHER])
    def test_a_zombie_and_none_have_not(self, seven: Kernel, user: int) -> None:
        seven.change(7, user=user, zombie=True)
        assert process_facts.started(7) is None
        assert processes.start_of_any(7) is None
        assert process_facts.started(8) is None
        assert processes.start_of_any(8) is None


class TestStartOf:
    """An hour after boot; then the clock is set."""

    KNOWN = BOOTED + 3600_000_000

    @pytest.mark.parametrize("by", [-86_400_000_000, -1, 0, 1, 2_500_000])
    def test_who_was_known_before_stays_who_it_was(self, kernel: Kernel, by: int) -> None:
        before = process_facts.start_of(self.KNOWN)
        assert before == 3600.0
        kernel.booted += by
        assert process_facts.start_of(self.KNOWN) == before

    @pytest.mark.parametrize("by", [-86_400_000_000, -1, 0, 1, 2_500_000])
    def test_who_is_started_later_is_reckoned_by_the_clock_of_later(
        self, kernel: Kernel, by: int
    ) -> None:
        process_facts.start_of(self.KNOWN)
        kernel.booted += by
        assert process_facts.start_of(self.KNOWN + by + 1_500_000) == 3601.5


LONG = b"x" * 5000


class TestArguments:
    @pytest.mark.parametrize(
        ("told", "argv"),
        [
            (strings(b"/bin/sh", b"sh", b"-c", b"echo  hi"), ("sh", "-c", "echo  hi")),
            (strings(b"/bin/zsh", b"-zsh", environ=(b"A=1", b"B=2")), ("-zsh",)),
            (strings(b"/bin/a", b"\xff\n", "ü".encode()), ("\udcff\n", "ü")),
            (strings(b"/bin/a", b"a", b"", b"", environ=(b"A=1",)), ("a", "", "")),
            (strings(b"/bin/a", b"", b"x", environ=(b"A=1",)), ("", "x")),
            (strings(b"/bin/abc", b"abc", environ=(b"A=1",)), ("abc",)),
            (strings(b"/bin/abcd", b"", b"", b"x", environ=(b"A=1",)), ("", "", "x")),
            (strings(b"/bin/a", b"a" * 4096), ("a" * 4096,)),
            (strings(b"/bin/a", b"a" * 4097), ("a" * 4096 + "…",)),
            (strings(b"/bin/a", b"a", LONG, b"b"), ("a", "x" * 4094 + "…")),
            (strings(b"/bin/a", b"a" * 4095, b"b"), ("a" * 4095, "…")),
        ],
    )
    def test_they_are_told_without_the_environment(
        self, seven: Kernel, told: bytes, argv: tuple[str, ...]
    ) -> None:
        seven.change(7, arguments=told)
        assert process_facts.read(7).argv == argv

    @pytest.mark.parametrize(
        "told",
        [
            b"",
            b"\1\0",
            b"\1\0\0\0",
            b"\1\0\0\0/bin/a",
            strings(b"/bin/a", b"a", count=2),
            strings(b"/bin/a", count=1),
            strings(b"/bin/a", b"a", b"b")[:-1],
            b"\1\0\0\0/bin/a\0xa\0",
            b"\0\0\0\0/bin/a\0\0a\0",
            strings(b"/bin/a", environ=(b"A=1",)),
            strings(b"/bin/a", b"a", count=1 << 31 >> 1)[:4] + b"/bin/a\0\0a\0",
            b"\xff\xff\xff\xff/bin/a\0\0a\0",
            strings(b"/bin/a", b"", b""),
        ],
    )
    def test_what_is_not_whole_or_empty_is_unknown(self, seven: Kernel, told: bytes) -> None:
        seven.change(7, arguments=told)
        assert process_facts.read(7).argv is None

    def test_where_they_grew_meanwhile_the_environments_end_is_not_taken_for_them(
        self, seven: Kernel
    ) -> None:
        seven.change(7, arguments=strings(b"/bin/a", b"--begin"))
        longer = strings(b"/bin/a", b"--begin", LONG, environ=(b"KEY=123",) * 999)  # 8 bytes each
        seven.after(f"7:{numbers.KERN_PROCARGS2}:size", lambda: seven.change(7, arguments=longer))
        assert process_facts.read(7).argv is None

    def test_as_many_as_there_can_be_have_room(self, seven: Kernel) -> None:
        seven.change(7, arguments=strings(b"/bin/a", b"a", b"y" * (numbers.ARG_MAX - 32)))
        argv = process_facts.read(7).argv
        assert argv is not None
        assert argv[1].endswith("y…")

    def test_the_room_is_wiped(self, seven: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
        rooms: list[memoryview] = []

        def parse(told: memoryview, limit: int) -> None:
            assert b"TOKEN=secret" in bytes(told)
            rooms.append(told)

        monkeypatch.setattr(processes, "parse_arguments", parse)
        process_facts.read(7)
        assert rooms
        assert not any(map(any, rooms))

    def test_a_refusal_is_the_systems(self, seven: Kernel) -> None:
        seven.change(7, arguments=None)
        with pytest.raises(OSError, match="Invalid argument") as caught:
            processes.arguments(7, 4096)
        assert caught.value.errno == errno.EINVAL
