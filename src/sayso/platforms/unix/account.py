"""The account that this process runs under."""

import sys

assert sys.platform != "win32"

import os
import pwd
from collections.abc import Mapping


def home(environ: Mapping[str, str]) -> str:
    """As the system knows it; where it knows no such account, as in some containers, HOME."""
    return variables(environ)["HOME"]


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Those that name it, as the system knows them; where it knows none, by this environment."""
    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        return {"HOME": environ.get("HOME") or "/"}
    return {"HOME": entry.pw_dir, "USER": entry.pw_name, "LOGNAME": entry.pw_name}


def is_language(name: str) -> bool:
    """Of the person's language and time zone."""
    return name in ("LANG", "LANGUAGE", "TZ") or name.startswith("LC_")
