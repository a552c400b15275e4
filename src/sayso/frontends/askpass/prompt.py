"""Finds out what a prompt of another program asks for, from its text and from the program's name.

The texts are those of OpenSSH (readpass.c, sshconnect.c, ssh-add.c), of sudo and of git
(credential.c). An unknown prompt counts as a question for a secret, so that no secret is visible as
it is typed.
"""

from __future__ import annotations

from sayso.core.settings import TITLE_CHARACTERS
from sayso.core.text import shorten
from sayso.values import Value

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from re import Match
    from typing import Any, Literal

    Kind = Literal["confirm", "notice", "password", "select", "text"]

WRONG = "That was wrong: try again."

# First a part that each such text has: most prompts lack it, and `re` is slow to load.
_GIT = (" for '", r"\A(Username|Password) for '(?s:(.+))': ?\Z")
_YES_OR_NO = ("(yes/no", r"\(yes/no(?:/\[fingerprint\])?\)[?:] ?\Z")
_NOT_UNDERSTOOD = ("Please type ", r"Please type 'yes'(?: or|,) 'no'(?: or the fingerprint)?: ?\Z")
_WRONG = "Bad passphrase, try again for "
_TRIES_AGAIN = frozenset({"ssh", "ssh-add", "sudo"})
"""Programs that show the same prompt twice in one process only if the first answer was wrong."""

_WORDS = ("yes", "no")


class Wanted(Value):
    """What the person is to be asked for."""

    kind: Kind
    title: str
    choices: tuple[str, ...] = ()
    """What to choose from in a selection: the answers that the program accepts."""
    options: Mapping[str, Any] = {}
    """Options for the client's method `kind`."""


def read(prompt: str, hint: str, program: str) -> Wanted:
    """What the prompt asks for. `hint`: the value of SSH_ASKPASS_PROMPT. `program`: the name of the
    program that asks; empty: not known."""
    if hint == "confirm":
        is_key = prompt.startswith("Allow use of key ")
        words = "Use of a key" if is_key else _by(program)
        return Wanted("confirm", title(words), options={"approve": "Allow", "for_key": is_key})
    if hint == "none":
        words = "Touch your security key" if "user presence" in prompt else _by(program)
        return Wanted("notice", title(words))
    if server := _server(prompt):
        return Wanted("password", title(f"A question of {server}"))
    if _found(_YES_OR_NO, prompt):
        return _host_key(prompt) if "fingerprint" in prompt else _yes_or_no(program)
    if _found(_NOT_UNDERSTOOD, prompt):
        return _host_key(prompt, "That was none of these.")
    if told := _found(_GIT, prompt):
        what, address = told.groups()
        if what == "Username":
            return Wanted("text", title(f"User name for {address}"))
        return Wanted("password", title(f"Password for {address}"))
    error = {"error": WRONG} if prompt.startswith(_WRONG) else {}
    key = _of_key(prompt)
    options = {**error, **({"for_key": True} if key else {})}
    return Wanted("password", title(_secret(prompt, program, key)), options=options)


def tries_again(program: str) -> bool:
    """Whether the same prompt, shown again by the same process of this program, means that the
    first answer was wrong."""
    return program in _TRIES_AGAIN


def _host_key(prompt: str, error: str = "") -> Wanted:
    """ssh's question about the key of a host. A text typed there is the fingerprint, which ssh
    compares."""
    custom = {"custom": "fingerprint" in prompt.rpartition("(")[2] or "fingerprint: " in prompt}
    return Wanted("select", "Host key", _WORDS, custom | ({"error": error} if error else {}))


def _yes_or_no(program: str) -> Wanted:
    return Wanted("select", title(_by(program)), _WORDS)


def _server(prompt: str) -> str:
    """The user and host whose server asks this, by ssh's mark at its start; empty: it has no such
    mark. What follows is the server's own text, which may look like any other prompt.

    The mark is set by OpenSSH's sshconnect2.c; old versions set none.
    """
    who, closed, _ = prompt.removeprefix("(").partition(") ")
    is_marked = prompt.startswith("(") and closed and "@" in who and " " not in who
    return who if is_marked else ""


def _of_key(prompt: str) -> str:
    """What of a key the prompt asks for; empty: for no key's."""
    words = "".join(each if each.isalnum() or each == "_" else " " for each in prompt).split()
    if any(word.casefold() == "passphrase" for word in words):
        return "Passphrase of a key"
    return "PIN of a key" if "PIN" in words else ""


def _secret(prompt: str, program: str, key: str) -> str:
    if program == "sudo" or prompt.startswith("[sudo] "):
        return "Password for sudo"
    return key or (f"Password for {program}" if program else "Password")


def _found(wanted: tuple[str, str], prompt: str) -> Match[str] | None:
    part, pattern = wanted
    if part not in prompt:
        return None
    import re

    return re.search(pattern, prompt)


def _by(program: str) -> str:
    return f"A question of {program}" if program else "A question"


def title(text: str) -> str:
    """The text as a dialog's title: printable, and shortened. The whole text stands in the prompt
    below."""
    plain = "".join(each if each.isprintable() else " " for each in text)
    return shorten(plain.strip(), TITLE_CHARACTERS)
