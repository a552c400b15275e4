"""Commands that get a secret: real files, real children, and what they find."""

import sys

assert sys.platform == "linux"

import asyncio
import errno
import json
import os
import shutil
import signal
import socket
import stat
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sayso.core.action import Change
from sayso.core.secret import Secret
from sayso.errors import CommandChanged, CommandNotStarted, InvalidParams
from sayso.failpoints import VARIABLE
from sayso.platforms import select
from sayso.platforms.contract.execution import Child, Ending, Order, Prepared
from sayso.platforms.linux import execution, launch, programs
from support.linux_peers import descriptors_kept
from support.processes import PATIENCE, wait_until

PYTHON = "/usr/bin/python3"
CANARY = b"canary-7f3a-quokka"

REPORT = """
import json, os, signal, stat, sys
mask = os.umask(0)
told = {
    "environ": dict(os.environ),
    "open": sorted(int(name) for name in os.listdir("/proc/self/fd"))[:-1],
    "null": [os.fstat(fd).st_rdev == os.stat("/dev/null").st_rdev for fd in (1, 2)],
    "leads": os.getsid(0) == os.getpid(),
    "umask": mask,
    "ignored": [line.split()[1] for line in open("/proc/self/status") if line.startswith("SigIgn")],
    "blocked": [line.split()[1] for line in open("/proc/self/status") if line.startswith("SigBlk")],
}
json.dump(told, open("told", "w"))
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where commands run."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


def order(place: Path, *argv: str, **options: Any) -> Order:
    return Order(argv, str(place), **options)


def prepare(place: Path, *argv: str, **options: Any) -> Prepared:
    return select.execution().prepare(order(place, *argv, **options))


def secret(data: bytes = CANARY) -> Secret:
    return Secret(bytearray(data))


def ended(child: Child) -> Ending:
    asyncio.run(asyncio.wait_for(child.ended(), PATIENCE))
    ending = child.ending()
    assert ending
    child.close()
    return ending


def run(place: Path, *argv: str, given: bytes = CANARY, **options: Any) -> Ending:
    prepared = prepare(place, *argv, **options)
    try:
        return ended(prepared.run(secret(given)))
    finally:
        prepared.close()


def reported(place: Path) -> dict[str, Any]:
    """What a command finds."""
    assert run(place, PYTHON, "-I", "-c", REPORT) == Ending(status=0)
    told: dict[str, Any] = json.loads((place / "told").read_text())
    return told


def script(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


class TestWhatItGets:
    def test_what_is_no_text_in_our_environment(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SAYSO_KEPT", "\udcff")
        assert reported(place)["environ"]["SAYSO_KEPT"] == "\udcff"

    def test_no_descriptor_of_ours_and_streams_that_lead_nowhere(self, place: Path) -> None:
        ours = os.open("/dev/null", os.O_RDONLY)
        os.set_inheritable(ours, True)
        try:
            told = reported(place)
        finally:
            os.close(ours)
        assert (told["open"], told["null"]) == ([0, 1, 2], [True, True])

    def test_a_session_of_its_own_our_umask_and_no_signal_ignored_or_blocked(
        self, place: Path
    ) -> None:
        handled = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
        before = os.umask(0o027)
        try:
            told = reported(place)
        finally:
            os.umask(before)
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
            signal.signal(signal.SIGUSR1, handled)
        assert told["leads"]
        assert told["umask"] == 0o027
        # Python itself ignores SIGPIPE (13) and SIGXFSZ (25)
        assert int(told["ignored"][0], 16) == 1 << 12 | 1 << 24
        assert int(told["blocked"][0], 16) == 0

    def test_a_program_by_its_name_from_the_path_or_by_its_place(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tool = script(place / "tool", "#!/bin/sh\n")
        monkeypatch.setenv("PATH", f"/proc/nowhere:{place}")
        for name in ("tool", "./tool", str(tool)):
            prepared = prepare(place, name)
            assert prepared.action.programs[0].path == str(tool)
            prepared.close()

    def test_a_program_with_the_longest_of_names(self, place: Path) -> None:
        script(place / ("ü" * 127), WRITES)
        assert run(place, "./" + "ü" * 127) == Ending(status=0)

    @pytest.mark.parametrize("number", [0, 3])
    def test_what_nobody_else_can_open(self, place: Path, number: int) -> None:
        """A pipe that a process has open, any program of the same user opens by /proc."""
        os.mkfifo(place / "go")
        line = f"echo $$ > pid; read line < go; exec cat <&{number} > got"
        prepared = prepare(place, "sh", "-c", line, descriptor=number)
        child = prepared.run(secret())
        said = place / "pid"
        wait_until(lambda: said.exists() and said.read_text().endswith("\n"), "its pid")
        with pytest.raises(OSError, match="No such device or address"):
            os.open(f"/proc/{said.read_text().strip()}/fd/{number}", os.O_RDONLY)
        (place / "go").write_text("now\n")
        assert ended(child) == Ending(status=0)
        assert (place / "got").read_bytes() == CANARY + b"\n"
        prepared.close()


class TestHowItEnds:
    @pytest.mark.parametrize(("number", "name"), [(9, "SIGKILL"), (40, "40")])
    def test_or_by_a_signal(self, place: Path, number: int, name: str) -> None:
        assert run(place, "sh", "-c", f"kill -{number} $$") == Ending(signal=name)

    def test_nor_does_one_that_never_reads_so_much(
        self, place: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(execution, "TAKEN_WITHIN", 0.05)
        os.mkfifo(place / "go")
        child = prepare(place, "sh", "-c", "read line < go").run(secret(bytes(1 << 20)))
        assert not child.took_all
        assert child.ending() is None
        (place / "go").write_text("now\n")
        assert ended(child) == Ending(status=0)

    def test_nothing_of_it_stays_open_here(self, place: Path) -> None:
        run(place, "true")
        with descriptors_kept():
            run(place, "true")
            run(place, str(script(place / "tool", "#!/bin/sh\nexit 1\n")))


class TestScripts:
    def test_get_what_the_kernel_gives(self, place: Path) -> None:
        text = '#!/bin/sh  -e \nread line; printf \'%s|\' "$-" "$line" "$@" > got\n'
        script(place / "tool", text)
        assert run(place, "./tool", "a b", "") == Ending(status=0)
        options, *rest = (place / "got").read_text().split("|")
        assert "e" in options
        assert rest == [CANARY.decode(), "a b", "", ""]

    def test_and_so_do_scripts_that_read_scripts(self, place: Path) -> None:
        script(place / "reader", '#!/bin/sh\ncat > got; printf \'%s|\' "$1" "$3" >> got\n')
        script(place / "tool", "#! ./reader one two\n")
        prepared = prepare(place, "./tool", "three")
        paths = [each.path for each in prepared.action.programs]
        assert paths[:2] == [str(place / "tool"), str(place / "reader")]
        assert len(paths) == 3
        assert ended(prepared.run(secret())) == Ending(status=0)
        assert (place / "got").read_bytes() == CANARY + b"\none two|three|"
        prepared.close()

    @pytest.mark.parametrize(
        ("text", "say"),
        [
            ("echo hello\n", "neither a program nor a script"),
            ("", "neither a program nor a script"),
            ("#!\n", "names nothing"),
            ("#!  \t\nx", "names nothing"),
            ("#!/bin/sh\0x\n", "names nothing"),
            ("#!/bin/sh\r\n", "no such file"),
            (f"#!/{'x' * 300}\n", "too long"),
            ("#!./tool\n", "too many times"),
        ],
    )
    def test_that_the_kernel_would_not_execute_are_refused(
        self, place: Path, text: str, say: str
    ) -> None:
        script(place / "tool", text)
        with pytest.raises(InvalidParams, match=say) as caught:
            prepare(place, "./tool")
        assert caught.value.field == "argv"


class TestRefused:
    @pytest.mark.parametrize(
        ("name", "say"),
        [
            ("no-such-program-7f3a", "there is no such program"),
            ("./missing", "no such file"),
            ("./directory", "is a directory"),
            ("./fifo", "is not a file"),
            ("./plain", "not executable"),
            ("./\udcff", "not UTF-8"),
        ],
    )
    def test_what_is_no_program(self, place: Path, name: str, say: str) -> None:
        (place / "directory").mkdir()
        os.mkfifo(place / "fifo")
        (place / "plain").write_text("#!/bin/sh\n")
        (place / "\udcff").touch(0o755)
        with pytest.raises(InvalidParams, match=say) as caught:
            prepare(place, name)
        assert caught.value.field == "argv"

    @pytest.mark.parametrize(
        ("name", "say"), [("missing", "no such"), ("file", "not a directory"), ("\udcff", "UTF-8")]
    )
    def test_what_is_no_directory(self, place: Path, name: str, say: str) -> None:
        (place / "file").touch()
        (place / "\udcff").mkdir()
        with descriptors_kept(), pytest.raises(InvalidParams, match=say) as caught:
            prepare(place / name, "true")
        assert caught.value.field == "cwd"

    @pytest.mark.parametrize("name", ["LD_PRELOAD", "LD_LIBRARY_PATH", "GCONV_PATH"])
    def test_code_that_nobody_would_see(self, place: Path, name: str) -> None:
        with pytest.raises(InvalidParams, match=f"{name} has programs load") as caught:
            prepare(place, "true", environment=(Change(name, "./evil.so"),))
        assert caught.value.field == "environment"
        prepare(place, "true", environment=(Change(name, None),)).close()

    @pytest.mark.root("makes processes or files of another user")
    def test_rights_of_its_own_that_others_than_root_could_abuse(self, place: Path) -> None:
        tool = place / "tool"
        shutil.copy("/usr/bin/true", tool)
        tool.chmod(0o4755)
        with pytest.raises(InvalidParams, match="others than root can change it"):
            prepare(place, "./tool")
        tool.chmod(0o755)
        prepare(place, "./tool").close()
        raw_networking = struct.pack("<5I", 0x02000001, 1 << 13, 0, 0, 0)  # capabilities(7)
        os.setxattr(tool, "security.capability", raw_networking)
        with pytest.raises(InvalidParams, match="others than root can change it"):
            prepare(place, "./tool")


@pytest.fixture
def roots_place() -> Iterator[Path]:
    """Where root alone can write, all the way down."""
    with tempfile.TemporaryDirectory(dir="/root") as path:
        yield Path(path)


GROUP = 54_321


class TestRightsOfItsOwn:
    @pytest.mark.root("makes processes or files of another user")
    def test_are_kept_where_root_alone_can_change_the_program(
        self, place: Path, roots_place: Path
    ) -> None:
        """A set-group-ID touch(1) makes a file of that group."""
        tool = roots_place / "touch"
        shutil.copy("/usr/bin/touch", tool)
        os.chown(tool, 0, GROUP)
        tool.chmod(0o2755)
        place.chmod(0o777)
        assert run(place, str(tool), "made") == Ending(status=0)
        assert (place / "made").stat().st_gid == GROUP
        tool.chmod(tool.stat().st_mode | stat.S_IWGRP)
        with pytest.raises(InvalidParams, match="others than root can change it"):
            prepare(place, str(tool))

    @pytest.mark.root("makes processes or files of another user")
    def test_it_is_still_what_was_shown(self, place: Path, roots_place: Path) -> None:
        tool = roots_place / "tool"
        shutil.copy("/usr/bin/true", tool)
        tool.chmod(0o4755)
        prepared = prepare(place, str(tool))
        shutil.copy("/usr/bin/false", tool)
        tool.chmod(0o4755)
        with pytest.raises(CommandChanged):
            prepared.run(secret())
        prepared.close()


WRITES = "#!/bin/sh\ncat > ran\n"


class TestChangedSinceItWasShown:
    """Nothing is executed, and the secret is wiped."""

    def refused(self, place: Path, prepared: Prepared, say: str) -> None:
        typed = secret()
        data = typed.view()
        with pytest.raises(CommandChanged, match=say):
            prepared.run(typed)
        assert bytes(data) == bytes(len(CANARY))
        assert len(typed) == 0
        assert list(place.parent.rglob("ran")) == []
        prepared.close()

    def test_a_program(self, place: Path) -> None:
        shutil.copy("/usr/bin/true", place / "tool")
        prepared = prepare(place, "./tool")
        shutil.copy("/bin/sh", place / "tool")
        self.refused(place, prepared, f"the program {place}/tool is not what was shown")

    def test_what_reads_a_script(self, place: Path) -> None:
        shutil.copy("/usr/bin/true", place / "reader")
        script(place / "tool", f"#!{place}/reader\ncat > ran\n")
        prepared = prepare(place, "./tool")
        shutil.copy("/bin/sh", place / "reader")
        self.refused(place, prepared, f"{place}/reader is not what was shown")

    def test_a_link_even_to_what_holds_the_same(self, place: Path) -> None:
        script(place / "one", WRITES)
        script(place / "two", WRITES)
        (place / "tool").symlink_to("one")
        prepared = prepare(place, "./tool")
        (place / "tool").unlink()
        (place / "tool").symlink_to("two")
        self.refused(place, prepared, f"{place}/one is not what was shown")

    def test_where_a_name_leads(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("first", "second"):
            (place / name).mkdir()
        script(place / "second" / "tool", WRITES)
        monkeypatch.setenv("PATH", f"{place}/first:{place}/second")
        prepared = prepare(place, "tool")
        script(place / "first" / "tool", WRITES)
        self.refused(place, prepared, f"{place}/second/tool is not what was shown")

    def test_a_directory_that_stands_elsewhere_now(self, place: Path) -> None:
        prepared = prepare(place, "sh", "-c", "cat > ran")
        place.rename(place.with_name("moved"))
        place.symlink_to("moved")
        self.refused(place, prepared, f"the directory {place} is not what was shown")

    def test_a_link_to_a_directory(self, place: Path) -> None:
        for name in ("one", "two"):
            (place / name).mkdir()
        (place / "link").symlink_to("one")
        prepared = prepare(place / "link", "sh", "-c", "cat > ran")
        assert prepared.action.cwd == str(place / "one")
        (place / "link").unlink()
        (place / "link").symlink_to("two")
        self.refused(place, prepared, f"the directory {place}/one is not what was shown")


class Held:
    """Holds who comes to that point until it is let go."""

    def __init__(self, directory: Path, point: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.settimeout(PATIENCE)
        self._listener.bind(str(directory / "point"))
        self._listener.listen()
        monkeypatch.setenv(VARIABLE, f"{point}:{directory / 'point'}")

    def __enter__(self) -> None:
        self._there, _ = self._listener.accept()

    def __exit__(self, *_: object) -> None:
        self._there.close()
        self._listener.close()


@pytest.mark.parametrize("kind", ["script", "program"])
def test_what_was_looked_at_is_executed_whatever_is_written_meanwhile(
    place: Path, directory: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """In the same file, between the last look and the execution."""
    if kind == "script":
        script(place / "tool", WRITES)
    else:
        shutil.copy("/usr/bin/tee", place / "tool")
    prepared = prepare(place, "./tool", "ran")
    children: list[Child] = []
    held = Held(directory, "execution.sealed", monkeypatch)
    running = threading.Thread(target=lambda: children.append(prepared.run(secret())))
    running.start()
    with held:
        shutil.copyfile("/usr/bin/false", place / "tool")
    running.join()
    assert ended(children[0]) == Ending(status=0)
    assert (place / "ran").read_bytes() == CANARY + b"\n"
    prepared.close()


def test_a_copy_can_be_changed_by_nobody(place: Path) -> None:
    """It is on a descriptor of the script's own, as well."""
    line = 'echo "exit 7" >> "$0" 2> /dev/null; echo "$?" > got'
    script(place / "tool", f"#!/bin/sh\n{line}\n")
    assert run(place, "./tool") == Ending(status=0)
    assert (place / "got").read_text() != "0\n"


class TestASystemThatExecutesNoMemory:
    @pytest.fixture(autouse=True)
    def forbidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """As vm.memfd_noexec=2 does; the flag for what is executed tells it apart."""
        make = os.memfd_create

        def refuse(name: str, flags: int) -> int:
            if flags & os.MFD_ALLOW_SEALING:
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))
            return make(name, flags)

        monkeypatch.setattr(os, "memfd_create", refuse)

    def test_executes_what_root_alone_can_change(self, place: Path) -> None:
        assert run(place, "/bin/sh", "-c", "cat > got") == Ending(status=0)
        assert (place / "got").read_bytes() == CANARY + b"\n"

    def test_and_nothing_else(self, place: Path) -> None:
        """Known before anything is shown."""
        with pytest.raises(InvalidParams, match="no copy of it can be executed"):
            prepare(place, str(script(place / "tool", WRITES)))


def test_a_kernel_that_does_not_know_the_flag_for_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.memfd_create

    def old(name: str, flags: int) -> int:
        if flags & 0x10:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return make(name, flags)

    monkeypatch.setattr(os, "memfd_create", old)
    assert run(place, str(script(place / "tool", WRITES))) == Ending(status=0)


def test_what_the_system_does_not_execute_is_an_error(place: Path) -> None:
    (place / "tool").write_bytes(b"\x7fELF nonsense")
    (place / "tool").chmod(0o755)
    prepared = prepare(place, "./tool")
    typed = secret()
    with pytest.raises(CommandNotStarted, match="Exec format error"):
        prepared.run(typed)
    assert len(typed) == 0
    prepared.close()


def not_started(prepared: Prepared, say: str) -> None:
    typed = secret()
    with pytest.raises(CommandNotStarted, match=say):
        prepared.run(typed)
    assert len(typed) == 0
    prepared.close()


def test_what_ends_before_the_execution_was_not_started(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "__file__", str(script(place / "launch", "raise SystemExit")))
    not_started(prepare(place, "true"), "it ended before")


def test_a_system_that_has_no_more_is_an_error(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = prepare(place, "true")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", fail)
    not_started(prepared, "temporarily unavailable")


def test_a_file_that_grows_is_read_to_a_bound(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one does that is written to while it is read."""
    tool = script(place / "tool", WRITES)
    monkeypatch.setattr(programs, "LARGEST", tool.stat().st_size)
    read = os.pread

    def grow(descriptor: int, length: int, offset: int) -> bytes:
        with tool.open("a") as file:
            file.write("# more\n")
        return read(descriptor, length, offset)

    monkeypatch.setattr(os, "pread", grow)
    with pytest.raises(InvalidParams, match="file too large"):
        prepare(place, "./tool")
