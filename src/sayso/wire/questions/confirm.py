"""The parameters of a question of the kind `confirm`."""

from __future__ import annotations

from sayso.wire import texts
from sayso.wire.actions import Action
from sayso.wire.params import Record, Usage, field
from sayso.wire.questions.ask import KIND, Ask, AskOrDeny, flag, words
from sayso.wire.shapes import Choice

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, ClassVar

    from sayso.core import questions as q


NOT_BESIDE_ADDRESS = {
    "approve": "the control that opens a page says so in the dialog's own words",
    "action": "what is approved is the page, and no command",
}
"""Fields that a question with an `address` can't have, and why."""


class AskConfirm(AskOrDeny):
    """A question that the person approves or denies."""

    SAYS: ClassVar[Mapping[str, Any]] = {
        **Ask.SAYS,
        "not": {"anyOf": [{"required": ["address", name]} for name in NOT_BESIDE_ADDRESS]},
    }

    kind: str = field(Choice(("confirm",)), KIND)
    severity: str = field(
        Choice(("normal", "destructive")),
        "A destructive question looks it, and its `timeout` is 60 s where none is given.",
        "normal",
        "normal",
        Usage("it destroys something, and should look it", name="destructive"),
    )
    cancel: str = words(
        texts.LABEL,
        "Label of a third control, which dismisses; must not mean yes. Empty: there is none.",
        Usage("a third control of this label, which dismisses", "LABEL"),
    )
    check: str = field(
        texts.CHECK,
        "Label of a check box, off at first: the outcome says whether it was `checked`. It may "
        "only widen what is approved. Left out: there is none.",
        "",
        usage=Usage(
            "a check box of this label, off at first; it may widen what is approved", "LABEL"
        ),
    )
    deny_words: bool = flag(
        "The person may type one line to go along with a denial: `words` of the outcome.",
        Usage("let the person say a few words with a denial"),
    )
    action: Action | None = field(
        Record(Action),
        "What the asker says that it runs once this is approved: the dialog shows the command, in "
        "words of its own. `descriptor` and `newline` say nothing here.",
        None,
    )
    address: str = field(
        texts.ADDRESS,
        "A web page that approving opens, in the person's browser: `approved` says that it was "
        "opened. https, or http on this machine; no user information, its host in ASCII. Not "
        "beside `approve` and `action`.",
        "",
        usage=Usage("a page that saying yes opens in the browser: https://…", "URL"),
    )

    def verify(self, given: Collection[str]) -> None:
        super().verify(given)
        for name, why in NOT_BESIDE_ADDRESS.items():
            if self.address and name in given:
                raise ValueError(f"{name}: {why}")

    @property
    def _refusals(self) -> dict[str, str]:
        return super()._refusals | {"cancel": self.cancel}

    def question(self) -> q.Confirm:
        from sayso.core.questions import Confirm, Severity

        told = {"severity": Severity(self.severity), "action": self.action and self.action.read()}
        return Confirm(**self.of(Confirm) | told)
