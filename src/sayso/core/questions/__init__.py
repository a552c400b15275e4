"""The kinds of question, one file each, joined in one union.

A new kind joins `Question`; the type checker then names every `match` that must handle it.
"""

from sayso.core.questions.confirm import Choice, Confirm, Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.device_code import DeviceCode
from sayso.core.questions.form import Form, FormConfirm, FormQuestion, FormSelect, FormText
from sayso.core.questions.notice import Notice
from sayso.core.questions.password import Password
from sayso.core.questions.select import Option, Select
from sayso.core.questions.text import Text
from sayso.values import replace

Question = Confirm | DeviceCode | Form | Notice | Password | Text | Select


def wordless(question: Question) -> Question:
    """A question of the same kind without the asker's words, which may be many."""
    words = {name: kept for name, kept in _BLANK.items() if name in question.__match_args__}
    return replace(question, **words)


_BLANK = {
    "message": "",
    "title": "",
    "details": "",
    "default": "",
    "options": (),
    "questions": (),
    "address": "",
    "code": "",
    "action": None,
}

__all__ = [
    "Choice",
    "Confirm",
    "DetailKind",
    "DeviceCode",
    "Form",
    "FormConfirm",
    "FormQuestion",
    "FormSelect",
    "FormText",
    "Notice",
    "Option",
    "Password",
    "Question",
    "Select",
    "Severity",
    "Text",
    "wordless",
]
