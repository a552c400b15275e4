"""Runs programs without root's privileges, whoever runs the tests."""

import os

_SETPRIV = "setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs --"


def powerless(memlock: str | None = None) -> list[str]:
    """Arguments to put before a command. `memlock`: the most bytes that the command may lock, as
    prlimit(1) takes it: SOFT:HARD, or SOFT: alone; None: no change."""
    drop = _SETPRIV.split() if os.geteuid() == 0 else []
    return [*drop, *([] if memlock is None else ["prlimit", f"--memlock={memlock}"])]
