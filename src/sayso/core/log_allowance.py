"""How much one account may write into the log with questions that nobody answers.

In the log, new records push out old ones. So who asks without end could push out what they were
allowed before.
"""

from dataclasses import dataclass

from sayso.core.lineage import Account

AT_ONCE = 200
"""Questions and refusals of an account that are logged, however fast they come."""
ONE_MORE = 300.0
"""Seconds until one more is."""
_FEW = 64
"""So many accounts are remembered without a look at what can be forgotten."""


@dataclass
class _Spent:
    until: float
    """When all of the allowance is there again."""
    left_out: int = 0
    """What was left out since that was last told."""


class LogAllowance:
    """What is left for each account. A successor begins anew. `now` is a time on the broker's
    clock."""

    def __init__(self) -> None:
        self._spent: dict[Account, _Spent] = {}
        self._many = _FEW

    def take(self, account: Account, now: float) -> int | None:
        """Takes one record from what this account has left. Returns how many were left out since
        the last that was not; None: this one is left out, too."""
        spent = self._spent.get(account) or self._begin(account, now)
        begins = max(spent.until, now)
        if begins - now > (AT_ONCE - 1) * ONE_MORE:
            spent.left_out += 1
            return None
        spent.until = begins + ONE_MORE
        left_out, spent.left_out = spent.left_out, 0
        return left_out

    def _begin(self, account: Account, now: float) -> _Spent:
        if len(self._spent) >= self._many:
            self._spent = {each: spent for each, spent in self._spent.items() if spent.until > now}
            self._many = max(_FEW, 2 * len(self._spent))
        return self._spent.setdefault(account, _Spent(now))
