"""Replaces itself with a command, after it has printed the programs involved and read a line.

python becoming_program.py ARGV CWD ENVIRONMENT

ARGV and ENVIRONMENT are JSON: a list, and an object in which null removes a variable. An error is
printed by its name on standard output, with exit status 99.
"""

import json
import os
import sys

from sayso.core.action import Change
from sayso.errors import SaysoError
from sayso.platforms import select
from sayso.platforms.contract.execution import Order

argv, cwd, environment = sys.argv[1:]
changes = tuple(Change(name, value) for name, value in json.loads(environment).items())
try:
    prepared = select.becoming().prepare(Order(tuple(json.loads(argv)), cwd, changes))
    print(json.dumps([each.path for each in prepared.action.programs]), flush=True)
    # one byte at a time: the rest of the input is the command's
    while os.read(0, 1) not in (b"\n", b""):
        pass
    prepared.become()
except SaysoError as error:
    print(error.name, flush=True)
    sys.exit(99)
