"""A process that says, at each line that it reads, whether its starter lives.

python starter_program.py [outer]

With `outer` it is the starter, which waits.
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
