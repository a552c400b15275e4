"""Every error that sayso raises or sends: what went wrong, whose fault it is, what to do.

    SaysoError
    ├── RequestError              the requester is at fault; exit 2; nothing was shown or changed
    │   ├── ParseError            the line is no JSON object
    │   ├── InvalidRequest        JSON, but no JSON-RPC request
    │   ├── UnknownMethod
    │   ├── InvalidParams         a field is missing, unknown, of the wrong type or out of bounds
    │   ├── FrameTooLarge         over the limit; the connection closes
    │   ├── FrameTooSlow          half a line and silence; the connection closes
    │   ├── Mismatch              the ticket names a prompt of other words
    │   ├── Expired               the ticket is unknown, collected or past retention
    │   ├── UnknownPrompt         no open prompt has this number or ticket
    │   ├── NotOpen               the prompt has its outcome already; it can't be withdrawn
    │   ├── UnknownClaim          never offered to this process, or already forgotten
    │   └── OfferLapsed           claimed too late; the outcome stays for the next request
    └── ServiceError              sayso or the system is at fault; exit 6
        ├── Unreachable           no daemon answers
        ├── UntrustedPlace        the socket's directory is not ours alone
        ├── UntrustedPeer         another user's process at the other end
        ├── ProtocolError         the other end broke the protocol
        ├── VersionMismatch       the daemon is older than this program
        ├── TooManyConnections
        ├── Stopping              the daemon is going down; ask again
        ├── NotAcknowledged       the screen did not confirm a command in time
        ├── AlreadyRunning        another daemon holds the lock
        ├── Unsupported           this system can't do it, and why
        ├── MemoryNotLocked       no memory for a secret that is never swapped out
        └── InternalError         a fault of ours

Codes are positive: JSON-RPC 2.0 reserves -32768 to -32000, and MCP numbers its own errors in there.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal

    Blame = Literal["requester", "sayso", "system"]


class SaysoError(Exception):
    """Base of all: `code` goes over the wire, `name` is its word, `remedy` says what to do."""

    code: ClassVar[int]
    name: ClassVar[str]
    blame: ClassVar[Blame]
    default_remedy: ClassVar[str] = ""

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
    code = -32700
    name = "parse_error"
    default_remedy = "send one JSON object a line, in UTF-8"


class InvalidRequest(RequestError):
    default_remedy = 'send {"jsonrpc": "2.0", "id": …, "method": …, "params": {…}}'


class UnknownMethod(RequestError):
    code = -32601
    name = "unknown_method"
    default_remedy = "use hello, ask, claim, collect, withdraw, list or status"


class InvalidParams(RequestError):
    """`field` names what is wrong, the message its bounds."""

    code = -32602
    name = "invalid_params"


class FrameTooLarge(RequestError):
    code = 4001
    name = "frame_too_large"
    default_remedy = "keep each line within 1 MiB"


class FrameTooSlow(RequestError):
    code = 4002
    name = "frame_too_slow"
    default_remedy = "send each line whole within 2 s"


class Mismatch(RequestError):
    code = 4003
    name = "mismatch"
    default_remedy = "repeat the request word for word, or leave the ticket out to ask anew"


class Expired(RequestError):
    code = 4004
    name = "expired"
    default_remedy = "ask again without the ticket"


class UnknownPrompt(RequestError):
    code = 4005
    name = "unknown_prompt"
    default_remedy = "see sayso list for what is open"


class NotOpen(RequestError):
    code = 4006
    name = "not_open"
    default_remedy = "collect its outcome with its ticket"


class UnknownClaim(RequestError):
    code = 4007
    name = "unknown_claim"
    default_remedy = "repeat the request, then claim what it offers"


class OfferLapsed(RequestError):
    code = 4008
    name = "offer_lapsed"
    default_remedy = "repeat the request, then claim within 10 s"


class ServiceError(SaysoError):
    """sayso or the system is at fault, not the request."""

    code = 5000
    name = "service_error"
    blame: ClassVar[Blame] = "sayso"


class Unreachable(ServiceError):
    code = 5001
    name = "unreachable"
    blame = "system"
    default_remedy = "start it with: sayso daemon start"


class UntrustedPlace(ServiceError):
    code = 5002
    name = "untrusted_place"
    blame = "system"


class UntrustedPeer(ServiceError):
    code = 5003
    name = "untrusted_peer"
    blame = "system"


class ProtocolError(ServiceError):
    code = 5004
    name = "protocol_error"
    default_remedy = "restart it with: sayso daemon restart"


class VersionMismatch(ServiceError):
    code = 5005
    name = "version_mismatch"
    default_remedy = "restart it with: sayso daemon restart"


class TooManyConnections(ServiceError):
    code = 5006
    name = "too_many_connections"
    blame = "requester"
    default_remedy = "close connections that are not in use, then connect again"


class Stopping(ServiceError):
    code = 5007
    name = "stopping"
    default_remedy = "ask again: the next request starts a new daemon"


class NotAcknowledged(ServiceError):
    code = 5008
    name = "not_acknowledged"
    default_remedy = "if it comes again, see: sayso doctor"


class Unsupported(ServiceError):
    code = 5009
    name = "unsupported"
    blame = "system"


class AlreadyRunning(ServiceError):
    code = 5010
    name = "already_running"
    blame = "system"


class MemoryNotLocked(ServiceError):
    code = 5011
    name = "memory_not_locked"
    blame = "system"
    default_remedy = "raise the limit on locked memory: ulimit -l; then run: sayso daemon stop"


class InternalError(ServiceError):
    code = -32603
    name = "internal_error"
    default_remedy = "see the daemon's log"


def _leaves(kind: type[SaysoError]) -> list[type[SaysoError]]:
    return [leaf for sub in kind.__subclasses__() for leaf in (_leaves(sub) or [sub])]


def from_wire(error: dict[str, Any]) -> SaysoError:
    """The typed error of a response's `error` member; an unknown code becomes a ServiceError."""
    kinds = {kind.code: kind for kind in _leaves(SaysoError)}
    code = error.get("code")
    kind = kinds.get(code, ServiceError) if isinstance(code, int) else ServiceError
    data = error.get("data")
    data = data if isinstance(data, dict) else {}
    return kind(str(error.get("message", "")), field=data.get("field"), remedy=data.get("remedy"))
