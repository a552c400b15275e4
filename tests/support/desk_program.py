"""A tray without a toolkit: hands the socket that it inherited to the test that listens at argv[1],
and stays until the other end closes it, or the test lets it go."""

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
