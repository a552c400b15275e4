"""Looking for a screen, in a process whose session manager is the test's."""

from in_memory.session import MemorySession
from sayso.daemon.display_resolver import DisplayResolver


def seeking(session: MemorySession, **environ: str) -> DisplayResolver:
    """In a process with this environment."""
    return DisplayResolver(session.join, environ)


def in_vain() -> DisplayResolver:
    """No screen is found, ever."""
    return seeking(MemorySession())
