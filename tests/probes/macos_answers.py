"""Lets a program with AppKit's main loop answer requests over a socket."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import json
import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from probes.eyes import Reply
from sayso.platforms.macos.cocoa.run_loop import run_loop


def answer_in(directory: Path, operations: Mapping[str, Callable[..., Reply]]) -> None:
    """Answers requests for these operations from now on, on the main loop, at a socket in
    `directory` that is named by this process's pid."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(directory / str(os.getpid())))
    listener.listen()

    def heard() -> None:
        asked, _ = listener.accept()
        with asked, asked.makefile("rw") as lines:
            request = json.loads(lines.readline())
            lines.write(json.dumps(operations[request.pop("op")](**request)) + "\n")

    run_loop().watch(listener.fileno(), heard)
