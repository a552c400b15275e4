"""Checks that the labels of a question's controls do not mislead."""

import unicodedata

_MEANS_NO = frozenset({"cancel", "decline", "deny", "dismiss", "no", "refuse", "reject"})
_LOOK_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_MEANS_YES = frozenset({"accept", "allow", "approve", "confirm", "ok", "okay", "yes"})


def check(approve: str, **refusals: str) -> None:
    """Checks the labels of one question. `refusals`: labels of the controls that do not approve, by
    field. An empty label means that the dialog uses its own.

    Raises ValueError that begins with the field of the wrong label.
    """
    _check_label("approve", approve, _MEANS_NO)
    taken = {approve.casefold(): "approve"}
    for name, label in refusals.items():
        _check_label(name, label, _MEANS_YES)
        other = taken.setdefault(label.casefold(), name)
        if label and other != name:
            raise ValueError(f"{name}: must differ from {other}")


def _check_label(name: str, label: str, forbidden: frozenset[str]) -> None:
    """Raises ValueError for a label that could be taken for the opposite button's, by its word or
    by look-alike letters."""
    plain = [c for c in unicodedata.normalize("NFKD", label.casefold()) if not _is_mark(c)]
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    if label and not words and not any(_is_picture(c) for c in plain):
        raise ValueError(f"{name}: the label needs a letter, a digit or a sign")
    if len(words) == 1 and words[0] in forbidden:
        raise ValueError(f'{name}: the label "{label}" means the other button')
    alphabets = {unicodedata.name(c, "").partition(" ")[0] for c in plain if c.isalpha()}
    if len(alphabets & _LOOK_ALIKE) > 1:
        raise ValueError(f"{name}: the label mixes alphabets whose letters look alike")


def _is_picture(character: str) -> bool:
    """Whether this is a symbol that one can see. Only one symbol is blank: the empty Braille
    pattern."""
    return unicodedata.category(character).startswith("S") and character != "\u2800"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
