"""What happens when the same request, or its ticket, arrives again: the contract's table, as
tables."""

from collections.abc import Iterable
from enum import Enum, auto

from sayso.core.events import Request, WithdrawScope
from sayso.core.lineage import Kinship, Lineage, Process, kinship
from sayso.core.outcome import Denied, TimedOut
from sayso.core.prompt import Prompt, State
from sayso.errors import NotOpen

_NOBODY: frozenset[Process] = frozenset()
"""No process has exited: then only the very same process is the same asker."""


class Action(Enum):
    NEW = auto()
    """Open a new prompt."""
    ATTACH = auto()
    """The call waits for this prompt; an older call that waits is superseded."""
    OFFER = auto()
    """The kept outcome is offered at once: the person answered after the last call had gone."""
    ATTEMPT = auto()
    """Show it once more, while attempts are left."""
    STATUS = auto()
    """The call gets the prompt's outcome as it is."""
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
    """The prompt that `request` repeats: a denied one first, then another that was answered, then
    the oldest. None: it repeats none.

    `alike`: the prompts of the same question and scope.
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
    """The same asker's prompt with the identical question for a secret, which `find` has not found:
    the new question replaces it. None: there is none.

    What was typed for one process is for that very process alone, and where nothing proves which
    process asks, it is for none.
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
    """Processes whose exit decides whether `by` is the same asker as that of one of these prompts.

    Where the very process calls again that called last, there are none: it is the same asker.
    Processes that `by` has as well are left out: those below the nearest of them decide.
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
    it last, and cancelled that call. Not a prompt that is pending, as its asker may come back, and
    no question for a secret: only the identical question replaces that."""
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
    """All open prompts of the same asker in this scope, without those that are bound to their
    calls. Raises NotOpen where there are none."""
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
    """Whether the prompt's latest call and a call in this scope come from the same asker."""
    if prompt.latest.place != lineage.place:
        return False
    if prompt.request.scope != scope or prompt.latest.cwd != lineage.cwd:
        return False
    if lineage.cwd is None and prompt.latest.requester != lineage.requester:
        return False
    relation = kinship(prompt.latest, prompt.arrived, lineage, exited)
    return relation is Kinship.SAME or (relation is Kinship.LEFT_BEHIND and prompt.is_open)


def _may_hear(prompt: Prompt, lineage: Lineage) -> bool:
    """Whether this requester may hear the outcome of a question for a secret. The secret is for the
    very process that first asked; that there is no secret is for its asker. Where nothing proves
    which process asks, the secret is for the ticket alone."""
    refused = prompt.state is State.DECIDED and not prompt.outcome.allowed
    is_proven = not (lineage.unproven or lineage.claimed)
    is_first = is_proven and prompt.opened_by.requester == lineage.requester
    return refused or is_first


def _precedence(prompt: Prompt) -> tuple[bool, bool, int]:
    denied = isinstance(prompt.outcome, Denied)
    answered = prompt.state is State.DECIDED and not isinstance(prompt.outcome, TimedOut)
    return (not denied, not answered, prompt.number)
