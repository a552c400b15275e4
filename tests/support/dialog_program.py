"""A dialog process without a window: it does what its arguments say, over file descriptor 0.

    python dialog_program.py DIARY STEP…

DIARY is a FIFO, to which it writes lines of its process id and a word: `started`, then the method
of each order that it read, except `ping`, with the params. The steps:

    wait:METHOD    carry out orders until this one; `close` ends the process meanwhile
    hang:METHOD    carry out orders until this one comes, and hang
    answer:CHOICE  report that the person chose this
    submit:TEXT    report that the person submitted this text
    submit-file:F  report that the person submitted the contents of this file
    break-off:F    report the contents of this file as longer than they are, and end
    say:LINE       send this line as it is
    note:WORD      write this word into the diary
    flood          send 2 MiB without a newline
    hang-up        close descriptor 0
    helper         start a program that inherits descriptor 0
    stay           hang until killed
    die            exit at once with status 1
    METHOD         report this method
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path


class Dialog:
    def __init__(self, diary: str) -> None:
        self._diary = os.open(diary, os.O_WRONLY)
        self._sock = socket.socket(fileno=0)
        self._lines = self._sock.makefile("rb")
        self._ready = False
        self._note("started")

    def do(self, step: str) -> None:
        word, _, argument = step.partition(":")
        match word:
            case "wait":
                self._wait(argument)
                self._report("done")
            case "hang":
                self._wait(argument)
                hang()
            case "answer":
                self._report("answered", choice=argument)
            case "submit" | "submit-file" | "break-off":
                self._submit(word, argument)
            case "say":
                self._send(argument.encode())
            case "note":
                self._note(argument)
            case "flood":
                self._sock.sendall(b"x" * (2 << 20))
            case "helper":
                subprocess.Popen(["cat"])
            case "hang-up":
                self._lines.close()
                self._sock.close()
            case "stay":
                hang()
            case "die":
                os._exit(1)
            case _:
                self._report(word)

    def _submit(self, word: str, argument: str) -> None:
        text = argument.encode() if word == "submit" else Path(argument).read_bytes()
        missing = 10 if word == "break-off" else 0
        self._report("submitted", secret_bytes=len(text) + missing)
        self._sock.sendall(text)
        if missing:
            sys.exit()

    def _wait(self, wanted: str) -> None:
        """Carries out orders up to the wanted one. Reports `ready` before the first, and `done`
        after each but the wanted one."""
        if not self._ready:
            self._report("ready", screen=":7")
            self._ready = True
        while (method := self._read()) != wanted:
            if method == "close":
                sys.exit()
            self._report("done")

    def _read(self) -> str:
        line = self._lines.readline()
        if not line:
            sys.exit()
        order = json.loads(line)
        method = str(order["method"])
        if method != "ping":
            self._note(f"{method} {json.dumps(order['params'])}")
        return method

    def _report(self, method: str, **params: object) -> None:
        self._send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def _send(self, line: bytes) -> None:
        self._sock.sendall(line + b"\n")

    def _note(self, word: str) -> None:
        os.write(self._diary, f"{os.getpid()} {word}\n".encode())


def hang() -> None:
    while True:
        signal.pause()


def main(diary: str, *steps: str) -> None:
    dialog = Dialog(diary)
    for step in steps:
        dialog.do(step)


if __name__ == "__main__":
    main(*sys.argv[1:])
