"""Programs without the privileges that root has, whoever runs the tests."""

import os

_SETPRIV = "setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs --"


def powerless(memlock: str | None = None) -> list[str]:
    """What to put before a command. `memlock`: the most bytes that it may lock, as prlimit(1)
    takes it: SOFT:HARD, or SOFT: alone."""
    drop = _SETPRIV.split() if os.geteuid() == 0 else []
    return [*drop, *([] if memlock is None else ["prlimit", f"--memlock={memlock}"])]
