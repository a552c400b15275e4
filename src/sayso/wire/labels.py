"""What the labels of a question's controls must not say."""

import unicodedata

_MEANS_NO = frozenset({"cancel", "decline", "deny", "dismiss", "no", "refuse", "reject"})
_LOOK_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_MEANS_YES = frozenset({"accept", "allow", "approve", "confirm", "ok", "okay", "yes"})


def check(approve: str, **refusals: str) -> None:
    """`refusals`: of the controls that do not let it happen, by field. Empty: the dialog's own.

    Raises ValueError that begins with the name of the wrong one.
    """
    _check_label("approve", approve, _MEANS_NO)
    taken = {approve.casefold(): "approve"}
    for name, label in refusals.items():
        _check_label(name, label, _MEANS_YES)
        other = taken.setdefault(label.casefold(), name)
        if label and other != name:
            raise ValueError(f"{name}: must differ from {other}")


def _check_label(name: str, label: str, forbidden: frozenset[str]) -> None:
    """A label must not pass for the other button's, by its word or by look-alike letters."""
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
    """A sign that one can see: of the symbols the empty Braille pattern alone is blank."""
    return unicodedata.category(character).startswith("S") and character != "\u2800"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
