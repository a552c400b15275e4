"""A dialog process without a daemon: the test sends it orders over its socket, as the daemon
would."""

import contextlib
import os
import socket
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from probes.probe import BUTTON, Control, Probe
from sayso.core.entry import Entry
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Confirm,
    DeviceCode,
    Form,
    FormQuestion,
    Notice,
    Password,
    Question,
    Select,
    Text,
)
from sayso.errors import ParseError
from sayso.values import replace
from sayso.wire import screen
from sayso.wire.codec import Decoder, encode
from support import entries
from support.processes import PATIENCE, StillWaiting, wait_until

_ASKER = screen.Asker(
    name="builder", command="node builder --fast", cwd="/srv/shop", pid=4312, lineage=("sh", "tmux")
)

_STANDING = PromptStatus(60)

UNHURRIED = 1.0
"""Seconds of arming that are enough for a click to bring the keyboard focus before they are over,
so that keys and clicks count from the same moment. If the click comes later, keys may count later
than clicks."""

STARTING = 60.0
"""Seconds for a dialog process to start on a busy machine."""

ONE_CLICK = 3.0
"""Seconds for a click to bring keyboard focus, before the next click is tried."""


class DialogProcess:
    """A real process that shows dialogs. End it with `close`."""

    def __init__(self, environ: Mapping[str, str], complaints: IO[str] | None = None) -> None:
        """`complaints`: the file for its standard error; None: the test's own."""
        self._sock, theirs = socket.socketpair()
        self._decoder = Decoder(secrets=bytearray)
        self._heard: list[screen.Order | screen.Report] = []
        self.done = 0
        """How many orders it has reported as carried out."""
        with theirs:
            self._process = subprocess.Popen(
                ["sayso", "dialog"], env=environ, stdin=theirs.fileno(), stderr=complaints
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ready(self) -> screen.Ready:
        """Waits for its first report: it can take a question now."""
        heard = self.hear(STARTING)
        assert isinstance(heard, screen.Ready), heard
        return heard

    def tell(self, order: screen.Order) -> None:
        self._sock.sendall(encode(screen.write(order)))

    def tell_raw(self, data: bytes) -> None:
        self._sock.sendall(data)

    def have_done(self, order: screen.Order, timeout: float = PATIENCE) -> None:
        """Sends an order, and returns once the process reports that it is carried out."""
        before = self.done
        self.tell(order)
        self._sock.settimeout(timeout)
        while self.done == before:
            self._receive()

    def hear(self, timeout: float = PATIENCE) -> screen.Order | screen.Report | None:
        """The next report; None: nothing came for `timeout` seconds. Raises EOFError when the
        process has closed the connection."""
        self._sock.settimeout(timeout)
        while not self._heard:
            try:
                self._receive()
            except TimeoutError:
                return None
        return self._heard.pop(0)

    def _receive(self) -> None:
        try:
            data = self._sock.recv(1 << 16)
        except ConnectionResetError as error:
            raise EOFError from error
        if not data:
            raise EOFError
        for message in self._decoder.feed(data):
            assert not isinstance(message, ParseError)
            report = screen.read(message)
            if report == screen.Done():
                self.done += 1
            else:
                self._heard.append(report)

    def hear_all(self, quiet: float = 0.3) -> list[screen.Order | screen.Report]:
        """Every report until none has come for `quiet` seconds."""
        heard = []
        while (report := self.hear(quiet)) is not None:
            heard.append(report)
        return heard

    def hear_answer(self) -> screen.Order | screen.Report:
        """The next report, except those that merely say that the person is active or is typing."""
        while isinstance(report := self.hear(), screen.Activity | screen.Drafted):
            pass
        assert report is not None, "it said nothing"
        return report

    def hear_draft(self) -> tuple[Entry, ...]:
        """The entries of its fields, as it reports them next."""
        while not isinstance(report := self.hear(), screen.Drafted):
            assert report is not None, "it told of nothing"
        return report.entries

    def is_at_rest(self) -> bool:
        """Whether the process sleeps, so that it has handled all that came (state S in
        proc_pid_stat(5))."""
        stat = Path(f"/proc/{self.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "S"

    def hang_up(self) -> None:
        self._sock.close()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Waits for its end. Returns its exit status."""
        return self._process.wait(timeout)

    def close(self) -> None:
        self._sock.close()
        try:
            self.wait()
        finally:
            self._process.kill()
            self._process.wait()


def take_keyboard(probe: Probe, pid: int) -> None:
    """Brings the keyboard focus by a click where no control is, as a person does. Clicks again if a
    click went past the window, because the window may be placed only now."""

    def clicked() -> bool:
        probe.click(probe.find("builder asks", role="label", pid=pid)[0])
        with contextlib.suppress(StillWaiting):
            return wait_until(has_keyboard, "keyboard focus", ONE_CLICK)
        return False

    def has_keyboard() -> bool:
        return "active" in probe.find(role="alert", pid=pid)[0].states

    wait_until(clicked, "keyboard focus")


def click_into(probe: Probe, field: Callable[[], Control], pid: int) -> None:
    """Clicks into a field. Returns once keys go there: the window may get keyboard focus only
    later."""
    probe.click(field())

    def has_keys() -> bool:
        is_active = "active" in probe.find(role="alert", pid=pid)[0].states
        return is_active and "focused" in field().states

    wait_until(has_keys, "the keyboard in that field")


def focus(probe: Probe, name: str, pid: int, role: str = BUTTON) -> None:
    """Moves the keyboard focus to a control by Tab, once the control is enabled.

    Keys may count later than clicks, and a key that comes before that makes the wait longer.
    """
    probe.wait_for(name, role=role, pid=pid)

    def is_there() -> bool:
        return "focused" in probe.find(name, role=role, pid=pid)[0].states

    def moved() -> bool:
        before = focused(probe, pid)
        probe.key("Tab")
        with contextlib.suppress(StillWaiting):
            wait_until(lambda: focused(probe, pid) != before, "Tab to count", 1)
        return is_there()

    wait_until(moved, f'the focus on "{name}"')


def submit_by(probe: Probe, key: str, pid: int) -> None:
    """Presses this key until it counts and the dialog goes. A key that comes early, say while text
    is still on its way on a busy machine, makes the wait for keys longer."""

    def has_gone() -> bool:
        probe.key(key)
        with contextlib.suppress(StillWaiting):
            probe.wait_gone(pid=pid, timeout=1)
            return True
        return False

    wait_until(has_gone, f"{key} to submit")


def focused(probe: Probe, pid: int) -> str | None:
    """The name of the control that has keyboard focus; None: no control has."""
    return next((each.name for each in probe.find(pid=pid) if "focused" in each.states), None)


def ask(
    *,
    standing: PromptStatus = _STANDING,
    arming: float = 0.3,
    asker: dict[str, Any] | None = None,
    **words: Any,
) -> screen.Show:
    """An order to show a confirmation, from a typical asker. `words`: fields of the question.
    `asker`: fields of the asker that differ."""
    return _show(Confirm(**{"message": "Deploy build 4711?"} | words), standing, arming, asker)


def ask_notice(
    *, standing: PromptStatus = _STANDING, arming: float = 0.3, **words: Any
) -> screen.Show:
    return _show(Notice(**{"message": "The backup is complete."} | words), standing, arming)


def ask_device_code(
    *, standing: PromptStatus = _STANDING, arming: float = 0.3, **words: Any
) -> screen.Show:
    told = {
        "message": "Sign in to example.com",
        "address": "https://example.com/device",
        "code": "WDJB-MJHT",
    }
    return _show(DeviceCode(**told | words), standing, arming)


def ask_password(
    *, standing: PromptStatus = _STANDING, arming: float = 0.3, **words: Any
) -> screen.Show:
    return _show(Password(**{"message": "Unlock the disk"} | words), standing, arming)


def ask_text(
    *, standing: PromptStatus = _STANDING, arming: float = 0.3, **words: Any
) -> screen.Show:
    return _show(Text(**{"message": "What is its name?"} | words), standing, arming)


def ask_select(
    *options: str, standing: PromptStatus = _STANDING, arming: float = 0.3, **words: Any
) -> screen.Show:
    """An order to show a choice between these options, or between three if none are given."""
    labels = options or ("Here", "There", "Nowhere")
    choice = {"message": "Where to?", "options": entries.options(*labels)}
    return _show(Select(**choice | words), standing, arming)


def ask_form(
    *questions: FormQuestion,
    standing: PromptStatus = _STANDING,
    arming: float = 0.3,
    draft: tuple[Entry, ...] = (),
    **words: Any,
) -> screen.Show:
    """An order to show a form of these questions. `draft`: what was entered before."""
    form = Form(**{"message": "A new host", "questions": questions} | words)
    return replace(_show(form, standing, arming), draft=draft)


def _show(
    question: Question,
    standing: PromptStatus,
    arming: float,
    asker: dict[str, Any] | None = None,
) -> screen.Show:
    who: dict[str, Any] = vars(_ASKER) | (asker or {})
    return screen.Show(1, question, screen.Asker(**who), standing, arming)
