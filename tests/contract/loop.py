"""What every main loop of a process with a toolkit does, and how it runs programs. A backend's own
test inherits this."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.platforms.contract.children import Children, Ended
from sayso.platforms.contract.loop import Loop
from support.processes import PATIENCE

Until = Callable[[Callable[[], bool]], None]


@pytest.mark.usefixtures("bounded")
class LoopContract:
    """Fixtures: `loop`; and `until`, which runs the loop until a condition is true."""

    def test_each_is_called_once_when_its_time_has_come(self, loop: Loop, until: Until) -> None:
        rung: list[str] = []
        call_off = loop.later(3600, lambda: rung.append("in an hour"))
        for name in ("one", "other"):
            loop.later(0.01, lambda name=name: rung.append(name))  # type: ignore[misc]
        assert rung == []
        until(lambda: {*rung} >= {"one", "other"})
        loop.later(0.01, lambda: rung.append("last"))
        until(lambda: "last" in rung)
        assert sorted(rung) == ["last", "one", "other"]
        call_off()

    def test_what_is_called_off_is_not_called(self, loop: Loop, until: Until) -> None:
        rung: list[str] = []
        call_off = loop.later(0.01, lambda: rung.append("called off"))
        last = loop.later(0.03, lambda: rung.append("last"))
        call_off()
        until(lambda: bool(rung))
        assert rung == ["last"]
        last()  # cancelling a call that was made is harmless


@pytest.mark.usefixtures("bounded")
class ChildrenContract:
    """Fixtures: `children`; and `until`, as for LoopContract."""

    def ended(
        self, children: Children, until: Until, *command: str, within: float = PATIENCE
    ) -> Ended:
        ended: list[Ended] = []
        children.run(command, ended.append, within)
        until(lambda: bool(ended))
        return ended[0]

    def python(
        self, children: Children, until: Until, script: str, within: float = PATIENCE
    ) -> Ended:
        return self.ended(children, until, sys.executable, "-c", script, within=within)

    def test_what_it_writes_is_heard(self, children: Children, until: Until) -> None:
        ended = self.python(children, until, "print('word', end='')")
        assert (ended.succeeded, ended.output) == (True, b"word")

    def test_what_it_is_given_is_there_to_read(self, children: Children, until: Until) -> None:
        script = "import sys; print(len(sys.stdin.buffer.read()))"
        ended: list[Ended] = []
        for given in (b"", b"x" * 300_000):
            command = (sys.executable, "-c", script)
            children.run(command, ended.append, PATIENCE, given=given)
            until(lambda: bool(ended))
            assert int(ended.pop().output) == len(given)

    def test_one_that_does_not_read_what_it_is_given_is_as_any_other(
        self, children: Children, until: Until
    ) -> None:
        ended: list[Ended] = []
        command = (sys.executable, "-c", "print('word', end='')")
        children.run(command, ended.append, PATIENCE, given=b"x" * 3_000_000)
        until(lambda: bool(ended))
        assert ended[0].succeeded

    def test_what_it_has_started_holds_nothing_up(self, children: Children, until: Until) -> None:
        script = (
            "import subprocess, sys;"
            "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(8)']).wait()"
        )
        ended = self.python(children, until, script, within=0.5)
        assert not ended.succeeded
        assert "0.5 s" in ended.complaint or ended.complaint

    def test_why_it_failed_is_told_in_one_line(self, children: Children, until: Until) -> None:
        ended = self.python(children, until, "raise SystemExit('no\\n\\x1b[1msound')")
        assert not ended.succeeded
        assert ended.complaint.startswith("no ")
        assert ended.complaint.isprintable()

    def test_one_that_says_nothing_has_its_end_told(self, children: Children, until: Until) -> None:
        ended = self.python(children, until, "raise SystemExit(3)")
        assert (ended.succeeded, ended.output) == (False, b"")
        assert "3" in ended.complaint

    def test_one_that_takes_too_long_is_ended(self, children: Children, until: Until) -> None:
        ended = self.python(children, until, "while True: pass", within=0.05)
        assert not ended.succeeded
        assert ended.complaint

    def test_what_is_no_program_has_failed(
        self, children: Children, until: Until, tmp_path: Path
    ) -> None:
        ended = self.ended(children, until, str(tmp_path / "missing"))
        assert not ended.succeeded
        assert ended.complaint
