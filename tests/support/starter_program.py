"""A process that prints, at each line that it reads, whether its starter is alive.

python starter_program.py [outer]

With `outer` it starts such a process, and waits for it.
"""

import subprocess
import sys

from sayso.platforms import select

if sys.argv[1:] == ["outer"]:
    subprocess.Popen([sys.executable, "-E", "-P", __file__]).wait()
else:
    starter = select.starter().hold()
    for _line in sys.stdin:
        print(starter.lives(), flush=True)
