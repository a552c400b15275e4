"""The parameters that every kind of question has, and how they are declared.

Short commands load this for their options, so it imports what only the daemon needs inside
functions.
"""

from __future__ import annotations

from abc import abstractmethod

from sayso.core import settings as s
from sayso.wire import texts
from sayso.wire.params import CLOCKS, IDENTITY, LIFE, Params, Usage, field
from sayso.wire.shapes import BYTES, Choice, Flag, Hexadecimal, Number, Text

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, ClassVar

    from sayso.core import questions as q
    from sayso.core.events import Request

_DEFAULTS = s.Settings()

TICKET = Hexadecimal(32)
POSITIVE = Number(whole=True, above=0)
PID = Number(whole=True, above=0, below=1 << 32)

KIND = "Kind of the question."


def clock(name: str, says: str, help_: str, default: str = "", *, whole: bool = False) -> Any:
    """Declares a number that comes from the settings if it is left out. `default`: name of the
    setting, if that is another than `name`."""
    schema_default = s.plain_value(getattr(_DEFAULTS, default or name))
    usage = Usage(help_, "N" if whole else "DURATION", CLOCKS)
    return field(Number(s.REQUESTED[name], whole=whole), says, None, schema_default, usage)


def words(shape: Text, says: str, usage: Usage | None = None) -> Any:
    """Declares a text that is empty if it is left out."""
    return field(shape, says, "", "", usage)


def flag(says: str, usage: Usage | None = None) -> Any:
    return field(Flag(), says, default=False, schema_default=False, usage=usage)


def wait() -> Any:
    says = "Seconds until this call hears `pending`."
    return clock("wait", says, "how long to wait here; then pending, and the dialog stays")


def form_timeout() -> Any:
    timeout = Ask.FIELDS["timeout"]
    help_ = timeout.usage.help if timeout.usage else ""
    return clock("timeout", timeout.says, help_, "timeout_form")


NOT_BESIDE_BOUND = {
    "wait": "a bound question is waited for to its outcome",
    "retention": "a bound question keeps no answer",
    "slot": "a bound question takes no other's place",
    "ticket": "a bound question goes on with no other",
    "rewords": "a bound question takes no other's place",
}
"""Fields that a bound question can't have, and why."""


class Ask(Params):
    """Asks a question, or goes on with the same asker's identical question."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"bound": {"const": True}}, "required": ["bound"]},
        "then": {"not": {"anyOf": [{"required": [name]} for name in NOT_BESIDE_BOUND]}},
        "else": {"not": {"required": ["limit"]}},
    }

    kind: str = field(Text(), KIND)
    message: str = field(
        Text(s.MESSAGE_BYTES, BYTES, (texts.not_empty,), {"minLength": 1}),
        "The question: plain text, of several lines.",
    )
    title: str = words(
        texts.TITLE, "One line above it.", Usage("a title above it, at most 200 characters", "TEXT")
    )
    details: str = words(
        Text(s.DETAILS_BYTES, BYTES),
        "Longer plain text under it; approving waits until all of it was on the screen.",
        Usage("longer text under it, at most 256 KiB", "TEXT", name="detail"),
    )
    detail_kind: str = field(
        Choice(("text", "command", "diff", "fields")),
        "What the details are, which says how they are drawn: a command for a shell, a unified "
        "diff, or lines of `Name: value`, where lines indented by two spaces go on with a value. "
        "All of them is shown in any case.",
        "text",
        "text",
        Usage("what that text is: text, command, diff, or fields (lines of Name: value)", "KIND"),
    )
    approve: str = words(
        texts.LABEL,
        "Label of the control that approves or sends; must not mean no. Empty: the dialog's own.",
        Usage("label of the control that says yes", "LABEL"),
    )
    wait: float | None = wait()
    timeout: float | None = clock(
        "timeout",
        "Seconds from the first painted frame until `timed_out`.",
        "how long the dialog stays once it is on the screen; then timed out",
    )
    retention: float | None = clock(
        "retention",
        "Seconds that an answer which nobody has collected is kept.",
        "how long a late answer is kept",
    )
    render_timeout: float | None = clock(
        "render_timeout",
        "Seconds that the screen has to paint it, until `not_shown`.",
        "how long it may take to show",
    )
    max_retries: int | None = clock(
        "max_retries",
        "Further attempts after `not_shown`.",
        "further attempts after the dialog could not be shown",
        whole=True,
    )
    scope: str = words(
        texts.NAME,
        "Tells sessions of one requester apart; part of who the asker is.",
        Usage("tells sessions of one program apart", "NAME", IDENTITY),
    )
    slot: str = words(
        texts.NAME,
        "A newer question of the same asker and slot replaces the older one on the screen.",
        Usage("a newer question in this slot replaces the older one", "NAME", IDENTITY),
    )
    owner: int | None = field(
        PID,
        "Pid of an ancestor of the requester, whose exit withdraws the question. Left out: the "
        "terminal's tab or the application where the person works.",
        None,
        usage=Usage(
            "an ancestor of this process; the question is withdrawn when it exits",
            "PID",
            IDENTITY,
            is_for_agents=False,
        ),
    )
    ticket: str = field(
        TICKET,
        "Ticket of an earlier `pending`: the question that this request repeats.",
        "",
        usage=Usage(
            "of an earlier pending: the question that this repeats",
            "TICKET",
            IDENTITY,
            is_for_agents=False,
        ),
    )
    rewords: bool = flag(
        "It may say in other words what this process has asked before: it takes the place of an "
        "open question of the same process, scope and slot whose call was cancelled, that is, "
        "ended by its connection before its wait was over. Never that of a secret.",
    )
    tool_call: bool = flag(
        "A tool call of an agent waits for it. Where the person denies it, or a limit, a quiet "
        "period or do-not-disturb refuses it, the log says so of that call, too: `ToolCallDenied`.",
    )
    activation: str | None = field(
        texts.ACTIVATION,
        "The token by which the dialog may come to the front in the asker's place, good once: on "
        "Wayland what XDG_ACTIVATION_TOKEN holds. Never while the person types.",
        None,
    )
    bound: bool = flag(
        "The question lives no longer than this call, which waits to its outcome; nothing of it is "
        "kept. Not beside `wait`, `retention`, `slot`, `ticket` and `rewords`.",
        Usage(
            "as long as this command: it waits to the end, and when it goes, so does the dialog, "
            "and no answer is kept",
            group=LIFE,
            is_for_agents=False,
        ),
    )
    limit: float | None = field(
        Number(s.LIMIT),
        "Seconds for the whole call, from its arrival, until `timed_out`; beside `bound` alone.",
        None,
        usage=Usage(
            "with --bound: how long it may take in all", "DURATION", LIFE, is_for_agents=False
        ),
    )

    says_it_is: str = words(
        texts.CLAIM,
        "What the program that asks calls itself: a claim, which the dialog shows as one, beside "
        "the name that the kernel gives it. No part of what is asked.",
    )
    on_behalf: int | None = field(
        PID,
        "Pid of the process that this is asked for: the dialog names it, and its exit withdraws "
        "the question. A claim, beside what the kernel says of that process; not part of what is "
        "asked, but an answer for one process is none for another.",
        None,
        usage=Usage(
            "the process that this is asked for: the dialog names it, and goes when it exits",
            "PID",
            IDENTITY,
            name="for",
            is_for_agents=False,
        ),
    )
    on_behalf_socket: bool = flag(
        "A connected Unix socket comes along (SCM_RIGHTS) with the first byte of this line; beside "
        "`on_behalf` alone. Where it was accepted from that process, which still holds the other "
        "end, the claim is a fact: that process heads the dialog. Linux alone can tell.",
    )
    for_key: bool = flag(
        "To refuse it would lock the person out of a key: where others were denied the same, it is "
        "asked all the same.",
    )

    def verify(self, given: Collection[str]) -> None:
        from sayso.wire import labels

        labels.check(self.approve, **self._refusals)
        if not self.bound and "limit" in given:
            raise ValueError("limit: works only with a bound question")
        if self.on_behalf_socket and self.on_behalf is None:
            raise ValueError("on_behalf_socket: stands beside on_behalf alone")
        for name, why in NOT_BESIDE_BOUND.items():
            if self.bound and name in given:
                raise ValueError(f"{name}: {why}")

    @property
    def _refusals(self) -> dict[str, str]:
        """Labels of all controls but the one that approves, by field."""
        return {}

    @abstractmethod
    def question(self) -> q.Question:
        """The question as the core has it."""

    def to_request(self) -> Request:
        from sayso.core.behalf import Behalf  # for the daemon alone
        from sayso.core.events import BoundRequest, Request

        lives: dict[str, Any] = {
            "question": self.question(),
            "timeout": self.timeout,
            "render_timeout": self.render_timeout,
            "max_retries": self.max_retries,
            "scope": self.scope,
            "owner": self.owner,
            "tool_call": self.tool_call,
            "says_it_is": self.says_it_is,
            "activation": self.activation,
            "behalf": None if self.on_behalf is None else Behalf(self.on_behalf),
            "lends": self.on_behalf_socket,
            "for_key": self.for_key,
        }
        if self.bound:
            return BoundRequest(**lives, limit=self.limit)
        return Request(
            **lives,
            wait=self.wait,
            retention=self.retention,
            slot=self.slot,
            ticket=self.ticket,
            rewords=self.rewords,
        )

    def of(self, kind: type[q.Question]) -> dict[str, Any]:
        """The fields that a question of this class has, as arguments for it."""
        from sayso.core.questions import DetailKind

        told: dict[str, Any] = {name: getattr(self, name) for name in kind.__match_args__}
        return told | {"detail_kind": DetailKind(self.detail_kind)}


class AskOrDeny(Ask):
    """Parameters of a question that may be denied."""

    deny: str = words(
        texts.LABEL,
        "Label of the control that denies; must not mean yes. Empty: the dialog's own.",
        Usage("label of the control that says no", "LABEL"),
    )

    @property
    def _refusals(self) -> dict[str, str]:
        return {"deny": self.deny}
