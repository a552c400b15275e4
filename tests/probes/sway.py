"""The probe of sway, which runs headless, with devices of the probe's.

Sway tells where windows are, but not where layers are: a layer is searched for in the picture.
"""

import json
import socket
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, assert_never

from probes.steps import Activate, Focus, Handle, Minimise, MoveWindow, ResizeWindow
from probes.wayland import PAPER, LayersProbe, Managed, Order
from probes.wlroots_devices import WlrootsDevices

_GET_TREE, _RUN = 4, 0
"""Types of messages of sway-ipc(7)."""


class SwayProbe(LayersProbe):
    def __init__(self, environ: Mapping[str, str], size: tuple[int, int], output: str) -> None:
        """`output`: the output that the probe looks at; `size`: its size in pixels."""
        self._output = output
        super().__init__(environ, size, WlrootsDevices(environ, size))

    def _unmanaged(self, width: int, height: int) -> tuple[int, int]:
        """The place of a rectangle of this size that is filled as a window of Adwaita is; if there
        is none, (0, 0)."""
        across, picture = self._size[0], self._picture()
        line = PAPER * (width - 2)
        for row in range(self._size[1]):
            start = row * across * 3
            found = picture.find(line, start, start + across * 3)
            if found >= 0 and (found - start) % 3 == 0:
                return (found - start) // 3 - 1, row - 1
        return super()._unmanaged(width, height)

    def fill_screen(self, title: str) -> None:
        self.order(f'[title="^{title}$"] fullscreen enable')

    def screenshot(self, path: Path) -> None:
        subprocess.run(["grim", path], env=self._environ, check=True, timeout=20, cwd="/")

    def _picture(self) -> bytes:
        done = subprocess.run(
            ["grim", "-o", self._output, "-t", "ppm", "-"],
            env=self._environ, check=True, timeout=20, cwd="/", stdout=subprocess.PIPE,
        )  # fmt: skip
        return done.stdout[-self._size[0] * self._size[1] * 3 :]

    def _managed(self) -> list[Managed]:
        found: list[Managed] = []
        todo = [self.ask(_GET_TREE)]
        while todo:
            node = todo.pop()
            todo += node["nodes"] + node["floating_nodes"]
            if node.get("pid") and node.get("visible"):
                found.append(_window(node))
        return found

    def has_window(self, pid: int) -> bool:
        """Whether the process has a window, hidden or not."""
        return f'"pid": {pid},' in json.dumps(self.ask(_GET_TREE))

    def ask(self, kind: int, words: str = "") -> Any:
        """Sends a message of sway-ipc(7). Returns the reply."""
        with socket.socket(socket.AF_UNIX) as ipc:
            ipc.settimeout(10)
            ipc.connect(self._environ["SWAYSOCK"])
            body = words.encode()
            ipc.sendall(b"i3-ipc" + struct.pack("=II", len(body), kind) + body)
            with ipc.makefile("rb") as reply:
                size, _kind = struct.unpack("=II", reply.read(14)[6:])
                return json.loads(reply.read(size))

    def order(self, command: str) -> None:
        """Runs a command of sway(5)."""
        results = self.ask(_RUN, command)
        assert all(each["success"] for each in results), results

    def _order(self, step: Order) -> None:
        match step:
            case Focus(title):
                self.order(f'[title="^{title}$"] focus')
            case Activate(window):
                self.order(f"[con_id={window}] focus")
            case MoveWindow(window, x, y):
                self.order(f"[con_id={window}] move absolute position {x} {y}")
            case ResizeWindow(window, width, height):
                self.order(f"[con_id={window}] resize set {width} {height}")
            case Minimise(window):
                self.order(f"[con_id={window}] move scratchpad")
            case _:
                assert_never(step)


def _window(node: Mapping[str, Any]) -> Managed:
    rect, inside = node["rect"], node["window_rect"]
    x, y = rect["x"] + inside["x"], rect["y"] + inside["y"]
    return Managed(
        x, y, inside["width"], inside["height"], Handle(str(node["id"])),
        title=node["name"] or "", pid=node["pid"], application=node["app_id"] or "",
        is_active=node["focused"], origin=(x, y),
    )  # fmt: skip
