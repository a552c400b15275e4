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
    """By what the person approved or answered, where it was no device of theirs.

    A field of its own, no decider: it is still the person who decides, and a program from before
    there was this field reads the outcome as it always did. No other word is ever added.
    """

    ASSISTIVE = "assistive"
    """An accessibility action did it, as the person allows in the settings."""


class _Outcome(Value):
    status: ClassVar[str]
    allowed: ClassVar[bool] = False
    """True only where the person's own answer lets the requester act."""
    deciders: ClassVar[tuple[Decider | None, ...]]
    """Who can decide it: what `decider` may be."""

    def __bool__(self) -> bool:
        raise TypeError("an outcome has no truth value: ask outcome.allowed")


class Approved(_Outcome):
    """The approve control was used."""

    status = "approved"
    allowed = True
    deciders = (Decider.USER,)
    decider: Literal[Decider.USER] = Decider.USER
    by: By | None = None
    """An accessibility action did it, as the person allows. Left out: a device of theirs."""
    checked: bool | None = None
    """Whether the check box was on; None: the question has none."""


class FormAnswer(Value):
    """To one question of a form."""

    answer: str | tuple[str, ...] | bool | None = None
    """What was typed, the options chosen, or yes or no; None: it was left out."""
    custom: str = ""
    """Words of the person's own, beside or instead of the options."""


class Answered(_Outcome):
    """A password or form was sent, or declared by the requester for no interactor; a notice
    was acknowledged; or the requester said that a sign-in by a device code is done."""

    status = "answered"
    allowed = True
    deciders = (Decider.USER, Decider.HEADLESS, Decider.REQUESTER)
    decider: Literal[Decider.USER, Decider.HEADLESS, Decider.REQUESTER] = Decider.USER
    secret: Secret | None = None
    """The password, for whoever has the outcome to use and wipe; None for other kinds."""
    answer: str | tuple[str, ...] | None = None
    """Of a text what was typed; of a selection the options chosen, as the asker gave them and in
    that order. None for other kinds."""
    custom: str = ""
    """Of a selection: words of the person's own, beside or instead of the options."""
    answers: tuple[FormAnswer, ...] | None = None
    """Of a form: one for each of its questions, in their order. None for other kinds."""
    by: By | None = None
    """An accessibility action did it, as the person allows. Left out: a device of theirs."""
    checked: bool | None = None
    """Of a password: whether the check box was on; None: the question has none."""

    def __eq__(self, other: object) -> bool:
        """Whatever the secret: no comparison tells anything of it."""
        return isinstance(other, Answered) and self._open == other._open

    def __hash__(self) -> int:
        return hash((Answered, self._open))

    @property
    def _open(self) -> tuple[object, ...]:
        """All but the secret."""
        return self.decider, self.answer, self.custom, self.answers, self.by, self.checked


class Denied(_Outcome):
    """The deny control was used, or declared by the requester for no interactor."""

    status = "denied"
    deciders = (Decider.USER, Decider.HEADLESS)
    decider: Literal[Decider.USER, Decider.HEADLESS] = Decider.USER
    words: str = ""
    """Typed by the person to go along with it: one line, text of theirs. Empty: none."""


class Dismissed(_Outcome):
    """The window was closed, or Escape was pressed: not an explicit no."""

    status = "dismissed"
    deciders = (Decider.USER,)
    decider: Literal[Decider.USER] = Decider.USER


class Pending(_Outcome):
    """The wait ended; the prompt is open, queued, or answered and kept. Repeat the request."""

    status = "pending"
    deciders = (None,)
    ticket: str
    """Names the question: good for the identical request, and for `collect`."""
    decider: None = None
    unopened: bool = False
    """It waits for the person to open it, as they have set, and they have not yet."""


class NoInteractor(_Outcome):
    """Nobody can be asked: no display, no dialog process possible, or the session is locked."""

    status = "no_interactor"
    deciders = (Decider.HEADLESS,)
    reason: str
    """In words."""
    decider: Literal[Decider.HEADLESS] = Decider.HEADLESS


class TimedOut(_Outcome):
    """Nobody answered in time."""

    status = "timed_out"
    deciders = (Decider.DEADLINE,)
    reason: Literal["deadline", "queue", "unopened", "limit"] = "deadline"
    """The deadline passed, it waited too long for its turn, or for the person to open it, or a
    bound call's limit is over."""
    decider: Literal[Decider.DEADLINE] = Decider.DEADLINE


class NotShown(_Outcome):
    """The screen never confirmed painting."""

    status = "not_shown"
    deciders = (Decider.UI,)
    should_retry: bool
    """The identical request is the next attempt; false: there were enough."""
    retry_reason: str
    """Which attempt it was, of how many, and what was missing: in words."""
    decider: Literal[Decider.UI] = Decider.UI


class Superseded(_Outcome):
    """Something newer took its place."""

    status = "superseded"
    deciders = (Decider.REQUESTER,)
    reason: Literal["newer_call", "slot", "reworded"]
    """A newer call took the prompt, a newer prompt its slot, or the place of one whose call was
    cancelled."""
    decider: Literal[Decider.REQUESTER] = Decider.REQUESTER


class Withdrawn(_Outcome):
    """Nobody wants the answer any more."""

    status = "withdrawn"
    deciders = (Decider.REQUESTER,)
    reason: Literal["requester", "owner_exited", "caller_gone", "place_closed", "not_from_place"]
    """The requester withdrew it or, of a device code, said that it failed; its owner exited; it was
    bound and its call has gone, or the process that it was asked for; or the person lets nothing
    come any more from the machine that it came from, or nothing of the kind."""
    decider: Literal[Decider.REQUESTER] = Decider.REQUESTER


class Refused(_Outcome):
    """It was not asked: a limit, a quiet period or do-not-disturb."""

    status = "refused"
    deciders = (Decider.POLICY,)
    reason: Literal[
        "origin_limit", "prompt_limit", "quiet_period", "do_not_disturb", "not_from_place"
    ]
    """Questions open for the place where the person works, or in all; denied several times; or the
    person lets another machine ask for no passwords, device codes and opened links."""
    retry_after: float | None = None
    """Seconds; null: not known."""
    decider: Literal[Decider.POLICY] = Decider.POLICY


Decision = Approved | Answered | Denied | Dismissed | TimedOut
"""Outcomes that are spent once, through ready, claim and committed."""

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
