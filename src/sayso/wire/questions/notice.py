"""The parameters of a question of the kind `notice`."""

from __future__ import annotations

from sayso.wire.params import field
from sayso.wire.questions.ask import KIND, Ask
from sayso.wire.shapes import Choice

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core import questions as q


class AskNotice(Ask):
    """Something for the person to know, with one button."""

    kind: str = field(Choice(("notice",)), KIND)

    def question(self) -> q.Notice:
        from sayso.core.questions import Notice

        return Notice(**self.of(Notice))
