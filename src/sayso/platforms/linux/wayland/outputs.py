"""Which outputs are dark, where the compositor tells: wlr-output-power-management-unstable-v1, or
KWin's org_kde_kwin_dpms."""

import sys

assert sys.platform == "linux"

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sayso.platforms.linux.wayland.connection import Connection

_OUTPUT, _PLACES = "wl_output", "zxdg_output_manager_v1"
_GET_POWER, _GET_PLACE = 0, 1
_LOGICAL_POSITION = 0

Corner = tuple[int, int]
"""The position of an output among all outputs, as GDK reports it, too."""


@dataclass(frozen=True)
class _PowerProtocol:
    """A protocol that tells which outputs are dark."""

    interface: str
    mode: int
    """The opcode of the event that reports the power mode."""
    lit: int
    """The power mode of an output that is on."""
    failed: int | None
    """The opcode of the event after which nothing more is reported; None: there is no such event.
    """


_PROTOCOLS = (
    _PowerProtocol("zwlr_output_power_manager_v1", mode=0, lit=1, failed=1),
    _PowerProtocol("org_kde_kwin_dpms_manager", mode=1, lit=0, failed=None),
)


@dataclass
class _Output:
    corner: Corner | None = None
    is_dark: bool = False


class Outputs:
    """The outputs that there are, as they come and go."""

    def __init__(self, environ: Mapping[str, str], changed: Callable[[], None]) -> None:
        """`changed` is called from `read`. Raises OSError: the compositor does not tell which
        outputs are dark."""
        self._changed = changed
        self._outputs: dict[int, _Output] = {}
        """By the number of each output's global."""
        self._connection = Connection(environ)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def fileno(self) -> int:
        return self._connection.fileno()

    def read(self) -> None:
        """Handles what has come. Raises OSError: the compositor has gone."""
        self._connection.read()

    def is_dark(self, corner: Corner) -> bool:
        """Whether the output at this position is dark."""
        return any(each.is_dark and each.corner == corner for each in self._outputs.values())

    def close(self) -> None:
        self._connection.close()

    def _begin(self) -> None:
        named = self._connection.named
        powers = next((each for each in _PROTOCOLS if named(each.interface)), None)
        places = named(_PLACES)
        if not (powers and places):
            raise OSError("the compositor does not tell which outputs are dark")
        self._powers = powers
        self._manager = self._connection.bind(named(powers.interface)[0], 1, _ignore)
        self._places = self._connection.bind(places[0], 1, _ignore)
        for number in self._connection.named(_OUTPUT):
            self._add(number)
        self._connection.came, self._connection.went = self._came, self._went
        self._connection.settle()

    def _came(self, number: int) -> None:
        if self._connection.globals[number][0] == _OUTPUT:
            self._add(number)

    def _went(self, number: int) -> None:
        if self._outputs.pop(number, None):
            self._changed()

    def _add(self, number: int) -> None:
        told = self._outputs[number] = _Output()

        def on_place(event: int, body: bytes) -> None:
            if event == _LOGICAL_POSITION:
                told.corner = struct.unpack_from("=ii", body)
                self._changed()

        def on_power(event: int, body: bytes) -> None:
            if event == self._powers.mode:
                (mode,) = struct.unpack_from("=I", body)
                told.is_dark = mode != self._powers.lit
            elif event == self._powers.failed:
                told.is_dark = False
            self._changed()

        connection = self._connection
        output = connection.bind(number, 1, _ignore)
        for manager, request, handler in (
            (self._places, _GET_PLACE, on_place),
            (self._manager, _GET_POWER, on_power),
        ):
            connection.send(manager, request, struct.pack("=II", connection.new(handler), output))


def _ignore(_event: int, _body: bytes) -> None:
    """These objects send nothing that is needed."""
