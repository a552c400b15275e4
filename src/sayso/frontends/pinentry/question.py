"""Makes the question that a dialog shows from what gpg-agent has said.

Nothing is refused for its length or form: a text that is too long for its line, or can't be shown
as one, is cut, and its full text stands below the question.
"""

from __future__ import annotations

from sayso.core.settings import ERROR_CHARACTERS, LABEL_CHARACTERS, TIMEOUT, TITLE_CHARACTERS
from sayso.values import Value
from sayso.wire import labels

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from sayso.frontends.pinentry.state import State

_CANCEL = "Cancel"


class Question(Value):
    """A question that the client can ask."""

    kind: Literal["password", "confirm", "notice"]
    message: str
    options: Mapping[str, object]


def password(state: State, behalf: str) -> Question:
    """The question for a passphrase. `behalf`: the process on another machine that it is for, in
    words; empty: none."""
    shown = _Shown(state, behalf)
    error = shown.line("Error", state.text("SETERROR"), ERROR_CHARACTERS)
    approve = shown.label("SETOK")
    refusals = {"deny": shown.label("SETCANCEL", _cancel(state))}
    title = state.text("SETTITLE") or state.text("SETPROMPT").rstrip(": ")
    return shown.question(
        "password",
        state.text("SETDESC") or "Passphrase",
        title,
        {"error": error, "repeat": state.has("SETREPEAT")} | shown.controls(approve, refusals),
    )


def confirm(state: State, behalf: str) -> Question:
    """A question with two buttons, or with three if gpg-agent names one that says no: then the
    third one cancels. `behalf`: as for `password`."""
    shown = _Shown(state, behalf)
    approve = shown.label("SETOK")
    cancel = shown.label("SETCANCEL", _cancel(state))
    three = state.has("SETNOTOK")
    refusals = {"deny": shown.label("SETNOTOK"), "cancel": cancel} if three else {"deny": cancel}
    controls = shown.controls(approve, refusals)
    if three and not controls["cancel"]:
        controls["cancel"] = _CANCEL  # without a label there would be no such button
    return shown.question("confirm", _told(state, "Go on?"), state.text("SETTITLE"), controls)


def notice(state: State, behalf: str) -> Question:
    """A notice with one button. `behalf`: as for `password`."""
    shown = _Shown(state, behalf)
    controls = shown.controls(shown.label("SETOK"), {})
    return shown.question("notice", _told(state, "Message"), state.text("SETTITLE"), controls)


def _told(state: State, otherwise: str) -> str:
    """The message of a confirmation or notice. An error comes first in it, as the dialog has no
    other place for one."""
    parts = (state.text("SETERROR"), state.text("SETDESC"))
    return "\n\n".join(part for part in parts if part) or otherwise


def _cancel(state: State) -> str:
    """The label for cancelling, in the person's language if gpg-agent gives one."""
    return plain_label(state.options.get("default-cancel", "")) or _CANCEL


class _Shown:
    """Fits texts into their places, and gathers what stands below the question."""

    def __init__(self, state: State, behalf: str) -> None:
        self._state = state
        self._below = {"For": behalf, "Key": state.key}

    def line(self, name: str, text: str, most: int) -> str:
        """The text as one line of at most `most` characters. If that loses anything, the full text
        stands below, under `name`."""
        printable = "".join(c if c.isprintable() else " " for c in text)
        line = " ".join(printable.split())
        if len(line) > most:
            line = f"{line[: most - 1]}…"
        if line != text.strip():
            self._below[name] = text
        return line

    def label(self, command: str, otherwise: str = "") -> str:
        """A button's label."""
        text = plain_label(self._state.text(command)) or otherwise
        return self.line(_BUTTONS[command], text, LABEL_CHARACTERS)

    def controls(self, approve: str, refusals: Mapping[str, str]) -> dict[str, str]:
        """The buttons' labels, by field. If gpg-agent's labels would mislead (an *OK* that cancels,
        say), they stand below, and the buttons have the dialog's own labels."""
        told = {"approve": approve, **refusals}
        try:
            labels.check(approve, **refusals)
        except ValueError:
            for name, label in told.items():
                self._below.setdefault(_MEANINGS[name], label)
            return dict.fromkeys(told, "")
        return told

    def question(
        self,
        kind: Literal["password", "confirm", "notice"],
        message: str,
        title: str,
        options: Mapping[str, object],
    ) -> Question:
        seconds = self._state.seconds or TIMEOUT.high
        told = {
            **options,
            "title": self.line("Title", title, TITLE_CHARACTERS),
            "bound": True,
            "for_key": True,
            "timeout": min(max(seconds, TIMEOUT.low), TIMEOUT.high),
        }
        return Question(kind, "\n\n".join(filter(None, (message.strip(), self._rest))), told)

    @property
    def _rest(self) -> str:
        """What stands below the question: each text after its name, further lines indented."""
        texts = [(name, text.strip().splitlines()) for name, text in self._below.items()]
        return "\n".join(f"{name}: " + "\n  ".join(lines) for name, lines in texts if lines)


_BUTTONS = {"SETOK": "Button for yes", "SETNOTOK": "Button for no", "SETCANCEL": "Button to cancel"}
_MEANINGS = {
    "approve": _BUTTONS["SETOK"],
    "deny": _BUTTONS["SETNOTOK"],
    "cancel": _BUTTONS["SETCANCEL"],
}


def plain_label(text: str) -> str:
    """The label without the mark of its access key: `_Yes` (the key is Y) becomes `Yes`, and `__`
    becomes `_`."""
    return "_".join(part.replace("_", "") for part in text.split("__"))
