"""Other machines and containers that may ask: each has a restricted socket of its own.

What comes through such a socket is of that place and nothing else, whatever it says. The person
lets a place in by a request over this machine's own socket; a place can let in none, nor itself ask
for more than it was allowed.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sayso.core import events as e
from sayso.core.lineage import Lineage
from sayso.core.questions import Question
from sayso.core.remote_place import RemotePlace, needs_permission
from sayso.core.text import visible_line
from sayso.daemon import children
from sayso.daemon.bootstrap import BACKLOG
from sayso.daemon.carrier import Carrier
from sayso.errors import AlreadyRunning, InvalidParams, SaysoError, UnknownPlace, UnusableFile
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.endpoint import Acceptor, Listener
from sayso.values import fields
from sayso.wire import carrier as wire
from sayso.wire.replies import CarrierState

log = logging.getLogger(__name__)

AGAIN_SECONDS = 0.2
"""Before a place's socket is tried again that another daemon of this user's still has."""
TRIES = 25

LAST_WORDS_SECONDS = 1.0
"""For what is said last to a closed place to get there, before its ssh ends."""


@dataclass
class _Open:
    """A place, and how its socket is."""

    place: RemotePlace
    carrier: Carrier | None = None
    """Of one that our own ssh carries."""
    listener: Listener | None = None
    acceptor: Acceptor | None = None
    again: asyncio.TimerHandle | None = None
    fault: str | None = None

    def close(self) -> None:
        if self.carrier:
            self.carrier.close()
        self.carrier = None
        self.let_nobody_in()

    def let_nobody_in(self) -> None:
        """What is connected stays so."""
        if self.again:
            self.again.cancel()
        if self.acceptor:
            self.acceptor.close()
        if self.listener:
            self.listener.close()
        self.again = self.acceptor = self.listener = None


Serve = Callable[[Channel, str, int | None], asyncio.BaseProtocol]
"""Makes what serves a channel that comes from the place of this name, by this user; None: ours."""


def _check_same(place: RemotePlace, known: RemotePlace) -> None:
    """Raises InvalidParams."""
    if place != known:
        what = known.destination or ("a container" if known.container else "a socket")
        raise InvalidParams(
            f"name: {place.name} is what you call {visible_line(what)}",
            field="name",
            remedy=f"choose another name, or first: sayso remote remove {place.name}",
        )


class RemotePlaces:
    def __init__(self, path: str, socket: str) -> None:
        """`path`: of their file; `socket`: of the daemon's own."""
        self._path = Path(path)
        self._socket = socket
        self._places: dict[str, _Open] = {}
        self._closing: list[_Open] = []
        """Who asked there still hears that it is withdrawn."""
        self._serve: Serve
        self._post: Callable[[e.Event], None]
        self._end: Callable[[str], None]
        self.fault: str | None = None
        """Why their file can't be read; None: it can."""

    def start(
        self, serve: Serve, post: Callable[[e.Event], None], end: Callable[[str], None]
    ) -> None:
        """Opens those that the person has let in. `end` closes what is connected from a place."""
        self._serve, self._post, self._end = serve, post, end
        if not self._path.exists():
            return
        from sayso.configuration import remote_places as stored  # few have such a file

        try:
            places = stored.load(self._path)
        except SaysoError as error:
            log.error("no other machine may ask: %s", error.message)  # noqa: TRY400 (no trace)
            self.fault = error.message
            return
        for place in places:
            self._places[place.name] = self._opened(place)

    def stop(self) -> None:
        """A successor opens them again."""
        for each in (*self._places.values(), *self._closing):
            each.close()

    @property
    def all(self) -> Sequence[RemotePlace]:
        return [each.place for each in self._places.values()]

    def socket_of(self, name: str) -> str:
        """Its path. Raises Unsupported."""
        return select.endpoint().place_path(self._socket, name)

    def fault_of(self, name: str) -> str | None:
        """Why its socket is not served just now."""
        return self._places[name].fault

    def carried(self, name: str) -> tuple[CarrierState, str | None, str | None] | None:
        """What its ssh does, why it does not carry the socket, and what to do; None: it has
        none."""
        carrier = self._places[name].carrier
        if carrier is None:
            return None
        match carrier.state:
            case wire.Connecting():
                return "connecting", None, None
            case wire.Up():
                return "up", None, None
            case wire.Waiting(reason, remedy):
                return "waiting", reason, remedy or None
            case wire.Stopped(reason, remedy):
                return "stopped", reason, remedy or None

    def open(self, place: RemotePlace, *, new: bool) -> None:
        """One that is open already stays, with what it was allowed, unless it is to be a `new` one;
        another machine never gets its name, and so its questions and what it may.

        Raises InvalidParams (the name is another one's, or looks like it), Unsupported,
        UnusableFile.
        """
        self.socket_of(place.name)
        known = self._places.get(place.name)
        if known and new:
            raise InvalidParams(f"name: {place.name} is open already", field="name")
        if known:
            place = RemotePlace(**fields(place) | {"secrets": known.place.secrets})
            _check_same(place, known.place)
        from sayso.configuration import remote_places as stored  # as in `start`

        others = [each for each in self.all if each.name != place.name]
        stored.check_distinct([*others, place])
        self._save([*others, place])
        if known and not known.fault:
            if known.carrier:
                known.carrier.try_again()
            return
        if known:
            known.close()
        self._places[place.name] = self._opened(place)
        self._post(e.Tick())  # the tray tells of all places

    def allow(self, name: str, *, secrets: bool) -> None:
        """Raises UnknownPlace, UnusableFile."""
        known = self._known(name)
        place = RemotePlace(**fields(known.place) | {"secrets": secrets})
        self._save([place if each.name == name else each for each in self.all])
        known.place = place
        if not secrets:
            self._post(e.PlaceClosed(name, only_with_permission=True))

    def close(self, name: str) -> None:
        """Its questions are withdrawn. Raises UnknownPlace, UnusableFile."""
        known = self._known(name)
        self._save([each for each in self.all if each.name != name])
        del self._places[name]
        known.let_nobody_in()
        if not known.place.container:  # where it may be mounted
            with suppress(OSError):
                Path(self.socket_of(name)).parent.rmdir()
        self._post(e.PlaceClosed(name))
        self._end(name)
        self._closing.append(known)
        asyncio.get_running_loop().call_later(LAST_WORDS_SECONDS, self._close_last, known)

    def _close_last(self, closing: _Open) -> None:
        closing.close()
        self._closing.remove(closing)

    def withholds(self, lineage: Lineage, question: Question) -> bool:
        """The person lets this place ask for nothing of the kind; or, as it was closed just now,
        for nothing."""
        if not lineage.place:
            return False
        known = self._places.get(lineage.place)
        return known is None or (needs_permission(question) and not known.place.secrets)

    def forgotten(self, asked: Iterable[str]) -> Iterable[str]:
        """Those of these places, which have asked before, that may not any more. While the file
        can't be read nobody knows."""
        return () if self.fault else set(asked).difference(self._places, ("",))

    def _known(self, name: str) -> _Open:
        if name not in self._places:
            raise UnknownPlace(f"no other machine or container is called {name}", field="name")
        return self._places[name]

    def _save(self, places: Sequence[RemotePlace]) -> None:
        """Raises UnusableFile: what could not be read is not written over either."""
        if self.fault:
            raise UnusableFile(self.fault, remedy="mend it, or delete it; then restart the daemon")
        from sayso.configuration import remote_places as stored  # as in `start`

        stored.save(self._path, places)

    def _opened(self, place: RemotePlace) -> _Open:
        opened = _Open(place)
        self._listen(opened, TRIES)
        return opened

    def _carrier(self, place: RemotePlace, path: str) -> Carrier:
        words = (place.name, place.destination, path)
        return Carrier((*children.CARRIER, *words), lambda: self._post(e.Tick()))

    def _listen(self, opened: _Open, tries: int) -> None:
        """A daemon before this one may still have the socket for a moment."""
        name, uid = opened.place.name, opened.place.uid
        try:
            path = self.socket_of(name)
            shared = uid is not None
            opened.listener = select.endpoint().listen_for_place(path, BACKLOG, shared=shared)
        except AlreadyRunning as error:
            opened.fault = error.message
            if tries:
                loop = asyncio.get_running_loop()
                opened.again = loop.call_later(AGAIN_SECONDS, self._listen, opened, tries - 1)
        except OSError as error:
            opened.fault = f"its socket can't be opened: {error.strerror}"
        except SaysoError as error:
            log.warning("nothing can come from %s: %s", name, error.message)
            opened.fault = error.message
        else:
            opened.fault = None
            if opened.place.destination:
                opened.carrier = self._carrier(opened.place, path)
                opened.carrier.start()
            opened.acceptor = opened.listener.serve(
                lambda channel: self._serve(channel, name, uid), BACKLOG
            )
