"""A page in Chromium without a window, by its DevTools protocol on a pipe: it listens on no port.

https://chromedevtools.github.io/devtools-protocol/tot: messages are JSON, each with a NUL behind.
"""

import sys

assert sys.platform == "linux"

import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from support.world import World

PROGRAM = "chromium"
_OPTIONS = (
    "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking",
    "--disable-component-update",
)  # fmt: skip
_ON_3_AND_4 = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
"""Where Chromium has that pipe."""
_COMPLAINTS = {
    "Runtime.consoleAPICalled": "args",
    "Runtime.exceptionThrown": "exceptionDetails",
    "Log.entryAdded": "entry",
}
"""Events, and where each has its words."""
_DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
_HEIGHT = 700


class Chromium:
    """Ends with the block. All that it writes is in this world."""

    def __init__(self, world: World) -> None:
        assert shutil.which(PROGRAM), f"{PROGRAM} is not installed; packaging/test.sh installs it"
        options = [*_OPTIONS, f"--user-data-dir={world.directory}/chromium"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # it has none for root, and starts no other way
        with (world.directory / "job-chromium.err").open("wb") as err:
            self._process = subprocess.Popen(
                ["sh", "-c", _ON_3_AND_4, "sh", PROGRAM, *options],
                env=world.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err,
            )  # fmt: skip
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        self._buffer = b""
        self._number = 0
        self._session: dict[str, str] = {}
        self._is_loaded = False
        self._asked: dict[str, str] = {}
        self._refused: set[str] = set()
        self.complaints: list[str] = []
        """Of scripts, and of the browser about the page."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """It goes once nobody holds the other end of the pipe."""
        with self._process as process:
            with suppress(BrokenPipeError):  # it went before
                self._to.close()
            try:
                process.wait(10)
            finally:
                process.kill()

    @property
    def requests(self) -> list[str]:
        """What the page asked for, by address, and its own policy did not refuse."""
        return [url for key, url in self._asked.items() if key not in self._refused]

    @property
    def refused(self) -> list[str]:
        return [url for key, url in self._asked.items() if key in self._refused]

    def open(self, file: Path) -> None:
        """Returns once it is drawn, and all that it wants for that came or did not."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=file.as_uri())
        while not self._is_loaded:
            self._hear()
        # its scripts are not the page's, whose policy is not for them
        self._world = self.call("Page.createIsolatedWorld", frameId=target)["executionContextId"]
        self.evaluate(_DRAWN)

    def look(self, width: int, scheme: str) -> None:
        """From now on it is so wide, for a person who likes pages `light` or `dark`."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=_HEIGHT, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def evaluate(self, script: str) -> Any:
        """Beside the page's own script; what it promises is waited for."""
        told = self.call(
            "Runtime.evaluate", expression=script, contextId=self._world,
            awaitPromise=True, returnByValue=True,
        )  # fmt: skip
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Returns what it results in."""
        self._number += 1
        called = {"id": self._number, "method": method, "params": params, **self._session}
        self._to.write(json.dumps(called).encode() + b"\0")
        self._to.flush()
        while (told := self._hear()).get("id") != self._number:
            pass
        assert "result" in told, (method, told)
        result: dict[str, Any] = told["result"]
        return result

    def _hear(self) -> dict[str, Any]:
        """The next message, which may be an event."""
        while b"\0" not in self._buffer:
            piece = os.read(self._from.fileno(), 1 << 16)
            assert piece, "Chromium has gone"
            self._buffer += piece
        data, _, self._buffer = self._buffer.partition(b"\0")
        told: dict[str, Any] = json.loads(data)
        self._note(told.get("method", ""), told.get("params", {}))
        return told

    def _note(self, event: str, params: dict[str, Any]) -> None:
        if event == "Page.loadEventFired":
            self._is_loaded = True
        elif event == "Network.requestWillBeSent":
            self._asked[params["requestId"]] = params["request"]["url"]
        elif event == "Network.webSocketCreated":
            self._asked[params["requestId"]] = params["url"]
        elif event == "Network.loadingFailed" and params.get("blockedReason") == "csp":
            self._refused.add(params["requestId"])
        elif event in _COMPLAINTS:
            self.complaints.append(json.dumps(params[_COMPLAINTS[event]]))
