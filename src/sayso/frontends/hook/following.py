"""Follows the events of an OpenCode server, and asks what it asks, for as long as it runs."""

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
"""Questions: half of what the daemon takes from one terminal, where others ask as well."""


class Follower:
    """Of one server. Whatever goes wrong with a question, its terminal still asks it."""

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str],
        note: Callable[[str], None],
        *,
        spawn: bool,
    ) -> None:
        """`note` is told each failure. Raises InvalidParams."""
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
            # what was stopped in its terminal is not told to be replied
            self._turns.end_those(_of(Event(properties).text("sessionID")))

    def _catch_up(self, kind: str) -> None:
        """With what was asked before: it is not told again."""
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
        """None: it is over. Raises Abstention and SaysoError."""
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
        """What goes wrong within is of one event alone, and ends nothing else. `unless`: it has no
        effect."""
        try:
            yield
        except (Abstention, SaysoError) as reason:
            why = str(reason)
        except Exception as error:  # noqa: BLE001 - a thread's would be lost, the reader's end all
            import traceback

            why = f"a fault in sayso itself: {''.join(traceback.format_exception(error))}"
        else:
            return
        if not unless():
            self._note(f"nobody decided. {why}")


def _of(session: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.told.get("sessionID") == session
