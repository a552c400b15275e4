"""The parameters of a question of the kind `password`."""

from __future__ import annotations

from sayso.wire import texts
from sayso.wire.actions import Action
from sayso.wire.params import Record, Usage, field
from sayso.wire.questions.ask import KIND, AskOrDeny, flag, words
from sayso.wire.shapes import Choice

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core import questions as q


class AskPassword(AskOrDeny):
    """A question for one secret, such as a password."""

    kind: str = field(Choice(("password",)), KIND)
    error: str = words(
        texts.ERROR,
        "What was wrong with the one before: one line under the field.",
        Usage("what was wrong with the one before", "TEXT"),
    )
    repeat: bool = flag(
        "It is typed twice, and both must be the same.",
        Usage("have it typed twice, the same"),
    )
    user: str = field(
        texts.CHECK,
        "Label of a field above it, for the name that the password is of. What is handed over is "
        "then the name, a newline, and the password. Left out: there is none.",
        "",
        usage=Usage(
            "ask for a name as well, by this label; it comes first, on its own line",
            "TEXT",
            name="user_prompt",
        ),
    )
    check: str = field(
        texts.CHECK,
        "Label of a check box, off at first: the outcome says whether it was `checked`. It may "
        "only widen what the password is sent for. Left out: there is none.",
        "",
        usage=Usage(
            "a check box of this label, off at first; it may widen what the password is for",
            "LABEL",
            is_for_agents=False,
        ),
    )
    action: Action | None = field(
        Record(Action),
        "What the asker says that it is for: the dialog shows the command, in words of its own. "
        "The secret still goes to the asker, who is to hand it on.",
        None,
    )

    def question(self) -> q.Password:
        from sayso.core.questions import Password

        return Password(**self.of(Password) | {"action": self.action and self.action.read()})
