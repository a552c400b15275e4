"""How much time is left for what an overview tells of, as the clock goes on."""

from __future__ import annotations

from sayso.values import replace

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.overview import Overview


def minutes(seconds: float) -> int:
    """Minutes left: each that has begun counts whole, and there is at least one."""
    return max(1, -int(-seconds // 60))


def until_other_minute(overview: Overview) -> float | None:
    """Seconds until `minutes` of some question becomes another number; None: it does for none."""
    left = [each.seconds_left for each in overview.prompts if each.seconds_left is not None]
    return min((each - 60 * (minutes(each) - 1) for each in left if each > 60), default=None)


def later(overview: Overview, seconds: float) -> Overview:
    """The overview as it is so many seconds later, if nothing else has happened."""

    def left(before: float | None) -> float | None:
        return None if before is None else max(0.0, before - seconds)

    return replace(
        overview,
        prompts=tuple(replace(p, seconds_left=left(p.seconds_left)) for p in overview.prompts),
        do_not_disturb=left(overview.do_not_disturb),
        quiet=tuple(replace(q, seconds_left=left(q.seconds_left)) for q in overview.quiet),
    )
