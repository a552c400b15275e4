"""What a person calls a program: for display alone, as a process may call itself anything."""

from collections.abc import Callable
from itertools import dropwhile

SHELLS = frozenset(
    [
        *(
            "ash",
            "bash",
            "busybox",
            "csh",
            "dash",
            "fish",
            "ksh",
            "mksh",
            "nu",
            "sh",
            "tcsh",
            "zsh",
        ),
        *("cmd", "powershell", "pwsh"),
    ]
)

# The names of these do not say which program they run.
_INTERPRETERS = frozenset(["python", "pythonw", "pypy", "node", "nodejs", "perl", "ruby"])
_PYTHONS = ("python", "pypy")
_VERSION = "0123456789."
_FLAGS = frozenset("bBdEiIOPqsSuvx")
"""Flags of python(1) that take no value."""


def program_name(
    name: str,
    argv: tuple[str, ...] | None,
    base: Callable[[str], str],
    is_script: Callable[[str], bool],
) -> str:
    """The name by which a person knows a running program. `name`: the base name of the executable.
    `base`: gives the base name of a path. `is_script`: tells whether an argument may be the file
    that is run, by this system's rules.

    An interpreter goes by the script or the module that it runs (`node /usr/bin/claude`: "claude"),
    else by the name that it was started under or gave itself. An executable that is named for its
    version (`…/claude/versions/2.1.0`), or that lies in memory, goes by that name, too. A shell
    goes by the script that it runs (`sh deploy.sh`: "deploy.sh"), else by its own name, which the
    contract passes over when it names the asker.
    """
    if not argv:
        return name
    if name.rstrip(_VERSION) in _INTERPRETERS:
        words = _without_flags(argv[1:]) if name.startswith(_PYTHONS) else argv[1:]
        return _interpreted(words, base, is_script) or base(argv[0]) or name
    if _is_version(name) or name.startswith("memfd:"):
        return base(argv[0]) or name
    if name in SHELLS and len(argv) > 1 and is_script(argv[1]):
        return base(argv[1]) or name
    return name


def _without_flags(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dropwhile(_is_flags, words))


def _is_flags(word: str) -> bool:
    return len(word) > 1 and word[0] == "-" and _FLAGS.issuperset(word[1:])


def _is_version(name: str) -> bool:
    return name[:1].isdecimal() and not name.strip(_VERSION)


def _interpreted(
    words: tuple[str, ...], base: Callable[[str], str], is_script: Callable[[str], bool]
) -> str:
    """The name of the script or module that an interpreter runs; empty: the arguments do not
    say."""
    match words:
        case ["-m", module, *_]:
            return module
        case [script, *_] if is_script(script):
            return base(script)
    return ""
