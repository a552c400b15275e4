"""sayso schema: what goes over the socket, for programs in any language."""

from __future__ import annotations

import json

from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.frontends.cli.arguments import Arguments

COMMAND = Command(
    "schema",
    "Write the JSON Schema (2020-12) of every message of the socket.",
    arguments=(
        Argument(
            "name",
            "NAME",
            "only one message or part, such as ask, ask.result or outcome; see --list",
            is_optional=True,
        ),
    ),
    groups=(
        Group(
            "Options",
            (
                Option("--list", "write the names that NAME can be", excludes="--markdown"),
                Option("--markdown", "write the same as tables, for people", excludes="--list"),
                json_option(),
            ),
        ),
    ),
    examples=("sayso schema ask.confirm", "sayso schema > sayso.schema.json"),
    json='the schema itself; with --list {"names", "exit"}, with --markdown {"markdown", "exit"}.',
    exits=((exits.OK, "written"), exits.FAULT),
)


def run(args: Arguments) -> int:
    # Loaded here, as no other verb shall wait for that.
    from sayso.wire import schema

    names = list(schema.definitions())
    if args.name and args.name not in names:
        raise InvalidParams(f"there is no message named {args.name!r}", remedy=_REMEDY)
    if args.name and (args.list or args.markdown):
        raise InvalidParams(
            "--list and --markdown are about all messages: leave the name out", remedy=_REMEDY
        )
    if args.list:
        _tell("names", names, "\n".join(names), json=args.json)
    elif args.markdown:
        page = schema.tables()
        _tell("markdown", page, page, json=args.json)
    else:
        output.result(json.dumps(schema.document(args.name or ""), indent=2))
    return exits.OK


def _tell(key: str, value: object, text: str, *, json: bool) -> None:
    if json:
        output.result_json({key: value, "exit": exits.OK})
    else:
        output.result(text)


_REMEDY = "see sayso schema --list"
