"""What any program of the same user can do to a dialog on Windows, and what does not come of it.

Messages that are put into its queue are tried in tests/dialog (`Forged`); here is what Windows
alone has: input that the system passes on as if it were a device's, and messages that are sent.
"""

import pytest

from probes.probe import BUTTON
from probes.steps import Button, Click, Handle, Key, Move, Step
from probes.wine import WineProbe
from sayso.core.outcome import By
from sayso.core.questions import Choice
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_password, focus, take_keyboard
from support.processes import wait_until

APPROVED = screen.Answer(Choice.APPROVE)
TRIALS = 20
COMMAND = 0x111
LEFT_DOWN, LEFT_UP, KEY_DOWN, SPACE = 0x201, 0x202, 0x100, 0x20
SET_FONT, SET_REDRAW, TURN, HIDE_AS, READ_ONLY = 0x30, 0x0B, 0xF1, 0xCC, 0xCF


def shown(dialog: DialogProcess, order: screen.Show) -> DialogProcess:
    dialog.tell(order)
    assert dialog.hear() == screen.Painted()
    return dialog


def window_of(probe: WineProbe, dialog: DialogProcess) -> Handle:
    (window,) = probe.surfaces(pid=dialog.pid)
    return window.handle


def answers(dialog: DialogProcess, quiet: float = 0.5) -> list[screen.Order | screen.Report]:
    return [each for each in dialog.hear_all(quiet) if not isinstance(each, screen.Activity)]


def test_keys_that_a_program_injects_approve_nothing(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    """By keybd_event, while the person has taken the focus to *approve*."""
    shown(dialog, ask(arming=0))
    take_keyboard(probe, dialog.pid)
    focus(probe, "Approve", dialog.pid)
    for _ in range(TRIALS):
        probe.inject("Return", "space")
    assert answers(dialog) == []
    probe.key("Return")
    assert dialog.hear_answer() == APPROVED


def test_clicks_that_a_program_injects_approve_nothing(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    """By mouse_event, while the person's pointer lies on *approve*."""
    shown(dialog, ask(arming=0))
    approve = probe.wait_for("Approve", pid=dialog.pid)
    there = probe.handle("Approve", pid=dialog.pid)
    probe.perform(Move(*approve.centre))
    wait_until(lambda: there in probe.windows_under_pointer(), "the pointer on it")
    for _ in range(TRIALS):
        probe.inject(clicks=1)
    assert answers(dialog) == []
    probe.press("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == APPROVED


def test_a_buttons_own_action_approves_nothing(probe: WineProbe, dialog: DialogProcess) -> None:
    """BM_CLICK, which UI Automation's Invoke sends as well."""
    shown(dialog, ask(arming=0))
    probe.wait_for("Approve", pid=dialog.pid)
    for _ in range(TRIALS):
        assert probe.act("Approve", pid=dialog.pid)
    assert answers(dialog) == []


def test_it_does_where_the_person_allows_that(probe: WineProbe, dialog: DialogProcess) -> None:
    order = ask(arming=0)
    shown(dialog, screen.Show(**{**vars(order), "accessibility_approval": True}))
    probe.wait_for("Approve", pid=dialog.pid)
    probe.act("Approve", pid=dialog.pid)
    assert dialog.hear_answer() == screen.Answer(Choice.APPROVE, By.ASSISTIVE)


def test_no_program_changes_what_the_dialog_says(probe: WineProbe, dialog: DialogProcess) -> None:
    shown(dialog, ask(message="Wipe the disk?", details="all of it"))
    before = probe.texts(dialog.pid)
    wanted = [
        *(("Question", "text"), ("Details", "text"), ("builder asks", "label")),
        *(("Approve", BUTTON), ("builder asks", "alert")),
    ]
    for name, role in wanted:
        control = probe.handle(name, role=role, pid=dialog.pid)
        probe.say(control, "Save the file?")
    clocks = {each for each in before if each.startswith("Closes in")}
    after = probe.texts(dialog.pid)
    assert {*before} - clocks <= {*after}
    assert not probe.shows("Save the file?", dialog.pid)


@pytest.mark.parametrize("message", [SET_FONT, SET_REDRAW, TURN, READ_ONLY])
def test_no_program_changes_how_it_looks(
    probe: WineProbe, dialog: DialogProcess, message: int
) -> None:
    shown(dialog, ask(message="Wipe the disk?"))
    # a caret may flash up as the keyboard comes, at a pause
    wait_until(lambda: "active" in probe.find(role="alert", pid=dialog.pid)[0].states, "keyboard")
    control = probe.find("Question", role="text", pid=dialog.pid)[0]
    before = probe.pixels(control)
    question = probe.handle("Question", role="text", pid=dialog.pid)
    probe.tell(question, message, 0)
    probe.say(probe.handle("Question", role="text", pid=dialog.pid), "x")  # has it drawn anew
    assert probe.pixels(control) == before


def test_no_program_moves_its_controls(probe: WineProbe, dialog: DialogProcess) -> None:
    """So that the person presses one and means another."""
    shown(dialog, ask())
    before = probe.find("Approve", pid=dialog.pid)[0]
    deny = probe.find("Deny", pid=dialog.pid)[0]
    approve = probe.handle("Approve", pid=dialog.pid)
    probe.place(approve, deny.x, deny.y)
    probe.take_away(approve, destroy=False)
    after = probe.find("Approve", pid=dialog.pid)[0]
    assert (after.x, after.y) == (before.x, before.y)


def test_a_window_that_is_seen_through_approves_nothing(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    """The person sees what is below it, and presses that."""
    shown(dialog, ask(arming=0))
    probe.wait_for("Approve", pid=dialog.pid)
    probe.fade(window_of(probe, dialog))
    probe.click(probe.find("Approve", pid=dialog.pid)[0])
    assert answers(dialog) == []
    wait_until(
        lambda: "can't be seen" in probe.find("Approve", pid=dialog.pid)[0].description,
        "words about it",
    )


def is_called_covered(probe: WineProbe, dialog: DialogProcess) -> bool:
    return "can't be seen" in probe.find("Approve", pid=dialog.pid)[0].description


@pytest.mark.parametrize("way", ["cut out", "intrude", "unshow", "move", "see-through control"])
def test_nothing_of_it_is_approved_unseen(
    probe: WineProbe, dialog: DialogProcess, way: str
) -> None:
    shown(dialog, ask(message="Wipe the disk?", arming=0))
    probe.wait_for("Approve", pid=dialog.pid)
    window = window_of(probe, dialog)
    deny = probe.handle("Deny", pid=dialog.pid)
    match way:
        case "cut out":
            probe.cut_out(window)
        case "intrude":
            assert probe.intrude(window)
        case "unshow":
            probe.unshow(deny)
        case "move":
            probe.slip(deny, 0, 0)
        case _:
            probe.fade(deny)
    wait_until(lambda: is_called_covered(probe, dialog), "words about it")
    probe.click(probe.find("Approve", pid=dialog.pid)[0])
    assert answers(dialog) == []


def test_an_opaque_cover_is_one_though_clicks_go_through(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    shown(dialog, ask(arming=0))
    approve = probe.wait_for("Approve", pid=dialog.pid)
    (window,) = probe.surfaces(pid=dialog.pid)
    with probe.cover(window, clicks_through=True):
        wait_until(lambda: is_called_covered(probe, dialog), "words about it")
        probe.click(approve)
        assert answers(dialog) == []


def test_no_program_has_its_controls_moved_by_their_own_thread(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    shown(dialog, ask())
    before = probe.find("Deny", pid=dialog.pid)[0]
    deny = probe.handle("Deny", pid=dialog.pid)
    probe.shift(deny, 0, 0)
    probe.key("shift")  # what was put into its queue it has taken by then
    after = probe.find("Deny", pid=dialog.pid)[0]
    assert (after.x, after.y) == (before.x, before.y)


def test_a_press_that_is_sent_does_not_bring_the_focus(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    shown(dialog, ask(arming=0))
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Approve", pid=dialog.pid)
    approve = probe.handle("Approve", pid=dialog.pid)
    for message in (LEFT_DOWN, LEFT_UP, KEY_DOWN):
        probe.tell(approve, message, SPACE)
    assert "focused" not in probe.find("Approve", pid=dialog.pid)[0].states
    assert answers(dialog) == []


@pytest.mark.parametrize(
    "opens", [Key("alt+space"), Click(Button.RIGHT)], ids=["by-keys", "by-pointer"]
)
def test_while_a_menu_is_open_no_program_shows_the_password(
    probe: WineProbe, dialog: DialogProcess, opens: Step
) -> None:
    """The system takes messages itself then, whoever put them there."""
    shown(dialog, ask_password())
    take_keyboard(probe, dialog.pid)
    probe.wait_for("Show the password", pid=dialog.pid)
    question = probe.find("Question", role="text", pid=dialog.pid)[0]
    window, eye = window_of(probe, dialog), probe.handle("Show the password", pid=dialog.pid)
    probe.perform(Move(*question.centre), opens)
    wait_until(lambda: len(probe.surfaces(pid=dialog.pid)) > 1, "the menu")
    for _ in range(TRIALS + 1):  # each would turn it
        probe.post(window, COMMAND, 0, int(eye))
    probe.key("Escape")
    assert probe.find("Show the password", pid=dialog.pid)
    assert not probe.find("Hide the password", pid=dialog.pid)


def test_no_program_reads_a_password_that_is_hidden(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    shown(dialog, ask_password())
    take_keyboard(probe, dialog.pid)
    probe.click(probe.find("Password", role="password text", pid=dialog.pid)[0])
    probe.type("tiger")
    typed = probe.handle("Password", role="password text", pid=dialog.pid)

    def told() -> str:
        return probe.find("Password", role="password text", pid=dialog.pid)[0].text

    wait_until(lambda: len(told()) == len("tiger"), "what is typed")
    probe.tell(typed, HIDE_AS, 0)
    assert told() == "\u25cf" * len("tiger")
