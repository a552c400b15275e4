"""A retry: the same request, or its ticket, arrives again. The contract's table, as tables."""

from collections.abc import Iterable
from enum import Enum, auto

from sayso.core.events import Request, WithdrawScope
from sayso.core.lineage import Kinship, Lineage, Process, kinship
from sayso.core.outcome import Denied, TimedOut
from sayso.core.prompt import Prompt, State
from sayso.errors import NotOpen

_NOBODY: frozenset[Process] = frozenset()
"""Where no process has exited, the same asker is the very same process."""


class Action(Enum):
    NEW = auto()
    """Open a new prompt."""
    ATTACH = auto()
    """The call waits for this prompt; an older call that waits is superseded."""
    OFFER = auto()
    """The outcome, at once: the late click."""
    ATTEMPT = auto()
    """Show it once more, while attempts are left."""
    STATUS = auto()
    """The same status again."""
    EXPIRED = auto()


BY_REQUEST: dict[State, Action] = {
    State.QUEUED: Action.ATTACH,
    State.SHOWING: Action.ATTACH,
    State.COVERED: Action.ATTACH,
    State.SHOWN: Action.ATTACH,
    State.PUT_OFF: Action.ATTACH,
    State.RELAUNCHING: Action.ATTACH,
    State.DECIDED: Action.OFFER,
    State.UNSEEN: Action.ATTEMPT,
    State.ENDED: Action.NEW,
    State.SPENT: Action.NEW,
    State.FORGOTTEN: Action.NEW,
}

BY_TICKET: dict[State, Action] = BY_REQUEST | {
    State.UNSEEN: Action.STATUS,
    State.ENDED: Action.STATUS,
    State.SPENT: Action.EXPIRED,
    State.FORGOTTEN: Action.EXPIRED,
}


def find(
    alike: Iterable[Prompt],
    request: Request,
    lineage: Lineage,
    exited: frozenset[Process],
    now: float,
) -> Prompt | None:
    """The prompt that `request` repeats: a denied one first, another answered, then the oldest.

    `alike`: those of the same question and scope.
    """
    matches = [
        prompt
        for prompt in alike
        if BY_REQUEST[prompt.standing(now)] is not Action.NEW
        and same_asker(prompt, request.scope, lineage, exited)
        and (not request.question.secret or _may_hear(prompt, lineage))
    ]
    return min(matches, key=_precedence, default=None)


def find_secret(
    alike: Iterable[Prompt], request: Request, lineage: Lineage, exited: frozenset[Process]
) -> Prompt | None:
    """The same asker's identical question for a secret, which `find` has not found: it is replaced.

    Only the very process that asked is sure to be the one that may have what was typed for it; and
    where nothing proves which process asks, nobody is.
    """
    return next(
        (
            prompt
            for prompt in alike
            if request.question.secret
            and (prompt.is_open or prompt.state in (State.DECIDED, State.UNSEEN))
            and same_asker(prompt, request.scope, lineage, exited)
        ),
        None,
    )


def find_slot(
    queue: Iterable[Prompt], request: Request, lineage: Lineage, exited: frozenset[Process]
) -> Prompt | None:
    """The open prompt of the same asker in the slot that `request` names."""
    return next(
        (
            prompt
            for prompt in queue
            if same_slot(prompt, request) and same_asker(prompt, request.scope, lineage, exited)
        ),
        None,
    )


def kin(prompts: Iterable[Prompt], by: Lineage) -> frozenset[Process]:
    """Whose exit decides whether `by` is the same asker as that of one of these prompts.

    None where the very process calls again that called last: it is the same asker. Nor any that
    `by` has as well: those below the first of them decide.
    """
    shared = frozenset(by.processes)
    return frozenset(
        process
        for prompt in prompts
        if prompt.latest.requester != by.requester
        for process in prompt.latest.processes
        if process not in shared
    )


def same_slot(prompt: Prompt, request: Request) -> bool:
    return bool(request.slot) and prompt.request.slot == request.slot


def find_reworded(queue: Iterable[Prompt], request: Request, lineage: Lineage) -> Prompt | None:
    """The first open prompt that `request` may say in other words: the very same process asked for
    it last, and cancelled that call. Not one that is pending, as its asker may come back, and no
    secret: these are replaced by the identical question alone."""
    return next(
        (
            prompt
            for prompt in queue
            if request.rewords
            and prompt.cancelled
            and prompt.request.slot == request.slot
            and not (prompt.request.question.secret or request.question.secret)
            and same_asker(prompt, request.scope, lineage, exited=_NOBODY)
        ),
        None,
    )


def find_scope(queue: Iterable[Prompt], event: WithdrawScope) -> list[Prompt]:
    """All open prompts of the same asker in this scope, but those that are bound to their calls.
    Raises NotOpen where there are none."""
    found = [
        prompt
        for prompt in queue
        if not prompt.bound and same_asker(prompt, event.scope, event.lineage, event.exited)
    ]
    if not found:
        raise NotOpen(
            "no question of this asker is open in this scope",
            field="scope",
            remedy="see sayso list for what is open: a number withdraws another asker's as well",
        )
    return found


def same_asker(prompt: Prompt, scope: str, lineage: Lineage, exited: frozenset[Process]) -> bool:
    """Whether the prompt's latest call and one of this scope come from the same asker."""
    if prompt.latest.place != lineage.place:
        return False
    if prompt.request.scope != scope or prompt.latest.cwd != lineage.cwd:
        return False
    if lineage.cwd is None and prompt.latest.requester != lineage.requester:
        return False
    relation = kinship(prompt.latest, prompt.arrived, lineage, exited)
    return relation is Kinship.SAME or (relation is Kinship.LEFT_BEHIND and prompt.is_open)


def _may_hear(prompt: Prompt, lineage: Lineage) -> bool:
    """A secret is for the very process that first asked; that there is none, for its asker. Where
    nothing proves which process asks, it is for the ticket alone."""
    refused = prompt.state is State.DECIDED and not prompt.outcome.allowed
    is_proven = not (lineage.unproven or lineage.claimed)
    is_first = is_proven and prompt.opened_by.requester == lineage.requester
    return refused or is_first


def _precedence(prompt: Prompt) -> tuple[bool, bool, int]:
    denied = isinstance(prompt.outcome, Denied)
    answered = prompt.state is State.DECIDED and not isinstance(prompt.outcome, TimedOut)
    return (not denied, not answered, prompt.number)
