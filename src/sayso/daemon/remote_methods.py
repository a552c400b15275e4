"""The methods by which the person lets other machines ask, available only over this machine's own
socket."""

from sayso.daemon.connection import Connection
from sayso.daemon.remote_places import RemotePlaces
from sayso.daemon.telling import Teller
from sayso.wire import messages, rpc


class RemoteMethods:
    def __init__(self, places: RemotePlaces, teller: Teller) -> None:
        self._places = places
        self._teller = teller
        self.methods = {
            "remote_open": self._open,
            "remote_allow": self._allow,
            "remote_close": self._close,
            "remote_list": self._list,
        }

    def _open(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.RemoteOpen, request.params)
        self._places.open(params.place(), new=params.new)
        self._tell(connection, request)

    def _allow(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.RemoteAllow, request.params)
        self._places.allow(params.name, secrets=params.secrets)
        self._tell(connection, request)

    def _close(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.RemoteClose, request.params)
        self._places.close(params.name)
        self._tell(connection, request)

    def _list(self, connection: Connection, request: rpc.Request) -> None:
        messages.parse(messages.RemoteList, request.params)
        self._tell(connection, request)

    def _tell(self, connection: Connection, request: rpc.Request) -> None:
        """Replies with all places and their present state."""
        connection.respond(request.id, {"places": self._teller.places()})
