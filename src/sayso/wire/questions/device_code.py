"""The parameters of a question of the kind `device_code`."""

from __future__ import annotations

from sayso.core import settings as s
from sayso.wire import texts
from sayso.wire.params import CLOCKS, Usage, field
from sayso.wire.questions.ask import KIND, Ask
from sayso.wire.shapes import Choice, Flag, Number

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar

    from sayso.core import questions as q


class AskDeviceCode(Ask):
    """A web address, and a code to sign in with there; the question stays open until `finish`."""

    WITHOUT: ClassVar[frozenset[str]] = frozenset({"approve"})
    SAYS: ClassVar[Mapping[str, Any]] = {
        "if": {"properties": {"bound": {"const": False}}, "required": ["bound"]},
        "then": Ask.SAYS["else"],
        "else": Ask.SAYS["then"],
    }

    kind: str = field(Choice(("device_code",)), KIND)
    address: str = field(
        texts.ADDRESS,
        "Where the code is typed: https, or http on this machine; no user information, its host in "
        "ASCII.",
        usage=Usage("where the code is typed: https://…", "URL"),
    )
    code: str = field(
        texts.CODE,
        "What the person types there, or compares: one line, shown as it is.",
        usage=Usage("what the person types there, at most 64 characters", "CODE"),
    )
    timeout: float | None = field(
        Number(s.DEVICE_CODE_TIMEOUT),
        "Seconds that the code is good, as its provider says: from the first painted frame until "
        "`timed_out`, and standing still at no time.",
        None,
        s.plain_value(s.DEVICE_CODE_SECONDS),
        Usage("how long the code is valid", "DURATION", CLOCKS),
    )
    bound: bool = field(
        Flag(),
        "The question lives no longer than this call, which waits to its outcome; nothing of it is "
        "kept. Only where this is false may `wait`, `retention`, `slot`, `ticket` and `rewords` "
        "stand beside it, and `finish` be said with its ticket.",
        default=True,
        schema_default=True,
    )

    def question(self) -> q.DeviceCode:
        from sayso.core.questions import DeviceCode

        return DeviceCode(**self.of(DeviceCode))
