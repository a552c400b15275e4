"""The dialog process: shows one window for the daemon, and reports what the person does there.

The daemon starts it, with a channel between the two. See wire/screen.py for their messages.
"""

import os
import sys
from types import TracebackType

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import ANSWER_BYTES
from sayso.core.text import has_halves
from sayso.dialog.model import entries, model
from sayso.errors import ParseError, ProtocolError, Unsupported
from sayso.failpoints import reach
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import Dialogs, Window
from sayso.wire import screen
from sayso.wire.codec import MAX_FRAME, Decoder, encode

_MAX_ORDER = 8 * MAX_FRAME
"""Bytes of an order: a question that filled its own frame can get six times as long on its way
here, as JSON escapes characters."""

_FAILED = 1
_NOT_FOR_PEOPLE = 2


def main() -> int:
    """Runs a dialog process. Exit status: 0 after the window was closed or the daemon went away, 1
    if no screen can be used, 2 if it was not started by a daemon."""
    sys.excepthook = _die
    processes = select.processes()
    processes.ignore_interrupts()
    try:
        channel = processes.inherited_channel()
    except OSError:
        print("The sayso daemon starts this itself. Try: sayso confirm MESSAGE", file=sys.stderr)
        return _NOT_FOR_PEOPLE
    with channel:
        return serve(channel)


def serve(channel: Channel) -> int:
    """Opens the screen and carries out the daemon's orders from `channel`; returns the exit
    status."""
    try:
        processes = select.processes()
        processes.harden()
        processes.end_with_parent()
        dialogs = select.dialogs()
        opened = dialogs.open_screen()
    except Unsupported as error:
        _report(channel, screen.Unusable(error.message))
        return _FAILED
    _report(channel, screen.Ready(opened.name, opened.unguarded))
    prompt = Prompt(channel, dialogs, select.places().home(os.environ))
    dialogs.run(channel, prompt.obey)
    return 0


class Prompt:
    """Passes the daemon's orders to the window, and reports to the daemon what the person does."""

    def __init__(self, channel: Channel, dialogs: Dialogs, home: str) -> None:
        """`home`: the person's home directory, shown as "~"."""
        self._channel = channel
        self._dialogs = dialogs
        self._home = home
        self._decoder = Decoder(limit=_MAX_ORDER)
        self._window: Window | None = None

    def obey(self) -> None:
        """Carries out the orders that have arrived; the end of the channel ends the main loop.
        Raises ProtocolError."""
        data = self._channel.receive()
        if not data:
            self._dialogs.stop()
        for message in self._decoder.feed(data):
            if isinstance(message, ParseError):
                raise ProtocolError(f"the daemon's order is not readable: {message}")
            order = screen.read(message)
            if isinstance(order, screen.Show):
                _report(self._channel, screen.Done())  # at once: a long text is slow to paint
                self._carry_out(order)
            else:
                self._carry_out(order)
                _report(self._channel, screen.Done())

    def covered(self) -> None:
        _report(self._channel, screen.Covered())

    def painted(self) -> None:
        reach("dialog.painted")
        _report(self._channel, screen.Painted())

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        reach("dialog.answered")
        _report(self._channel, screen.Answer(choice, by, checked, words or None))

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        """Sends the secret to the daemon, without a copy in this process; then wipes it."""
        reach("dialog.answered")
        _report(self._channel, screen.Submitted(secret, by, checked), secret.view())
        secret.wipe()

    def filled(self, entries: tuple[Entry, ...], by: By | None = None) -> None:
        reach("dialog.answered")
        _report(self._channel, screen.Filled(entries, by))

    def drafted(self, entries: tuple[Entry, ...]) -> None:
        """Sends what stands in the fields, unless an entry can be no answer: text pasted by mistake
        may be too long for a frame, or hold half of a surrogate pair, as a character may come in
        two halves. The daemon would end this process for it."""
        texts = (text for each in entries for text in (each.text, each.aside))
        if not any(has_halves(text) or len(text.encode()) > ANSWER_BYTES for text in texts):
            _report(self._channel, screen.Drafted(entries))

    def active(self) -> None:
        _report(self._channel, screen.Activity())

    def put_off(self) -> None:
        _report(self._channel, screen.Later())

    def open_queue(self) -> None:
        _report(self._channel, screen.OpenQueue())

    def bring_up(self, number: int) -> None:
        _report(self._channel, screen.BringUp(number))

    def closed(self) -> None:
        _report(self._channel, screen.Closed())
        self._dialogs.stop()

    def _carry_out(self, order: screen.Order | screen.Report) -> None:
        match order, self._window:
            case screen.Show(), None:
                reach("dialog.shown")
                self._window = self._dialogs.show(model(order, self._home), self, order.activation)
            case screen.Ping(), _:
                pass
            case screen.Close(), None:
                self.closed()
            case _, None:
                raise ProtocolError(f"{type(order).__name__} came before a question")
            case screen.Update(told), window:
                window.update(told)
            case screen.BringForward(takes_keyboard), window:
                window.bring_forward(takes_keyboard=takes_keyboard)
            case screen.Queue(), window:
                window.list_queue(entries(order))
            case screen.Recorded(kept_for), window:
                reach("dialog.recorded")
                window.recorded(kept_for)
            case screen.NotRecorded(reason), window:
                window.not_recorded(reason)
            case screen.Finished(done), window:
                window.finished(done)
            case screen.Close(), window:
                window.close()
            case _:
                raise ProtocolError(f"{type(order).__name__} is not an order for an open window")


def _report(channel: Channel, report: screen.Report, raw: bytes | memoryview = b"") -> None:
    """Sends the report; the bytes of `raw` follow its line. If the daemon has gone, this does
    nothing: the next read finds the end of the channel."""
    try:
        channel.send(encode(screen.write(report)))
        channel.send(raw)
    except BrokenPipeError:
        return


def _die(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Ends this process after an exception: toolkits go on after one in a callback, but a broken
    window must not stay.

    The daemon sees the end of the channel, and shows the question anew.
    """
    import traceback  # slow to load, and few processes need it

    traceback.print_exception(kind, error, trace)
    sys.stderr.flush()
    os._exit(_FAILED)
