"""Says in words how a question stands while somebody waits for its answer."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.client.shapes import Progress


def describe(progress: Progress, elapsed: float) -> str:
    """One short line about the progress, which came `elapsed` seconds ago."""
    if progress.state == "queued" and progress.place is not None:
        return f"waiting for its turn · {progress.place} of {progress.of}"
    if progress.state == "unopened":
        return "waiting to be opened in the tray, or by: sayso next"
    if progress.state == "put_off":
        return "put off · the dialog comes back by itself"
    if progress.seconds_left is None:
        return "waiting for the dialog"
    left = max(0, round(progress.seconds_left - elapsed))
    return f"waiting for your answer; the dialog closes in {left // 60}:{left % 60:02}"
