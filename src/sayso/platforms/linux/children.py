"""Starts programs from a process with GLib's main loop, and reports how they ended."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable, Sequence
from typing import Any

from gi.repository import Gio, GLib

from sayso.core.text import visible_line
from sayso.platforms.contract.children import Ended
from sayso.platforms.linux import loop


def run(
    command: Sequence[str], over: Callable[[Ended], None], within: float, given: bytes = b""
) -> None:
    """Starts `command` and returns at once. `over` is called with how it ended; after `within`
    seconds it is killed. `given`: bytes for its standard input."""
    flags = Gio.SubprocessFlags.STDOUT_PIPE | Gio.SubprocessFlags.STDERR_PIPE
    if given:  # without this flag the program has nothing to read
        flags |= Gio.SubprocessFlags.STDIN_PIPE
    try:
        process = Gio.Subprocess.new(command, flags)
    except GLib.Error as error:
        over(Ended(False, b"", error.message))
        return
    late = Gio.Cancellable()

    def end() -> None:
        """Kills the program and stops reading. Its children may live on,
        and hold its output open."""
        process.force_exit()
        late.cancel()

    call_off = loop.later(within, end)

    def ended(_process: Any, result: Any) -> None:
        call_off()
        try:
            _done, output, said = process.communicate_finish(result)
        except GLib.Error as error:
            _tell_without_output(process, error, late.is_cancelled(), within, over)
            return
        words = " ".join(said.get_data().decode(errors="replace").split())
        complaint = visible_line(words) or _how(process, within)
        over(Ended(process.get_successful(), output.get_data(), complaint))

    process.communicate_async(GLib.Bytes.new(given) if given else None, late, ended)


def _tell_without_output(
    process: Any, error: Any, is_late: bool, within: float, over: Callable[[Ended], None]
) -> None:
    def exited(_process: Any, result: Any) -> None:
        process.wait_finish(result)
        over(Ended(process.get_successful(), b"", _how(process, within)))

    if is_late:
        over(Ended(False, b"", f"the program did not end within {within:g} s"))
    elif error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.BROKEN_PIPE):
        process.wait_async(None, exited)  # the program need not read its input
    else:
        over(Ended(False, b"", error.message))


def _how(process: Any, within: float) -> str:
    """How a program failed that wrote no error message."""
    if process.get_if_exited():
        return f"the program failed, exit status {process.get_exit_status()}"
    return f"the program did not end within {within:g} s, or was killed"
