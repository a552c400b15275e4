"""Outcomes in words: who decided, why, and what to do next."""

from __future__ import annotations

from sayso.core.outcome import (
    Answered,
    Approved,
    By,
    Decider,
    Denied,
    Dismissed,
    NoInteractor,
    NotShown,
    Outcome,
    Pending,
    Refused,
    Superseded,
    TimedOut,
    Withdrawn,
)
from sayso.values import assert_never


def explain(  # noqa: RET503 - assert_never does not return
    outcome: Outcome, *, secret: bool = False, runs: bool = False
) -> str:
    """One sentence or more, for a person or an agent to act on. `secret`: the question is for a
    password. `runs`: the command itself runs what was asked about."""
    match outcome:
        case Approved():
            checked = _CHECKED[outcome.checked]
            return f"Approved by the person at the screen{_BY[outcome.by]}.{checked}"
        case Answered():
            checked = _CHECKED[outcome.checked]
            return f"{_ANSWERS[outcome.decider]}{_BY[outcome.by]}.{checked}"
        case Denied():
            return f"{_DENIALS[outcome.decider]}{_said(outcome.words)}"
        case Dismissed():
            return "The person closed the dialog: no approval, and no explicit no. Stop here."
        case Pending():
            then = _AND_THEN[runs, secret].format(ticket=outcome.ticket)
            return (
                f"No answer yet. {_OPEN[outcome.unopened]}. A late answer is kept for 60 s (600 s\n"
                f"from another machine), or as long as --retention or a setting says. {then}"
            )
        case NoInteractor():
            return (
                f"Nobody can be asked: {outcome.reason}.\n"
                "If there is a screen now, run there: sayso daemon restart\n"
                "If you sit at another machine, run there: sayso remote add, and this one's name"
            )
        case TimedOut():
            return (
                f"{_DELAYS.get(outcome.reason, _UNKNOWN)} If you ask again, it is a new question."
            )
        case NotShown():
            return f"Not shown: {outcome.retry_reason}. {_RETRIES[outcome.should_retry]}"
        case Superseded():
            return f"{_SUCCESSORS.get(outcome.reason, _UNKNOWN)} Nothing to do."
        case Withdrawn():
            return f"{_WITHDRAWALS.get(outcome.reason, _UNKNOWN)} Nothing to do."
        case Refused():
            reason = _REFUSALS.get(outcome.reason, _UNKNOWN_REFUSAL)
            return f"Refused: {reason}.{_retry_after(outcome.retry_after)}"
    assert_never(outcome)


def _said(words: str) -> str:
    """The person's own words, quoted; empty: there are none."""
    if not words:
        return ""
    from sayso.core.text import visible_line  # slow to load, and few people add words

    return f' They say: "{visible_line(words)}"'


def _retry_after(seconds: float | None) -> str:
    return "" if seconds is None else f" Ask again in {seconds:.0f} s at the earliest."


_OPEN = {
    False: "The dialog stays open",
    True: "The person has not opened the question yet: it waits in their tray",
}
_ASKED_ANEW = (
    "Only its ticket gets it.\n"
    "The same command would ask a new question, and what is typed until then would be lost.\n"
)
_COLLECT = "Ticket: {ticket}\nPick the answer up with: sayso collect {ticket}"
_AND_THEN = {
    (False, False): f"The same command then gets it at once.\n{_COLLECT}",
    (False, True): f"{_ASKED_ANEW}{_COLLECT}",
    (True, False): "The same command then runs at once.\nTicket: {ticket}",
    (True, True): (
        f"{_ASKED_ANEW}Ticket: {{ticket}}\n"
        "To run it then, repeat the command with: --ticket {ticket}"
    ),
}
"""What to do after a late answer. The keys: whether the command runs something, and whether the
question is for a secret."""
_UNKNOWN = "For a reason that only a newer sayso knows."
_UNKNOWN_REFUSAL = "for a reason that only a newer sayso knows"
_ANSWERS = {
    Decider.USER: "Answered by the person at the screen",
    Decider.HEADLESS: "Answered from the environment, as declared for when nobody can be asked",
    Decider.REQUESTER: "Signed in, as the program says that asked for it",
}
_BY = {None: "", By.ASSISTIVE: ", through assistive technology, as they allow"}
_CHECKED = {
    None: "",
    True: " They have checked the box.",
    False: " They have not checked the box.",
}
_DENIALS = {
    Decider.USER: "Denied by the person at the screen. Stop here.",
    Decider.HEADLESS: "Denied, as declared for when nobody can be asked. Stop here.",
}
_DELAYS = {
    "deadline": "The time for an answer is over.",
    "queue": "It waited too long for its turn on the screen.",
    "unopened": "The person has not opened it: it waited in their tray for as long as it may.",
    "limit": "The time that this call had is over.",
}
_RETRIES = {
    True: "Repeat the same request to try again.",
    False: "Do not try again.",
}
_SUCCESSORS = {
    "newer_call": "A newer request took this question over.",
    "slot": "A newer question took its place.",
    "reworded": "Its asker gave up waiting, and asked again in other words.",
}
_WITHDRAWALS = {
    "requester": "Withdrawn before it was answered.",
    "owner_exited": "Withdrawn, because its owner exited.",
    "caller_gone": "Withdrawn, because nobody waits for it any more; its answer is not kept.",
    "place_closed": "Withdrawn: the person lets nothing come from this machine any more.",
    "not_from_place": "Withdrawn: the person lets this machine ask for nothing of the kind.",
}
_REFUSALS = {
    "origin_limit": "too many questions of this terminal or application are open",
    "prompt_limit": "too many questions are open",
    "quiet_period": "it was denied several times in a row",
    "do_not_disturb": "the person does not want to be disturbed",
    "not_from_place": "this machine may not ask for passwords, sign-ins or opened pages; where the "
    "person sits, sayso remote allow lets it",
}
