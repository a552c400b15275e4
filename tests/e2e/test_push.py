"""What the person misses, on their phone: by a program of theirs, as the manual has it for ntfy."""

import sys

assert sys.platform == "linux"

import json
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from support.guide import GUIDE
from support.trays import Desktop

TOPIC = "https://ntfy.sh/YOUR-TOPIC"


@pytest.fixture
def ntfy() -> Iterator[tuple[str, queue.Queue[str]]]:
    """A server that takes messages as ntfy does: its address, and what it was sent."""
    sent: queue.Queue[str] = queue.Queue()

    class Topic(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            sent.put(f"{self.path} {self.rfile.read(length).decode()}")
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Topic)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/ada", sent
    server.shutdown()
    server.server_close()


def script_of_the_manual(address: str) -> str:
    page = (GUIDE / "tray.md").read_text(encoding="utf-8")
    script = page.partition("#!/bin/sh\n")[2].partition("```")[0]
    assert TOPIC in script
    return f"#!/bin/sh\n{script.replace(TOPIC, address)}"


def test_what_was_missed_is_pushed_as_the_manual_says(
    desktop: Desktop, ntfy: tuple[str, queue.Queue[str]]
) -> None:
    world, (address, sent) = desktop.world, ntfy
    program = Path(world.environ["HOME"]) / "to-phone"
    program.write_text(script_of_the_manual(address))
    program.chmod(0o700)
    desktop.write(f'notify_command = ["{program}"]\n')
    desktop.start()
    desktop.menu()
    missed = world.sayso(
        "confirm", "--timeout", "5", "--title", "Deploy?", "--detail", "of no phone's business", "?"
    )
    assert missed.code == 5
    path, _, words = sent.get(timeout=30).partition(" ")
    assert path == "/ada"
    assert words.splitlines()[0].endswith("got no answer in time")
    assert words.splitlines()[1:] == ["Deploy?"]


def test_it_gets_no_details_and_its_output_answers_nothing(desktop: Desktop) -> None:
    world = desktop.world
    got = Path(world.environ["HOME"]) / "got"
    program = Path(world.environ["HOME"]) / "to-phone"
    program.write_text(f"#!/bin/sh\ncat > {got}.new\nmv {got}.new {got}\necho approved\n")
    program.chmod(0o700)
    desktop.write(f'notify_command = ["{program}"]\nnotify_waiting = true\n')
    desktop.start()
    desktop.menu()
    missed = world.sayso(
        "confirm", "--timeout", "5", "--title", "Deploy?", "--detail", "of no phone's business", "?"
    )
    assert missed.code == 5
    told = json.loads(wait_for(got))
    assert told["event"] in ("missed", "waiting")
    assert [each["title"] for each in told["questions"]] == ["Deploy?"]
    assert "business" not in json.dumps(told)


def wait_for(path: Path) -> str:
    from support.processes import wait_until

    wait_until(path.exists, "what it got", 30)
    return path.read_text()
