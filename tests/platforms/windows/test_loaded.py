"""What a dialog process loads before it hears of its question, for which a person waits."""

import sys

assert sys.platform == "win32"

from support.programs import Programs

FEW_HAVE = {
    f"sayso.platforms.windows.win32.{name}"
    for name in (
        "check_box", "choices", "column", "deny_words", "form", "options", "page", "queue_row",
        "secret_field", "text_field", "text_input",
    )
}  # fmt: skip
"""Questions."""
STARTING = {"sayso.platforms.windows.native.creation", "sayso.platforms.windows.child"}
"""Processes."""
OPENED = """
import sys
from sayso.dialog import main
from sayso.platforms import select
select.processes()
select.dialogs().open_screen()
print(*sys.modules, flush=True)
from sayso.platforms.windows.win32 import prompt_view
prompt_view.load_all()
print(*sys.modules, flush=True)
"""


def test_what_few_questions_have_is_loaded_later(programs: Programs) -> None:
    program = programs.python(OPENED)
    first, later = program.hear().split(), program.hear().split()
    assert "sayso.platforms.windows.win32.window" in first
    assert {*first} & (FEW_HAVE | STARTING) == set()
    assert {*later} >= FEW_HAVE
