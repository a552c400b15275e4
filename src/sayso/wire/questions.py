"""The parameters of `ask`, for each kind of question.

Short commands load this module for their options, so it imports what only the daemon needs inside
functions.

A clock such as `timeout` that is left out gets the default that the person has configured. `null`,
a wrong type, an unknown field, or a number that is out of bounds or not finite raises
InvalidParams, which names the field.
"""

from __future__ import annotations

from abc import abstractmethod

from sayso.core import settings as s
from sayso.wire import texts
from sayso.wire.actions import Action
from sayso.wire.form import OPTIONS, QUESTIONS, FormField, OptionParams, read_options
from sayso.wire.params import CLOCKS, IDENTITY, LIFE, Params, Record, Usage, field
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

_KIND = "Kind of the question."


def _clock(name: str, says: str, help_: str, default: str = "", *, whole: bool = False) -> Any:
    """Declares a number that comes from the settings if it is left out. `default`: name of the
    setting, if that is another than `name`."""
    schema_default = s.plain_value(getattr(_DEFAULTS, default or name))
    usage = Usage(help_, "N" if whole else "DURATION", CLOCKS)
    return field(Number(s.REQUESTED[name], whole=whole), says, None, schema_default, usage)


def _words(shape: Text, says: str, usage: Usage | None = None) -> Any:
    """Declares a text that is empty if it is left out."""
    return field(shape, says, "", "", usage)


def _flag(says: str, usage: Usage | None = None) -> Any:
    return field(Flag(), says, default=False, schema_default=False, usage=usage)


def wait() -> Any:
    says = "Seconds until this call hears `pending`."
    return _clock("wait", says, "how long to wait here; then pending, and the dialog stays")


def _form_timeout() -> Any:
    timeout = Ask.FIELDS["timeout"]
    help_ = timeout.usage.help if timeout.usage else ""
    return _clock("timeout", timeout.says, help_, "timeout_form")


NOT_BESIDE_BOUND = {
    "wait": "a bound question is waited for to its outcome",
    "retention": "a bound question keeps no answer",
    "slot": "a bound question takes no other's place",
    "ticket": "a bound question goes on with no other",
    "rewords": "a bound question takes no other's place",
}
"""Fields that a bound question can't have, and why."""

NOT_BESIDE_ADDRESS = {
    "approve": "the control that opens a page says so in the dialog's own words",
    "action": "what is approved is the page, and no command",
}
"""Fields that a question with an `address` can't have, and why."""


class Ask(Params):
    """Asks a question, or goes on with the same asker's identical question."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"bound": {"const": True}}, "required": ["bound"]},
        "then": {"not": {"anyOf": [{"required": [name]} for name in NOT_BESIDE_BOUND]}},
        "else": {"not": {"required": ["limit"]}},
    }

    kind: str = field(Text(), _KIND)
    message: str = field(
        Text(s.MESSAGE_BYTES, BYTES, (texts.not_empty,), {"minLength": 1}),
        "The question: plain text, of several lines.",
    )
    title: str = _words(
        texts.TITLE, "One line above it.", Usage("a title above it, at most 200 characters", "TEXT")
    )
    details: str = _words(
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
    approve: str = _words(
        texts.LABEL,
        "Label of the control that approves or sends; must not mean no. Empty: the dialog's own.",
        Usage("label of the control that says yes", "LABEL"),
    )
    wait: float | None = wait()
    timeout: float | None = _clock(
        "timeout",
        "Seconds from the first painted frame until `timed_out`.",
        "how long the dialog stays once it is on the screen; then timed out",
    )
    retention: float | None = _clock(
        "retention",
        "Seconds that an answer which nobody has collected is kept.",
        "how long a late answer is kept",
    )
    render_timeout: float | None = _clock(
        "render_timeout",
        "Seconds that the screen has to paint it, until `not_shown`.",
        "how long it may take to show",
    )
    max_retries: int | None = _clock(
        "max_retries",
        "Further attempts after `not_shown`.",
        "further attempts after the dialog could not be shown",
        whole=True,
    )
    scope: str = _words(
        texts.NAME,
        "Tells sessions of one requester apart; part of who the asker is.",
        Usage("tells sessions of one program apart", "NAME", IDENTITY),
    )
    slot: str = _words(
        texts.NAME,
        "A newer question of the same asker and slot replaces the older one on the screen.",
        Usage("a newer question in this slot replaces the older one", "NAME", IDENTITY),
    )
    owner: int | None = field(
        POSITIVE,
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
    rewords: bool = _flag(
        "It may say in other words what this process has asked before: it takes the place of an "
        "open question of the same process, scope and slot whose call was cancelled, that is, "
        "ended by its connection before its wait was over. Never that of a secret.",
    )
    tool_call: bool = _flag(
        "A tool call of an agent waits for it. Where the person denies it, or a limit, a quiet "
        "period or do-not-disturb refuses it, the log says so of that call, too: `ToolCallDenied`.",
    )
    activation: str | None = field(
        texts.ACTIVATION,
        "The token by which the dialog may come to the front in the asker's place, good once: on "
        "Wayland what XDG_ACTIVATION_TOKEN holds. Never while the person types.",
        None,
    )
    bound: bool = _flag(
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

    says_it_is: str = _words(
        texts.CLAIM,
        "What the program that asks calls itself: a claim, which the dialog shows as one, beside "
        "the name that the kernel gives it. No part of what is asked.",
    )
    on_behalf: int | None = field(
        POSITIVE,
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
    on_behalf_socket: bool = _flag(
        "A connected Unix socket comes along (SCM_RIGHTS) with the first byte of this line; beside "
        "`on_behalf` alone. Where it was accepted from that process, which still holds the other "
        "end, the claim is a fact: that process heads the dialog. Linux alone can tell.",
    )
    for_key: bool = _flag(
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

    deny: str = _words(
        texts.LABEL,
        "Label of the control that denies; must not mean yes. Empty: the dialog's own.",
        Usage("label of the control that says no", "LABEL"),
    )

    @property
    def _refusals(self) -> dict[str, str]:
        return {"deny": self.deny}


class AskConfirm(AskOrDeny):
    """A question that the person approves or denies."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        **Ask.SAYS,
        "not": {"anyOf": [{"required": ["address", name]} for name in NOT_BESIDE_ADDRESS]},
    }

    kind: str = field(Choice(("confirm",)), _KIND)
    severity: str = field(
        Choice(("normal", "destructive")),
        "A destructive question looks it, and its `timeout` is 60 s where none is given.",
        "normal",
        "normal",
        Usage("it destroys something, and should look it", name="destructive"),
    )
    cancel: str = _words(
        texts.LABEL,
        "Label of a third control, which dismisses; must not mean yes. Empty: there is none.",
        Usage("a third control of this label, which dismisses", "LABEL"),
    )
    check: str = field(
        texts.CHECK,
        "Label of a check box, off at first: the outcome says whether it was `checked`. It may "
        "only widen what is approved. Left out: there is none.",
        "",
        usage=Usage(
            "a check box of this label, off at first; it may widen what is approved", "LABEL"
        ),
    )
    deny_words: bool = _flag(
        "The person may type one line to go along with a denial: `words` of the outcome.",
        Usage("let the person say a few words with a denial"),
    )
    action: Action | None = field(
        Record(Action),
        "What the asker says that it runs once this is approved: the dialog shows the command, in "
        "words of its own. `descriptor` and `newline` say nothing here.",
        None,
    )
    address: str = field(
        texts.ADDRESS,
        "A web page that approving opens, in the person's browser: `approved` says that it was "
        "opened. https, or http on this machine; no user information, its host in ASCII. Not "
        "beside `approve` and `action`.",
        "",
        usage=Usage("a page that saying yes opens in the browser: https://…", "URL"),
    )

    def verify(self, given: Collection[str]) -> None:
        super().verify(given)
        for name, why in NOT_BESIDE_ADDRESS.items():
            if self.address and name in given:
                raise ValueError(f"{name}: {why}")

    @property
    def _refusals(self) -> dict[str, str]:
        return super()._refusals | {"cancel": self.cancel}

    def question(self) -> q.Confirm:
        from sayso.core.questions import Confirm, Severity

        told = {"severity": Severity(self.severity), "action": self.action and self.action.read()}
        return Confirm(**self.of(Confirm) | told)


class AskNotice(Ask):
    """Something for the person to know, with one button."""

    kind: str = field(Choice(("notice",)), _KIND)

    def question(self) -> q.Notice:
        from sayso.core.questions import Notice

        return Notice(**self.of(Notice))


class AskDeviceCode(Ask):
    """A web address, and a code to sign in with there; the question stays open until `finish`."""

    WITHOUT: ClassVar[frozenset[str]] = frozenset({"approve"})
    SAYS: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"bound": {"const": False}}, "required": ["bound"]},
        "then": Ask.SAYS["else"],
        "else": Ask.SAYS["then"],
    }

    kind: str = field(Choice(("device_code",)), _KIND)
    address: str = field(
        texts.ADDRESS,
        "Where the code is typed: https, or http on this machine; no user information, its host in "
        "ASCII.",
        usage=Usage("where the code is typed: https://…", "URL"),
    )
    code: str = field(
        texts.CODE,
        "What the person types there, or compares: one line, shown as it is.",
        usage=Usage("what the person types there, at most 64 characters", "CODE"),
    )
    timeout: float | None = field(
        Number(s.DEVICE_CODE_TIMEOUT),
        "Seconds that the code is good, as its provider says: from the first painted frame until "
        "`timed_out`, and standing still at no time.",
        None,
        s.plain_value(s.DEVICE_CODE_SECONDS),
        Usage("how long the code is valid", "DURATION", CLOCKS),
    )
    bound: bool = field(
        Flag(),
        "The question lives no longer than this call, which waits to its outcome; nothing of it is "
        "kept. Only where this is false may `wait`, `retention`, `slot`, `ticket` and `rewords` "
        "stand beside it, and `finish` be said with its ticket.",
        default=True,
        schema_default=True,
    )

    def question(self) -> q.DeviceCode:
        from sayso.core.questions import DeviceCode

        return DeviceCode(**self.of(DeviceCode))


class AskPassword(AskOrDeny):
    """A question for one secret, such as a password."""

    kind: str = field(Choice(("password",)), _KIND)
    error: str = _words(
        texts.ERROR,
        "What was wrong with the one before: one line under the field.",
        Usage("what was wrong with the one before", "TEXT"),
    )
    repeat: bool = _flag(
        "Whether it is typed twice, and both must be the same.",
        Usage("have it typed twice, the same"),
    )
    user: str = field(
        texts.CHECK,
        "Label of a field above it, for the name that the password is of. What is handed over is "
        "then the name, a newline, and the password. Left out: there is none.",
        "",
        usage=Usage(
            "ask for a name as well, by this label; it comes first, on its own line",
            "TEXT",
            name="user_prompt",
        ),
    )
    check: str = field(
        texts.CHECK,
        "Label of a check box, off at first: the outcome says whether it was `checked`. It may "
        "only widen what the password is sent for. Left out: there is none.",
        "",
        usage=Usage(
            "a check box of this label, off at first; it may widen what the password is for",
            "LABEL",
            is_for_agents=False,
        ),
    )
    action: Action | None = field(
        Record(Action),
        "What the asker says that it is for: the dialog shows the command, in words of its own. "
        "The secret still goes to the asker, who is to hand it on.",
        None,
    )

    def question(self) -> q.Password:
        from sayso.core.questions import Password

        return Password(**self.of(Password) | {"action": self.action and self.action.read()})


class AskText(AskOrDeny):
    """A question that the person answers by typing a text."""

    kind: str = field(Choice(("text",)), _KIND)
    timeout: float | None = _form_timeout()
    error: str = _words(
        texts.ERROR,
        "What was wrong with the one before: one line under the field.",
        Usage("what was wrong with the one before", "TEXT"),
    )
    default: str = _words(
        Text(s.ANSWER_BYTES, BYTES, (texts.all_seen,)),
        "Stands in the field at first. One line, unless `multiline`.",
        Usage("what stands in the field at first", "TEXT"),
    )
    multiline: bool = _flag(
        "The answer may have several lines: Return begins a new one, Ctrl+Return sends.",
        Usage("the answer may have several lines"),
    )

    def verify(self, given: Collection[str]) -> None:
        super().verify(given)
        if self.default and not self.question().takes(self.default):
            raise ValueError("default: must be one line, without tabs, unless multiline is true")

    def question(self) -> q.Text:
        from sayso.core.questions import Text

        return Text(**self.of(Text))


class AskSelect(AskOrDeny):
    """A choice of one option, or of any number of options."""

    kind: str = field(Choice(("select",)), _KIND)
    timeout: float | None = _form_timeout()
    error: str = _words(
        texts.ERROR,
        "What was wrong with the choice before: one line under the options.",
        Usage("what was wrong with the choice before", "TEXT"),
    )
    options: tuple[str | OptionParams, ...] = field(
        OPTIONS,
        "What there is to choose from, each a label, or an object with a description: no two that "
        "look the same. None is chosen at first.",
        usage=Usage("one of those to choose from", "TEXT", is_option=False),
    )
    multiple: bool = _flag(
        "Any number of them may be chosen, none as well; else exactly one.",
        Usage("any number may be chosen; else exactly one"),
    )
    custom: bool = _flag(
        "The person may type words of their own instead of an option; of several, beside them: "
        "`custom` of the outcome.",
        Usage("the person may type words of their own instead"),
    )

    def question(self) -> q.Select:
        from sayso.core.questions import Select

        return Select(**self.of(Select) | {"options": read_options(self.options)})


class AskForm(AskOrDeny):
    """Several questions on one page."""

    kind: str = field(Choice(("form",)), _KIND)
    timeout: float | None = _form_timeout()
    error: str = _words(
        texts.ERROR,
        "What was wrong with the answers before: one line above the questions.",
        Usage("what was wrong with the answers before", "TEXT"),
    )
    questions: tuple[FormField, ...] = field(
        QUESTIONS, "What is asked, in this order; all is sent as one."
    )

    def question(self) -> q.Form:
        from sayso.core.questions import Form

        questions = tuple(each.question() for each in self.questions)
        return Form(**self.of(Form) | {"questions": questions})


ASKS: dict[str, type[Ask]] = {
    "confirm": AskConfirm,
    "password": AskPassword,
    "text": AskText,
    "select": AskSelect,
    "notice": AskNotice,
    "form": AskForm,
    "device_code": AskDeviceCode,
}
"""The parameters for each kind of question."""
