"""Keeps other programs out of this process."""

import sys

assert sys.platform == "darwin"

import resource

from sayso.platforms.macos.native import unlisted


def deny_attach() -> None:
    """Keeps every debugger, even root's, from attaching to this process from now on. If one is
    attached already, this process ends here and now: bsd/kern/mach_process.c of xnu. Raises
    OSError."""
    from sayso.platforms.macos.native import library

    library.called("ptrace", unlisted.PT_DENY_ATTACH, 0, None, 0)


def leave_no_core() -> None:
    """Has this process and its children leave no core files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
