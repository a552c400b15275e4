"""sayso status: how the daemon is."""

import argparse
from collections.abc import Iterator

from sayso.client.shapes import DaemonStatus
from sayso.client.sync import Client
from sayso.frontends.cli import exits, output
from sayso.frontends.cli.answer import CLIENT_NAME
from sayso.frontends.cli.arguments import add_json

NAME = "status"
HELP = "Say how the daemon is. Exit status 6 where none runs."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    status = Client(name=CLIENT_NAME).status()
    if args.json:
        output.result_json({"status": "running", "daemon": status, "exit": exits.OK})
    else:
        output.result(_describe(status))
    return exits.OK


def _log(status: DaemonStatus) -> Iterator[str]:
    """Nothing from an older daemon, which keeps no log."""
    if "log" in status:
        fault = status["log_fault"]
        yield f"log          {status['log']}{'' if fault is None else f' (not written: {fault})'}"


def _keeper(status: DaemonStatus) -> Iterator[str]:
    """Nothing from an older daemon, which has none."""
    if "keeper" in status:
        pid = status["keeper"]
        yield f"keeper       {'none just now' if pid is None else f'pid {pid}'}"


def _describe(status: DaemonStatus) -> str:
    screen = status["screen"] or f"none ({status['screen_reason']})"
    return "\n".join(
        (
            f"daemon       {status['version']}, pid {status['pid']}, protocol {status['protocol']}",
            *_keeper(status),
            f"running for  {status['uptime']:.0f} s",
            f"socket       {status['socket']}",
            f"screen       {screen}",
            *_log(status),
            f"questions    {status['open']} open, {status['retained']} kept",
            f"callers      {status['waiting']} waiting, {status['connections']} connected",
        )
    )
