"""Every word of our own that a dialog shows, in one place, ready to be translated."""

APPROVE = "Approve"
DENY = "Deny"
SCROLL_TO_END = "Scroll to the end to approve"
SCROLL_RIGHT = "Scroll right to the end to approve"
ARMING = "Not ready yet: wait a moment, then approve"
TIME_IS_UP = "The time to answer is over"
RECORDED = "Recorded"
NOT_RECORDED_YET = "Not recorded yet"
TIME_LEFT = "Time left to answer"
DETAILS = "Details"
QUESTION = "Question"
LINE_GOES_ON = " (the line goes on)"
LINEAGE = "Started by, nearest first"
UNKNOWN_PROGRAM = "An unknown program"
UNKNOWN_COMMAND = "unknown command"
UNKNOWN_CWD = "in an unknown directory"
CONTAINER = "from a container"


def asks(name: str) -> str:
    return f"{name} asks"


def in_directory(path: str) -> str:
    return f"in {path}"


def not_recorded(reason: str) -> str:
    return f"Not recorded, answer again: {reason}"


def time_left(seconds: float) -> str:
    """Minutes and seconds ("1:42"); a second that has begun counts whole, none is below zero."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"
