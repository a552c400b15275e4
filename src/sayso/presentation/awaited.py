"""Whether somebody waits for the answer, as a dialog says it."""

from __future__ import annotations

from sayso.core.text import shorten
from sayso.presentation import catalogue, place_words
from sayso.presentation.dialog import NAME_SHOWN

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.prompt_status import PromptStatus
    from sayso.presentation.dialog import DialogModel


def words(model: DialogModel, standing: PromptStatus) -> str:
    """The dialog's words on whether somebody waits for the answer; empty: it says nothing."""
    if standing.kept_for is None:
        return ""
    if standing.is_out_of_reach:
        return place_words.out_of_reach(model.place, standing.kept_for)
    name = shorten(model.name, NAME_SHOWN)
    return catalogue.nobody_waits(name, standing.kept_for, standing.was_awaited)
