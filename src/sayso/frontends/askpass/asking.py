"""Asks the person what another program wants to know, for as long as that program waits for it."""

from __future__ import annotations

from sayso import __version__
from sayso.client.sync import Client
from sayso.core.outcome import Answered
from sayso.frontends.askpass import behalf, prompt
from sayso.frontends.bound import Watched
from sayso.platforms import select
from sayso.platforms.contract.output import Output

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from sayso.core.outcome import Outcome
    from sayso.frontends.askpass.repeats import PromptNote
    from sayso.platforms.contract.starter import Client as Connected

_REPLY_WITHIN = 4.0
"""Seconds for the daemon to reply: a program that waits for us is to hear soon that the daemon
hangs."""


class Asking:
    """Asks the person for the program that started this process."""

    def __init__(self, name: str, *, for_clients: bool = False) -> None:
        """`name`: the name that this client gives the daemon. `for_clients`: the program that
        started us asks for another program, which has connected to it."""
        self._client = Client(
            name=f"{name}/{__version__}", reply_within=_REPLY_WITHIN, rejoin_within=0.0
        )
        starter = select.starter()
        self._held = starter.hold()
        self._clients = starter.clients() if for_clients else ()
        self.find = starter.program
        self.program = self.find(self._held.pid)
        """The program that started us; None: the system does not show it."""

    def behalf(self) -> dict[str, str]:
        """Lines that say on whose behalf we ask: each line's name, and its text."""
        programs = [each.program for each in self._live_clients()]
        return behalf.describe(self.program, programs, self.find)

    def _live_clients(self) -> list[Connected]:
        """The clients that are still connected, each process once: a client may have connected
        several times, and hung up again. Those that can't be seen count as one."""
        live = [each for each in self._clients if each.lives()]
        return [*{each.program and each.program.pid: each for each in live}.values()]

    def _on_behalf(self) -> dict[str, Any]:
        """Options that name the only client, with its inherited socket as the proof. Empty if there
        is none, it can't be seen, or there are several of which any may be the one."""
        match self._live_clients():
            case [client] if client.program:
                return {"on_behalf": client.program.pid, "on_behalf_socket": client.lendable}
            case _:
                return {}

    def outcome(self, kind: str, *words: object, **options: Any) -> Outcome | None:
        """Asks through the client's method `kind`. None: nobody waits for the answer any more.
        Raises SaysoError."""

        options |= {"bound": True, "heard": self._is_heard, **self._on_behalf()}

        def ask() -> Outcome:
            method = getattr(self._client, kind)
            outcome: Outcome = method(*words, **options)
            return outcome

        return Watched(self._client, lambda: not self._is_heard()).outcome(ask)

    def _is_heard(self) -> bool:
        """Whether the program that started us lives and still reads our output. If it is an
        ssh-agent that asks for clients, at least one of them has to be connected, too."""
        if not self._held.lives() or select.processes().output() is Output.ABANDONED:
            return False
        return not self._clients or any(each.lives() for each in self._clients)


class Prompted:
    """The question that a prompt stands for, asked for the program that started us."""

    def __init__(self, text: str, environ: Mapping[str, str]) -> None:
        hint = environ.get("SSH_ASKPASS_PROMPT", "")
        self._asking = Asking("sayso-askpass", for_clients=hint == "confirm")
        self._text = text
        program = self._asking.program
        self._wanted = prompt.read(text, hint, program.name if program else "")
        self._said: PromptNote | None = None
        if program and prompt.tries_again(program.name):
            from sayso.frontends.askpass.repeats import PromptNote  # hashlib takes long to load

            self._said = PromptNote(environ, program, text)

    @property
    def is_secret(self) -> bool:
        return self._wanted.kind == "password"

    def outcome(self) -> Outcome | None:
        """Asks the person. None: nobody waits for the answer any more. Raises SaysoError."""
        wanted = self._wanted
        words: list[Any] = [behalf.plain(self._text.strip()) or wanted.title]
        if wanted.choices:
            words.append(wanted.choices)
        outcome = self._asking.outcome(wanted.kind, *words, **self._options())
        if self._said and isinstance(outcome, Answered):
            self._said.note_answer(self._asking.find)
        return outcome

    def _options(self) -> dict[str, Any]:
        details = behalf.render(self._asking.behalf())
        options = {"title": self._wanted.title, "details": details, "detail_kind": "fields"}
        wrong = {"error": prompt.WRONG} if self._said and self._said.was_answered() else {}
        return options | wrong | dict(self._wanted.options)
