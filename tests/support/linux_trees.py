"""Python scripts that make process trees. The first argument of each is the server's path."""

ASK = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.recv(1)"
"""A requester: it connects to the path in its argument and runs until the other end closes."""

HANG_UP = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"

BELOW = """
import subprocess, sys
subprocess.run([sys.executable, "-c", {script!r}, *sys.argv[1:]])
"""

ASK_BELOW = BELOW.format(script=ASK)

# An orphan in a session of its own, so that the terminal of the tests does not belong to its
# session.
ORPHAN = """
import os, sys
child = os.fork()
if child:
    os.waitpid(child, 0)
    sys.stdin.read()
    os._exit(0)
os.setsid()
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    os.sched_yield()
print(os.getpid(), flush=True)
"""

ON_A_TERMINAL = """
import pty
shell, terminal = pty.fork()
if shell:
    print(shell, flush=True)
    os.waitpid(shell, 0)
    os._exit(0)
"""

JOIN = """
import pathlib, sys
group = pathlib.Path(sys.argv.pop(2))
group.mkdir(parents=True)
(group / "cgroup.procs").write_text("0")
"""

# The kernel hides a process that gives up root, until prctl(2) PR_SET_DUMPABLE.
READABLE = "import ctypes; ctypes.CDLL(None).prctl(4, 1)\n"

OF_OWN_CHILD = """
import os, socket, sys
from sayso.platforms.linux import peer
from sayso.platforms.unix.channel import SocketChannel
user = int(sys.argv[1])
os.setgroups([])
os.setgid(user)
os.setuid(user)
server = socket.socket(socket.AF_UNIX)
server.bind(b"")
server.listen()
if os.fork() == 0:
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(server.getsockname())
    sock.recv(1)
    os._exit(0)
sock, _ = server.accept()
members = peer.lineage(SocketChannel(sock), 1).members
print(len(members), members[0].cwd, members[0].name, flush=True)
sock.close()
os.wait()
"""
