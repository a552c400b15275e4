"""An input method for sway, such as fcitx5 and IBus are: zwp_input_method_v2."""

import struct
from collections.abc import Mapping

from probes.wayland_client import Connection
from support.processes import wait_until

_ACTIVATE, _DEACTIVATE, _DONE, _UNAVAILABLE = 0, 1, 5, 6
_COMMIT_STRING, _COMMIT = 0, 3


class InputMethod:
    """The input method, until `close`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._connection = Connection(environ)
        manager, seat = map(self._connection.bind, ("zwp_input_method_manager_v2", "wl_seat"))
        self._method = self._connection.new()
        self._connection.hear(self._method, self._on_event)
        self._done = 0
        self._is_wanted = False
        self._connection.send(manager, 0, struct.pack("<II", seat, self._method))
        self._connection.sync()

    def close(self) -> None:
        self._connection.close()

    @property
    def is_wanted(self) -> bool:
        """Whether there is a field that takes text from the input method."""
        self._connection.sync()
        return self._is_wanted

    def write(self, text: str) -> None:
        """Writes into that field, as if the person chose the text from those offered."""
        wait_until(lambda: self.is_wanted, "a field for the input method")
        word = text.encode() + b"\0"
        body = struct.pack("<I", len(word)) + word + b"\0" * (-len(word) % 4)
        self._connection.send(self._method, _COMMIT_STRING, body)
        self._connection.send(self._method, _COMMIT, struct.pack("<I", self._done))
        self._connection.sync()

    def _on_event(self, event: int, _body: bytes) -> None:
        assert event != _UNAVAILABLE, "there is another input method"
        if event in (_ACTIVATE, _DEACTIVATE):
            self._is_wanted = event == _ACTIVATE
        elif event == _DONE:
            self._done += 1
