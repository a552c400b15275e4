"""Compares two configurations that were read."""


def same(one: object, other: object) -> bool:
    """Whether both have equal values of the same types. Any `nan` equals another one, and the order
    of keys does not matter."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other or (one != one and other != other)
