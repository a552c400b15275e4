"""What keeps others out of this process."""

import sys

assert sys.platform == "darwin"

import resource

from sayso.platforms.macos.native import unlisted


def deny_attach() -> None:
    """No debugger attaches to this process from now on, not even root's. Where one is attached
    already, this process ends here and now: bsd/kern/mach_process.c of xnu. Raises OSError."""
    from sayso.platforms.macos.native import library

    library.called("ptrace", unlisted.PT_DENY_ATTACH, 0, None, 0)


def leave_no_core() -> None:
    """Nor do its children."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
