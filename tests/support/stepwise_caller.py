"""A caller that takes one step of the exchange at a time, and goes on at each SIGUSR1.

python stepwise_caller.py SOCKET PARAMS

Prints "connected"; asks with PARAMS (JSON) and prints the reply; claims and prints the outcome;
"""

import json
import signal
import socket
import sys
from typing import Any, TextIO


def main() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(sys.argv[1])
        stream = connection.makefile("rw")
        step("connected")
        reply = call(stream, "ask", json.loads(sys.argv[2]))
        step(json.dumps(reply))
        step(json.dumps(call(stream, "claim", {"claim": reply["claim"]})))


def step(words: str) -> None:
    print(words, flush=True)
    signal.sigwait({signal.SIGUSR1})


def call(stream: TextIO, method: str, params: dict[str, Any]) -> dict[str, Any]:
    request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
    print(json.dumps(request), file=stream, flush=True)
    for line in stream:
        reply = json.loads(line)
        if reply.get("id") == method:
            result: dict[str, Any] = reply["result"]
            return result
    raise EOFError("the daemon closed the connection")


if __name__ == "__main__":
    main()
