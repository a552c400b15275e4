"""What gpg-agent has said so far, for the next question or for another pinentry that asks it."""

from __future__ import annotations

from sayso.frontends.pinentry import assuan

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TEXTS = (
    "SETDESC",
    "SETPROMPT",
    "SETTITLE",
    "SETOK",
    "SETCANCEL",
    "SETNOTOK",
    "SETERROR",
    "SETREPEAT",
    "SETREPEATERROR",
    "SETREPEATOK",
    "SETKEYINFO",
    "SETTIMEOUT",
)
"""Commands that set something for the next question."""

UNUSED = ("SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN", "SETGENPIN_TT")
"""Commands that are accepted but change nothing: there is no estimate of how good a passphrase is,
and none is made up. Another pinentry does not get them: it would ask gpg-agent back."""

_ONCE = ("SETERROR", "SETREPEAT", "SETREPEATERROR", "SETREPEATOK")
"""Commands that hold for the next question alone."""

_NO_KEY = "--clear"


class State:
    """What gpg-agent has set. Options last as long as the connection, all else until a reset."""

    def __init__(self, options: Mapping[str, str]) -> None:
        """`options`: those of the command line."""
        self.options = dict(options)
        self._texts: dict[str, str] = {}
        """Texts by command, still escaped."""

    def set_option(self, argument: str) -> None:
        name, value = assuan.option(argument)
        self.options[name] = value

    def set_text(self, command: str, argument: str) -> None:
        self._texts[command] = argument

    def reset(self) -> None:
        self._texts.clear()

    def forget_question(self) -> None:
        """To be called after a question: forgets what was set for that question alone."""
        for command in _ONCE:
            self._texts.pop(command, None)

    def has(self, command: str) -> bool:
        return command in self._texts

    def text(self, command: str) -> str:
        """The command's text, unescaped; empty: there is none."""
        return assuan.unescape(self._texts.get(command, ""))

    @property
    def key(self) -> str:
        """The keygrip of the key that the passphrase is for; empty: no key was named."""
        told = self.text("SETKEYINFO")
        return "" if told == _NO_KEY else told.partition("/")[2] or told

    @property
    def seconds(self) -> float:
        """How long the question may stay; 0: no limit was set."""
        told = self.text("SETTIMEOUT") or self.options.get("timeout", "")
        return float(told) if told.isascii() and told.isdecimal() else 0.0

    def lines(self) -> Iterator[bytes]:
        """Lines that tell another pinentry all of this."""
        for name, value in self.options.items():
            yield f"OPTION {name}={value}".removesuffix("=").encode()
        for command, argument in self._texts.items():
            yield f"{command} {argument}".rstrip().encode()
