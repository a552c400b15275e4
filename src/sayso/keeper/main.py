"""The keeper: a small process beside the daemon that holds what must survive the daemon.

A daemon starts it, with a channel between the two, and with the listening socket among its file
descriptors. See wire/keeper.py for their messages, and for what each does when the other ends.
"""

import json
import logging
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sayso import __version__, launcher
from sayso.core.restarts import Restarts
from sayso.errors import FrameTooLarge, NotAcknowledged, ParseError, ProtocolError
from sayso.failpoints import reach
from sayso.keeper.watch import SEND_WITHIN, Watch
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.processes import ChildProcess, ProcessHandle
from sayso.wire import keeper as wire
from sayso.wire.codec import Decoder

log = logging.getLogger(__name__)

SUCCESSOR = launcher.command("daemon", "run", "--successor")
"""The command that starts a successor; the handover follows as an argument."""

_LATEST_STARTS = 2
"""How many starts use the version of sayso that was installed last; if they fail, the keeper's own
version is started."""

_NOT_FOR_PEOPLE = 2


def main(arguments: Sequence[str]) -> int:
    """Runs a keeper. `arguments`: the daemon's pid, and as JSON what `Listener.handover` returned.

    Exit status: 0 after the daemon said leave, 1 if there is nothing to keep or no daemon can be
    started, 2 if it was not started by a daemon.
    """
    processes = select.processes()
    try:
        daemon, handover = arguments
        channel, parent = processes.inherited_channel(), int(daemon)
    except (OSError, ValueError):
        print("The sayso daemon starts this itself. Try: sayso confirm MESSAGE", file=sys.stderr)
        return _NOT_FOR_PEOPLE
    logging.basicConfig(format="%(asctime)s %(levelname)s keeper: %(message)s", level=logging.INFO)
    processes.ignore_interrupts()
    processes.harden()
    return Keeper(json.loads(handover), SUCCESSOR).run(channel, processes.parent(parent))


class Keeper:
    def __init__(
        self,
        handover: Mapping[str, Any],
        command: Sequence[str],
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """`handover`: describes the listening socket, see `Listener.handover`. `command`: starts a
        successor. `pause`: waits for this number of seconds."""
        self._handover = handover
        self._callers = select.endpoint().callers(handover)
        self._command = command
        self._pause = pause
        self._memory = wire.Memory()
        self._restarts = Restarts()
        self._starts = 0  # since a daemon last sent a commit

    def run(self, channel: Channel, daemon: ProcessHandle) -> int:
        """Serves this daemon, then each successor; returns the exit status."""
        while True:
            with channel:  # closed only once the daemon is dead: it would take us for dead else
                if self._serve(channel, Watch(channel, self._callers, daemon.pid)):
                    return 0
                daemon.kill()
                daemon.wait()
            self._memory.abandon()
            if self._memory.commit is None:
                log.error("the daemon ended before it had told what to keep")
                return 1
            successor = self._succeed()
            if successor is None:
                return 1
            channel, daemon = successor.channel, successor.process

    def _serve(self, channel: Channel, watch: Watch) -> bool:
        """Serves one daemon until it says leave (True), or until it closes its end, hangs or breaks
        the protocol (False)."""
        decoder = Decoder(limit=wire.MAX_LINE)
        inherited = self._memory.commit
        try:
            while data := watch.hear(may_ask=self._may_ask(inherited)):
                for message in decoder.feed(data):
                    if isinstance(message, ParseError):
                        raise message
                    if self._take(channel, wire.read(message)):
                        return True
        except (ParseError, ProtocolError, FrameTooLarge):
            log.exception("the daemon broke the protocol, and is replaced")
        except NotAcknowledged as error:
            log.error("%s: it is replaced", error.message)  # noqa: TRY400 (no trace)
        except OSError as error:
            log.warning("the daemon has gone: %s", error)
        return False

    def _may_ask(self, inherited: wire.Commit | None) -> bool:
        """Whether the daemon may be asked if it is there: it has sent a commit, which names our
        version. Another version may not know this message. `inherited`: the last commit of the
        daemon before."""
        said = self._memory.commit
        return said is not None and said is not inherited and said.version == __version__

    def _take(self, channel: Channel, said: wire.Said) -> bool:
        match said:
            case wire.Leave():
                return True
            case wire.Kept() | wire.AreYouThere():
                raise ProtocolError(f"a keeper can't take {type(said).__name__}")
            case wire.Here():
                pass  # any message shows that the daemon does not hang
            case wire.Commit():
                reach("keeper.heard")
                self._memory.take(said)
                reach("keeper.taken")
                self._restarts.succeeded()
                self._starts = 0
                channel.send(wire.write(wire.Kept(said.number)))
            case _:
                self._memory.take(said)
        return False

    def _succeed(self) -> ChildProcess | None:
        """Starts a new daemon that has been sent all records. None: none can be started."""
        while (delay := self._restarts.delay(time.monotonic())) is not None:
            self._pause(delay)
            reach("keeper.succeeding")
            try:
                successor = self._start()
            except OSError as error:
                log.error("no daemon could be started: %s", error)  # noqa: TRY400 (no trace)
                continue
            log.warning("the daemon has gone; pid %d goes on with its work", successor.process.pid)
            return successor
        log.error("no daemon can be started; what was kept is given up")
        return None

    def _start(self) -> ChildProcess:
        told = (json.dumps(self._handover), "--keeper", str(os.getpid()))
        command = (*self._command, *told)
        self._starts += 1
        if self._starts <= _LATEST_STARTS:
            command = launcher.latest(command)
        child = select.processes().spawn(command, self._handover)
        everything = wire.Commit(0, __version__, whole=True)
        child.channel.wait_at_most(SEND_WITHIN)
        try:
            for line in wire.lines(self._memory.records, (), everything):
                child.channel.send(line)
        except OSError:  # a daemon that got only a part would give up all of it
            child.channel.close()
            child.process.kill()
            child.process.wait()
            raise
        return child
