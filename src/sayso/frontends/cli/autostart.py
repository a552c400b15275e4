"""sayso autostart: whether sayso starts when the person logs in."""

import os
from collections.abc import Callable

from sayso.frontends.cli import exits, output
from sayso.frontends.cli.arguments import Arguments
from sayso.frontends.cli.command import Command, Group, json_option
from sayso.platforms import select
from sayso.platforms.contract.autostart import AutostartStatus
from sayso.values import fields

OPTIONS = (Group("Options", (json_option(),)),)
_JSON = (
    '{"enabled": true or false, "how": "systemd", "desktop", "launchd", "registry" or "", "files": '
    'what there is of it, "trouble" and "remedy": what keeps it from working, and what to do, or '
    '"", "exit"}'
)
EXITS = (
    (exits.OK, "done, or there was nothing to do"),
    exits.FAULT,
    (exits.NO_SERVICE, "nothing was changed; the message says why, and what to do"),
)
STATUS_EXITS = (
    (exits.OK, "told"),
    exits.FAULT,
    (exits.NO_SERVICE, "it can't be determined; the message says why"),
)

COMMAND = Command(
    "autostart",
    "Have sayso start at login, or not.",
    verbs=(
        Command(
            "autostart enable",
            "Have it start at login, from the next one on.",
            groups=OPTIONS,
            notes=(
                (
                    "Where systemd runs for you, it starts the daemon when you log in or when a "
                    "program asks, and again when it died: sayso.service and sayso.socket, in "
                    "~/.config/systemd/user. Settings of your own belong beside them: systemctl "
                    "--user edit sayso. On Linux, sayso.desktop in ~/.config/autostart has the "
                    "desktop start it as well."
                ),
                (
                    "On Windows a line in the registry's Run key starts it, without a window; "
                    "Settings and Task Manager list it among the startup apps."
                ),
                "What runs now goes on as it is. Run it again once sayso has moved or is updated.",
            ),
            json=_JSON,
            exits=EXITS,
        ),
        Command(
            "autostart disable",
            "Have it start only when a program asks; leaves no file behind.",
            groups=OPTIONS,
            notes=("What runs now goes on as it is. A file that you have changed is left alone.",),
            json=_JSON,
            exits=EXITS,
        ),
        Command(
            "autostart status",
            "Say whether it starts at login, and what prevents it.",
            groups=OPTIONS,
            json=_JSON,
            exits=STATUS_EXITS,
        ),
    ),
    examples=("sayso autostart enable", "systemctl --user status sayso"),
)


def run(args: Arguments) -> int:
    part = select.autostart()
    if args.verb == "enable":
        part.enable(os.environ)
    elif args.verb == "disable":
        part.disable(os.environ)
    return tell(part.status(os.environ), _words, json=args.json)


def tell(status: AutostartStatus, words: Callable[[AutostartStatus], str], *, json: bool) -> int:
    """Writes whether a part of sayso starts at login, and what prevents it. Returns the exit
    status."""
    if json:
        output.result_json(fields(status) | {"files": list(status.files), "exit": exits.OK})
        return exits.OK
    output.result(words(status))
    if status.trouble:
        output.note(f"But {status.trouble}.")
        output.note(f"What to do: {status.remedy}")
    return exits.OK


def _words(status: AutostartStatus) -> str:
    if not status.enabled:
        return "sayso does not start at login: the first question starts it."
    ends = ":" if status.files else "."
    return "\n".join((f"sayso starts at login, by {status.starter}{ends}", *status.files))
