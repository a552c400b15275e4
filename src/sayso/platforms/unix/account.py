"""The account that this process runs under."""

import sys

assert sys.platform != "win32"

import os
import pwd
from collections.abc import Mapping


def home(environ: Mapping[str, str]) -> str:
    """The account's home directory, as the system knows it. If the system knows no such account, as
    in some containers, it is HOME."""
    return variables(environ)["HOME"]


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Environment variables that describe the account, as the system knows it. If the system knows
    no such account, there is only HOME, from this environment."""
    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        return {"HOME": environ.get("HOME") or "/"}
    return {"HOME": entry.pw_dir, "USER": entry.pw_name, "LOGNAME": entry.pw_name}


def is_language(name: str) -> bool:
    """Whether the environment variable is about the person's language or time zone."""
    return name in ("LANG", "LANGUAGE", "TZ") or name.startswith("LC_")
