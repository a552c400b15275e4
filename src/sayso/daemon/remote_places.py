"""Places: other machines and containers that may ask. Each has a restricted socket of its own.

Whatever comes through such a socket counts as that place's, no matter what it says. The person lets
a place in by a request over this machine's own socket; a place can let in no other place, and can
give itself no permission.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
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
"""Seconds until a place's socket is tried again, if another daemon of this user still has it."""
TRIES = 25

MOST_PLACES = 64
"""Each has a socket, and ssh or a listener of its own."""

LAST_WORDS_SECONDS = 1.0
"""Seconds for the last replies to reach a closed place, before its ssh is ended."""


@dataclass
class _Open:
    """A place, and the state of its socket."""

    place: RemotePlace
    carrier: Carrier | None = None
    """The carrier, if our own ssh carries the place's socket."""
    listener: Listener | None = None
    acceptor: Acceptor | None = None
    again: asyncio.TimerHandle | None = None
    fault: str | None = None
    is_shut: bool = False
    """The person has closed it."""

    def close(self) -> None:
        if self.carrier:
            self.carrier.close()
        self.carrier = None
        self.let_nobody_in()

    def let_nobody_in(self) -> None:
        """Closes the socket; open connections stay."""
        if self.again:
            self.again.cancel()
        if self.acceptor:
            self.acceptor.close()
        if self.listener:
            self.listener.close()
        self.again = self.acceptor = self.listener = None


Serve = Callable[[Channel, str, int | None], asyncio.BaseProtocol]
"""Makes the protocol that serves a channel. The arguments after the channel: the place's name, and
the user who may use its socket (None: our own user)."""


def _directory(place: RemotePlace) -> str:
    """Name of the directory of a place's socket. Each machine has one of its own: an ssh that
    carries the socket lives on for a moment after the place was closed, and must not lead to the
    machine that has the name by then."""
    if not place.destination:
        return place.name
    machine = sha256(f"{place.name}\n{place.destination}".encode()).hexdigest()
    return f"{place.name[:16]}.{machine[:8]}"  # short, as a socket's path has to be


def _check_same(place: RemotePlace, known: RemotePlace) -> None:
    """Raises InvalidParams if another machine or container has this name already."""
    if place != known:
        what = known.destination or ("a container" if known.container else "a socket")
        raise InvalidParams(
            f"name: {place.name} is what you call {visible_line(what)}",
            field="name",
            remedy=f"choose another name, or first: sayso remote remove {place.name}",
        )


class RemotePlaces:
    def __init__(self, path: str, socket: str) -> None:
        """`path`: path of the file that lists the places. `socket`: path of the daemon's own
        socket."""
        self._path = Path(path)
        self._socket = socket
        self._places: dict[str, _Open] = {}
        self._closing: list[_Open] = []
        """Closed places whose programs are still to be told that their questions are withdrawn."""
        self._serve: Serve
        self._post: Callable[[e.Event], None]
        self._end: Callable[[str], None]
        self.fault: str | None = None
        """Why the file of places can't be read; None: it can."""

    def start(
        self, serve: Serve, post: Callable[[e.Event], None], end: Callable[[str], None]
    ) -> None:
        """Opens the places that the person has let in. `serve`: makes the protocol for a channel.
        `post`: posts an event to the broker. `end`: closes the connections of a place."""
        self._serve, self._post, self._end = serve, post, end
        if not self._path.exists():
            return
        from sayso.configuration import remote_places as stored  # few have such a file

        try:
            places = stored.load(self._path)
        except SaysoError as error:
            log.error("no other machine may ask: sayso remote list says why")  # noqa: TRY400 (no trace)
            self.fault = error.message
            return
        for place in places:
            self._places[place.name] = self._opened(place)

    def stop(self) -> None:
        """Closes all sockets; a successor opens them again."""
        for each in (*self._places.values(), *self._closing):
            each.close()

    @property
    def all(self) -> Sequence[RemotePlace]:
        return [each.place for each in self._places.values()]

    def socket_of(self, place: RemotePlace) -> str:
        """Path of this place's socket. Raises Unsupported."""
        return select.endpoint().place_path(self._socket, _directory(place))

    def fault_of(self, name: str) -> str | None:
        """Why this place's socket is not served just now; None: it is."""
        return self._places[name].fault

    def carried(self, name: str) -> tuple[CarrierState, str | None, str | None] | None:
        """The state of the place's ssh, why it does not carry the socket (None: it does, or tries),
        and what to do about that (None: nothing is known). None alone: the place has no ssh of
        ours."""
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
        """Lets a place in. A place that is open already stays, with its permissions; with `new`,
        that is an error. Another machine never gets an open place's name, and so neither its
        questions nor its permissions.

        Raises InvalidParams (another place has this name, or one that looks like it), Unsupported,
        UnusableFile.
        """
        self.socket_of(place)
        known = self._places.get(place.name)
        if known is None and len(self._places) >= MOST_PLACES:
            raise InvalidParams(
                f"name: {MOST_PLACES} machines and containers may ask already",
                field="name",
                remedy="take one out first: sayso remote list, sayso remote remove NAME",
            )
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
        self._post(e.Tick())  # so that the tray shows the new place

    def allow(self, name: str, *, secrets: bool) -> None:
        """Sets whether a place may ask for passwords, sign-ins by a device code, and pages to be
        opened. Raises UnknownPlace, UnusableFile."""
        known = self._known(name)
        place = RemotePlace(**fields(known.place) | {"secrets": secrets})
        changed = [place if each.name == name else each for each in self.all]
        if secrets:
            self._save(changed)
            known.place = place
            return
        known.place = place  # at once, whatever becomes of the file
        self._post(e.PlaceClosed(name, only_with_permission=True))
        self._save_what_was_taken(changed)

    def close(self, name: str) -> None:
        """Lets a place ask no more, and withdraws its questions. Raises UnknownPlace,
        UnusableFile."""
        known = self._known(name)
        self._shut(name, known)
        try:
            self._save_what_was_taken([each for each in self.all if each.name != name])
        except UnusableFile:
            known.fault = "you have closed it, but that could not be written down"
            raise
        del self._places[name]
        if not known.place.container:  # a container may still have the directory mounted
            with suppress(OSError):
                Path(self.socket_of(known.place)).parent.rmdir()

    def _shut(self, name: str, known: _Open) -> None:
        """Lets nobody of this place in or be served any more."""
        known.let_nobody_in()
        known.is_shut = True
        self._closing.append(known)
        asyncio.get_running_loop().call_later(LAST_WORDS_SECONDS, self._close_last, known)
        try:
            self._post(e.PlaceClosed(name))
        finally:  # whatever fails, nobody there is served any more
            self._end(name)

    def _close_last(self, closing: _Open) -> None:
        closing.close()
        self._closing.remove(closing)

    def withholds(self, lineage: Lineage, question: Question) -> bool:
        """Whether the asker's place may not ask this question: it has no permission for such a
        question, or was closed just now."""
        if not lineage.place:
            return False
        known = self._places.get(lineage.place)
        if known is None or known.is_shut:
            return True
        return needs_permission(question) and not known.place.secrets

    def forgotten(self, asked: Iterable[str]) -> Iterable[str]:
        """The places of `asked`, which have asked before, that may not ask any more. Empty while
        the file can't be read: then nobody knows."""
        return () if self.fault else set(asked).difference(self._places, ("",))

    def _known(self, name: str) -> _Open:
        if name not in self._places:
            raise UnknownPlace(f"no other machine or container is called {name}", field="name")
        return self._places[name]

    def _save(self, places: Sequence[RemotePlace]) -> None:
        """Writes the file. Raises UnusableFile, also if the file could not be read before: then it
        is not overwritten."""
        if self.fault:
            raise UnusableFile(self.fault, remedy="mend it, or delete it; then restart the daemon")
        from sayso.configuration import remote_places as stored  # as in `start`

        stored.save(self._path, places)

    def _save_what_was_taken(self, places: Sequence[RemotePlace]) -> None:
        """Like `_save`, for what holds in memory already. Raises UnusableFile, which says so."""
        try:
            self._save(places)
        except UnusableFile as error:
            raise UnusableFile(
                f"it holds now, but not after a restart of the daemon: {error.message}",
                remedy="mend that, then say it again",
            ) from error

    def _opened(self, place: RemotePlace) -> _Open:
        opened = _Open(place)
        self._listen(opened, TRIES)
        return opened

    def _carrier(self, place: RemotePlace, path: str) -> Carrier:
        words = (place.name, place.destination, path)
        return Carrier((*children.CARRIER, *words), lambda: self._post(e.Tick()))

    def _listen(self, opened: _Open, tries: int) -> None:
        """Opens the place's socket. The daemon before this one may still have it for a moment, so
        this is tried `tries` times more."""
        name, uid = opened.place.name, opened.place.uid
        try:
            path = self.socket_of(opened.place)
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
            log.warning("nothing can come from one of them: sayso remote list says from which")
            opened.fault = error.message
        else:
            opened.fault = None
            if opened.place.destination:
                opened.carrier = self._carrier(opened.place, path)
                opened.carrier.start()
            opened.acceptor = opened.listener.serve(
                lambda channel: self._serve(channel, name, uid), BACKLOG
            )
