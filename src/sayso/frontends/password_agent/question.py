"""What the dialog for a request shows."""

from __future__ import annotations

from sayso.core.settings import LIMIT, TIMEOUT
from sayso.frontends.askpass import behalf, prompt
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

    from sayso.core.settings import Bounds
    from sayso.frontends.password_agent.request import Request
    from sayso.platforms.contract.starter import Program

_MESSAGE = "Password:"
_NAME = "the agent for systemd's passwords"
_DISK = "cryptsetup:"


def words(request: Request) -> str:
    """The question's text."""
    return behalf.plain(request.message) or _MESSAGE


def options(request: Request, left: float | None) -> dict[str, Any]:
    """Options for the client's method. `left`: seconds until the answer comes too late; None: no
    time limit. All that the dialog shows is claimed by the request's file, but for who wrote it."""
    find = select.starter().program
    program = find(request.pid)
    lines = {
        "Written by": "root" if request.by_root else "you",
        "Process": str(request.pid),
    }
    lines |= behalf.describe(program, (), find)
    lines |= {"For": request.id} if request.id else {}
    lines |= {"Icon": request.icon} if request.icon else {}
    limit = {"limit": _within(LIMIT, left)} if left is not None else {}
    return limit | {
        "bound": True,
        "title": prompt.title(_title(request, program)),
        "details": behalf.render(lines),
        "detail_kind": "fields",
        "says_it_is": _NAME,
        "timeout": _within(TIMEOUT, TIMEOUT.high if left is None else left),
    }


def _title(request: Request, program: Program | None) -> str:
    """What is wanted, and by which program, if root says so: any program of the person's may write
    that it is a disk's, or the first process's."""
    if not request.by_root:
        return "A question" if request.echo else "Password"
    if request.id.startswith(_DISK):
        return "Passphrase of a disk"
    if request.echo:
        return f"A question of {program.name}" if program else "A question"
    return f"Password for {program.name}" if program else "Password"


def _within(bounds: Bounds, seconds: float) -> float:
    return min(max(seconds, bounds.low), bounds.high)
