"""The kind *device code*: an address to open and a code to type there. Nothing is typed here."""

from __future__ import annotations

from functools import cached_property

from sayso.core.questions.confirm import Severity
from sayso.core.questions.details import DetailKind
from sayso.core.questions.fingerprint import fingerprint
from sayso.values import Value, fields

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import ClassVar, Literal


class DeviceCode(Value):
    """Everything that a sign-in by a device code (RFC 8628) shows, in the asker's words.

    An empty `title` or `details` was left out. The question is open until its asker says that the
    sign-in is finished.
    """

    kind: ClassVar[Literal["device_code"]] = "device_code"
    severity: ClassVar[Severity] = Severity.NORMAL
    secret: ClassVar[bool] = False
    message: str
    address: str
    """Where the person types the code: a web address, in ASCII."""
    code: str
    """One line, all of whose characters can be seen."""
    title: str = ""
    details: str = ""
    detail_kind: DetailKind = DetailKind.TEXT

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.kind, fields(self))
