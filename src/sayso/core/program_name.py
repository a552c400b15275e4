"""What a person calls a program: for display alone, as a process may call itself anything."""

import re
from collections.abc import Callable

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

# These say nothing of what they run.
_INTERPRETER = re.compile(r"(pythonw?|pypy|node|nodejs|perl|ruby)[\d.]*")
_UNNAMED = re.compile(r"\d[\d.]*|memfd:.*")


def program_name(
    name: str,
    argv: tuple[str, ...] | None,
    base: Callable[[str], str],
    is_script: Callable[[str], bool],
) -> str:
    """`name`: the base name of what is executed. `base`: the base name of a path, and `is_script`:
    whether an argument may be the file that is run, by this system's rules.

    An interpreter goes by the script or the module that it runs (`node /usr/bin/claude`: "claude"),
    else by the name that it was started under or gave itself; so does an executable that is named
    for its version (`…/claude/versions/2.1.0`), or lies in memory. A shell goes by the script that
    it runs (`sh deploy.sh`: "deploy.sh"), else by its own name, which the contract passes over.
    """
    if not argv:
        return name
    if _INTERPRETER.fullmatch(name):
        return _interpreted(argv, base, is_script) or name
    if _UNNAMED.fullmatch(name):
        return base(argv[0]) or name
    if name in SHELLS and len(argv) > 1 and is_script(argv[1]):
        return base(argv[1]) or name
    return name


def _interpreted(
    argv: tuple[str, ...], base: Callable[[str], str], is_script: Callable[[str], bool]
) -> str:
    match argv[1:]:
        case ["-m", module, *_]:
            return module
        case [script, *_] if is_script(script):
            return base(script)
    return base(argv[0])
