"""--if-headless deny|env:NAME: what the verbs share that take an answer from the environment."""

from __future__ import annotations

import os

from sayso.errors import InvalidParams

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.command import Read

ENVIRONMENT = "env:"
VALUE = "deny|env:NAME"
CHOICES = ("deny", ENVIRONMENT)


def deny_or_variable(holds: str) -> Read:
    """Reads that option; `holds`: what the variable holds, in words."""

    def read(text: str) -> str:
        name = text.removeprefix(ENVIRONMENT)
        if text != "deny" and (name == text or not name or "=" in name):
            raise ValueError(f"must be deny, or env:NAME for {holds} in that environment variable")
        return text

    return read


def variable(name: str) -> str:
    """What it holds. Raises InvalidParams where it is not set."""
    if name not in os.environ:
        raise wrong(f"{name} is not set", f"set {name}, or say deny")
    return os.environ[name]


def wrong(says: str, remedy: str) -> InvalidParams:
    """Of a variable: its name comes first in `says`, and what it holds is left out."""
    message = f"--if-headless: the environment variable {says}"
    return InvalidParams(message, field="if_headless", remedy=remedy)
