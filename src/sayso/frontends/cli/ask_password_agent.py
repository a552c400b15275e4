"""sayso ask-password-agent: what systemd asks for, as a dialog."""

from __future__ import annotations

import os

from sayso.frontends.cli import autostart, exits, output
from sayso.frontends.cli.command import Command
from sayso.platforms import select

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments
    from sayso.platforms.contract.autostart import AutostartStatus

_JSON = (
    '{"enabled": true or false, "how": "systemd" or "", "files": what there is of it, "trouble" '
    'and "remedy": what keeps it from working, and what to do, or "", "exit"}'
)
COMMAND = Command(
    "ask-password-agent",
    "Answer systemd's requests for passwords by a dialog: of disks, of services.",
    verbs=(
        Command(
            "ask-password-agent run",
            "Answer them, until it is told to end.",
            groups=autostart.OPTIONS,
            notes=(
                (
                    "It watches /run/systemd/ask-password, and your own requests (from systemd "
                    "257), systemd/ask-password in XDG_RUNTIME_DIR. A request's dialog goes with "
                    "its file, with the program that asked, and when its time is over. To deny it, "
                    "or to close the dialog, tells the program that there is no password. Where "
                    "nobody answers, nothing is sent, so that another agent may."
                ),
                (
                    "Who may not write to a request's socket is not asked: what root asks for, "
                    "root's agent answers."
                ),
            ),
            json="Only errors.",
            exits=((exits.INTERRUPTED, "Ctrl-C ended it"), exits.FAULT, exits.SERVICE),
        ),
        Command(
            "ask-password-agent enable",
            "Have your systemd start it at login, from the next one on.",
            groups=autostart.OPTIONS,
            notes=(
                (
                    "The unit is sayso-ask-password-agent.service, in ~/.config/systemd/user. To "
                    "have it run at once: systemctl --user start sayso-ask-password-agent. Run "
                    "this again once sayso has moved or is updated."
                ),
            ),
            json=_JSON,
            exits=autostart.EXITS,
        ),
        Command(
            "ask-password-agent disable",
            "Have it end, and start no more; leaves no file behind.",
            groups=autostart.OPTIONS,
            notes=("A file that you have changed is left alone.",),
            json=_JSON,
            exits=autostart.EXITS,
        ),
        Command(
            "ask-password-agent status",
            "Say whether it starts at login, and what prevents it.",
            groups=autostart.OPTIONS,
            json=_JSON,
            exits=autostart.STATUS_EXITS,
        ),
    ),
    examples=(
        "sayso ask-password-agent enable",
        "systemctl --user status sayso-ask-password-agent",
    ),
)


def run(args: Arguments) -> int:
    if args.verb == "run":
        from sayso.frontends.password_agent.agent import serve  # for this verb alone

        serve(_note)
        return exits.OK
    part = select.password_agent()
    if args.verb == "enable":
        part.enable(os.environ)
    elif args.verb == "disable":
        part.disable(os.environ)
    return autostart.tell(part.status(os.environ), _words, json=args.json)


def _words(status: AutostartStatus) -> str:
    if not status.enabled:
        return "The agent for systemd's passwords does not start at login."
    return "\n".join(("The agent for systemd's passwords starts at login:", *status.files))


def _note(words: str) -> None:
    output.note(f"sayso ask-password-agent: {words}")
