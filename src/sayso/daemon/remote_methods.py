"""The methods by which the person lets other machines ask: over this machine's own socket alone."""

from sayso.core.remote_place import RemotePlace
from sayso.daemon.connection import Connection, Connections
from sayso.daemon.remote_places import RemotePlaces
from sayso.daemon.runner import Runner
from sayso.values import fields
from sayso.wire import messages, rpc
from sayso.wire.replies import PlaceInfo, Places


class RemoteMethods:
    def __init__(self, places: RemotePlaces, connections: Connections, runner: Runner) -> None:
        self._places = places
        self._connections = connections
        self._runner = runner
        self.methods = {
            "remote_open": self._open,
            "remote_allow": self._allow,
            "remote_close": self._close,
            "remote_list": self._list,
        }

    def _open(self, connection: Connection, request: rpc.Request) -> None:
        params = messages.parse(messages.RemoteOpen, request.params)
        self._places.open(RemotePlace(**fields(params)))
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
        """How they all are by now."""
        places: Places = {"places": [self._describe(each) for each in self._places.all]}
        connection.respond(request.id, dict(places))

    def _describe(self, place: RemotePlace) -> PlaceInfo:
        connections = self._connections.of_place(place.name)
        queue = self._runner.broker.queue
        return {
            "name": place.name,
            "socket": self._places.socket_of(place.name),
            "container": place.container,
            "uid": place.uid,
            "destination": place.destination,
            "secrets": place.secrets,
            "fault": self._places.fault_of(place.name),
            "connections": len(connections),
            "open": sum(prompt.place == place.name for prompt in queue),
            "askers": sorted({each.lineage.asker.name for each in connections} - {""}),
        }
