"""A dialog process without a window: does what its arguments say, over descriptor 0.

    python dialog_program.py DIARY STEP…

DIARY is a FIFO. Each line there is this process's id and a word: `started`, then the method of
each order that it read. The steps:

    wait:METHOD    read orders until this one; `close` ends the process meanwhile
    answer:CHOICE  say that the person did this
    submit:TEXT    say that the person submitted this
    say:LINE       send this line as it is
    note:WORD      write this into the diary
    flood          send a line without end
    hang-up        close descriptor 0
    helper         start a program that inherits descriptor 0
    stay           ignore all orders from now on
    die            exit at once with status 1
    METHOD         send this report
"""

import json
import os
import signal
import socket
import subprocess
import sys


class Dialog:
    def __init__(self, diary: str) -> None:
        self._diary = os.open(diary, os.O_WRONLY)
        self._sock = socket.socket(fileno=0)
        self._lines = self._sock.makefile("rb")
        self._note("started")

    def do(self, step: str) -> None:
        word, _, argument = step.partition(":")
        match word:
            case "wait":
                self._wait(argument)
            case "answer":
                self._report("answered", choice=argument)
            case "submit":
                self._report("submitted", secret_bytes=len(argument.encode()))
                self._sock.sendall(argument.encode())
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
                while True:
                    signal.pause()
            case "die":
                os._exit(1)
            case _:
                self._report(word)

    def _wait(self, wanted: str) -> None:
        while (method := self._read()) != wanted:
            if method == "close":
                sys.exit()

    def _read(self) -> str:
        line = self._lines.readline()
        if not line:
            sys.exit()
        method = str(json.loads(line)["method"])
        self._note(method)
        return method

    def _report(self, method: str, **params: object) -> None:
        self._send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def _send(self, line: bytes) -> None:
        self._sock.sendall(line + b"\n")

    def _note(self, word: str) -> None:
        os.write(self._diary, f"{os.getpid()} {word}\n".encode())


def main(diary: str, *steps: str) -> None:
    dialog = Dialog(diary)
    for step in steps:
        dialog.do(step)


if __name__ == "__main__":
    main(*sys.argv[1:])
