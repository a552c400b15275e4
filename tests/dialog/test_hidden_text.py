"""What can't be seen is shown, in everything that others wrote, as it stands on the screen."""

from collections.abc import Callable

from probes.probe import Probe
from probes.steps import Click, Move
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_password
from support.processes import wait_until

ShowDialog = Callable[[screen.Show], DialogProcess]

ESCAPED = {
    "control": ("\x1b[2J", r"\u{1b}[2J"),
    "bidirectional": ("\u202e", r"\u{202e}"),
    "zero-width": ("\u200b", r"\u{200b}"),
    "tag": ("\U000e0041", r"\u{e0041}"),
    "unassigned": ("\u0378", r"\u{378}"),
    "private": ("\ue000", r"\u{e000}"),
    "line separator": ("\u2028", r"\u{2028}"),
    "paragraph separator": ("\u2029", r"\u{2029}"),
    "filler": ("\u3164", r"\u{3164}"),
    "variation": ("\ufe0f", r"\u{fe0f}"),
    "empty Braille pattern": ("\u2800", r"\u{2800}"),
    "object": ("\ufffc", r"\u{fffc}"),
    "an escape of the asker's": (r"\u{202e}", r"\u{5c}u{202e}"),
    "marks": ("e" + "\u0301" * 6, "e" + "\u0301" * 4 + r"\u{301}" * 2),
}


def test_what_cannot_be_seen_stands_there_as_an_escape(probe: Probe, show: ShowDialog) -> None:
    written = "\n".join(f"{name}: {text}." for name, (text, _) in ESCAPED.items())
    dialog = show(ask(message=written, details=written))
    shown = "\n".join(f"{name}: {escape}." for name, (_, escape) in ESCAPED.items())
    for sheet in ("Question", "Details"):
        (text,) = probe.find(sheet, role="text", pid=dialog.pid)
        assert text.text.splitlines() == shown.splitlines()


def test_nor_is_it_hidden_in_what_stands_around_the_question(
    probe: Probe, show: ShowDialog
) -> None:
    who = {"name": "me\u202e", "lineage": ("1 sh\u202e",), "host": "<b>\u202e"}
    dialog = show(ask(approve="Go\u202e", deny="No\u200b", asker=who))
    texts = probe.texts(dialog.pid)
    assert r"me\u{202e} on <b>\u{202e} asks" in texts
    assert r"From <b>\u{202e}, another machine." in texts
    buttons = {each.name for each in probe.find(role="push button", pid=dialog.pid)}
    assert {r"Go\u{202e}", r"No\u{200b}"} <= buttons
    line = probe.find(role="toggle button", pid=dialog.pid)[0]
    probe.perform(Move(line.x + 30, line.y + 8), Click())  # its words take but a part of it
    wait_until(lambda: probe.shows(r"1 sh\u{202e}", dialog.pid), "the lineage")


def test_nor_is_it_hidden_in_the_error_under_a_field(probe: Probe, show: ShowDialog) -> None:
    dialog = show(ask_password(error="no\u202e"))
    assert r"no\u{202e}" in probe.texts(dialog.pid)
