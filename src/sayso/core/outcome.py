"""The closed union of outcomes: how one question ended, who decided, and why.

Each outcome is a class of its own, so that `match` with `assert_never` covers them all. An
outcome has no truth value: `if outcome:` raises, because every outcome but two means
*not approved*. Ask `outcome.allowed`.
"""

from __future__ import annotations

from enum import StrEnum

from sayso.core.secret import Secret
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class Decider(StrEnum):
    """Who decided."""

    USER = "user"
    HEADLESS = "headless"
    DEADLINE = "deadline"
    UI = "ui"
    REQUESTER = "requester"
    POLICY = "policy"


class By(StrEnum):
    """What the person approved or answered with, where it was no input device of theirs.

    This is a field of its own, and no decider: the person still decides, and a program that does
    not know this field reads the outcome as it always did. No other word is ever added.
    """

    ASSISTIVE = "assistive"
    """An action of assistive technology, which the person allows in the settings."""


class _Outcome(Value):
    status: ClassVar[str]
    allowed: ClassVar[bool] = False
    """Whether it lets the requester act. True only for an approval and for an answer."""
    deciders: ClassVar[tuple[Decider | None, ...]]
    """Who can decide it: the values that `decider` may have."""

    def __bool__(self) -> bool:
        raise TypeError("an outcome has no truth value: ask outcome.allowed")


class Approved(_Outcome):
    """The person used the control that approves."""

    status = "approved"
    allowed = True
    deciders = (Decider.USER,)
    decider: Literal[Decider.USER] = Decider.USER
    by: By | None = None
    """`assistive`: an action of assistive technology did it, as the person allows in the settings.
    Left out: an input device of theirs."""
    checked: bool | None = None
    """Whether the check box was on. None, or left out: the question has none."""


class FormAnswer(Value):
    """The answer to one question of a form."""

    answer: str | tuple[str, ...] | bool | None = None
    """What was typed, the options chosen, or yes or no; None: the question was left out."""
    custom: str = ""
    """The person's own words, beside or instead of the options."""


class Answered(_Outcome):
    """A password, text, selection or form was sent, or its answer was declared by the requester for
    when nobody can be asked; a notice was acknowledged; or the requester said that a sign-in by a
    device code is done."""

    status = "answered"
    allowed = True
    deciders = (Decider.USER, Decider.HEADLESS, Decider.REQUESTER)
    decider: Literal[Decider.USER, Decider.HEADLESS, Decider.REQUESTER] = Decider.USER
    secret: Secret | None = None
    """The password, which whoever has the outcome uses and wipes; None for other kinds."""
    answer: str | tuple[str, ...] | None = None
    """For a text: what was typed. For a selection: the options chosen, as the asker gave them and
    in that order. None, or left out, for other kinds."""
    custom: str = ""
    """For a selection: the person's own words, beside or instead of the options."""
    answers: tuple[FormAnswer, ...] | None = None
    """For a form: one answer for each of its questions, in their order. None, or left out, for
    other kinds."""
    by: By | None = None
    """`assistive`: an action of assistive technology did it, as the person allows in the settings.
    Left out: an input device of theirs."""
    checked: bool | None = None
    """For a password: whether the check box was on. None, or left out: the question has none."""

    def __eq__(self, other: object) -> bool:
        """Compares all but the secret: no comparison reveals anything about it."""
        return isinstance(other, Answered) and self._open == other._open

    def __hash__(self) -> int:
        return hash((Answered, self._open))

    @property
    def _open(self) -> tuple[object, ...]:
        """All but the secret."""
        return self.decider, self.answer, self.custom, self.answers, self.by, self.checked


class Denied(_Outcome):
    """The person used the control that denies, or the requester declared a denial for when nobody
    can be asked."""

    status = "denied"
    deciders = (Decider.USER, Decider.HEADLESS)
    decider: Literal[Decider.USER, Decider.HEADLESS] = Decider.USER
    words: str = ""
    """One line that the person typed to go along with the denial. Empty, or left out: none."""


class Dismissed(_Outcome):
    """The person closed the window, pressed Escape, or used the control that cancels: not an
    explicit no."""

    status = "dismissed"
    deciders = (Decider.USER,)
    decider: Literal[Decider.USER] = Decider.USER


class Pending(_Outcome):
    """The wait is over. The prompt is open, queued, or answered with its answer kept. Repeat the
    request."""

    status = "pending"
    deciders = (None,)
    ticket: str
    """Names the question, for `collect` and for the identical request."""
    decider: None = None
    unopened: bool = False
    """Whether the question waits for the person to open it, as they have set, and they have not
    done so yet."""


class NoInteractor(_Outcome):
    """Nobody can be asked: no display, no dialog process possible, or the session is locked."""

    status = "no_interactor"
    deciders = (Decider.HEADLESS,)
    reason: str
    """Why, in words."""
    decider: Literal[Decider.HEADLESS] = Decider.HEADLESS


class TimedOut(_Outcome):
    """Nobody answered in time."""

    status = "timed_out"
    deciders = (Decider.DEADLINE,)
    reason: Literal["deadline", "queue", "unopened", "limit"] = "deadline"
    """`deadline`: the time to answer is over. `queue`: it waited too long for its turn. `unopened`:
    it waited too long for the person to open it. `limit`: the limit of a bound call is over."""
    decider: Literal[Decider.DEADLINE] = Decider.DEADLINE


class NotShown(_Outcome):
    """The screen never confirmed that it painted the dialog."""

    status = "not_shown"
    deciders = (Decider.UI,)
    should_retry: bool
    """True: the identical request starts the next attempt. False: there were enough attempts."""
    retry_reason: str
    """Which attempt it was, of how many, and what was missing, in words."""
    decider: Literal[Decider.UI] = Decider.UI


class Superseded(_Outcome):
    """Something newer took the question's place."""

    status = "superseded"
    deciders = (Decider.REQUESTER,)
    reason: Literal["newer_call", "slot", "reworded"]
    """`newer_call`: a newer call took over the prompt. `slot`: a newer prompt took its slot.
    `reworded`: a newer prompt took its place after its call was cancelled."""
    decider: Literal[Decider.REQUESTER] = Decider.REQUESTER


class Withdrawn(_Outcome):
    """Nobody wants the answer any more."""

    status = "withdrawn"
    deciders = (Decider.REQUESTER,)
    reason: Literal["requester", "owner_exited", "caller_gone", "place_closed", "not_from_place"]
    """`requester`: the requester withdrew the question, or said that the sign-in by a device code
    failed. `owner_exited`: its owner exited. `caller_gone`: it was bound and its call has gone, or
    the process that it was asked for has exited. `place_closed`: the person lets nothing come any
    more from the machine that it came from. `not_from_place`: they let nothing of this kind come
    from there."""
    decider: Literal[Decider.REQUESTER] = Decider.REQUESTER


class Refused(_Outcome):
    """The question was not asked, because of a limit, a quiet period, do-not-disturb, or what its
    machine may not ask."""

    status = "refused"
    deciders = (Decider.POLICY,)
    reason: Literal[
        "origin_limit", "prompt_limit", "quiet_period", "do_not_disturb", "not_from_place"
    ]
    """`origin_limit`: too many questions are open for the place where the person works (one
    terminal or application). `prompt_limit`: too many are open in all. `quiet_period`: it was
    denied several times. `do_not_disturb`: the person does not want to be disturbed.
    `not_from_place`: the person lets this other machine ask for no passwords, device codes and
    opened links."""
    retry_after: float | None = None
    """Seconds until it may be asked again; null: not known."""
    decider: Literal[Decider.POLICY] = Decider.POLICY


Decision = Approved | Answered | Denied | Dismissed | TimedOut
"""Outcomes that are spent once, in three steps: ready, claim and committed."""

Outcome = Decision | Pending | NoInteractor | NotShown | Superseded | Withdrawn | Refused

OUTCOMES: tuple[type[Outcome], ...] = (
    Approved,
    Answered,
    Denied,
    Dismissed,
    TimedOut,
    Pending,
    NoInteractor,
    NotShown,
    Superseded,
    Withdrawn,
    Refused,
)
