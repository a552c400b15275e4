"""What sayso reads of one process, from the kernel's own words."""

import sys

assert sys.platform == "linux"

import os
from pathlib import Path

import pytest

from sayso.platforms.linux.proc import (
    MAX_COMMAND,
    Proc,
    Stat,
    Unseen,
    display_name,
    parse_cgroup,
    parse_stat,
    parse_uid,
)
from support.programs import Programs


def stat_line(comm: bytes, tty: int = 0) -> bytes:
    return b"7 (%s) S 3 7 5 %d -1 4194304%s 129169 0\n" % (comm, tty, b" 0" * 12)


@pytest.mark.parametrize("comm", ["cat", "a) (b", "x) S 1 1 1 1", "(", ")", "a b\nc", ""])
def test_a_name_may_hold_what_a_line_is_made_of(comm: str) -> None:
    read = parse_stat(stat_line(comm.encode()))
    ticks = os.sysconf("SC_CLK_TCK")
    assert read == Stat(comm, ppid=3, session=5, on_pty=False, start=129169 / ticks)


@pytest.mark.parametrize(
    ("tty", "on_pty"),
    [
        (0, False),  # none
        (4 << 8 | 1, False),  # a virtual console
        (135 << 8, False),
        (136 << 8, True),
        (136 << 8 | 255, True),
        (143 << 8 | 7 | 5 << 20, True),  # minors over 255 continue above the major
        (144 << 8, False),
        (0x188 << 8, False),  # majors have 12 bits
    ],
)
def test_a_pseudo_terminal_is_told_by_its_device(tty: int, on_pty: bool) -> None:
    assert parse_stat(stat_line(b"sh", tty)).on_pty is on_pty


def test_the_real_user_counts() -> None:
    assert parse_uid(b"Name:\tsu\nUid:\t1000\t0\t0\t0\nGid:\t5\t5\t5\t5\n") == 1000


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (b"0::/user.slice/app.scope\n", "/user.slice/app.scope"),
        (b"1:name=systemd:/old\n0::/new\n", "/new"),
        (b"3:cpu,cpuacct:/cpu\n1:name=systemd:/user.slice\n", "/user.slice"),
        (b"2:cpu:/a\n1:pids:/b\n", "2:cpu:/a\n1:pids:/b\n"),
        (b"0::/a:0::/b\n", "/a:0::/b"),
        (b"", ""),
    ],
)
def test_a_control_group_is_the_unified_one_else_that_of_systemd(text: bytes, path: str) -> None:
    assert parse_cgroup(text) == path


def test_a_process_tells_of_itself() -> None:
    with Proc(os.getpid()) as me:
        assert me.uid() == os.getuid()
        assert me.stat().ppid == os.getppid()
        assert me.stat().session == os.getsid(0)
        assert me.exe() == os.path.realpath(sys.executable)
        assert me.cwd() == str(Path.cwd())
        argv = me.argv()
    assert argv is not None
    assert list(argv) == sys.orig_argv


def test_nobody_is_unseen() -> None:
    with pytest.raises(Unseen):
        Proc(1 << 30)


@pytest.mark.parametrize(
    ("exe", "comm", "argv", "name"),
    [
        ("/usr/bin/make", "make", ("make", "all"), "make"),
        (None, "ssh-agent", ("ssh-agent",), "ssh-agent"),
        ("/usr/bin/make", "make", None, "make"),
        ("/usr/bin/node", "node", ("node", "/usr/bin/claude", "-c"), "claude"),
        ("/usr/bin/node", "claude", ("claude",), "claude"),
        ("/usr/bin/node", "node", None, "node"),
        ("/usr/bin/python3.11", "python", ("/v/bin/python", "-c", "pass"), "python"),
        ("/usr/bin/python3.11", "python", ("python", "-m", "http.server"), "http.server"),
        ("/usr/bin/python3.11", "python", ("python", "-m"), "python"),
        ("/usr/bin/python3.11", "python", ("", "-"), "python3.11"),
        ("/usr/bin/perl", "perl", ("perl", "bin/"), "perl"),
        ("/opt/claude/versions/2.1.0", "claude", ("claude", "-c"), "claude"),
        ("/opt/claude/versions/2.1.0", "claude", ("",), "2.1.0"),
        ("/usr/bin/bash", "bash", ("-bash",), "bash"),
        ("/usr/bin/bash", "deploy.sh", ("/bin/bash", "deploy.sh"), "deploy.sh"),
        ("/usr/bin/dash", "sh", ("sh", "-c", "make"), "dash"),
        ("/usr/bin/bash", "bash", ("bash", "/dev/fd/63"), "bash"),
        ("/usr/bin/dash", "sh", ("sh", "/proc/self/fd/3"), "dash"),
        ("/usr/bin/python3.11", "python", ("python", "/dev/stdin"), "python"),
        ("/memfd:sealed-91 (deleted)", "3", ("agent", "-x"), "agent"),
        ("/usr/bin/python3.11", "sayso", ("/v/bin/python", "/v/bin/sayso", "list"), "sayso"),
        ("/usr/bin/python3.11", "python", ("python", "-m", "sayso", "list"), "sayso"),
    ],
)
def test_a_process_goes_by_the_name_that_a_person_knows(
    exe: str | None, comm: str, argv: tuple[str, ...] | None, name: str
) -> None:
    assert display_name(exe, comm, argv) == name


def test_a_command_line_is_read_up_to_a_bound(programs: Programs) -> None:
    child = programs.python("print(1, flush=True); import sys; sys.stdin.read()", "x" * 100_000)
    child.hear()  # it runs: its command line is in place
    with Proc(child.pid) as proc:
        argv = proc.argv()
    assert argv is not None
    assert len(" ".join(argv)) == MAX_COMMAND + len("…")
    assert argv[-1].endswith("x…")


def test_bytes_that_are_no_text_stay_apart(programs: Programs) -> None:
    child = programs.python(
        "print(1, flush=True); import sys; sys.stdin.read()", "\udcfe", "\udcff"
    )
    child.hear()  # it runs: its command line is in place
    with Proc(child.pid) as proc:
        argv = proc.argv()
    assert argv is not None
    assert argv[-2:] == ("\udcfe", "\udcff")
