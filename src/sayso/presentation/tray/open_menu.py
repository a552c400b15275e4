"""What becomes of the menu while a person has it open.

No line moves then: what is below the pointer stays what it was.
"""

from __future__ import annotations

from sayso.values import replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.presentation.tray.model import MenuItem


def held(shown: Sequence[MenuItem], wanted: Sequence[MenuItem]) -> tuple[MenuItem, ...]:
    """The lines that are shown, with the words and marks of those that are wanted. A line that is
    no longer wanted can't be chosen; a new one waits until the menu is closed."""
    fresh = {item.key: item for item in wanted}
    return tuple(_held(item, fresh.get(item.key)) for item in shown)


def _held(shown: MenuItem, wanted: MenuItem | None) -> MenuItem:
    if wanted is None or wanted.shape != shown.shape:
        mark = None if shown.checked is None else False
        return replace(shown, command=None, checked=mark, items=held(shown.items, ()))
    return replace(wanted, items=held(shown.items, wanted.items))
