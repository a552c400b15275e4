"""What every journal does, wherever it keeps its files. A backend's own test inherits this."""

import pytest

from sayso.errors import AlreadyRunning
from sayso.platforms.contract.journal import Journal

NAME, OTHER = "log-000000000001.jsonl", "log-000000000002.jsonl"


class JournalContract:
    """Fixtures: `journal`; and `place`, a path at which there is nothing yet."""

    def test_what_is_written_is_added_at_the_end(self, journal: Journal, place: str) -> None:
        files = journal.open_directory(place)
        assert files.names() == []
        assert files.append_to(NAME) == 0
        assert files.write(b"one\n") == 4
        assert files.write(b"two\n") == 4
        assert files.end_of(NAME, None) == b"one\ntwo\n"
        assert files.end_of(NAME, 5) == b"\ntwo\n"
        assert files.end_of(NAME, 100) == b"one\ntwo\n"
        assert files.append_to(NAME) == 8
        files.close()

    def test_it_is_cut_to_a_size(self, journal: Journal, place: str) -> None:
        files = journal.open_directory(place)
        files.append_to(NAME)
        files.write(b"one\ntw")
        files.cut(4)
        files.write(b"three\n")
        assert files.end_of(NAME, None) == b"one\nthree\n"
        files.close()

    def test_another_file_is_begun_and_the_first_stays(self, journal: Journal, place: str) -> None:
        files = journal.open_directory(place)
        files.append_to(NAME)
        files.write(b"one\n")
        assert files.append_to(OTHER) == 0
        files.write(b"two\n")
        assert sorted(files.names()) == [NAME, OTHER]
        assert files.end_of(NAME, None) == b"one\n"
        files.close()

    def test_a_file_that_was_removed_is_not_there(self, journal: Journal, place: str) -> None:
        files = journal.open_directory(place)
        files.append_to(NAME)
        assert files.is_there()
        files.remove(NAME)
        assert not files.is_there()
        assert files.names() == []
        with pytest.raises(FileNotFoundError):
            files.end_of(NAME, None)
        with pytest.raises(FileNotFoundError):
            files.remove(NAME)
        files.close()

    def test_one_has_it_at_a_time(self, journal: Journal, place: str) -> None:
        files = journal.open_directory(place)
        with pytest.raises(AlreadyRunning):
            journal.open_directory(place)
        files.append_to(NAME)
        files.write(b"one\n")
        files.close()
        again = journal.open_directory(place)
        assert again.end_of(NAME, None) == b"one\n"
        again.close()
