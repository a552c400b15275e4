"""A question that nobody sees. The first window of a process takes longer than the next, so a
process shows this question first."""

from __future__ import annotations

from sayso.core.prompt_status import PromptStatus
from sayso.presentation.catalogue import ActionLabels
from sayso.presentation.dialog import Button, DialogModel

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.entry import Entry
    from sayso.core.outcome import By
    from sayso.core.questions import Choice
    from sayso.core.secret import Secret

_WORD = "Aa"
"""The only word in it. Assistive technology may see it for a moment, so it must not look like a
question or a choice."""


def model() -> DialogModel:
    """A model with all that most questions have."""
    return DialogModel(
        name="",
        heading="",
        where="",
        process=("",),
        lineage=("",),
        title=_WORD,
        message=_WORD,
        details=_WORD,
        approve=Button(_WORD, _WORD),
        deny=Button(_WORD, _WORD),
        destructive=True,
        place=_WORD,
        from_place=_WORD,
        standing=PromptStatus(0, 1, 2, 0),
        arming=0,
        labels=ActionLabels(*[_WORD] * 9),
    )


class Nobody:
    """A `DialogDelegate` that does nothing: in a window that nobody sees nothing happens."""

    def covered(self) -> None: ...
    def painted(self) -> None: ...
    def chose(
        self, _: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None: ...
    def submitted(
        self, _: Secret, /, by: By | None = None, checked: bool | None = None
    ) -> None: ...
    def filled(self, _: tuple[Entry, ...], /, by: By | None = None) -> None: ...
    def drafted(self, _: tuple[Entry, ...], /) -> None: ...
    def active(self) -> None: ...
    def put_off(self) -> None: ...
    def open_queue(self) -> None: ...
    def bring_up(self, _: int, /) -> None: ...
    def closed(self) -> None: ...
