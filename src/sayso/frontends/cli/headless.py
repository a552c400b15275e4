"""--if-headless deny|env:NAME: for verbs that can take an answer from the environment."""

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
    """Makes a reader of --if-headless. `holds`: what the variable holds, in words."""

    def read(text: str) -> str:
        name = text.removeprefix(ENVIRONMENT)
        if text != "deny" and (name == text or not name or "=" in name):
            raise ValueError(f"must be deny, or env:NAME for {holds} in that environment variable")
        return text

    return read


def variable(name: str) -> str:
    """The value of the environment variable. Raises InvalidParams if it is not set."""
    if name not in os.environ:
        raise wrong(f"{name} is not set", f"set {name}, or say deny")
    return os.environ[name]


def wrong(says: str, remedy: str) -> InvalidParams:
    """The error about an environment variable. `says` begins with the variable's name, and leaves
    its value out."""
    message = f"--if-headless: the environment variable {says}"
    return InvalidParams(message, field="if_headless", remedy=remedy)
