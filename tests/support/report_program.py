"""Reports all that a process gets from its starter, as JSON on standard output.

python -I report_program.py [ARGUMENT...]
"""

import ctypes
import json
import os
import resource
import sys
from pathlib import Path

_PR_GET_DUMPABLE = 3
_PR_GET_PDEATHSIG = 2
_SIGNALS = ("SigBlk", "SigIgn", "SigPnd", "ShdPnd", "NoNewPrivs", "Seccomp")

status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
own = [each for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
"""Open file descriptors, without the one of this listing itself."""
libc = ctypes.CDLL(None)
death = ctypes.c_int(-1)
libc.prctl(_PR_GET_PDEATHSIG, ctypes.byref(death))
mask = os.umask(0)
limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
told = {
    "argv": sys.argv[1:],
    "cwd": str(Path.cwd()),
    "environ": sorted(Path("/proc/self/environ").read_bytes().decode("latin-1").split("\0")),
    "open": sorted((int(each.name), str(each.readlink())) for each in own),
    "blocking": [os.get_blocking(int(each.name)) for each in own],
    "status": {name: status[name] for name in _SIGNALS},
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in limits},
    "umask": mask,
    "nice": os.nice(0),
    "group": os.getpgid(0) == os.getpid(),
    "session": os.getsid(0),
    "parent": os.getppid(),
    "dumpable": libc.prctl(_PR_GET_DUMPABLE),
    "death": death.value,
    "name": status["Name"],
    "program": str(Path("/proc/self/exe").readlink()),
    "locked": status["VmLck"].strip(),
}
print(json.dumps(told))
