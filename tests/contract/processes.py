"""What every platform does with processes of ours. A backend's own test inherits this.

The programs that are started ask `select` for their platform, so this can't test backends in
memory.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sayso.errors import Unreachable
from sayso.platforms.contract.processes import Processes
from support.processes import PATIENCE, kill, wait_gone, wait_until
from support.programs import Programs

SPAWNED = """
import os, pathlib, sys
from sayso.platforms import select
ours = select.processes().inherited_channel()
print("to nobody", flush=True)
print("a complaint", file=sys.stderr, flush=True)
here = pathlib.Path.cwd()
ours.send(b"%d %d " % (os.getpid(), here == pathlib.Path(here.anchor)) + ours.receive())
"""

WAITING = """
from sayso.platforms import select
with select.processes().inherited_channel() as ours:
    ours.send(b"here")
    ours.receive()
"""

CLOSING = f"""{WAITING}
import pathlib, sys, time
pathlib.Path(sys.argv[1]).touch()
while time.process_time() < 60:  # it does not outlive for long whoever should end it
    pass
"""

WITH_A_CHILD = """
import subprocess, sys
from sayso.platforms import select
ours = select.processes().inherited_channel()
script = "import time; print('runs', flush=True); time.sleep(60)"
command = [sys.executable, "-c", script]
child = subprocess.Popen(command, stdout=subprocess.PIPE, close_fds=False)
child.stdout.readline()  # it has what it has
ours.send(b"%d" % child.pid)
"""

INHERITING_NOTHING = """
from sayso.platforms import select
try:
    select.processes().inherited_channel()
except OSError:
    print("there is none")
"""

UNINTERRUPTED = """
import _thread
from sayso.platforms import select
ours = select.processes().inherited_channel()
select.processes().ignore_interrupts()
_thread.interrupt_main()
ours.send(b"goes on")
ours.receive()
"""


@pytest.mark.usefixtures("bounded")
class SpawnContract:
    """A child process that shares a channel with us. Fixture: `processes`."""

    def test_it_speaks_over_its_channel_and_says_nothing_else(
        self, processes: Processes, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """Only standard error is passed on. The child is in the root directory."""
        child = processes.spawn([sys.executable, "-c", SPAWNED])
        with child.channel as channel:
            channel.send(b"word")
            assert channel.receive() == b"%d 1 word" % child.process.pid
            child.process.wait()
            assert channel.receive() == b""
        said = capfd.readouterr()
        assert (said.out, said.err.splitlines()) == ("", ["a complaint"])

    def test_what_is_no_program_is_not_started(self, processes: Processes, tmp_path: Path) -> None:
        with pytest.raises(OSError, match="missing"):
            processes.spawn([str(tmp_path / "missing")])

    def test_it_is_ended_at_once_and_for_good(self, processes: Processes, tmp_path: Path) -> None:
        child = processes.spawn([sys.executable, "-c", CLOSING, str(tmp_path / "closed")])
        with child.channel as channel:
            assert channel.receive() == b"here"
            child.process.kill()
            child.process.wait()
            child.process.kill()  # its pid may be another's by now
            assert channel.receive() == b""

    def test_the_end_of_its_channel_is_the_end_of_the_process(
        self, processes: Processes, tmp_path: Path
    ) -> None:
        """If closing the channel counted as the end of the process, we would kill a process that is
        still ending by itself."""
        closed = tmp_path / "closed"
        child = processes.spawn([sys.executable, "-c", CLOSING, str(closed)])
        with child.channel as channel:
            assert channel.receive() == b"here"
            channel.send(b"close it")
            wait_until(closed.exists, "it to be past that, and to work on")
            channel.wait_at_most(0.01)
            with pytest.raises(TimeoutError):
                channel.receive()
            child.process.kill()
            child.process.wait()
            assert channel.receive() == b""

    def test_no_child_of_it_holds_its_channel(self, processes: Processes) -> None:
        child = processes.spawn([sys.executable, "-c", WITH_A_CHILD])
        with child.channel as channel:
            grandchild = int(channel.receive())
            try:
                assert channel.receive() == b""
            finally:
                kill(grandchild)
                child.process.wait()

    def test_who_was_started_otherwise_has_inherited_none(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", INHERITING_NOTHING],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stdout == "there is none\n"

    def test_an_interrupt_is_not_meant_for_it(self, processes: Processes) -> None:
        child = processes.spawn([sys.executable, "-c", UNINTERRUPTED])
        with child.channel as channel:
            assert channel.receive() == b"goes on"
        child.process.wait()


ANNOUNCING = """
import os, sys
from sayso.platforms import select
processes = select.processes()
place = processes.detach(sys.argv[1])
processes.announce(place, os.environ["SAYSO_TRIED"].encode() + b"\\n")
"""

GOING_ON = """
import os, pathlib, sys, time
from sayso.platforms import select
processes = select.processes()
place = processes.detach(sys.argv[1])
go, done = map(pathlib.Path, sys.argv[2:])
processes.announce(place, b"%d\\n" % os.getppid())
until = time.monotonic() + 20
while not go.exists() and time.monotonic() < until:
    time.sleep(0.01)
done.touch()
"""


@pytest.mark.usefixtures("bounded")
class LaunchContract:
    """A process that goes on by itself. Fixture: `processes`."""

    def launched(
        self, processes: Processes, script: str, *arguments: str, within: float = PATIENCE
    ) -> bytes:
        def command(where: str) -> Sequence[str]:
            return [sys.executable, "-c", script, where, *arguments]

        return processes.launch(command, {**os.environ, "SAYSO_TRIED": "this one"}, within)

    def test_it_announces_a_line_and_has_the_environment_that_it_was_given(
        self, processes: Processes
    ) -> None:
        assert self.launched(processes, ANNOUNCING) == b"this one\n"

    def test_it_goes_on_and_is_nobodys_child(self, processes: Processes, tmp_path: Path) -> None:
        go, done = tmp_path / "go", tmp_path / "done"
        parent = int(self.launched(processes, GOING_ON, str(go), str(done)))
        assert parent != os.getpid()
        assert not done.exists()
        go.touch()
        wait_until(done.exists, "what it does after the launch")

    def test_one_that_ends_before_has_its_last_complaint_told(self, processes: Processes) -> None:
        with pytest.raises(Unreachable, match="ended before it was ready: the last words"):
            self.launched(processes, "raise SystemExit('the first words\\n\\n the last words\\n')")

    def test_one_that_takes_too_long(self, processes: Processes) -> None:
        with pytest.raises(Unreachable, match=r"not ready within 0\.1 s"):
            self.launched(processes, "import time; time.sleep(60)", within=0.1)


WAITS = "import sys; sys.stdin.read()"

ENDING_ITS_PARENT = """
import os, sys
from sayso.platforms import select
other = select.processes().parent(int(sys.argv[1]) or os.getppid())
print(other.pid, flush=True)
sys.stdin.readline()
other.kill()
other.wait()
other.kill()
print("ended", flush=True)
"""

STARTING = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {ENDING_ITS_PARENT!r}, "0"])
"""

HANGING = """
from sayso.platforms import select
processes = select.processes()
ours = processes.inherited_channel()
processes.end_with_parent()
ours.send(b"hangs")
import time
while time.process_time() < 60:  # it does not outlive for long whoever should end it
    pass
"""

WITH_ONE_THAT_HANGS = f"""
import sys
from sayso.platforms import select
child = select.processes().spawn([sys.executable, "-c", {HANGING!r}])
assert child.channel.receive() == b"hangs"
print(child.process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.usefixtures("bounded")
class ParentContract:
    """The process that started this one. Fixtures: `processes`, `programs`."""

    def test_it_is_ended_and_waited_for(self, programs: Programs) -> None:
        parent = programs.python(STARTING)
        assert parent.hear() == str(parent.pid)
        assert parent.poll() is None
        parent.say("")
        assert parent.hear() == "ended"
        assert parent.wait(PATIENCE) != 0

    def test_a_process_that_did_not_start_us_is_left_alone(self, programs: Programs) -> None:
        """The pid of our parent may be another's by now."""
        bystander = programs.python(WAITS)
        child = programs.python(ENDING_ITS_PARENT, str(bystander.pid))
        assert child.hear() == str(bystander.pid)
        child.say("")
        assert child.hear() == "ended"
        assert bystander.poll() is None

    def test_one_that_has_ended_is_waited_for_no_more(
        self, processes: Processes, programs: Programs
    ) -> None:
        gone = programs.python("")
        gone.wait(PATIENCE)
        other = processes.parent(gone.pid)
        other.kill()
        other.wait()
        assert other.pid == gone.pid

    def test_who_ends_with_it_ends_even_where_it_hangs(self, programs: Programs) -> None:
        parent = programs.python(WITH_ONE_THAT_HANGS)
        child = int(parent.hear())
        parent.kill()
        parent.wait()
        wait_gone(child)


BUSY = """
print("works", flush=True)
import time
while time.process_time() < 60:  # it does not outlive for long whoever should end it
    pass
"""

COMPLAINING = """
import subprocess, sys
from sayso.platforms import select
try:
    select.processes().send_errors_to(sys.argv[1])
except OSError:
    print("refused")
    sys.exit()
print("ours", file=sys.stderr, flush=True)
subprocess.run([sys.executable, "-c", "import sys; sys.stderr.write('its child')"])
"""


@pytest.mark.usefixtures("bounded")
class ProcessesContract:
    """What a process of ours knows about itself and about others. Fixtures: `processes`,
    `programs`."""

    def test_it_is_known_how_long_one_has_worked_until_it_has_ended(
        self, processes: Processes, programs: Programs
    ) -> None:
        busy = programs.python(BUSY)
        assert busy.hear() == "works"
        before = processes.processor_seconds(busy.pid)
        wait_until(lambda: processes.processor_seconds(busy.pid) > before, "work")
        busy.kill()
        busy.wait()
        with pytest.raises(OSError):  # noqa: PT011 (each system has words of its own)
            processes.processor_seconds(busy.pid)

    def test_as_many_files_may_be_open_as_are(self, processes: Processes, tmp_path: Path) -> None:
        place = tmp_path / "file"
        place.touch()
        files = [place.open() for _ in range(100)]
        assert processes.most_open() > len(files)
        for each in files:
            each.close()

    def complaining(self, path: Path) -> subprocess.CompletedProcess[str]:
        """Runs a process that sends its standard error to the file at this path, and writes to it,
        as does a child of it."""
        command = [sys.executable, "-c", COMPLAINING, str(path)]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)

    def test_errors_go_to_the_end_of_a_file(self, tmp_path: Path) -> None:
        place = tmp_path / "daemon.log"
        for _ in range(2):
            done = self.complaining(place)
            assert (done.returncode, done.stderr) == (0, "")
        assert place.read_text() == "ours\nits child" * 2

    def test_errors_go_into_no_directory(self, tmp_path: Path) -> None:
        assert self.complaining(tmp_path).stdout == "refused\n"
