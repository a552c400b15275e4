"""The short form of `nth_call.py`: each call of the daemon and the keeper that writes, sends,
spawns or locks fails once. Those that open are many: `packaging/test.sh` runs them."""

import pytest

from faults.nth_call import ALL_KINDS, sweep


@pytest.mark.parametrize("kind", [kind for kind in ALL_KINDS if kind != "open"])
def test_a_call_that_fails(kind: str) -> None:
    result = sweep(kind, ())
    assert result.trials > 1 or kind.startswith("keeper-")
    assert result.faults == []
