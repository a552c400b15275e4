"""The kinds of question, one file each, joined to one union.

A new kind joins `Question`; the type checker then names every `match` that must learn it.
"""

from sayso.core.questions.confirm import Choice, Confirm, Severity
from sayso.core.questions.password import Password

Question = Confirm | Password

__all__ = ["Choice", "Confirm", "Password", "Question", "Severity"]
