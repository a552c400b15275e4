"""When the list of what else is open shows, without a window."""

from sayso.presentation.queue_list import QueueEntry, QueueList

ROWS = (QueueEntry(2, "agent", "Restart?", "2:00", "agent: Restart?, 2:00 left"),)


def test_its_rows_show_while_it_is_open() -> None:
    listed = QueueList()
    listed.open()
    assert listed.take(ROWS) == ROWS
    assert listed.is_open


def test_rows_that_come_once_it_was_closed_do_not_show() -> None:
    listed = QueueList()
    assert listed.take(ROWS) == ()
    listed.open()
    listed.take(())
    assert listed.take(ROWS) == ()
    assert not listed.is_open


def test_without_rows_it_closes() -> None:
    listed = QueueList()
    listed.open()
    assert listed.take(()) == ()
    assert not listed.is_open
