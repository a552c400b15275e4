"""Whether a file or directory is ours alone."""

import sys

assert sys.platform == "win32"

from sayso.platforms.windows.native import access, files, security
from sayso.platforms.windows.native.access import Access
from sayso.platforms.windows.native.files import Kind

SYSTEM = "S-1-5-18"
ADMINISTRATORS = "S-1-5-32-544"
"""These two may take over any file, whatever its access list says: "Well-known SIDs"."""

_CREATOR = ("S-1-3-0", "S-1-3-4")
"""CREATOR OWNER and OWNER RIGHTS: for files that only we make here, both are us."""


def owner_only() -> str:
    """Who may use a file or directory that we make, in SDDL: our user and the system, also for all
    that is below it. Nothing is inherited from above (P)."""
    return f"D:P(A;OICI;FA;;;{security.our_user()})(A;OICI;FA;;;SY)"


def distrust(handle: int, *, directory: bool) -> str | None:
    """Why the open file or directory is not ours alone, in words that follow its path; None: it is
    ours alone. Raises OSError."""
    kind = files.kind(handle)
    if kind & Kind.REPARSE_POINT:
        return "is a link"
    if bool(kind & Kind.DIRECTORY) != directory:
        return "is not a directory" if directory else "is not a file"
    return distrust_access(access.of(handle), security.our_user())


def distrust_access(found: Access, us: str) -> str | None:
    """Like `distrust`, but judges only by the owner and access list. `us`: our user's SID."""
    if found.owner not in (us, SYSTEM, ADMINISTRATORS):
        return f"belongs to user {found.owner}, not to user {us}"
    if found.grants is None:
        return "may be used by everybody: it has no list of access"
    trusted = (us, SYSTEM, ADMINISTRATORS, *_CREATOR)
    for grant in found.grants:
        if grant.sid not in trusted and grant.rights:
            whom = grant.sid or "somebody, by a rule that sayso does not read,"
            return f"may be used by {whom} as well"
    return None
