"""What is the client for Node's own: its types, its place, the daemon that it starts, its polling.

What it has in common with those for Python is in the tests that take `call`.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sayso.core.outcome import Answered, Decider, Dismissed
from sayso.errors import InvalidParams, NotOpen, kinds
from sayso.wire import rpc
from support.node import NODE, needs_packages
from support.scripted_daemon import (
    APPROVED,
    READY,
    Caller,
    Script,
    ScriptedDaemon,
    committing,
    handing_over,
)
from support.typescript import complaints

CLIENT = Path(__file__).parents[2] / "assets" / "clients" / "sayso.mjs"
BOUND = 30.0
"""Seconds for a program to end."""

FIELDS = {
    "ask.device_code": ["kind", "message", "address", "code", "bound"],
    "finish": ["number", "done"],
}
OPEN = {"number": 7, "state": "shown", "place": 1, "of": 1, "seconds_left": 90.0}


def run(program: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """With the client as `sayso`, and its class as `Client`."""
    whole = f'import * as sayso from "{CLIENT}";\nconst {{ Client }} = sayso;\n{program}'
    return subprocess.run(
        [NODE, "--input-type=module", "-e", whole, *arguments],
        env={"PATH": os.environ["PATH"]} | environ,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )


def written(program: str, **environ: str) -> Any:
    """The JSON that it writes."""
    done = run(program, **environ)
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_it_needs_nothing_but_node() -> None:
    imported = re.findall(r'from "([^"]+)"', CLIENT.read_text().partition("*/")[2])
    assert imported
    assert all(each.startswith("node:") for each in imported)


@needs_packages
def test_its_types_are_strict(tmp_path: Path) -> None:
    assert complaints(CLIENT) == ""
    wrong = tmp_path / "wrong.mjs"
    wrong.write_text(f'import {{ Client }} from "{CLIENT}";\nnew Client().confirm(1);\n')
    assert "'number' is not assignable to parameter of type 'string'" in complaints(wrong)


def test_its_errors_are_those_of_the_protocol() -> None:
    named = {kind.name: kind.code for kind in kinds()}
    listed = re.search(r"const CODES = \{(.*?)\};", CLIENT.read_text(), re.DOTALL)
    assert listed
    codes = {name: int(code) for name, code in re.findall(r"(\w+): (-?\d+)", listed[1])}
    assert codes.items() <= named.items()
    local = {"already_running", "unusable_file", "out_of_reach", "not_carried"}
    commands = {"command_not_found", "command_changed", "command_not_started"}
    assert named.keys() - codes.keys() == local | commands


def test_it_speaks_this_protocol() -> None:
    assert f"const PROTOCOL = {rpc.PROTOCOL};" in CLIENT.read_text()


class TestPlace:
    def asks(self, **environ: str) -> Any:
        return written(
            'console.log(JSON.stringify(await new Client({start: false}).confirm("Go?")));',
            **environ,
        )

    def test_by_the_variable(self) -> None:
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            assert self.asks(SAYSO_SOCKET=daemon.path)["allowed"] is True

    def test_in_the_runtime_directory(self, tmp_path: Path) -> None:
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            place = tmp_path / "sayso"
            place.mkdir(mode=0o700)
            (place / "socket").symlink_to(daemon.path)
            assert self.asks(XDG_RUNTIME_DIR=str(tmp_path))["status"] == "approved"

    @pytest.mark.skipif(sys.platform == "darwin", reason="the directory there is another one")
    def test_in_no_other_where_the_runtime_directory_is_missing(self, tmp_path: Path) -> None:
        """As the daemon and all other clients do."""
        place = tmp_path / "gone" / "sayso"
        done = run("await new Client({start: false}).status();", XDG_RUNTIME_DIR=str(place.parent))
        assert f"no daemon runs: there is no {place}" in done.stderr

    def test_in_a_directory_of_the_user_outside_of_a_container(self) -> None:
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            directory = Path(daemon.path).parent
            directory.chmod(0o711)
            owner = str(directory.stat().st_uid)
            told = self.asks(SAYSO_SOCKET=daemon.path, SAYSO_SOCKET_OWNER=owner)
            assert told["allowed"] is True

    @pytest.mark.parametrize("owner", ["", "4294967294", "0x0", "me"])
    def test_of_another_user_it_believes_none(self, tmp_path: Path, owner: str) -> None:
        tmp_path.chmod(0o711)
        done = run(
            "await new Client({start: false}).status();",
            SAYSO_SOCKET=str(tmp_path / "socket"),
            SAYSO_SOCKET_OWNER=owner,
        )
        assert "error: 'untrusted_place'" in done.stderr


class TestStart:
    def asks(self, tmp_path: Path, program: str, **environ: str) -> Any:
        fake = tmp_path / "sayso"
        fake.write_text(f"#!/bin/sh\n{program}\n")
        fake.chmod(0o700)
        return written(
            f"""
            try {{
              const client = new Client({{ command: "{fake}" }});
              console.log(JSON.stringify(await client.confirm("Go?")));
            }} catch (error) {{
              console.log(JSON.stringify({{ error: error.error, message: error.message }}));
            }}""",
            **environ,
        )

    def test_a_daemon_is_started_where_none_runs(self, tmp_path: Path) -> None:
        """The command moves the socket to where it is looked for, as one that starts makes it."""
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            path = Path(daemon.path)
            aside = path.with_name("aside")
            path.rename(aside)
            told = self.asks(
                tmp_path, f'[ "$*" = "daemon start" ] && mv {aside} {path}', SAYSO_SOCKET=str(path)
            )
        assert told["allowed"] is True

    def test_what_it_says_of_a_failure_is_told(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o700)
        told = self.asks(
            tmp_path, "echo no room >&2; exit 6", SAYSO_SOCKET=str(tmp_path / "socket")
        )
        assert told == {"error": "unreachable", "message": "the daemon can't be started: no room"}


def test_a_password_is_in_no_words_of_an_outcome() -> None:
    with ScriptedDaemon(handing_over(b"canary")) as daemon:
        done = run(
            """
            const outcome = await new Client({start: false}).password("Unlock");
            console.log(outcome, JSON.stringify(outcome), Object.keys(outcome), { outcome });
            if (outcome.secret.toString() !== "canary") process.exit(1);
            """,
            SAYSO_SOCKET=daemon.path,
        )
    assert done.returncode == 0, done.stderr
    for written_out in ("canary", b"canary".hex(" "), ",".join(map(str, b"canary")), "secret"):
        assert written_out not in done.stdout


def test_what_is_approved_can_t_be_changed() -> None:
    with ScriptedDaemon(committing({"status": "denied", "decider": "user"})) as daemon:
        done = run(
            'const no = await new Client().confirm("Go?"); no.allowed = true;',
            SAYSO_SOCKET=daemon.path,
        )
    assert "read only property 'allowed'" in done.stderr


@pytest.mark.parametrize("number", ["NaN", "Infinity"])
def test_a_number_that_json_can_t_carry_is_named(number: str) -> None:
    told = written(
        f"""
        await new Client().confirm("Go?", {{ wait: {number} }}).catch((error) =>
          console.log(JSON.stringify([error.code, error.field])));
        """
    )
    assert told == [InvalidParams.code, "wait"]


class TestDeviceCode:
    """What polling says, and when it is over."""

    UNTIL_OVER = "(signal) => new Promise((end, fail) => {{ \
        const alive = setInterval(() => {{}}, 1000); \
        signal.addEventListener('abort', () => {{ clearInterval(alive); {then}; }}); }})"
    """It keeps its program alive until it hears that all is over."""

    def outcome(self, script: Script, poll: str) -> Any:
        with ScriptedDaemon(script) as self.daemon:
            return written(
                f"""
                const client = new Client({{ start: false }});
                const asked = client.deviceCode("Sign in", "https://a.example", "AB", {poll});
                console.log(JSON.stringify(await asked.then(
                  (outcome) => outcome, (error) => ({{ error: error.message }}))));
                """,
                SAYSO_SOCKET=self.daemon.path,
            )

    def asking(self, finish: Script, outcome: dict[str, Any]) -> Script:
        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            assert caller.expect("ask")["bound"] is True
            caller.progress(**OPEN)
            self.daemon.meanwhile(finish)
            caller.reply(READY | {"kind": "device_code"})
            caller.expect("claim")
            caller.reply(outcome)

        return script

    def finishing(self, done: bool) -> Script:
        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            assert caller.expect("finish") == {"number": 7, "done": done}
            caller.reply({"number": 7, "status": "answered"})

        return script

    def test_done(self) -> None:
        outcome = {"status": Answered.status, "decider": Decider.REQUESTER}
        told = self.outcome(self.asking(self.finishing(True), outcome), "async () => true")
        assert (told["allowed"], told["decider"]) == (True, "requester")

    def test_what_polling_throws_is_thrown_and_the_sign_in_failed(self) -> None:
        outcome = {"status": "withdrawn", "decider": "requester", "reason": "requester"}
        told = self.outcome(
            self.asking(self.finishing(False), outcome),
            'async () => { throw new Error("no such provider"); }',
        )
        assert told == {"error": "no such provider"}

    def test_it_may_be_over_before_that_was_said(self) -> None:
        def late(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            caller.expect("finish")
            caller.fail(NotOpen.code, "this question is not open any more")

        outcome = {"status": Dismissed.status, "decider": Decider.USER}
        told = self.outcome(self.asking(late, outcome), "async () => true")
        assert told["status"] == "dismissed"

    def test_polling_hears_that_it_is_over(self) -> None:
        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            caller.expect("ask")
            caller.progress(**OPEN)
            caller.reply(READY | {"kind": "device_code"})
            caller.expect("claim")
            caller.reply({"status": "dismissed", "decider": "user"})

        told = self.outcome(script, self.UNTIL_OVER.format(then="end(false)"))
        assert told["status"] == "dismissed"

    def test_polling_hears_that_asking_has_failed(self) -> None:
        """Why it has matters more than what polling says to that."""

        def script(caller: Caller) -> None:
            caller.greet(fields=FIELDS)
            caller.expect("ask")
            caller.progress(**OPEN)
            caller.fail(InvalidParams.code, "the question can't be asked")

        told = self.outcome(script, self.UNTIL_OVER.format(then="fail(signal.reason)"))
        assert told == {"error": "the question can't be asked"}


class TestWhereThePersonSitsElsewhere:
    """By a socket that ssh has put beside where an own daemon's would be."""

    ASK = """
        const client = new Client({ start: false });
        try { console.log(JSON.stringify(await client.confirm("Deploy?"))); }
        catch ({ error, message, remedy }) {
          console.log(JSON.stringify({ error, message, remedy }));
        }
        """

    def asks(self, runtime: Path, **environ: str) -> Any:
        return written(self.ASK, XDG_RUNTIME_DIR=str(runtime), **environ)

    @pytest.fixture
    def runtime(self, tmp_path: Path) -> Path:
        for place in (tmp_path, tmp_path / "sayso", tmp_path / "sayso" / "forwarded"):
            place.mkdir(mode=0o700, exist_ok=True)
            place.chmod(0o700)
        return tmp_path

    def test_it_asks_there(self, runtime: Path) -> None:
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "new")
            assert self.asks(runtime)["allowed"] is True

    @pytest.mark.parametrize("claims", [False, True])
    def test_what_broke_is_not_asked_a_second_time(self, runtime: Path, claims: bool) -> None:
        """There, another connection is another asker: what it asks is a new question."""

        def breaks(caller: Caller) -> None:
            caller.greet(place="box")
            caller.expect("ask")
            caller.progress(**OPEN)
            if claims:
                caller.reply(READY)
                caller.expect("claim")

        with ScriptedDaemon(breaks) as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "new")
            told = self.asks(runtime)
        said = "did not arrive" if claims else "may still be open there"
        assert (told["error"], said in told["message"]) == ("unreachable", True)
        assert told["remedy"].startswith("ask again: it is a new question")

    def test_an_own_daemon_with_a_screen_comes_first(self, runtime: Path) -> None:
        def asked(caller: Caller) -> None:
            caller.greet(screen=True)
            caller.expect("ask")
            caller.reply(READY)
            caller.expect("claim")
            caller.reply(APPROVED)

        with ScriptedDaemon(asked) as own:
            os.link(own.path, runtime / "sayso" / "socket")
            (runtime / "sayso" / "forwarded" / "no socket").touch()
            assert self.asks(runtime)["allowed"] is True

    @pytest.mark.skipif(sys.platform == "darwin", reason="every name there is UTF-8")
    def test_an_entry_that_is_not_there_hides_no_other(self, runtime: Path) -> None:
        """Node reads this one's name as that of another: for it, the file has vanished."""
        with ScriptedDaemon(committing(APPROVED)) as daemon:
            forwarded = runtime / "sayso" / "forwarded"
            os.link(daemon.path, forwarded / "new")
            Path(os.fsdecode(os.fsencode(forwarded) + b"/gone\xff")).touch()
            assert self.asks(runtime)["allowed"] is True

    def test_on_a_screen_of_its_own_it_asks_nobody_else(self, runtime: Path) -> None:
        with ScriptedDaemon() as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "new")
            assert self.asks(runtime, DISPLAY=":0")["error"] == "unreachable"

    def test_what_others_may_write_to_is_not_believed(self, runtime: Path) -> None:
        (runtime / "sayso" / "forwarded").chmod(0o777)
        with ScriptedDaemon() as daemon:
            os.link(daemon.path, runtime / "sayso" / "forwarded" / "new")
            assert self.asks(runtime)["error"] == "unreachable"

    def test_a_ticket_is_tried_at_each(self, runtime: Path) -> None:
        def knows_none(caller: Caller) -> None:
            caller.greet()
            caller.expect("collect")
            caller.fail(4004, "no question has this ticket")

        with (
            ScriptedDaemon(committing(APPROVED, method="collect")) as old,
            ScriptedDaemon(knows_none) as new,
        ):
            for name, daemon, made in (("old", old, 1), ("new", new, 2)):
                path = runtime / "sayso" / "forwarded" / name
                os.link(daemon.path, path)
                os.utime(path, (made, made))
            told = written(
                f"const client = new Client({{ start: false }});"
                f'console.log(JSON.stringify(await client.collect("{"f" * 32}")));',
                XDG_RUNTIME_DIR=str(runtime),
            )
        assert told["allowed"] is True
