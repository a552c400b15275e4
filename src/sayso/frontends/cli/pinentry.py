"""sayso pinentry: what gpg-agent asks a pinentry, as a dialog."""

from __future__ import annotations

from sayso.core.settings import Bounds
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.arguments import whole_number
from sayso.frontends.cli.command import Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

_PASSED_ON = "for a pinentry in a terminal: "

_OPTIONS = (
    Option("--display", _PASSED_ON + "the X display; our dialogs are on your own", "NAME"),
    Option("--ttyname", _PASSED_ON + "which terminal", "PATH"),
    Option("--ttytype", _PASSED_ON + "what kind of terminal", "NAME"),
    Option("--lc-ctype", _PASSED_ON + "its character set", "LOCALE"),
    Option("--lc-messages", _PASSED_ON + "its language", "LOCALE"),
    Option(
        "--timeout",
        "how many seconds a dialog stays, where gpg-agent says nothing else; 0: as long as it may",
        "SECONDS",
        whole_number(Bounds(0, 86400)),
    ),
    Option("--no-global-grab", "change nothing: our dialogs grab nothing"),
    Option("--no-spawn", "do not start a daemon if none is running"),
    json_option(),
)

COMMAND = Command(
    "pinentry",
    "Ask what gpg-agent asks: it speaks the pinentry protocol on standard streams.",
    groups=(Group("Options", _OPTIONS),),
    notes=(
        (
            "gpg-agent starts it, as pinentry-sayso. To have it so: sayso setup gpg. That puts a "
            "line into ~/.gnupg/gpg-agent.conf: pinentry-program /PATH/TO/pinentry-sayso."
        ),
        (
            "The dialog names gpg-agent, and the process for which gpg-agent says that it asks. It "
            "goes when that process, or gpg-agent, has gone."
        ),
        (
            "Where nobody can be asked at the screen, pinentry-curses or pinentry-tty asks in the "
            "terminal that gpg-agent names, if there is one. Else the answer is no."
        ),
    ),
    examples=("gpg-connect-agent 'GET_CONFIRMATION May+it+be?' /bye",),
    json="Only errors of the command line.",
    exits=((exits.OK, "gpg-agent has closed its end"), exits.FAULT),
)


def run(args: Arguments) -> int:
    from sayso.frontends.pinentry.main import serve  # for this verb alone

    given = ((option, getattr(args, option.key)) for option in _OPTIONS if option.value)
    options = {option.name[2:]: str(value) for option, value in given if value is not None}
    serve(options, _note, spawn=not args.no_spawn)
    return exits.OK


def _note(words: str) -> None:
    output.note(f"sayso pinentry: {words}")
