"""How every platform's memory for secrets behaves. A backend's own test inherits this."""

import pytest

from sayso.errors import MemoryNotLocked
from sayso.platforms.contract.memory import ROOM_FOR_SECRETS, Memory


class MemoryContract:
    """Fixture: `memory`."""

    @pytest.mark.parametrize("size", [0, 1, 4096, ROOM_FOR_SECRETS, 65_536])
    def test_it_is_as_large_as_asked_for_and_empty(self, memory: Memory, size: int) -> None:
        data = memory.lock(size)
        assert bytes(data) == bytes(size)
        data[:] = b"x" * size
        assert bytes(data) == b"x" * size

    def test_each_has_a_place_of_its_own(self, memory: Memory) -> None:
        one, other = memory.lock(16), memory.lock(16)
        one[:] = b"x" * 16
        assert bytes(other) == bytes(16)

    def test_a_view_of_it_stays_when_the_rest_is_let_go(self, memory: Memory) -> None:
        data = memory.lock(16)
        data[4:8] = b"word"
        view = data[4:8]
        del data
        memory.give_back()
        assert bytes(view) == b"word"

    def test_where_there_is_none_it_says_so(self, memory: Memory) -> None:
        with pytest.raises(MemoryNotLocked, match="no memory for a secret"):
            memory.lock(1 << 60)
