"""Checks the promise, one act for one answer of the person, against what happened in one trial."""

import itertools
from collections import Counter
from dataclasses import dataclass

from faults.ledger import Line, Word

STATUS = {"approve": "approved", "deny": "denied", "close": "dismissed", "typed": "answered"}

SHOWN_AT_MOST = 3
"""Most dialogs that one question may need, when one or two processes were killed."""


@dataclass(frozen=True)
class Loss:
    """What the contract allows a trial to lose; each loss is followed by a visible new question."""

    memory: bool = False
    """Daemon and keeper were both killed: answers may be gone."""
    spent: bool = False
    """A caller that had the outcome was killed: that outcome is lost for certain."""
    secret: bool = False
    """The answer is a secret: the daemon alone holds it, for the process that asked and for the
    ticket."""


def broken(lines: list[Line], loss: Loss) -> list[str]:
    """How the promise was broken; empty: it was kept. `lines` are those of one question, in their
    order."""
    return [*_acts(lines, loss), *_dialogs(lines, loss), *_errors(lines, loss)]


def asked_anew(lines: list[Line]) -> bool:
    """Whether an answer that the person gave was lost, and they had to answer the question
    again."""
    return len(_at(lines, Word.CLICKED)) > 1


def _at(lines: list[Line], word: Word) -> list[int]:
    return [place for place, line in enumerate(lines) if line.word is word]


def _acts(lines: list[Line], loss: Loss) -> list[str]:
    """Checks that exactly one caller acts, and as the person said in the last dialog that they
    saw."""
    acts = _at(lines, Word.COMMITTED)
    if len(acts) != 1:
        return [f"{len(acts)} callers acted"]
    before = lines[: acts[0]]
    since = max([0, *_at(before, Word.SHOWN)[-1:], *_at(before, Word.KILLED)[: loss.spent]])
    said = {_outcome(line) for line in before[since:] if line.word is Word.CLICKED}
    if said != {lines[acts[0]].said}:
        return [f"{lines[acts[0]].said} was committed, but the person said {said or 'nothing'}"]
    return []


def _outcome(click: Line) -> str:
    """The outcome of a click, as a caller hears it: its status, and the password if one was
    typed."""
    choice, *secret = click.said.split()
    return " ".join([STATUS[choice], *secret])


def _dialogs(lines: list[Line], loss: Loss) -> list[str]:
    """Checks that each dialog after the first has a reason that the contract names."""
    faults = []
    shown = _at(lines, Word.SHOWN)
    for place in shown[1:]:
        before = lines[:place]
        killed = {line.said for line in before if line.word is Word.KILLED}
        if loss.memory or _lost_in_claiming(before) or killed & _needed(before, loss):
            continue
        if _at(before, Word.RECORDED):
            faults.append("asked again although the person was told that it is recorded")
        else:
            faults.append(f"a second dialog, and what was killed is {killed or 'nothing'}")
    if len(shown) > SHOWN_AT_MOST:
        faults.append(f"shown {len(shown)} times")
    return faults


def _needed(lines: list[Line], loss: Loss) -> set[str]:
    """Roles of the processes that must survive, or else the person is asked again."""
    recorded = bool(_at(lines, Word.RECORDED))
    needed = set() if recorded else {"daemon", "dialog"}
    if loss.secret:
        needed |= {"daemon"} if _left_a_ticket(lines) else {"daemon", "client"}
    return needed


def _left_a_ticket(lines: list[Line]) -> bool:
    """Whether a caller got a ticket before any process was killed, so that the next caller has
    it."""
    alive = itertools.takewhile(lambda line: line.word is not Word.KILLED, lines)
    return any(line.word is Word.TICKET for line in alive)


def _lost_in_claiming(lines: list[Line]) -> bool:
    """Whether a caller was killed that had begun to claim."""
    claiming = {line.pid for line in lines if line.word is Word.CLAIMING}
    return any(line.word is Word.KILLED and line.pid in claiming for line in lines)


def _errors(lines: list[Line], loss: Loss) -> list[str]:
    """Checks that no surviving caller gets an error while daemon or keeper holds the answer. The
    daemon alone holds a secret."""
    killed = {line.said for line in lines if line.word is Word.KILLED}
    if loss.memory or (loss.secret and "daemon" in killed):
        return []
    return [f"a caller heard: {lines[place].said}" for place in _at(lines, Word.FAILED)]


def forged(lines: list[Line]) -> list[str]:
    """Faults that no number of kills can excuse: an act that the person did not ask for, or two
    acts on one answer. `lines` are those of one question, in their order."""
    faults, said = [], Counter[str]()
    for line in lines:
        if line.word is Word.CLICKED and line.said in STATUS:
            said[STATUS[line.said]] += 1
        elif line.word is Word.COMMITTED and line.said in STATUS.values():
            if not said[line.said]:
                faults.append(f"{line.said} was committed, but the person did not say so (again)")
            said[line.said] -= 1
    killed = {line.pid for line in lines if line.word is Word.KILLED}
    acts = [line for line in lines if line.word is Word.COMMITTED and line.pid not in killed]
    if len(acts) > 1:
        faults.append(f"{len(acts)} callers acted")
    return faults
