"""A tray process without a toolkit: it hands the socket that it inherited to the test that listens
at argv[1], and runs until the other end closes that socket, or the test ends the connection."""

import os
import select
import socket
import sys

if __name__ == "__main__":
    with socket.socket(socket.AF_UNIX) as test:
        test.connect(sys.argv[1])
        socket.send_fds(test, [str(os.getpid()).encode()], [0])
        waiting = select.poll()
        waiting.register(0, select.POLLRDHUP)
        waiting.register(test, select.POLLIN)
        waiting.poll()
