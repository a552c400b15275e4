"""Finds out whether two texts look the same to a reader."""

import unicodedata

from sayso.core.text import turns

_GREEK = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03bf\u03bd"
)
_CYRILLIC = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425"
    "\u0430\u0435\u0455\u0456\u0458\u043e\u0440\u0441\u0443\u0445"
)
_LATIN = str.maketrans(_GREEK + _CYRILLIC, "ABEZHIKMNOPTYXov" + "ABESIJKMHOPCTXaesijopcyx")
"""Latin letters for Greek and Cyrillic letters that look the same."""


def confusable_skeleton(text: str) -> str:
    """A key that is equal for texts that look the same. Such texts differ only in their spaces, in
    how their letters are composed (NFKC), in the alphabet of a letter, or, if they are drawn in
    another order than written (from right to left), in the order of their characters."""
    seen = " ".join(unicodedata.normalize("NFKC", text).split()).translate(_LATIN)
    return "".join(sorted(seen)) if any(map(turns, seen)) else seen
