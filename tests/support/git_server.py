"""A git repository behind a password, over HTTP on loopback, and git in a test's world."""

import base64
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self

from support.processes import Job
from support.world import World

USER = "anna"
PASSWORD = "canary/pass: @ 77d0"  # noqa: S105 - of a server that lives as long as a test


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Keeps the server from writing a log."""

    def do_GET(self) -> None:
        wanted = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") == f"Basic {wanted}":
            super().do_GET()
            return
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="The forge"')
        self.send_header("Content-Length", "0")
        self.end_headers()


class GitServer:
    """A server with one repository, `shop`, which has a file `README`. Use it as a context
    manager."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.root = world.directory / "forge"
        self._make()
        handler = partial(_Handler, directory=str(self.root))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.address = f"http://{self.host}/shop"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def clone(self, *options: str) -> Job:
        """Starts to clone the repository into `cloned`. `options`: git settings, NAME=VALUE."""
        settings = [word for option in options for word in ("-c", option)]
        return self._world.spawn(["git", *settings, "clone", self.address, str(self.cloned)])

    @property
    def cloned(self) -> Path:
        return self._world.directory / "clone"

    def _make(self) -> None:
        source = self._world.directory / "source"
        self._git("init", "--quiet", str(source))
        (source / "README").write_text("hello\n")
        self._git("-C", str(source), "add", "README")
        person = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
        self._git("-C", str(source), *person, "commit", "--quiet", "--message", "First")
        self._git("clone", "--quiet", "--bare", str(source), str(self.root / "shop"))
        # so that git can fetch it from a server of plain files
        self._git("-C", str(self.root / "shop"), "update-server-info")

    def _git(self, *words: str) -> None:
        environ = self._world.environ
        subprocess.run(["git", *words], env=environ, check=True, timeout=30, capture_output=True)
