"""The tray's process, which connects the icon in the tray with the daemon.

The daemon starts it with a channel between the two: to have that channel is the right to change the
configuration.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from functools import partial

from sayso import __version__, launcher
from sayso.core.overview import Overview
from sayso.core.tomorrow import seconds_until
from sayso.errors import ParseError, SaysoError, ServiceError, Unsupported, from_wire
from sayso.frontends.clock import time_of_day
from sayso.frontends.tray.inbox import Inbox
from sayso.frontends.tray.link import Link
from sayso.frontends.tray.notices import Notices
from sayso.frontends.tray.offer import Offer
from sayso.platforms import select
from sayso.presentation.tray import menu, time_left, words
from sayso.values import assert_never
from sayso.wire.codec import decode, encode

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from sayso.core.overview import PromptOverview, TimedOutPrompt
    from sayso.platforms.contract.channel import Channel
    from sayso.platforms.contract.children import Ended
    from sayso.platforms.contract.tray import Tray

_clock = partial(time_of_day, on_day=words.on_day)

_FAILED = 1
_NOT_FOR_PEOPLE = 2
_IMPOSSIBLE = 3

_TEMPLATE, _HISTORY, _FIND = "template", "history", "find"
_MAKE_SECONDS = 30.0
_READ_SECONDS = 7 * 24 * 3600.0
"""Seconds that a window may stay open."""

_NO_WINDOW = "there is no window for this here"
_WITHOUT_WINDOW = "sayso doctor shows what can ask through sayso, and by which command"
_SWITCH_SECONDS = 90.0
"""Seconds for `sayso autostart`: more than it waits for systemd by itself. If it were ended half
way, half of the change would be done."""


def main(arguments: Sequence[str]) -> int:
    """Runs the tray, or the helper of the tray that the arguments name. Exit status of the tray: 0
    after the daemon went away, 2 if something else than the daemon started it, 3 if no icon can be
    shown, 1 after any other failure."""
    if arguments[:1] == [_TEMPLATE]:
        return make_configuration(*arguments[1:])
    if arguments[:1] == [_HISTORY]:
        return make_history(*arguments[1:])
    if arguments[:1] == [_FIND]:
        return find()
    processes = select.processes()
    try:
        channel = processes.inherited_channel()
    except OSError:
        print("The sayso daemon starts this itself. Try: sayso confirm MESSAGE", file=sys.stderr)
        return _NOT_FOR_PEOPLE
    processes.ignore_interrupts()
    sys.excepthook = _die
    processes.harden()
    processes.end_with_parent()
    with channel:
        return TrayController(channel, select.tray()).run()


class TrayController:
    """Shows the daemon's state in the tray, and does what the person chooses."""

    def __init__(self, channel: Channel, tray: Tray) -> None:
        self._tray = tray
        self._link = Link(channel, self)
        self._overview = Overview()
        self._told_at = 0.0
        self._login = _login()
        self._notices: Notices | None = None
        self._inbox: Inbox | None = None
        self._offer: Offer | None = None
        self._history = ""
        """Path of the file that was made of the history; empty: none was."""
        self._call_off = _nothing
        """Cancels the timer for the moment when the minutes that are shown change."""

    def run(self) -> int:
        try:
            self._tray.open(self.chosen)
        except Unsupported as error:
            reason = f"{error.message}; {error.remedy}" if error.remedy else error.message
            self._link.say("impossible", reason=reason)
            return _IMPOSSIBLE
        self._notices = Notices(
            self._bring_forward, self._begin_quiet, lambda: self.chosen(menu.OpenHistory()), _to_log
        )
        self._offer = Offer(
            self._notices,
            select.notifications(),
            lambda over: _start(("tray", _FIND), over, _MAKE_SECONDS),
            lambda: self.chosen(menu.OpenIntegrations()),
            _to_log,
        )
        self._inbox = Inbox(
            self._tray,
            select.notifications(),
            lambda absent: self._link.say("inbox", absent=absent),
        )
        self._link.say("ready")
        self._tray.run(self._link.channel, self._link.readable)
        return 0

    # -- what the daemon says

    def changed(self, overview: Overview) -> None:
        self._overview = overview
        self._told_at = select.session().now()
        self._look_at_login()
        self._show()
        if self._notices:
            self._notices.changed(overview)
        if self._offer:
            offer, self._offer = self._offer, None
            offer.begin()

    def timed_out(self, told: TimedOutPrompt) -> None:
        if self._notices:
            self._notices.timed_out(told)

    def not_shown(self, told: PromptOverview) -> None:
        if self._notices:
            self._notices.not_shown(told)

    def failed(self, error: SaysoError) -> None:
        self._tray.tell(error.message, error.remedy)

    def ended(self) -> None:
        if self._notices:
            self._notices.close()
        if self._history:
            _take_away(self._history)
        self._tray.stop()

    def _look_at_login(self) -> None:
        """Reads anew whether sayso starts at login: a command or a window may have switched it."""
        if not (self._login and self._login.changing):
            self._login = _login()

    def _show(self) -> None:
        current = time_left.later(self._overview, select.session().now() - self._told_at)
        self._tray.show(menu.tray_model(current, _clock, self._login))
        if self._inbox:
            self._inbox.look(current.settings)
        self._call_off()
        wait = time_left.until_other_minute(current)
        self._call_off = _nothing if wait is None else select.loop().later(wait, self._show)

    # -- what the person does

    def chosen(self, command: menu.Command) -> None:
        try:
            self._do(command)
        except SaysoError as error:
            self.failed(error)

    def _do(self, command: menu.Command) -> None:
        """Raises SaysoError."""
        match command:
            case menu.BringForward(number):
                self._bring_forward(number)
            case menu.Pause(seconds):
                lasting = seconds_until(datetime.now()) if seconds is None else seconds
                self._link.ask("dnd", seconds=lasting)
            case menu.BeginQuiet(number):
                self._begin_quiet(number)
            case menu.EndQuiet() | menu.ClosePlace():
                self._end(command)
            case menu.Configure(name, value):
                self._link.ask("configure", name=name, value=value)
            case menu.Tell(trouble):
                self._tray.tell(trouble, "")
            case (
                menu.OpenSettings()
                | menu.OpenIntegrations()
                | menu.OpenConfiguration()
                | menu.OpenHistory()
            ):
                self._open(command)
            case menu.StartAtLogin(wanted):
                self._start_at_login(wanted)
            case menu.About():
                self._tray.about(words.NAME, __version__, words.COMMENT(), words.LICENCE())
            case menu.Quit():
                self._link.ask("quit")
            case _:
                assert_never(command)

    def _open(
        self,
        command: menu.OpenSettings
        | menu.OpenIntegrations
        | menu.OpenConfiguration
        | menu.OpenHistory,
    ) -> None:
        match command:
            case menu.OpenSettings():
                self._open_page("settings", words.NO_SETTINGS(), self._open_configuration)
            case menu.OpenIntegrations():
                no_window = partial(self.failed, Unsupported(_NO_WINDOW, remedy=_WITHOUT_WINDOW))
                self._open_page("settings", words.NO_SETTINGS(), no_window, "--integrations")
            case menu.OpenConfiguration():
                self._open_configuration()
            case menu.OpenHistory():
                self._open_page("history", words.NO_HISTORY(), self._open_history_file)
            case _:
                assert_never(command)

    def _end(self, command: menu.EndQuiet | menu.ClosePlace) -> None:
        match command:
            case menu.EndQuiet(number):
                self._link.ask("end_quiet", number=number)
            case menu.ClosePlace(name):
                self._link.ask("close_place", name=name)
            case _:
                assert_never(command)

    def _bring_forward(self, number: int) -> None:
        self._link.ask("bring_forward", number=number)

    def _begin_quiet(self, number: int) -> None:
        self._link.ask("begin_quiet", number=number)

    def _open_page(
        self, verb: str, failed: str, instead: Callable[[], None], *options: str
    ) -> None:
        """Opens a page in a window of its own, by the command `sayso VERB`. `failed`: what to say
        if that fails. `instead`: what to do if there can be no window."""

        def over(ended: Ended) -> None:
            self._look_at_login()
            self._show()
            if isinstance(_told_by(ended), Unsupported):
                instead()
            elif not ended.succeeded:
                self.failed(_failure(ended, failed, f"sayso {verb}"))

        _start((verb, *options, "--json"), over, _READ_SECONDS)

    def _open_history_file(self) -> None:
        def over(ended: Ended) -> None:
            try:
                path = decode(ended.output)["path"] if ended.succeeded else None
            except (ParseError, KeyError):
                path = None
            if isinstance(path, str):
                self._history = path
                self._tray.open_path(path, self.failed)
            else:
                self.failed(_failure(ended, words.NO_HISTORY(), "sayso log"))

        _start(("tray", _HISTORY, self._overview.log), over, _MAKE_SECONDS)

    def _start_at_login(self, wanted: bool) -> None:
        verb = "enable" if wanted else "disable"

        def over(ended: Ended) -> None:
            self._login = _login()
            self._show()
            if not ended.succeeded:
                self.failed(_failure(ended, words.NOT_SWITCHED(), f"sayso autostart {verb}"))

        self._login = menu.Login(not wanted, changing=True)
        self._show()
        _start(("autostart", verb, "--json"), over, _SWITCH_SECONDS)

    def _open_configuration(self) -> None:
        path = self._overview.config

        def over(ended: Ended) -> None:
            if ended.succeeded:
                self._tray.open_path(path, self.failed)
            else:
                self.failed(_failure(ended, words.not_made(path), "sayso config edit"))

        if os.path.lexists(path):
            self._tray.open_path(path, self.failed)
        else:
            _start(("tray", _TEMPLATE, path), over, _MAKE_SECONDS)


def make_configuration(path: str) -> int:
    """Makes the configuration file, in a process of its own: the modules that know the settings
    would take much of the tray's memory."""
    from pathlib import Path

    from sayso.configuration import store

    try:
        store.make(Path(path))
    except SaysoError as error:
        sys.stdout.buffer.write(encode({"error": error.to_wire()}))
        return _FAILED
    return 0


def make_history(log: str) -> int:
    """Makes a file of the history, in a process of its own, and writes its path to standard
    output."""
    from sayso.frontends.tray import history

    try:
        told: dict[str, object] = {"path": history.make(log)}
    except SaysoError as error:
        told = {"error": error.to_wire()}
    sys.stdout.buffer.write(encode(told))
    return _FAILED if "error" in told else 0


def find() -> int:
    """Finds the programs that could ask through sayso, in a process of its own, and writes them to
    standard output."""
    from sayso.frontends.integrations import every

    try:
        select.page_window().check()
        found = every.could_ask(os.environ)
    except Unsupported:  # the offer leads to a window, and there can be none
        found = []
    sys.stdout.buffer.write(encode({"found": found}))
    return 0


def _start(arguments: Sequence[str], over: Callable[[Ended], None], within: float) -> None:
    """Starts a command of sayso in a process of its own, so that the menu works meanwhile."""
    select.children().run(launcher.command(*arguments), over, within)


def _failure(ended: Ended, what: str, by_hand: str) -> SaysoError:
    """The error that a command of sayso wrote. If it wrote none, the error says that `what` failed,
    and names `by_hand`, the command to run instead."""
    told = _told_by(ended)
    if told is None:
        _to_log(ended.complaint)
        return ServiceError(f"{what}: {ended.complaint}", remedy=f"run: {by_hand}")
    return told


def _told_by(ended: Ended) -> SaysoError | None:
    """The error that a command of sayso wrote to standard output; None: it wrote none."""
    try:
        return from_wire(decode(ended.output)["error"])
    except (ParseError, KeyError):
        return None


def _take_away(path: str) -> None:
    """Deletes the file, if it is still there: a person who has moved it keeps it."""
    from pathlib import Path  # most trays never need it

    with suppress(OSError):
        Path(path).unlink()


def _nothing() -> None:
    """Cancels nothing: used while no timer runs."""


def _login() -> menu.Login | None:
    """Whether sayso starts at login; None: that can't be known here."""
    try:
        return menu.Login(select.autostart().status(os.environ).enabled)
    except SaysoError:
        return None


def _to_log(words: str) -> None:
    """Writes a line to standard error, which goes to the daemon's log."""
    print(f"tray: {words}", file=sys.stderr, flush=True)


def _die(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Ends the process after an uncaught exception. GTK would go on after an exception in a
    callback, with a tray that works only in part.

    The daemon sees the channel end, and starts another tray.
    """
    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(_FAILED)
