"""A page that was taken over: its script is another's, and it is in a window of ours."""

import sys

assert sys.platform == "linux"

import base64
import hashlib
import json
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from support.world import World

PROGRAM = Path(__file__).parents[1] / "support" / "web_page_program.py"

REACHING_OUT = """
const tried = (what) => { try { return what(); } catch (error) { return String(error); } };
const url = "http://127.0.0.1:PORT/";
const add = (kind, fields) => tried(() => {
    const made = Object.assign(document.createElement(kind), fields);
    document.body.append(made);
    return made;
});
add("img", { src: url + "img" });
add("script", { src: url + "script" });
add("link", { rel: "stylesheet", href: url + "style" });
add("link", { rel: "prefetch", href: url + "prefetch" });
add("iframe", { src: url + "frame" });
add("object", { data: url + "object" });
add("video", { src: url + "video" });
add("style", { textContent: `body { background: url(${url}css) }` });
document.body.style.backgroundImage = `url(${url}inline)`;
tried(() => fetch(url + "fetch").catch(() => 0));
tried(() => navigator.sendBeacon(url + "beacon", "stolen"));
tried(() => new WebSocket("ws://127.0.0.1:PORT/socket"));
tried(() => new EventSource(url + "events"));
tried(() => { const asked = new XMLHttpRequest(); asked.open("GET", url + "xhr"); asked.send(); });
tried(() => new Worker(url + "worker"));
tried(() => window.open(url + "open"));
tried(() => { const form = add("form", { action: url + "form", method: "post" }); form.submit(); });
tried(() => add("a", { href: url + "link", target: "_blank" }).click());
tried(() => add("a", { href: url + "ping", ping: url + "ping" }).click());
tried(() => add("meta", { httpEquiv: "refresh", content: "0; url=" + url + "refresh" }));
tried(() => { location.href = url + "location"; });
tried(() => { location.href = "file:///etc/passwd"; });
setTimeout(() => sayso("done", { at: location.href, shows: document.body.innerText }), 3000);
"""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        listening.settimeout(0)
        yield listening


def run(world: World, script: str, policy: str) -> list[Any]:
    """What the script calls, in order. `policy`: of the page, with the script's hash for {hash}."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    told = policy.format(hash=f"'sha256-{digest}'")
    file = world.directory / "page.html"
    file.write_text(
        f'<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{told}"><title>A page</title><body>ours<script>{script}</script>'
    )
    done = world.spawn([str(world.interpreter.python), str(PROGRAM), str(file)]).wait()
    assert done.code == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def heard(listener: socket.socket) -> list[str]:
    """What was asked for there: the last words of the paths."""
    asked = []
    with suppress(BlockingIOError):
        while True:
            with listener.accept()[0] as connection:
                line = connection.recv(1 << 12).partition(b"\r\n")[0].decode()
                asked.append(line.split(" ")[1].removeprefix("/") if line else "no words")
    return asked


STRICT = "default-src 'none'; script-src {hash}; base-uri 'none'; form-action 'none'"


def test_reaches_nobody_and_stays_where_it_is(world: World, listener: socket.socket) -> None:
    script = REACHING_OUT.replace("PORT", str(listener.getsockname()[1]))
    ((method, told),) = run(world, script, STRICT)
    assert (method, told["at"]) == ("done", "about:blank")
    assert "ours" in told["shows"]
    assert heard(listener) == []


def test_nor_does_it_without_its_policy(world: World, listener: socket.socket) -> None:
    """The window alone keeps it in."""
    script = REACHING_OUT.replace("PORT", str(listener.getsockname()[1]))
    ((_method, told),) = run(world, script, "default-src * 'unsafe-inline'")
    assert told["at"] == "about:blank"
    assert heard(listener) == []


def test_hears_what_a_method_says_and_nothing_of_its_inside(world: World) -> None:
    script = """
    const said = (what) => what.catch((error) => `${error}`);
    (async () => sayso("done", { told: [
        await said(sayso("echo", { text: "Grüße \\u202e" })),
        await said(sayso("refused")),
        await said(sayso("faulty")),
        await said(window.webkit.messageHandlers.sayso.postMessage("no JSON")),
        await said(window.webkit.messageHandlers.sayso.postMessage("[1]")),
        await said(window.webkit.messageHandlers.sayso.postMessage({})),
        await said(sayso("nested", "x")),
    ] }))();
    """
    told = run(world, script, STRICT)
    assert told[-1] == [
        "done",
        {
            "told": [
                {"text": "Grüße \u202e"},
                "Error: no such method: ask another",
                "Error: a fault in sayso itself",
                *["Error: this can't be asked"] * 4,
            ]
        },
    ]
