"""sayso schema: what goes over the socket, for programs in any language."""

import argparse
import json

from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output

NAME = "schema"
HELP = "Write the JSON Schema of every message of the socket."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name",
        nargs="?",
        default="",
        metavar="NAME",
        help="one message or part alone, as ask, ask.result or outcome; see --list",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--list", action="store_true", help="write the names that NAME can be")
    shape.add_argument(
        "--markdown", action="store_true", help="write the same as tables, for people"
    )


def run(args: argparse.Namespace) -> int:
    # Loaded here, as it takes pydantic, and no other verb shall wait for that.
    from sayso.wire import reference, schema

    if args.name and args.name not in schema.definitions():
        raise InvalidParams(f"there is no message named {args.name!r}", remedy=_REMEDY)
    if args.name and (args.list or args.markdown):
        raise InvalidParams("--list and --markdown are of all messages", remedy=_REMEDY)
    if args.list:
        output.result("\n".join(schema.definitions()))
    elif args.markdown:
        output.result(reference.markdown())
    else:
        output.result(json.dumps(schema.document(args.name), indent=2))
    return exits.OK


_REMEDY = "see sayso schema --list"
