"""The environment of a daemon that is started on demand, whichever program asked first.

That program may have been given any environment: another home directory, libraries to preload,
other settings, another search path. The daemon serves everybody, so from that environment it takes
only what names the person's session, input method and language.
"""

import sys

assert sys.platform == "linux"

import re
from collections.abc import Iterator, Mapping

from sayso.platforms.linux import endpoint, manager, session_bus
from sayso.platforms.unix import account

PATH = "/usr/local/bin:/usr/bin:/bin"

_SESSION = frozenset(
    (
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "XDG_CURRENT_DESKTOP",
        "XDG_RUNTIME_DIR",
        "SAYSO_SOCKET",
        session_bus.VARIABLE,
    )
)
"""Variables that name the session, beside those that begin with XDG_SESSION_. SAYSO_SOCKET is where
the asker looks for the daemon."""

_INPUT = frozenset(("GTK_IM_MODULE", "XMODIFIERS"))
"""Variables that choose the input method."""
_INPUT_NAME = re.compile(r"[\w@=.:-]*", re.ASCII)
"""A value of such a variable. It can't be a path, so it can only choose an input method that is
installed."""

_PLACES = frozenset(("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"))
"""Variables for the directories of the person's files. Only the session manager can say that these
are elsewhere."""


def environment(asker: Mapping[str, str]) -> dict[str, str]:
    """The environment for a daemon that is started by a program with the environment `asker`."""
    runtime = endpoint.runtime_directory(asker)
    known = manager.environment(runtime) if runtime and manager.runs(runtime) else {}
    knows_language = any(account.is_language(name) for name in known)
    return {
        **{name: value for name, value in asker.items() if _is_of_session(name, value)},
        **dict(_language(known if knows_language else asker)),
        **{name: known[name] for name in _PLACES & known.keys()},
        **account.variables(asker),
        "PATH": PATH,
    }


def _is_of_session(name: str, value: str) -> bool:
    if name in _INPUT:
        return bool(_INPUT_NAME.fullmatch(value))
    return name in _SESSION or name.startswith("XDG_SESSION_")


def _language(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in environ.items() if account.is_language(name))
