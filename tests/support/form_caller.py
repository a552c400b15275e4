"""Asks a form, and writes the outcome as JSON: its status and its answers.

python form_caller.py WAIT QUESTIONS

WAIT: seconds; QUESTIONS: the form's questions as JSON.
"""

import json
import sys

from sayso.client.sync import Client
from sayso.core.outcome import Answered


def main() -> None:
    with Client() as client:
        outcome = client.form("A new host", json.loads(sys.argv[2]), wait=float(sys.argv[1]))
    answers = (outcome.answers if isinstance(outcome, Answered) else None) or ()
    print(json.dumps([outcome.status, [each.answer for each in answers]]), flush=True)


if __name__ == "__main__":
    main()
