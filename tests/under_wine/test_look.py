"""What is drawn by us alone, and so told by pixels alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from probes.probe import Control, Place
from probes.steps import Move, Pause
from probes.wine import WineProbe
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import FormText
from sayso.core.queue_row import QueueRow
from sayso.values import replace
from sayso.wire import screen
from support.dialog_process import DialogProcess, ask, ask_form, ask_password, click_into
from support.processes import wait_until
from support.world import World


@contextmanager
def form(world: World, question: FormText) -> Iterator[DialogProcess]:
    """Painted, and without the keyboard, as the person pauses nowhere: nothing in it blinks."""
    dialog = DialogProcess(world.environ)
    try:
        dialog.ready()
        with world.wine.repeating(Move(5, 5), Pause(0.1), Move(6, 6), Pause(0.1)):
            dialog.tell(ask_form(question))
            assert dialog.hear() == screen.Painted()
            yield dialog
    finally:
        dialog.close()
    world.wine.wait_gone(pid=dialog.pid, role=None)


def pictures(world: World, *questions: FormText) -> list[str]:
    """Of the field of each."""
    found = []
    for question in questions:
        with form(world, question) as dialog:
            field = world.wine.find("Name", role="text", pid=dialog.pid)[0]
            found.append(world.wine.pixels(field))
    return found


def test_an_example_stands_in_the_empty_field_alone(screen_world: World) -> None:
    example = FormText("Name", placeholder="shop-13")
    filled = FormText("Name", placeholder="shop-13", default="shop")
    first, again, empty, with_text, same_text = pictures(
        screen_world, example, example, FormText("Name"), filled, FormText("Name", default="shop")
    )
    assert first == again
    assert first != empty
    assert with_text == same_text


def test_a_dead_button_looks_dead(probe: WineProbe, dialog: DialogProcess) -> None:
    """Apart from the filling, before it is armed."""
    dialog.tell(ask_password(arming=0))
    assert dialog.hear() == screen.Painted()

    def send() -> Control:
        return probe.find("Send", pid=dialog.pid)[0]

    click_into(
        probe,
        lambda: probe.find("Password", role="password text", pid=dialog.pid)[0],
        dialog.pid,
    )
    assert not send().alive
    dead = probe.pixels(send())
    probe.type("x")
    probe.wait_for("Send", pid=dialog.pid)
    wait_until(lambda: probe.pixels(send()) != dead, "another look")


def test_a_row_of_the_queue_has_the_time_where_its_line_ends(
    probe: WineProbe, dialog: DialogProcess
) -> None:
    """Beside who asks, whatever the title below says."""
    dialog.tell(replace(ask(standing=PromptStatus(60, 1, 4)), lists_queue=True))
    assert dialog.hear() == screen.Painted()
    probe.press("1 of 4", pid=dialog.pid)
    assert dialog.hear_answer() == screen.OpenQueue()
    rows = (
        QueueRow(2, "make", "Now?", 120),
        QueueRow(3, "make", "Tomorrow, or on Friday?", 120),
        QueueRow(4, "make", "Now?", 300),
    )
    dialog.tell(screen.Queue(rows))
    words = [f"make: {row.title}, {row.seconds // 60}:00 left" for row in rows]
    for each in words:
        probe.wait_for(each, pid=dialog.pid)
    shown = [probe.find(each, pid=dialog.pid)[0] for each in words]

    def is_drawn() -> bool:
        """They are told before they are painted."""
        ends = [probe.pixels(Place(row.x + row.width - 80, row.y + 4, 70, 16)) for row in shown]
        begins = [probe.pixels(Place(row.x + 8, row.y + 4, 70, 16)) for row in shown]
        below = [probe.pixels(Place(row.x + 8, row.y + 20, 70, 16)) for row in shown]
        return (
            ends[0] == ends[1] != ends[2]
            and begins[0] == begins[1] == begins[2]
            and below[0] == below[2] != below[1]
        )

    wait_until(is_drawn, "who asks, time and title of each at their places")
