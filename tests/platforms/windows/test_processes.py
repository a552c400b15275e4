"""Processes of ours on Windows: who may look into them, and what ends with whom."""

import sys

assert sys.platform == "win32"

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sayso.platforms.contract.output import Output
from sayso.platforms.windows import daemon_handle, processes
from sayso.platforms.windows.native import handles, jobs
from support.processes import PATIENCE, children, look, wait_gone, wait_until
from support.programs import Programs
from support.windows_processes import handle_count, may_open

HARDENED = """
import sys
from sayso.platforms import select
select.processes().harden()
print("hardened", flush=True)
sys.stdin.readline()
"""

HARDENED_WORDS = """
from sayso.platforms import select
from sayso.platforms.windows.native import security
select.processes().harden()
print(security.of_object(-1), flush=True)
"""

VM_READ, DUP_HANDLE, VM_WRITE = 0x10, 0x40, 0x20
TERMINATE, SYNCHRONIZE = 0x1, 0x100000


class TestHarden:
    @pytest.mark.parametrize("right", [VM_READ, VM_WRITE, DUP_HANDLE])
    def test_nobody_looks_into_it_or_takes_its_handles(
        self, programs: Programs, right: int
    ) -> None:
        program = programs.python(HARDENED)
        assert program.hear() == "hardened"
        assert not may_open(program.pid, right)

    def test_its_owner_may_not_change_that(self, programs: Programs) -> None:
        """Wine lets them, but keeps the words: the rights of the owner (OW) are named."""
        program = programs.python(HARDENED_WORDS)
        grants = program.hear().partition("D:P")[2].strip("()").split(")(")
        of_the_owner = [grant for grant in grants if grant.endswith(";OW")]
        assert [int(grant.split(";")[2], 16) for grant in of_the_owner] == [0x101801]

    @pytest.mark.parametrize("right", [TERMINATE, SYNCHRONIZE])
    def test_it_can_be_waited_for_and_ended(self, programs: Programs, right: int) -> None:
        program = programs.python(HARDENED)
        assert program.hear() == "hardened"
        assert may_open(program.pid, right)

    def test_one_that_is_not_hardened_is_open(self, programs: Programs) -> None:
        """So the tests above can fail."""
        program = programs.python(HARDENED.replace("select.processes().harden()", ""))
        assert program.hear() == "hardened"
        assert may_open(program.pid, VM_READ | DUP_HANDLE)


KEEPING = """
import json, sys
from sayso.platforms import select
callers = select.endpoint().callers(json.loads(sys.argv[1]))
print("keeps", flush=True)
sys.stdin.readline()
"""


class TestKeepers:
    def test_it_is_found_by_the_path_as_long_as_it_runs(
        self, programs: Programs, path: str
    ) -> None:
        told = f'{{"path": {path!r}, "descriptors": {{"callers": 0}}}}'.replace("'", '"')
        keeper = programs.python(KEEPING, told)
        assert keeper.hear() == "keeps"
        assert [each.pid for each in daemon_handle.keepers(path)] == [keeper.pid]
        assert daemon_handle.keepers(path + "x") == []
        keeper.kill()
        keeper.wait()
        assert daemon_handle.keepers(path) == []


STARTING = """
import sys
from sayso.platforms import select
running = select.processes().run([sys.executable, "-c", sys.argv[1]])
sys.stdin.readline()
running.end()
print("ended", flush=True)
"""


WITH_A_CHILD = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(os.getpid(), child.pid, flush=True)
child.wait()
"""


class TestRunning:
    def test_it_ends_with_all_that_it_has_started(self, programs: Programs) -> None:
        program = programs.python(STARTING, WITH_A_CHILD)
        pids = [int(pid) for pid in program.hear().split()]
        program.say("")
        assert program.hear() == "ended"
        for pid in pids:
            wait_gone(pid)

    def test_so_it_does_when_we_are_killed(self, programs: Programs) -> None:
        program = programs.python(STARTING, WITH_A_CHILD)
        pids = [int(pid) for pid in program.hear().split()]
        assert all(look(pid) for pid in pids)
        program.kill()
        for pid in pids:
            wait_gone(pid)

    @pytest.mark.parametrize("status", [0, 3])
    def test_its_status_is_heard(self, status: int) -> None:
        running = processes.run([sys.executable, "-c", f"raise SystemExit({status})"])
        assert running.wait() == (status == 0)
        running.end()

    def test_nothing_is_left_of_one_that_no_job_takes(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It would wait for ever, and hold what it was given."""
        made, refused, closed = list[int](), list[int](), list[int]()
        create, close = jobs.create, handles.close

        def creating() -> int:
            made.append(create())
            return made[-1]

        def refuse(_job: int, pid: int) -> None:
            refused.append(pid)
            raise PermissionError("no job takes it")

        def closing(handle: int) -> None:
            closed.append(handle)
            close(handle)

        monkeypatch.setattr(handles, "close", closing)
        monkeypatch.setattr(jobs, "create", creating)
        monkeypatch.setattr(jobs, "take_in", refuse)
        with pytest.raises(PermissionError, match="no job"):
            processes.run([sys.executable, "-c", "input()"])
        wait_gone(refused[0])
        assert {*made} <= {*closed}

    def test_what_is_no_program_is_not_run(self) -> None:
        with pytest.raises(OSError, match="missing"):
            processes.run([r"C:\missing.exe"])


class TestOfAnEnvironment:
    """A virtual environment has an interpreter that starts the real one: another process."""

    COMMAND = (sys.executable, "-m", "sayso")

    def test_the_real_interpreter_is_started(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "prefix", r"C:\environment")
        monkeypatch.setattr(sys, "_base_executable", r"C:\Python\python.exe", raising=False)
        command, environ = processes.by_itself(self.COMMAND, {"KEPT": "1"})
        assert list(command) == [r"C:\Python\python.exe", "-m", "sayso"]
        assert environ == {"KEPT": "1", "__PYVENV_LAUNCHER__": sys.executable}

    @pytest.mark.parametrize("environ", [None, {"KEPT": "1"}])
    def test_without_one_nothing_changes(self, environ: Mapping[str, str] | None) -> None:
        assert processes.by_itself(self.COMMAND, environ) == (self.COMMAND, environ)

    def test_another_program_is_left_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "prefix", r"C:\environment")
        assert processes.by_itself(["cmd"], None) == (["cmd"], None)


OUTPUT = """
import pathlib, sys
from sayso.platforms import select
sys.stdin.readline()
pathlib.Path(sys.argv[1]).write_text(select.processes().output().name)
"""


class TestOutput:
    @pytest.mark.parametrize(
        ("is_read", "expected"), [(True, Output.PIPE), (False, Output.ABANDONED)]
    )
    def test_a_pipe_is_told_from_one_that_nobody_reads_any_more(
        self, tmp_path: Path, expected: Output, *, is_read: bool
    ) -> None:
        told = tmp_path / "told"
        command = [sys.executable, "-c", OUTPUT, str(told)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            if not is_read:
                program.stdout.close()
            program.stdin.close()
            program.wait(PATIENCE)
        assert told.read_text() == expected.name


DYING = """
import sys
from sayso.platforms import select
from sayso.platforms.windows.native import jobs
def held(job):
    print("it is there", flush=True)
    sys.stdin.read()
jobs.lift_kill_on_close = held
child = select.processes().spawn([sys.executable, "-c", "import time; time.sleep(60)"])
"""


DYING_AS_IT_DETACHES = """
import sys, time
from sayso.platforms import select
from sayso.platforms.windows.native import handles, jobs
def held(job):
    print("it is there", flush=True)
    sys.stdin.read()
jobs.lift_kill_on_close = held
select.processes().detach(str(handles.Event().handle))
time.sleep(60)  # only what it made gets here, and would live on
"""


class TestSpawned:
    @pytest.mark.parametrize("dying", [DYING, DYING_AS_IT_DETACHES], ids=["spawns", "detaches"])
    def test_it_does_not_outlive_who_is_killed_before_it_is_whole(
        self, programs: Programs, dying: str
    ) -> None:
        """It would hold what it inherited, and never run."""
        program = programs.python(dying)
        assert program.hear() == "it is there"
        (child,) = children(program.pid)
        program.kill()
        program.wait()
        wait_gone(child.pid)


LAUNCHED = """
import os, pathlib, sys, time
from sayso.platforms import select
from sayso.platforms.windows.native import desktop
processes = select.processes()
desktop.shell_pid = lambda: int(sys.argv[2]) or None
place = processes.detach(sys.argv[1])
go, done = map(pathlib.Path, sys.argv[3:])
processes.announce(place, b"%d %d\\n" % (os.getpid(), os.getppid()))
until = time.monotonic() + 20
while not go.exists() and time.monotonic() < until:
    time.sleep(0.01)
done.touch()
"""

LAUNCHING = f"""
import os, sys
from sayso.platforms import select
sys.stdin.readline()
command = lambda place: [sys.executable, "-c", {LAUNCHED!r}, place, *sys.argv[1:]]
print(select.processes().launch(command, os.environ, 20).decode(), end="", flush=True)
sys.stdin.readline()
"""


@pytest.mark.usefixtures("bounded")
class TestLaunchedInAJob:
    """That ends all that is in it, and lets nothing leave it."""

    @pytest.fixture
    def job(self) -> Iterator[int]:
        made = jobs.create()
        yield made
        handles.close(made)

    def launched(self, programs: Programs, job: int, place: Path, shell: int) -> tuple[int, int]:
        """Its pid, and its parent's, as all in the job has ended."""
        program = programs.python(LAUNCHING, str(shell), str(place / "go"), str(place / "done"))
        jobs.take_in(job, program.pid)
        program.say("")
        pid, parent = map(int, program.hear().split())
        jobs.end(job)
        program.wait()
        return pid, parent

    def test_it_goes_on_as_a_child_of_the_shell(
        self, programs: Programs, job: int, tmp_path: Path
    ) -> None:
        shell = programs.python("input()")
        _pid, parent = self.launched(programs, job, tmp_path, shell.pid)
        assert parent == shell.pid
        assert not (tmp_path / "done").exists()
        (tmp_path / "go").touch()
        wait_until((tmp_path / "done").exists, "what it does after the job")

    def test_nothing_is_left_with_the_shell(
        self, programs: Programs, job: int, tmp_path: Path
    ) -> None:
        """Of the handles that it was lent: who announces is heard to its end."""
        shell = programs.python("input()")
        before = handle_count(shell.pid)
        self.launched(programs, job, tmp_path, shell.pid)
        assert handle_count(shell.pid) == before
        (tmp_path / "go").touch()

    def test_where_there_is_no_shell_it_ends_with_the_job(
        self, programs: Programs, job: int, tmp_path: Path
    ) -> None:
        pid, _parent = self.launched(programs, job, tmp_path, 0)
        wait_gone(pid)
        assert not (tmp_path / "done").exists()
