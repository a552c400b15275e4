"""Follows the events of an OpenCode server while it runs, and puts its questions to the person."""

from __future__ import annotations

from contextlib import contextmanager

from sayso.errors import SaysoError
from sayso.frontends.hook import event, opencode
from sayso.frontends.hook.asking import Waiting
from sayso.frontends.hook.event import Abstention, Event
from sayso.frontends.hook.opencode_server import Server, name
from sayso.frontends.hook.turns import Asked, Turns
from sayso.values import replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from sayso.frontends.hook.question import Reply

AT_ONCE = 4
"""Most questions asked at the same time: half of what the daemon takes from one terminal, since
other programs ask from it too."""


class Follower:
    """Follows one server. Whatever goes wrong here, OpenCode's terminal still asks the question."""

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str],
        note: Callable[[str], None],
        *,
        spawn: bool,
    ) -> None:
        """`note` is called with each failure. Raises InvalidParams if `address` can't be used."""
        self._server = Server(address, environ)
        self._note = note
        self._spawn = spawn
        self._turns = Turns(AT_ONCE, self._ask)

    def follow(self) -> None:
        """Returns once the server ends. Raises ServiceError where it can't be reached."""
        try:
            for data in self._server.events():
                with self._noting():
                    self._take(event.read(data))
        finally:
            self._turns.end_all()

    def _take(self, told: Event) -> None:
        kind, _, what = told.given("type", "").partition(".")
        properties: dict[str, Any] = told.given("properties", {})
        if (kind, what) == ("server", "connected"):
            for each in opencode.KINDS:
                with self._noting():
                    self._catch_up(each)
        elif kind in opencode.KINDS and what == "asked":
            self._begin(kind, properties)
        elif kind in opencode.KINDS and what in ("replied", "rejected"):
            self._turns.end(Event(properties).text("requestID"))
        elif kind == "session" and what in ("idle", "deleted"):
            # OpenCode sends no "replied" event for a question that is stopped in its terminal
            self._turns.end_those(_of(Event(properties).text("sessionID")))

    def _catch_up(self, kind: str) -> None:
        """Takes up questions asked before we connected: the server does not send them again."""
        for asked in self._server.waiting(kind):
            with self._noting():
                self._begin(kind, asked)

    def _begin(self, kind: str, asked: Any) -> None:
        if not isinstance(asked, dict):
            raise Abstention("a question is no JSON object")
        self._turns.add(Asked(kind, name(Event(asked), "id"), asked))

    def _ask(self, asked: Asked, over: threading.Event) -> None:
        with self._noting(unless=over.is_set):
            reply = self._reply(asked, over)
            if reply is not None and not over.is_set():
                self._server.reply(asked.kind, asked.number, reply)

    def _reply(self, asked: Asked, over: threading.Event) -> Reply | None:
        """The person's reply; None: the question is over. Raises Abstention and SaysoError."""
        context = self._server.context(asked.told, over)
        question = opencode.KINDS[asked.kind](Event(asked.told), context)
        if over.is_set():
            return None
        question = replace(question, is_over=over.is_set)
        waiting = Waiting(question, opencode.TITLE, opencode.LIMIT, spawn=self._spawn)
        outcome = waiting.outcome()
        if outcome is None:
            return None
        reply = question.reply(outcome)
        if reply is None:
            from sayso.presentation.outcomes import explain

            raise Abstention(explain(outcome).partition("\n")[0])
        return reply

    @contextmanager
    def _noting(self, unless: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Notes what goes wrong in the block: it concerns one event and ends nothing else. If
        `unless` returns True, it is not noted, as it has no effect."""
        try:
            yield
        except (Abstention, SaysoError) as reason:
            why = str(reason)
        except Exception as error:  # noqa: BLE001 - else it is lost in a thread, or ends the reader
            import traceback

            why = f"a fault in sayso itself: {''.join(traceback.format_exception(error))}"
        else:
            return
        if not unless():
            self._note(f"nobody decided. {why}")


def _of(session: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.told.get("sessionID") == session
