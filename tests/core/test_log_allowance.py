"""How much one account may write into the log with what nobody answers."""

from weakref import ref

from sayso.core.lineage import Account, Place, Process
from sayso.core.log_allowance import AT_ONCE, ONE_MORE, LogAllowance

NOW = 1000.0
ALPHA = Place("alpha")


def spent(account: Account = ALPHA, now: float = NOW) -> LogAllowance:
    """An allowance of which this account has taken all."""
    made = LogAllowance()
    assert [made.take(account, now) for _ in range(AT_ONCE)] == [0] * AT_ONCE
    return made


def test_beyond_it_all_is_left_out() -> None:
    allowance = spent()
    assert allowance.take(ALPHA, NOW) is None
    assert allowance.take(ALPHA, NOW + ONE_MORE / 2) is None


def test_in_time_there_is_one_more_which_tells_how_many_were_left_out() -> None:
    allowance = spent()
    for _ in range(3):
        allowance.take(ALPHA, NOW)
    assert allowance.take(ALPHA, NOW + ONE_MORE) == 3
    assert allowance.take(ALPHA, NOW + ONE_MORE) is None


def test_they_are_told_once() -> None:
    allowance = spent()
    allowance.take(ALPHA, NOW)
    assert [allowance.take(ALPHA, NOW + 2 * ONE_MORE) for _ in range(2)] == [1, 0]


def test_all_of_it_is_there_again_and_no_more() -> None:
    allowance = spent()
    later = NOW + 2 * AT_ONCE * ONE_MORE
    assert [allowance.take(ALPHA, later) for _ in range(AT_ONCE)] == [0] * AT_ONCE
    assert allowance.take(ALPHA, later) is None


def test_each_account_has_its_own() -> None:
    allowance = spent()
    assert allowance.take(Process(7, 1.0), NOW) == 0
    assert allowance.take(Place("beta"), NOW) == 0


class TestManyAccounts:
    def test_who_has_spent_something_is_remembered(self) -> None:
        allowance = spent()
        for pid in range(1, 1000):
            allowance.take(Process(pid, 1.0), NOW + pid * ONE_MORE / 1000)
        assert allowance.take(ALPHA, NOW) is None

    def test_who_has_all_of_it_again_is_forgotten(self) -> None:
        allowance, first = LogAllowance(), Process(1, 1.0)
        allowance.take(first, NOW)
        known = ref(first)
        del first
        for pid in range(2, 1000):
            allowance.take(Process(pid, 1.0), NOW + pid * ONE_MORE)
        assert known() is None
