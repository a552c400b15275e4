"""The examples for Python in the manual: run as they stand there, against a scripted daemon."""

import os
import subprocess
import sys

assert sys.platform != "win32"

from support.guide import GUIDE, fenced
from support.scripted_daemon import (
    APPROVED,
    READY,
    Caller,
    Script,
    ScriptedDaemon,
    committing,
    handing_over,
)

IMPORTS, *_ = fenced(GUIDE / "python.md", "python")
BEFORE = f"""\
{IMPORTS.partition("with ")[0]}
from sayso.core.outcome import Answered
from types import SimpleNamespace
provider = SimpleNamespace(interval=0.01, has_signed_in=lambda: True)
address, code = "https://example.com/device", "WDJB-MJHT"
unlock = lambda secret: print(bytes(secret))
"""
FIELDS = {
    "ask.device_code": ["kind", "message", "address", "code", "bound", "timeout"],
    "finish": ["number", "done"],
}


def example(begins: str) -> str:
    (found,) = [each for each in fenced(GUIDE / "python.md", "python") if begins in each]
    return found


def run(begins: str, *scripts: Script) -> str:
    with ScriptedDaemon(*scripts) as daemon:
        return written(example(begins), daemon)


def written(program: str, daemon: ScriptedDaemon) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"{BEFORE}{program}"],
        env=os.environ | {"SAYSO_SOCKET": daemon.path},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_confirmation() -> None:
    assert run("client.confirm", committing(APPROVED)) == "deploying\n"
    denied = {"status": "denied", "decider": "user"}
    assert run("client.confirm", committing(denied)) == "not approved: denied\n"


def test_words_and_choices() -> None:
    text = {"status": "answered", "decider": "user", "answer": "shop"}
    choice = {"status": "answered", "decider": "user", "answer": ["staging"]}
    told = run("client.text", committing(text, kind="text"), committing(choice, kind="select"))
    assert told == "shop\n('staging',)\n"


def test_a_password() -> None:
    assert run("client.password", handing_over(b"hunter2")) == "b'hunter2'\n"


def test_signing_in() -> None:
    finished: list[bool] = []

    def finish(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        finished.append(caller.expect("finish")["done"])
        caller.reply({"number": 1, "status": "answered"})

    def script(caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        caller.expect("ask")
        caller.progress(number=1, state="shown", place=1, of=1, seconds_left=9.5)
        daemon.meanwhile(finish)
        caller.reply(READY | {"kind": "device_code"})
        caller.expect("claim")
        caller.reply({"status": "answered", "decider": "requester"})

    with ScriptedDaemon(script) as daemon:
        told = written(f"{example('client.device_code')}print(outcome.allowed)", daemon)
    assert (told, finished) == ("True\n", [True])
