"""A page in Chromium without a window, controlled by the DevTools protocol over a pipe, so that it
listens on no port.

https://chromedevtools.github.io/devtools-protocol/tot: messages are JSON, each followed by a NUL.
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
"""Puts the pipe on file descriptors 3 and 4, where Chromium expects it."""
_COMPLAINTS = {
    "Runtime.consoleAPICalled": "args",
    "Runtime.exceptionThrown": "exceptionDetails",
    "Log.entryAdded": "entry",
}
"""Events that report errors, and the parameter that has the text."""
_DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
_HEIGHT = 700


class Chromium:
    """A browser with one page. Use it as a context manager. All files that it writes are in this
    world."""

    def __init__(self, world: World) -> None:
        assert shutil.which(PROGRAM), f"{PROGRAM} is not installed; packaging/test.sh installs it"
        options = [*_OPTIONS, f"--user-data-dir={world.directory}/chromium"]
        if os.geteuid() == 0:
            # root gets no sandbox, and Chromium does not start otherwise
            options.append("--no-sandbox")
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
        """Errors and messages of the page's scripts, and of the browser about the page."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the pipe, at which Chromium ends."""
        with self._process as process:
            with suppress(BrokenPipeError):  # it has ended already
                self._to.close()
            try:
                process.wait(10)
            finally:
                process.kill()

    @property
    def requests(self) -> list[str]:
        """Addresses that the page requested and that its content security policy allowed."""
        return [url for key, url in self._asked.items() if key not in self._refused]

    @property
    def refused(self) -> list[str]:
        return [url for key, url in self._asked.items() if key in self._refused]

    def open(self, file: Path) -> None:
        """Opens a page. Returns once it is drawn and its resources have been loaded or refused."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=file.as_uri())
        while not self._is_loaded:
            self._hear()
        # scripts of the test run beside the page's, whose content security policy does not hold for
        # them
        self._world = self.call("Page.createIsolatedWorld", frameId=target)["executionContextId"]
        self.evaluate(_DRAWN)

    def look(self, width: int, scheme: str) -> None:
        """Sets the page's width in pixels, and the preferred colour scheme: `light` or `dark`."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=_HEIGHT, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def evaluate(self, script: str) -> Any:
        """Runs a script, apart from the page's own. Waits if it returns a promise. Returns the
        value."""
        told = self.call(
            "Runtime.evaluate", expression=script, contextId=self._world,
            awaitPromise=True, returnByValue=True,
        )  # fmt: skip
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Calls a method and waits. Returns its result."""
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
        """Reads the next message, which may be an event."""
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
