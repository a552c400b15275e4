"""Every error that sayso raises or sends: what went wrong, whose fault it is, what to do.

    SaysoError
    ├── RequestError    the requester is at fault; exit 2; nothing was shown or changed
    └── ServiceError    sayso or the system is at fault; exit 6

The docstring of each class is its description in `sayso schema`, which is made from these classes.
Codes of our own are positive: JSON-RPC 2.0 reserves -32768 to -32000, and MCP numbers its own
errors in that range.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal

    Blame = Literal["requester", "sayso", "system"]


class SaysoError(Exception):
    """Base of all errors. `code` goes over the wire, `name` is the error's name there, and `remedy`
    says what to do."""

    code: ClassVar[int]
    name: ClassVar[str]
    blame: ClassVar[Blame]
    default_remedy: ClassVar[str] = ""
    local: ClassVar[bool] = False
    """Whether the error arises in the client or the command alone, so that no daemon sends it."""

    def __init__(
        self, message: str, *, field: str | None = None, remedy: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.remedy = self.default_remedy if remedy is None else remedy

    def to_wire(self) -> dict[str, Any]:
        """The `error` member of a JSON-RPC 2.0 response."""
        data: dict[str, Any] = {"error": self.name, "blame": self.blame}
        if self.field is not None:
            data["field"] = self.field
        if self.remedy:
            data["remedy"] = self.remedy
        return {"code": self.code, "message": self.message, "data": data}


class RequestError(SaysoError):
    """The request is at fault; nothing was shown or changed."""

    code = -32600
    name = "invalid_request"
    blame: ClassVar[Blame] = "requester"


class ParseError(RequestError):
    """The line is not a JSON object."""

    code = -32700
    name = "parse_error"
    default_remedy = "send one JSON object a line, in UTF-8"


class InvalidRequest(RequestError):
    """The line is JSON, but not a JSON-RPC request."""

    default_remedy = 'send {"jsonrpc": "2.0", "id": …, "method": …, "params": {…}}'


class UnknownMethod(RequestError):
    """There is no such method. A daemon that is older than the method sends this, too."""

    code = -32601
    name = "unknown_method"
    default_remedy = (
        "use hello, ask, claim, collect, withdraw, finish, dnd, next, list, status, make_way or "
        "one of remote_open, remote_allow, remote_close and remote_list"
    )


class InvalidParams(RequestError):
    """A parameter is missing, unknown, of the wrong type or out of bounds; `field` names it."""

    code = -32602
    name = "invalid_params"


class FrameTooLarge(RequestError):
    """The line is longer than the limit; the connection closes."""

    code = 4001
    name = "frame_too_large"
    default_remedy = "keep each line within 1 MiB"


class FrameTooSlow(RequestError):
    """The line did not arrive whole in time; the connection closes."""

    code = 4002
    name = "frame_too_slow"
    default_remedy = "send each line whole within 2 s"


class Mismatch(RequestError):
    """The ticket belongs to a question with other words, or to one that was asked for another
    process."""

    code = 4003
    name = "mismatch"
    default_remedy = (
        "repeat the request word for word, or leave out the ticket to ask a new question"
    )


class Expired(RequestError):
    """The ticket is unknown, its answer was collected, or its time is over. A secret that is
    claimed a second time gets this error, too."""

    code = 4004
    name = "expired"
    default_remedy = "ask again without the ticket"


class UnknownPrompt(RequestError):
    """No question has this number, or none of this requester's has it."""

    code = 4005
    name = "unknown_prompt"
    default_remedy = "see sayso list for what is open"


class NotOpen(RequestError):
    """The question is not open any more: it has its outcome already. For a scope: no question of
    this asker is open in it."""

    code = 4006
    name = "not_open"
    default_remedy = "collect its outcome with its ticket"


class UnknownClaim(RequestError):
    """This claim was never offered to this process, or it is forgotten already."""

    code = 4007
    name = "unknown_claim"
    default_remedy = "repeat the request, then claim what it offers"


class OfferLapsed(RequestError):
    """The claim came too late. The outcome is kept for the next request."""

    code = 4008
    name = "offer_lapsed"
    default_remedy = "repeat the request, then claim within 10 s"


class UnknownQuietPeriod(RequestError):
    """No quiet period has this number, or that period is over."""

    code = 4009
    name = "unknown_quiet_period"
    default_remedy = "there is nothing to close"


class NotFromPlace(RequestError):
    """A program on another machine or in a container may ask, and see its own questions. It may not
    change anything on this machine."""

    code = 4011
    name = "not_from_place"
    default_remedy = "do it where the person sits"


class UnknownPlace(RequestError):
    """No machine or container has this name."""

    code = 4012
    name = "unknown_place"
    default_remedy = "see sayso remote list"


class CommandNotFound(RequestError):
    """There is no such program to run."""

    code = 4010
    name = "command_not_found"
    default_remedy = "name a program that is there, or its path"
    local = True


class ServiceError(SaysoError):
    """sayso or the system is at fault, not the request."""

    code = 5000
    name = "service_error"
    blame: ClassVar[Blame] = "sayso"


class Unreachable(ServiceError):
    """No daemon answers."""

    code = 5001
    name = "unreachable"
    blame = "system"
    default_remedy = "start it with: sayso daemon start"
    local = True


class UntrustedPlace(ServiceError):
    """The socket or its directory may not belong to this user alone."""

    code = 5002
    name = "untrusted_place"
    blame = "system"
    local = True


class UntrustedPeer(ServiceError):
    """The process at the other end is another user's, is not the one that connected, or can't be
    identified."""

    code = 5003
    name = "untrusted_peer"
    blame = "system"


class ProtocolError(ServiceError):
    """The other end broke the protocol."""

    code = 5004
    name = "protocol_error"
    default_remedy = "restart it with: sayso daemon restart"
    local = True


class VersionMismatch(ServiceError):
    """The daemon is older than this program, or newer."""

    code = 5005
    name = "version_mismatch"
    default_remedy = "restart it with: sayso daemon restart"
    local = True


class TooManyConnections(ServiceError):
    """As many connections as allowed are open already; this one closes."""

    code = 5006
    name = "too_many_connections"
    blame = "requester"
    default_remedy = "close connections that are not in use, then connect again"


class Stopping(ServiceError):
    """The daemon is stopping; ask again."""

    code = 5007
    name = "stopping"
    default_remedy = "ask again: the next request starts a new daemon"


class NotAcknowledged(ServiceError):
    """The reply to `withdraw` where the dialog did not say in time that it closed, and was ended by
    force. The question is withdrawn all the same."""

    code = 5008
    name = "not_acknowledged"
    default_remedy = "if it comes again, see: sayso doctor"


class Unsupported(ServiceError):
    """This system can't do what was asked; the message says why."""

    code = 5009
    name = "unsupported"
    blame = "system"


class AlreadyRunning(ServiceError):
    """Another daemon is running: it holds the lock."""

    code = 5010
    name = "already_running"
    blame = "system"
    local = True


class MemoryNotLocked(ServiceError):
    """A password can't be kept from being swapped out to disk, so it is not asked for."""

    code = 5011
    name = "memory_not_locked"
    blame = "system"
    default_remedy = "raise the limit on locked memory: ulimit -l; then run: sayso daemon stop"


class UnusableFile(ServiceError):
    """A configuration file, ours or another program's, can't be read or changed; it is left as it
    was."""

    code = 5012
    name = "unusable_file"
    blame = "system"

    def __init__(
        self,
        message: str,
        *,
        field: str | None = None,
        remedy: str | None = None,
        path: str | None = None,
    ) -> None:
        """`path`: of the file, where something in it is wrong."""
        super().__init__(message, field=field, remedy=remedy)
        self.path = path


class CommandChanged(ServiceError):
    """The command is no longer the one that was shown; nothing was executed."""

    code = 5013
    name = "command_changed"
    blame = "system"
    default_remedy = "ask again: the person then sees the command as it is now"
    local = True


class CommandNotStarted(ServiceError):
    """The system did not execute the command."""

    code = 5014
    name = "command_not_started"
    blame = "system"
    local = True


class OutOfReach(ServiceError):
    """ssh does not reach the other machine just now."""

    code = 5015
    name = "out_of_reach"
    blame = "system"
    local = True


class NotCarried(ServiceError):
    """ssh can't carry the socket to the other machine, and another try would fail as well: the
    person, that machine or this one does not allow it."""

    code = 5016
    name = "not_carried"
    blame = "system"
    local = True


class InternalError(ServiceError):
    """A fault in sayso itself."""

    code = -32603
    name = "internal_error"
    default_remedy = "see the daemon's log"
    local = True


def kinds(kind: type[SaysoError] = SaysoError) -> list[type[SaysoError]]:
    """Every error class below `kind` that has no subclasses."""
    return [leaf for sub in kind.__subclasses__() for leaf in (kinds(sub) or [sub])]


def from_wire(error: dict[str, Any]) -> SaysoError:
    """Makes the error of a response's `error` member. An unknown code becomes a ServiceError."""
    by_code = {kind.code: kind for kind in kinds()}
    code = error.get("code")
    kind = by_code.get(code, ServiceError) if isinstance(code, int) else ServiceError
    data = error.get("data")
    data = data if isinstance(data, dict) else {}
    return kind(str(error.get("message", "")), field=data.get("field"), remedy=data.get("remedy"))
