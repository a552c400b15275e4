"""Columns that a terminal shows side by side, whatever the letters."""

from sayso.frontends.cli.table import cells, table

ROWS = [("NUMBER", "ASKER", "TITLE"), ("1", "claude-code-agent", "Deploy build 4711 to production")]


def test_without_a_width_nothing_is_cut() -> None:
    assert table(ROWS, {1: 5, 2: 5}, None) == (
        "NUMBER  ASKER              TITLE\n"
        "1       claude-code-agent  Deploy build 4711 to production"
    )


def test_the_last_column_makes_way_first() -> None:
    assert table(ROWS, {1: 5, 2: 5}, 44) == (
        "NUMBER  ASKER              TITLE\n1       claude-code-agent  Deploy build 471…"
    )


def test_then_the_one_before_it_and_no_more_than_they_can() -> None:
    assert table(ROWS, {1: 5, 2: 5}, 30) == (
        "NUMBER  ASKER            TITLE\n1       claude-code-ag…  Depl…"
    )
    assert table(ROWS, {1: 5, 2: 5}, 10) == "NUMBER  ASKER  TITLE\n1       clau…  Depl…"


def test_wide_letters_take_two_cells_and_marks_none() -> None:
    assert (cells("plain"), cells("配置"), cells("e\u0301")) == (5, 4, 1)
    rows = [("A", "B"), ("配置", "x"), ("e\u0301", "y")]
    assert table(rows, {}, None) == "A     B\n配置  x\ne\u0301     y"
    assert table([("配置配置", "x")], {0: 2}, 9) == "配置…   x"
