"""sayso askpass: answer a prompt of ssh, sudo or git by a dialog."""

from __future__ import annotations

import os

from sayso.core.outcome import Answered
from sayso.frontends.cli import exits, for_programs, output, pipe
from sayso.frontends.cli.command import Argument, Command, Group, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.outcome import Outcome
    from sayso.frontends.cli.arguments import Arguments

NAME = "sayso-askpass"
"""The name of the program that ssh, sudo and git start."""

COMMAND = Command(
    "askpass",
    "Answer a prompt of ssh, sudo or git. They start it as sayso-askpass.",
    arguments=(Argument("prompt", "PROMPT", "what the program says", is_optional=True),),
    groups=(Group("Options", (json_option("standard error"),)),),
    notes=(
        (
            "Set SSH_ASKPASS, SUDO_ASKPASS or GIT_ASKPASS to sayso-askpass, which takes every word "
            "for the prompt, and no options. ssh asks it where there is no terminal, or where "
            "SSH_ASKPASS_REQUIRE is prefer or force; sudo does with -A. sayso setup ssh and sayso "
            "setup sudo set them for good."
        ),
        (
            "The dialog shows the prompt, and which command it is for. A password goes to standard "
            "output as raw bytes, with a newline. ssh's question for the key of a host is a "
            "choice; the name of a user is not hidden. Where SSH_ASKPASS_PROMPT is confirm, as an "
            "agent has it for a key that was added by ssh-add -c, the exit status is the answer."
        ),
        "When the program ends, or stops reading, the dialog closes.",
    ),
    examples=(
        "export SSH_ASKPASS=sayso-askpass SSH_ASKPASS_REQUIRE=prefer",
        'export SUDO_ASKPASS="$(command -v sayso-askpass)"; sudo -A true',
        "git config --global core.askPass sayso-askpass",
    ),
    json=for_programs.JSON,
    exits=(
        (exits.OK, "yes, or answered"),
        (exits.DENIED, "denied, or the dialog was closed"),
        (exits.BAD_REQUEST, "the prompt is too long, or standard output is no pipe"),
        (exits.NO_INTERACTOR, "nobody can be asked here: run sayso doctor to see why"),
        (exits.TIMED_OUT, "nobody answered in time"),
        exits.SERVICE,
        (exits.NOT_SHOWN, "the screen never showed it"),
        (exits.GONE, "the program waits for it no more"),
        (exits.REFUSED, "refused: a limit, or a quiet period after several denials"),
    ),
)


def run(args: Arguments) -> int:
    return for_programs.run(NAME, lambda: _answer(args.prompt or ""), json=args.json)


def _answer(prompt: str) -> Outcome | None:
    from sayso.frontends.askpass.asking import Prompted  # --help needs no client

    prompted = Prompted(prompt, os.environ)
    if prompted.is_secret:
        pipe.check(reveal=False, remedy="let ssh, sudo or git start it")
    outcome = prompted.outcome()
    if isinstance(outcome, Answered):
        _hand_over(outcome)
    return outcome


def _hand_over(answered: Answered) -> None:
    """Writes the answer to standard output. If the person typed something instead of choosing, that
    counts. Raises ServiceError if it could not be written."""
    if answered.secret is not None:
        pipe.hand_over(answered.secret, lambda secret: (secret.view(), b"\n"))
        return
    words = answered.answer
    if words is not None and not isinstance(words, str):
        words = answered.custom or words[0]
    if words is not None and not output.answer([words]):
        raise output.not_written()
