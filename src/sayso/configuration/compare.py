"""Whether two configurations that were read say the same."""


def same(one: object, other: object) -> bool:
    """Values of the same types; a `nan` is the same as another, and the order of keys is none."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other or (one != one and other != other)
