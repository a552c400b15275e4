"""A dialog process alone, told what to show over its socket as the daemon tells it."""

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
"""Seconds of arming in which a click that brings the keyboard surely comes: keys and clicks count
from one moment on then. Keys may be later where that click is."""

STARTING = 60.0
"""Seconds for a dialog process to load on a busy machine."""

ONE_CLICK = 3.0
"""Seconds for a click to bring the keyboard, before another one is tried."""


class DialogProcess:
    """Ends with `close`."""

    def __init__(self, environ: Mapping[str, str], complaints: IO[str] | None = None) -> None:
        """`complaints`: where its standard error goes; None: where ours does."""
        self._sock, theirs = socket.socketpair()
        self._decoder = Decoder(secrets=bytearray)
        self._heard: list[screen.Order | screen.Report] = []
        self.done = 0
        """Orders that it said to have carried out, among what was heard."""
        with theirs:
            self._process = subprocess.Popen(
                ["sayso", "dialog"], env=environ, stdin=theirs.fileno(), stderr=complaints
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ready(self) -> screen.Ready:
        """Its first report, once it can take a question."""
        heard = self.hear(STARTING)
        assert isinstance(heard, screen.Ready), heard
        return heard

    def tell(self, order: screen.Order) -> None:
        self._sock.sendall(encode(screen.write(order)))

    def tell_raw(self, data: bytes) -> None:
        self._sock.sendall(data)

    def have_done(self, order: screen.Order, timeout: float = PATIENCE) -> None:
        """Tells it, and returns once it says that it has carried this out."""
        before = self.done
        self.tell(order)
        self._sock.settimeout(timeout)
        while self.done == before:
            self._receive()

    def hear(self, timeout: float = PATIENCE) -> screen.Order | screen.Report | None:
        """The next report; None: nothing within `timeout`. Raises EOFError at the end."""
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
        """The next report but for those that merely say that somebody is at work there."""
        while isinstance(report := self.hear(), screen.Activity | screen.Drafted):
            pass
        assert report is not None, "it said nothing"
        return report

    def hear_draft(self) -> tuple[Entry, ...]:
        """What it tells next of what stands in its fields."""
        while not isinstance(report := self.hear(), screen.Drafted):
            assert report is not None, "it told of nothing"
        return report.entries

    def is_at_rest(self) -> bool:
        """It sleeps until something comes: what has come it took in (proc_pid_stat(5))."""
        stat = Path(f"/proc/{self.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "S"

    def hang_up(self) -> None:
        self._sock.close()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float = PATIENCE) -> int:
        """Its exit status."""
        return self._process.wait(timeout)

    def close(self) -> None:
        self._sock.close()
        try:
            self.wait()
        finally:
            self._process.kill()
            self._process.wait()


def take_keyboard(probe: Probe, pid: int) -> None:
    """As a person does: by a click where nothing is, and by another one if it went past the window,
    which may be given its place only now."""

    def clicked() -> bool:
        probe.click(probe.find("builder asks", role="label", pid=pid)[0])
        with contextlib.suppress(StillWaiting):
            return wait_until(has_keyboard, "keyboard focus", ONE_CLICK)
        return False

    def has_keyboard() -> bool:
        return "active" in probe.find(role="alert", pid=pid)[0].states

    wait_until(clicked, "keyboard focus")


def click_into(probe: Probe, field: Callable[[], Control], pid: int) -> None:
    """Returns once the keys go there: the keyboard may come to the window only now."""
    probe.click(field())

    def has_keys() -> bool:
        is_active = "active" in probe.find(role="alert", pid=pid)[0].states
        return is_active and "focused" in field().states

    wait_until(has_keys, "the keyboard in that field")


def focus(probe: Probe, name: str, pid: int, role: str = BUTTON) -> None:
    """By Tab, once the control is alive.

    Keys may count later than clicks; one that comes before puts off when they do.
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
    """Presses this key until it counts and the dialog goes: one that comes early, as while what was
    typed is still on its way on a busy machine, puts off when keys do."""

    def has_gone() -> bool:
        probe.key(key)
        with contextlib.suppress(StillWaiting):
            probe.wait_gone(pid=pid, timeout=1)
            return True
        return False

    wait_until(has_gone, f"{key} to submit")


def focused(probe: Probe, pid: int) -> str | None:
    """The name of the control that has the focus."""
    return next((each.name for each in probe.find(pid=pid) if "focused" in each.states), None)


def ask(
    *,
    standing: PromptStatus = _STANDING,
    arming: float = 0.3,
    asker: dict[str, Any] | None = None,
    **words: Any,
) -> screen.Show:
    """A question with the words given, of a usual asker."""
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
    """Of these options, or of three."""
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
    """Of these questions. `draft`: what stood in them before."""
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
