"""The eyes of WaylandProbe: controls over AT-SPI, with their places within the window."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from gi.repository import GLib

from probes import atspi
from probes.eyes import Reply, answer


def ready(**_: Any) -> Reply:
    return {"ready": atspi.is_there()}


def find(**wanted: Any) -> Reply:
    """Like `atspi.find`, but with the width and height of the window for each control."""
    controls = []
    for node in atspi.matching(**wanted):
        with suppress(GLib.Error):  # the program has gone, or is too busy to answer
            if seen := atspi.describe(node):
                controls.append(seen | {"window": window_size(node)})
    return {"controls": controls}


def window_size(node: Any) -> tuple[int, int]:
    while (above := node.get_parent()) is not None and above.get_role_name() != "application":
        node = above
    return atspi.size(node)


OPERATIONS: dict[str, Callable[..., Reply]] = atspi.OPERATIONS | {
    operation.__name__: operation for operation in (ready, find)
}


def main() -> None:
    atspi.start()
    context = GLib.MainContext.default()
    for line in sys.stdin:
        while context.pending():
            context.iteration(False)
        answer(line, OPERATIONS)


if __name__ == "__main__":
    main()
