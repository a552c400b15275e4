"""The parameters of `ask`, a module for each kind of question.

Short commands load the module of their kind alone: `parameters` finds it.

A clock such as `timeout` that is left out gets the default that the person has configured. `null`,
a wrong type, an unknown field, or a number that is out of bounds or not finite raises
InvalidParams, which names the field.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.wire.questions.ask import Ask

_CLASSES = {
    "confirm": "AskConfirm",
    "password": "AskPassword",
    "text": "AskText",
    "select": "AskSelect",
    "notice": "AskNotice",
    "form": "AskForm",
    "device_code": "AskDeviceCode",
}

KINDS = tuple(_CLASSES)
"""Each is the name of a module in this package."""


def parameters(kind: str) -> type[Ask]:
    """The parameters of a question of this kind. Raises KeyError for any other word."""
    name = _CLASSES[kind]
    module = f"{__name__}.{kind}"
    __import__(module)  # importlib.import_module would load what no short command needs
    found: type[Ask] = getattr(sys.modules[module], name)
    return found
