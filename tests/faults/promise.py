"""The promise, checked against what happened in one trial."""

from collections import Counter
from dataclasses import dataclass

from faults.ledger import Line, Word

STATUS = {"approve": "approved", "deny": "denied", "close": "dismissed", "type": "answered"}

SHOWN_AT_MOST = 3
"""Dialogs for one question, where one process was killed, or two."""


@dataclass(frozen=True)
class Loss:
    """What the contract lets a trial lose, each followed by a visible new question."""

    memory: bool = False
    """Daemon and keeper were both killed: answers may be gone."""
    spent: bool = False
    """A caller was killed that had its outcome: that is gone for certain."""


def broken(lines: list[Line], loss: Loss) -> list[str]:
    """What was not kept of the promise; `lines` are those of one question, in their order."""
    return [*_acts(lines, loss), *_dialogs(lines, loss), *_errors(lines, loss)]


def asked_anew(lines: list[Line]) -> bool:
    """An answer that the person gave was lost, and they saw the question again."""
    return len(_at(lines, Word.CLICKED)) > 1


def _at(lines: list[Line], word: Word) -> list[int]:
    return [place for place, line in enumerate(lines) if line.word is word]


def _acts(lines: list[Line], loss: Loss) -> list[str]:
    """One caller acts, after a click of its own, as the person said."""
    acts = _at(lines, Word.COMMITTED)
    if len(acts) != 1:
        return [f"{len(acts)} callers acted"]
    since = _at(lines, Word.KILLED)[0] if loss.spent else 0
    said = {STATUS[line.said] for line in lines[since : acts[0]] if line.word is Word.CLICKED}
    if said != {lines[acts[0]].said}:
        return [f"{lines[acts[0]].said} was committed, but the person said {said or 'nothing'}"]
    return []


def _dialogs(lines: list[Line], loss: Loss) -> list[str]:
    """Each dialog after the first has a reason that the contract names."""
    faults = []
    shown = _at(lines, Word.SHOWN)
    for place in shown[1:]:
        before = lines[:place]
        killed = {line.said for line in before if line.word is Word.KILLED}
        if loss.memory or _lost_in_claiming(before):
            continue
        if _at(before, Word.RECORDED):
            faults.append("asked again although the person was told that it is recorded")
        elif not killed & {"daemon", "dialog"}:
            faults.append(f"a second dialog, and what was killed is {killed or 'nothing'}")
    if len(shown) > SHOWN_AT_MOST:
        faults.append(f"shown {len(shown)} times")
    return faults


def _lost_in_claiming(lines: list[Line]) -> bool:
    """A caller was killed that had begun to claim."""
    claiming = {line.pid for line in lines if line.word is Word.CLAIMING}
    return any(line.word is Word.KILLED and line.pid in claiming for line in lines)


def _errors(lines: list[Line], loss: Loss) -> list[str]:
    """Where a memory lives on, no caller notices anything, but those that are killed."""
    if loss.memory:
        return []
    return [f"a caller heard: {lines[place].said}" for place in _at(lines, Word.FAILED)]


def forged(lines: list[Line]) -> list[str]:
    """What must not be whatever was killed, and how often: an act that the person did not ask for,
    or two acts on one answer. `lines` are those of one question, in their order."""
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
