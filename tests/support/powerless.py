"""Programs without the privileges that root has, whoever runs the tests."""

import os
import resource

_SETPRIV = "setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs --"


def powerless(*, memlock: int | None = None) -> list[str]:
    """What to put before a command. `memlock`: the most bytes that it may lock."""
    drop = _SETPRIV.split() if os.geteuid() == 0 else []
    limit = [] if memlock is None else ["prlimit", f"--memlock={memlock}:{memlock}"]
    return [*drop, *limit]


def memlock() -> int:
    """Bytes that we may lock, privileges aside."""
    return resource.getrlimit(resource.RLIMIT_MEMLOCK)[0]
