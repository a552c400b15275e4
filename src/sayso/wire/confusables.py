"""What tells two texts apart for who sees them."""

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
"""Letters that are drawn as ours are."""


def confusable_skeleton(text: str) -> str:
    """Equal for texts that look the same: they differ by spaces alone, by how their letters are
    put together, by the alphabet of a letter; or by their order, where it is drawn otherwise than
    it is written."""
    seen = " ".join(unicodedata.normalize("NFKC", text).split()).translate(_LATIN)
    return "".join(sorted(seen)) if any(map(turns, seen)) else seen
