"""What gpg-agent has said so far: for the next question, and for another pinentry to ask it."""

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
"""Commands that say something of the next question."""

UNUSED = ("SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN", "SETGENPIN_TT")
"""Commands that are taken, and change nothing: there is no estimate of how good a passphrase is,
and none is made up. A pinentry that hears them asks back, which no other one is to do for us."""

_ONCE = ("SETERROR", "SETREPEAT", "SETREPEATERROR", "SETREPEATOK")
"""Of the next question alone."""

_NO_KEY = "--clear"


class State:
    """Options last as long as the connection; the rest until it is reset."""

    def __init__(self, options: Mapping[str, str]) -> None:
        """`options`: those of the command line."""
        self.options = dict(options)
        self._texts: dict[str, str] = {}
        """By command, as they came."""

    def set_option(self, argument: str) -> None:
        name, value = assuan.option(argument)
        self.options[name] = value

    def set_text(self, command: str, argument: str) -> None:
        self._texts[command] = argument

    def reset(self) -> None:
        self._texts.clear()

    def is_asked(self) -> None:
        """A question has been: what was of it alone is no more."""
        for command in _ONCE:
            self._texts.pop(command, None)

    def has(self, command: str) -> bool:
        return command in self._texts

    def text(self, command: str) -> str:
        """In plain words; empty: there is none."""
        return assuan.unescape(self._texts.get(command, ""))

    @property
    def key(self) -> str:
        """Of which key the passphrase is: its keygrip. Empty: none was named."""
        told = self.text("SETKEYINFO")
        return "" if told == _NO_KEY else told.partition("/")[2] or told

    @property
    def seconds(self) -> float:
        """How long the question may stay; 0: no limit was set."""
        told = self.text("SETTIMEOUT") or self.options.get("timeout", "")
        return float(told) if told.isascii() and told.isdecimal() else 0.0

    def lines(self) -> Iterator[bytes]:
        """By which another pinentry knows all this."""
        for name, value in self.options.items():
            yield f"OPTION {name}={value}".removesuffix("=").encode()
        for command, argument in self._texts.items():
            yield f"{command} {argument}".rstrip().encode()
