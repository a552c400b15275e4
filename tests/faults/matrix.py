"""Which processes are killed at each point: the one that reaches it, and others that are involved
then."""

import sys

BOTH = ("daemon+keeper", "keeper+daemon")
"""Two victims: the second is killed a moment after the first, when the first is just being
replaced."""

DIALOG_ALONE = () if sys.platform == "linux" else ("dialog",)
"""A dialog without its daemon. On Linux the kernel ends it with its daemon, held or not
(PR_SET_PDEATHSIG): there is none left to kill."""

POINTS: dict[str, tuple[str, ...]] = {
    "client.sent-ask": ("client", "daemon", "keeper"),
    "client.ready": ("client", "daemon", "keeper"),
    "client.sent-claim": ("client", "daemon", "keeper"),
    "client.committed": ("client", "daemon", "keeper"),
    "daemon.asked": ("daemon", "client", "keeper"),
    "daemon.keeping": ("daemon", "client", "keeper", "dialog"),
    "daemon.kept": ("daemon", "client", "keeper", "dialog"),
    "daemon.showing": ("daemon", "keeper", "dialog"),
    "daemon.painted": ("daemon", "client", "dialog"),
    "daemon.answered": ("daemon", "keeper", "dialog", *BOTH),
    "daemon.recorded": ("daemon", "client", "keeper", "dialog", *BOTH),
    "daemon.offered": ("daemon", "client", "keeper"),
    "daemon.claimed": ("daemon", "client", "keeper"),
    "daemon.replied": ("daemon", "client", "keeper"),
    "daemon.inherited": ("daemon", "client", "keeper"),
    "keeper.heard": ("keeper", "daemon", "client"),
    "keeper.taken": ("keeper", "daemon", "client"),
    "keeper.succeeding": ("keeper", "client", *DIALOG_ALONE),
    "dialog.shown": ("dialog", "daemon", "keeper"),
    "dialog.painted": ("dialog", "daemon", "client"),
    "dialog.answered": ("dialog", "daemon", "keeper"),
    "dialog.recorded": ("dialog", "daemon", "client"),
}
