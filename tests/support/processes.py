"""Processes of this system, whichever it is, with their relations; and waiting for their end."""

import sys

from support.waiting import LONGEST_PAUSE as LONGEST_PAUSE
from support.waiting import PATIENCE as PATIENCE
from support.waiting import StillWaiting as StillWaiting
from support.waiting import wait_until as wait_until

if sys.platform == "win32":
    from support.windows_processes import Seen as Seen
    from support.windows_processes import alive as alive
    from support.windows_processes import kill as kill
    from support.windows_processes import look as look
elif sys.platform == "darwin":
    from support.macos_processes import Seen as Seen
    from support.macos_processes import alive as alive
    from support.macos_processes import kill as kill
    from support.macos_processes import look as look
else:
    from support.linux_processes import PROC as PROC
    from support.linux_processes import Finished as Finished
    from support.linux_processes import Job as Job
    from support.linux_processes import Seen as Seen
    from support.linux_processes import alive as alive
    from support.linux_processes import bears as bears
    from support.linux_processes import kill as kill
    from support.linux_processes import look as look
    from support.linux_processes import marked as marked


def children(pid: int) -> list[Seen]:
    return [seen for seen in alive() if seen.parent == pid]


def descendants(pid: int) -> list[Seen]:
    found = children(pid)
    for child in found:
        found.extend(children(child.pid))
    return found


def wait_gone(pid: int, timeout: float = PATIENCE) -> None:
    wait_until(lambda: look(pid) is None, f"the end of process {pid}", timeout)
