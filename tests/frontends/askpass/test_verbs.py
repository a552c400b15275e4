"""sayso-askpass and git-credential-sayso as processes of their own, against a scripted daemon."""

import sys

assert sys.platform == "linux"

import json
import os
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sayso.wire.messages import FIELDS
from support.command import BOUND
from support.scripted_daemon import (
    APPROVED,
    CLAIM,
    READY,
    READY_PASSWORD,
    Caller,
    Script,
    ScriptedDaemon,
)

BIN = Path(sys.executable).parent
ASKPASS = str(BIN / "sayso-askpass")
HELPER = str(BIN / "git-credential-sayso")
CANARY = "canary 3f9c"
SUDO = "[sudo] password for mia: "

Result = subprocess.CompletedProcess[str]


def run(
    *command: str, path: str = "/proc/nowhere/socket", stdin: str = "", **environ: str
) -> Result:
    return subprocess.run(
        command,
        env=os.environ | {"SAYSO_SOCKET": path} | environ,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=BOUND,
        check=False,
    )


def asked(*command: str, script: Script, stdin: str = "", **environ: str) -> Result:
    with ScriptedDaemon(script) as daemon:
        return run(*command, path=daemon.path, stdin=stdin, **environ)


class Answers:
    """A daemon that notes what is asked, and has it answered so."""

    def __init__(self, outcome: dict[str, Any] | bytes) -> None:
        self.question: dict[str, Any] = {}
        self._outcome = outcome

    def __call__(self, caller: Caller) -> None:
        caller.greet(fields=FIELDS)
        self.question = caller.expect("ask")
        ready = READY_PASSWORD if self.question["kind"] == "password" else READY
        caller.reply(ready | {"kind": self.question["kind"]})
        assert caller.expect("claim") == {"claim": CLAIM}
        if isinstance(self._outcome, bytes):
            caller.reply_secret(self._outcome)
        else:
            caller.reply(self._outcome)


DENIED = {"status": "denied", "decider": "user"}
DISMISSED = {"status": "dismissed", "decider": "user"}
TIMED_OUT = {"status": "timed_out", "decider": "deadline", "reason": "deadline"}


def chosen(*answer: str, custom: str = "") -> dict[str, Any]:
    told = {"status": "answered", "decider": "user", "answer": [*answer]}
    return told | ({"custom": custom} if custom else {})


class TestAskpass:
    def test_a_password_goes_to_the_pipe_alone(self) -> None:
        answers = Answers(CANARY.encode())
        done = asked(ASKPASS, SUDO, script=answers)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{CANARY}\n", "")
        question = answers.question
        assert (question["kind"], question["bound"], question["message"]) == (
            "password",
            True,
            SUDO.strip(),
        )
        assert question["title"].startswith("Password for ")
        assert "Command:" in question["details"]

    @pytest.mark.parametrize("prompt", ["--help", "-x", "--json", "--", "\udcff?"])
    def test_every_word_is_the_prompt_s(self, prompt: str) -> None:
        answers = Answers(DENIED)
        assert asked(ASKPASS, prompt, script=answers).returncode == 1
        assert answers.question["message"] == prompt.replace("\udcff", "\\udcff")

    def test_without_a_prompt_it_asks_all_the_same(self) -> None:
        answers = Answers(CANARY.encode())
        assert asked(ASKPASS, script=answers).returncode == 0
        assert answers.question["message"]

    @pytest.mark.parametrize(("outcome", "status"), [(DENIED, 1), (DISMISSED, 1), (TIMED_OUT, 5)])
    def test_no_answer_is_one_line(self, outcome: dict[str, Any], status: int) -> None:
        done = asked(ASKPASS, SUDO, script=Answers(outcome))
        assert (done.returncode, done.stdout) == (status, "")
        assert done.stderr.startswith("sayso-askpass: ")
        assert done.stderr.count("\n") == 1

    def test_no_daemon_is_one_line(self, tmp_path: Path) -> None:
        place = tmp_path / "file"
        place.write_text("")
        done = run(ASKPASS, SUDO, path=f"{place}/sayso/socket")
        assert (done.returncode, done.stdout) == (6, "")
        assert done.stderr.startswith("sayso-askpass: ")
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize(
        ("outcome", "says"),
        [
            (chosen("yes"), "yes\n"),
            (chosen("no"), "no\n"),
            (chosen(custom="SHA256:0"), "SHA256:0\n"),
        ],
    )
    def test_the_key_of_a_host(self, outcome: dict[str, Any], says: str) -> None:
        prompt = "fingerprint is SHA256:0.\nAre you sure (yes/no/[fingerprint])? "
        answers = Answers(outcome)
        done = asked(ASKPASS, prompt, script=answers)
        assert (done.returncode, done.stdout) == (0, says)
        assert answers.question["custom"] is True

    def test_a_choice_that_can_not_be_written_is_none(self) -> None:
        prompt = "fingerprint is SHA256:0.\nAre you sure (yes/no/[fingerprint])? "
        with ScriptedDaemon(Answers(chosen("yes"))) as daemon:
            done = run("sh", "-c", f'{ASKPASS} "$0" >/dev/full', prompt, path=daemon.path)
        assert done.returncode == 6
        assert "the answer could not be written" in done.stderr

    def test_a_name(self) -> None:
        told = {"status": "answered", "decider": "user", "answer": "mia"}
        done = asked(ASKPASS, "Username for 'https://a': ", script=Answers(told))
        assert (done.returncode, done.stdout) == (0, "mia\n")

    def test_a_confirmation_is_the_exit_status_alone(self) -> None:
        for outcome, status in ((APPROVED, 0), (DENIED, 1)):
            answers = Answers(outcome)
            done = asked(ASKPASS, "Allow?", script=answers, SSH_ASKPASS_PROMPT="confirm")
            assert (done.returncode, done.stdout) == (status, "")
            assert answers.question["kind"] == "confirm"

    def test_a_notice(self) -> None:
        told = {"status": "answered", "decider": "user"}
        answers = Answers(told)
        done = asked(ASKPASS, "Touch it", script=answers, SSH_ASKPASS_PROMPT="none")
        assert (done.returncode, done.stdout) == (0, "")
        assert answers.question["kind"] == "notice"

    def test_a_password_goes_to_no_file(self, tmp_path: Path) -> None:
        with (tmp_path / "file").open("w") as file:
            environ = os.environ | {"SAYSO_SOCKET": "/proc/nowhere/socket"}
            done = subprocess.run(
                [ASKPASS, SUDO],
                env=environ,
                stdout=file,
                stderr=subprocess.PIPE,
                text=True,
                timeout=BOUND,
                check=False,
            )
        assert done.returncode == 2
        assert "standard output is no pipe" in done.stderr
        assert "--reveal" not in done.stderr

    def test_as_json_by_the_verb(self) -> None:
        script = Answers(CANARY.encode())
        done = asked(sys.executable, "-m", "sayso", "askpass", "--json", SUDO, script=script)
        assert done.stdout == f"{CANARY}\n"
        assert json.loads(done.stderr) == {"status": "answered", "allowed": True, "exit": 0}


class TestAUseOfAKey:
    """This process is the agent's only client, or one of two."""

    def asked(self, place: Path, *names: str) -> dict[str, Any]:
        """The question of an agent to which this process has connected once for each name: the
        socket gets that name, or none if it is empty."""
        answers = Answers(DENIED)
        with ExitStack() as stack:
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(f"{place}/agent")
            listener.listen()
            accepted = []
            for name in names:
                client = stack.enter_context(socket.socket(socket.AF_UNIX))
                if name:
                    client.bind(f"{place}/{name}")
                client.connect(f"{place}/agent")
                accepted.append(stack.enter_context(listener.accept()[0]))
            daemon = stack.enter_context(ScriptedDaemon(answers))
            subprocess.run(
                [ASKPASS, "Allow use of key mine?"],
                env=os.environ | {"SAYSO_SOCKET": daemon.path, "SSH_ASKPASS_PROMPT": "confirm"},
                pass_fds=[each.fileno() for each in accepted],
                capture_output=True,
                timeout=BOUND,
                check=False,
            )
        return answers.question

    def test_is_asked_for_the_only_client(self, tmp_path: Path) -> None:
        assert self.asked(tmp_path, "")["on_behalf"] == os.getpid()

    def test_is_asked_for_nobody_where_another_may_have_wanted_it(self, tmp_path: Path) -> None:
        question = self.asked(tmp_path, "", "named")
        assert "on_behalf" not in question
        assert f"Perhaps for process {os.getpid()}:" in question["details"]
        assert question["details"].endswith("Perhaps for: a program that can't be seen")

    def test_is_asked_for_nobody_where_the_only_one_can_not_be_seen(self, tmp_path: Path) -> None:
        question = self.asked(tmp_path, "named")
        assert "on_behalf" not in question
        assert question["details"].endswith("Perhaps for: a program that can't be seen")


class TestTheHelper:
    GET = "protocol=https\nhost=example.org\n\n"

    def test_name_and_password(self) -> None:
        answers = Answers(f"mia\n{CANARY}".encode())
        done = asked(HELPER, "get", stdin=self.GET, script=answers)
        assert done.stdout == f"username=mia\npassword={CANARY}\n"
        assert (done.returncode, done.stderr) == (0, "")
        assert answers.question["user"] == "User name"
        assert answers.question["title"] == "Password for https://example.org"

    def test_a_user_s_name_that_came_with_the_address_is_a_line_of_its_own(self) -> None:
        """An address that somebody sent may have any name in it."""
        name = "me for https://good.example" + " and more" * 40
        answers = Answers(CANARY.encode())
        told = f"protocol=https\nhost=evil.example\nusername={name}\n\n"
        done = asked(HELPER, "get", stdin=told, script=answers)
        assert done.stdout == f"password={CANARY}\n"
        assert answers.question["title"] == "Password for https://evil.example"
        shown = "".join(
            each.removeprefix("    ") for each in answers.question["details"].split("\n")
        )
        assert name in shown

    def test_an_address_that_is_not_like_others_is_in_no_title(self) -> None:
        answers = Answers(DENIED)
        told = "protocol=https\nhost=evil.example\npath= for https://good.example\n\n"
        asked(HELPER, "get", stdin=told, script=answers)
        assert answers.question["title"] == "Password for git"
        assert (
            "Address: https://evil.example/ for https://good.example" in answers.question["details"]
        )

    def test_what_the_server_says_stands_in_lines_of_its_own(self) -> None:
        answers = Answers(DENIED)
        says = 'wwwauth[]=Basic realm="The forge"\nwwwauth[]=Bearer\nwwwauth[]=a\tb\n'
        asked(HELPER, "get", stdin=says + self.GET, script=answers)
        lines = answers.question["details"].split("\n")
        place = lines.index("The server says:")
        assert lines[place + 1 : place + 4] == [
            "  'Basic realm=\"The forge\"'",
            "  Bearer",
            "  $'a\\tb'",
        ]

    @pytest.mark.parametrize("outcome", [DENIED, DISMISSED])
    def test_a_no_has_git_quit(self, outcome: dict[str, Any]) -> None:
        done = asked(HELPER, "get", stdin=self.GET, script=Answers(outcome))
        assert (done.returncode, done.stdout) == (1, "quit=1\n")

    def test_who_can_not_be_asked_leaves_git_to_ask(self) -> None:
        done = asked(HELPER, "get", stdin=self.GET, script=Answers(TIMED_OUT))
        assert (done.returncode, done.stdout) == (5, "")

    @pytest.mark.parametrize("operation", ["store", "erase", "capability"])
    def test_it_keeps_nothing(self, operation: str) -> None:
        done = run(HELPER, operation, stdin=self.GET + f"password={CANARY}\n")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
