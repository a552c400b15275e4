"""The ledger: what many processes append to it can be read at any time, in whole lines."""

from pathlib import Path

from faults.ledger import Ledger, Word


def test_a_line_that_is_still_written_comes_once_it_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "ledger"
    ledger = Ledger(str(place))
    assert ledger.news() == []
    ledger.note(Word.ASKED, "Deploy?")
    ledger.note(Word.CLICKED, "Deploy?", "approve")
    data = place.read_bytes()
    place.write_bytes(data[:-20])
    assert [each.word for each in ledger.news()] == [Word.ASKED]
    assert ledger.news() == []
    place.write_bytes(data)
    assert [each.said for each in ledger.news()] == ["approve"]
