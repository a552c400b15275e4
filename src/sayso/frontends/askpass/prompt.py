"""Finds out what a prompt of another program asks for, from its text and from the program's name.

The texts are those of OpenSSH (readpass.c, sshconnect.c, ssh-add.c), of sudo and of git
(credential.c). An unknown prompt counts as a question for a secret, so that no secret is visible as
it is typed.

Who has made the address in a prompt, or runs the server, may have chosen any words in it. So only
what a program itself puts at the start or the end of a prompt counts.
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
_ADDRESS = ("://", r"\A([a-z][\w+.-]*://)(?:[\w.%+~-]+@)?([^\s/@]{0,100}(?:/[^\s@]*)?)\Z")
"""Any other address could read as words of ours, or push its host out of the title."""
_YES_OR_NO = ("(yes/no", r"\(yes/no(?:/\[fingerprint\])?\)[?:] ?\Z")
_NOT_UNDERSTOOD = ("Please type ", r"Please type 'yes'(?: or|,) 'no'(?: or the fingerprint)?: ?\Z")
# Behind the name of the user, which is any text, and the host's.
_LOGIN = ("'s password:", "'s old password:", "'s new password:")
_MARK = (") ", r"\A\(((?s:.*?)@[^\s@()]+)\) ")
_WRONG = "Bad passphrase, try again for "
_PASSPHRASE = (
    "Enter passphrase", "Enter old passphrase", "Enter new passphrase", "Enter same passphrase",
    _WRONG,
)  # fmt: skip
_PIN = "Enter PIN "
_SUDO = frozenset({"sudo", "sudoedit", "sudo-rs"})
_TRIES_AGAIN = frozenset({"ssh", "ssh-add", "sudo"})
"""Programs that show the same prompt twice in one process only if the first answer was wrong."""

_WORDS = ("yes", "no")
_USER = 32
"""Characters of a user's name that stands in a title."""


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
        where = plain_address(address) or program or "git"
        if what == "Username":
            return Wanted("text", title(f"User name for {where}"))
        return Wanted("password", title(f"Password for {where}"))
    return _secret(prompt, program)


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
    marked = prompt.startswith("(") and _found(_MARK, prompt)
    return _place(marked[1]) if marked else ""


def _place(who: str) -> str:
    """The user and host. The host alone if the user's name could read as words of ours, or push the
    host out of the title: an address that somebody sent may have any name in it."""
    user, _, host = who.rpartition("@")
    letters = user.translate(dict.fromkeys(map(ord, "._-+")))
    return who if letters.isalnum() and user.isascii() and len(user) <= _USER else host


def plain_address(address: str) -> str:
    """The address without the user's name; empty: it does not look like one, and belongs in no
    title."""
    told = _found(_ADDRESS, address)
    return "".join(told.groups()) if told else ""


def _secret(prompt: str, program: str) -> Wanted:
    if program in _SUDO or (not program and prompt.startswith("[sudo] ")):
        return Wanted("password", "Password for sudo")
    words = f"Password for {program}" if program else "Password"
    if (text := prompt.rstrip()).endswith(_LOGIN):
        return Wanted("password", title(_of_login(text) or words))
    error = {"error": WRONG} if prompt.startswith(_WRONG) else {}
    if key := _of_key(prompt):
        return Wanted("password", key, options={**error, "for_key": True})
    return Wanted("password", title(words))


def _of_login(prompt: str) -> str:
    """The title for ssh's question for the password of a login; empty: it names no user and
    host."""
    who = prompt.rpartition("'s ")[0]
    return f"Password for {_place(who)}" if "@" in who and not who.startswith("(") else ""


def _of_key(prompt: str) -> str:
    """What of a key the prompt asks for; empty: for no key's."""
    if prompt.startswith(_PASSPHRASE):
        return "Passphrase of a key"
    return "PIN of a key" if prompt.startswith(_PIN) else ""


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
