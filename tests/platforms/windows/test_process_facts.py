"""One process as the system shows it."""

import sys

assert sys.platform == "win32"

import os
import subprocess
from pathlib import Path

import pytest

from sayso.platforms.windows.native import clock, processes
from sayso.platforms.windows.process_facts import MAX_COMMAND, Gone, ProcessFacts, Unseen, start_of
from support.programs import Programs

WAITS = "print(1, flush=True); import sys; sys.stdin.read()"


def test_a_process_tells_of_itself() -> None:
    with ProcessFacts(os.getpid()) as me:
        assert me.parent_pid() == os.getppid()
        assert me.image is not None
        assert Path(me.image).samefile(sys.executable)
        assert me.cwd() == str(Path.cwd())
        assert not me.has_exited()
        argv = me.argv()
    assert argv is not None
    assert list(argv) == sys.orig_argv


def test_nobody_is_unseen() -> None:
    with pytest.raises(Gone):
        ProcessFacts(1 << 30)


def test_who_shuts_us_out_is_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int, access: int) -> None:
        raise OSError(13, "Access denied", None, 5)

    monkeypatch.setattr(processes, "open_process", refuse)
    with pytest.raises(Unseen, match="Access denied") as caught:
        ProcessFacts(os.getpid())
    assert not isinstance(caught.value, Gone)


def test_one_that_has_ended_is_known_by_its_handle(programs: Programs) -> None:
    child = programs.python(WAITS)
    with ProcessFacts(child.pid) as facts:
        began = facts.start()
        child.kill()
        child.wait()
        assert facts.has_exited()
        assert facts.start() == began


@pytest.mark.parametrize("words", [("a b", 'say "no"', "c\\", ""), ("Grüße 密", "ends with \\ ")])
def test_a_command_line_is_split_as_its_program_has_it(
    programs: Programs, words: tuple[str, ...]
) -> None:
    child = programs.python(WAITS, *words)
    child.hear()
    with ProcessFacts(child.pid) as facts:
        assert facts.argv() == (sys.executable, "-c", WAITS, *words)


def test_a_command_line_is_read_up_to_a_bound(programs: Programs) -> None:
    child = programs.python(WAITS, "x" * 2 * MAX_COMMAND)
    child.hear()
    with ProcessFacts(child.pid) as facts:
        argv = facts.argv()
    assert argv is not None
    assert argv[-1].endswith("x…")
    assert len(subprocess.list2cmdline(argv)) <= MAX_COMMAND + 1


def test_of_an_empty_command_line_nothing_is_told() -> None:
    """CommandLineToArgvW tells our own program's path then."""
    assert processes.split(" ") == ()


def test_one_whose_memory_can_not_be_read_has_no_command_line_and_no_directory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a hardened one: what is asked for is exactly what such a one refuses."""
    asked = []

    def refuse(pid: int, access: int) -> None:
        asked.append((pid, access))
        raise PermissionError

    with ProcessFacts(os.getpid()) as me:
        monkeypatch.setattr(processes, "open_process", refuse)
        assert me.argv() is None
        assert me.cwd() is None
        assert me.image
    assert asked == [(os.getpid(), processes.QUERY_LIMITED | processes.VM_READ)] * 2


def test_one_that_is_laid_out_otherwise_has_none_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(process: int) -> str:
        raise processes.Unreadable

    monkeypatch.setattr(processes, "command_line", fail)
    monkeypatch.setattr(processes, "current_directory", fail)
    with ProcessFacts(os.getpid()) as me:
        assert (me.argv(), me.cwd()) == (None, None)


def test_the_directory_of_a_32_bit_process_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "is_32_bit", lambda process: True)
    with ProcessFacts(os.getpid()) as me:
        assert me.cwd() is None


@pytest.mark.parametrize(
    ("told", "cwd"),
    [("C:\\", "C:\\"), ("C:\\a\\", "C:\\a"), ("\\\\nas\\a\\", "\\\\nas\\a"), ("", None)],
)
def test_a_directory_is_told_without_the_backslash_at_its_end(
    monkeypatch: pytest.MonkeyPatch, told: str, cwd: str | None
) -> None:
    monkeypatch.setattr(processes, "current_directory", lambda process: told)
    with ProcessFacts(os.getpid()) as me:
        assert me.cwd() == cwd


class TestStart:
    def test_moments_are_told_apart_to_100_ns(self) -> None:
        now = clock.time_of_day().now
        assert len({start_of(now + ticks) for ticks in range(100)}) == 100
        assert start_of(now) == start_of(now)

    def test_it_stays_when_the_clock_is_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        created = clock.time_of_day().now
        before, hour = start_of(created), 3600 * 10_000_000
        usual = clock.time_of_day

        def set_forward() -> clock.TimeOfDay:
            time = usual()
            time.boot += hour
            time.now += hour
            time.boot_bias += hour
            return time

        monkeypatch.setattr(clock, "time_of_day", set_forward)
        assert start_of(created) == before

    def test_it_is_on_the_clock_of_the_session(self, programs: Programs) -> None:
        from sayso.platforms.windows import session

        before = session.now()
        child = programs.python(WAITS)
        child.hear()
        with ProcessFacts(child.pid) as facts:
            assert before - 0.02 <= facts.start() <= session.now()  # the clock goes by ticks
