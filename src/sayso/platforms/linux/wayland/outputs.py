"""Which outputs are dark, where the compositor tells: wlr-output-power-management-unstable-v1."""

import sys

assert sys.platform == "linux"

import struct
from collections.abc import Callable, Mapping

from sayso.platforms.linux.wayland.connection import Connection

_OUTPUT, _MANAGER = "wl_output", "zwlr_output_power_manager_v1"
_GET_POWER = 0
_GEOMETRY = 0
_MODE = 0
_OFF = 0

Corner = tuple[int, int]
"""Where an output begins among them all."""


class Outputs:
    """Those that there were when it was made, and as they are now."""

    def __init__(self, environ: Mapping[str, str], changed: Callable[[], None]) -> None:
        """`changed` is called from `read`. Raises OSError: the compositor does not tell."""
        self._changed = changed
        self._corners: dict[int, Corner] = {}
        self._dark: set[int] = set()
        self._connection = Connection(environ)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def fileno(self) -> int:
        return self._connection.fileno()

    def read(self) -> None:
        """What has come. Raises OSError: the compositor has gone."""
        self._connection.read()

    def is_dark(self, corner: Corner) -> bool:
        """The one that begins there."""
        return any(self._corners.get(output) == corner for output in self._dark)

    def close(self) -> None:
        self._connection.close()

    def _begin(self) -> None:
        managers = self._connection.named(_MANAGER)
        if not managers:
            raise OSError("the compositor does not tell which outputs are dark")
        self._manager = self._connection.bind(managers[0], 1, _ignore)
        for number in self._connection.named(_OUTPUT):
            self._add(number)
        self._connection.settle()

    def _add(self, number: int) -> None:
        def on_output(event: int, body: bytes) -> None:
            if event == _GEOMETRY:
                self._corners[output] = struct.unpack_from("=ii", body)

        def on_power(event: int, body: bytes) -> None:
            if event != _MODE:
                return
            (mode,) = struct.unpack_from("=I", body)
            (self._dark.add if mode == _OFF else self._dark.discard)(output)
            self._changed()

        output = self._connection.bind(number, 1, on_output)
        power = self._connection.new(on_power)
        self._connection.send(self._manager, _GET_POWER, struct.pack("=II", power, output))


def _ignore(_event: int, _body: bytes) -> None:
    """It says nothing."""
