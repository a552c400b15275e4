"""sayso collect: the answer to a question that was pending."""

import argparse

from sayso.client.shapes import Heard, OnProgress
from sayso.client.sync import Client
from sayso.core.outcome import Outcome
from sayso.core.questions import Password
from sayso.core.settings import WAIT
from sayso.frontends.cli import pipe
from sayso.frontends.cli.answer import CLIENT_NAME, wait_for
from sayso.frontends.cli.arguments import add_json, duration

NAME = "collect"
HELP = "Pick up the answer to a question that was pending, by its ticket."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ticket", metavar="TICKET", help="what pending printed")
    parser.add_argument(
        "--wait", type=duration(WAIT), metavar="DURATION", help="how long to wait here (45s)"
    )
    pipe.add_reveal(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    def on_ready(kind: str) -> None:
        if kind == Password.kind:
            pipe.check(reveal=args.reveal)

    def collect(on_progress: OnProgress | None, heard: Heard) -> Outcome:
        with Client(name=CLIENT_NAME) as client:
            return client.collect(
                args.ticket,
                wait=args.wait,
                on_progress=on_progress,
                heard=heard,
                on_ready=on_ready,
            )

    return wait_for(collect, json=args.json)
