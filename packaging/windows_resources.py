"""Makes the resources of a program for Windows, in a file for a linker (*.res): its icon, its
manifest, and what Explorer and Task Manager show about it.

zig has a resource compiler, but builds it first, which takes more than a minute. The format:
"Resource File Formats" and "Version Information" in Microsoft's documentation.
"""

import struct
from collections.abc import Iterable, Mapping

_ICON, _GROUP_ICON, _VERSION, _MANIFEST = 3, 14, 16, 24
_MOVEABLE_PURE_DISCARDABLE = 0x1030
_ENGLISH, _UTF_16 = 0x0409, 1200
_WINDOWS, _PROGRAM = 0x40004, 1
_ICON_HEAD, _ICON_ENTRY = struct.Struct("<HHH"), struct.Struct("<12sI")


def resources(icon: bytes, manifest: bytes, about: Mapping[str, str]) -> bytes:
    """The bytes of a resource file. `icon`: an *.ico file. `about`: names and values of
    StringFileInfo, with a FileVersion."""
    made = [_resource(0, 0, b"", how=0, language=0)]  # by it a linker knows the format
    _reserved, kind, count = _ICON_HEAD.unpack_from(icon)
    group = _ICON_HEAD.pack(0, kind, count)
    for number in range(1, count + 1):
        at = _ICON_HEAD.size + _ICON_ENTRY.size * (number - 1)
        facts, offset = _ICON_ENTRY.unpack_from(icon, at)
        size = int.from_bytes(facts[8:], "little")
        made.append(_resource(_ICON, number, icon[offset : offset + size]))
        group += facts + struct.pack("<H", number)
    made.append(_resource(_GROUP_ICON, 1, group))
    made.append(_resource(_VERSION, 1, _version(about)))
    made.append(_resource(_MANIFEST, 1, manifest))
    return b"".join(made)


def _resource(
    kind: int,
    name: int,
    data: bytes,
    how: int = _MOVEABLE_PURE_DISCARDABLE,
    language: int = _ENGLISH,
) -> bytes:
    """A RESOURCEHEADER, with numbers for type and name, and the data."""
    head = struct.pack(
        "<IIHHHHIHHII", len(data), 32, 0xFFFF, kind, 0xFFFF, name, 0, how, language, 0, 0
    )
    return _padded(head + data)


def _version(about: Mapping[str, str]) -> bytes:
    """The structure VS_VERSIONINFO."""
    numbers = [*map(int, about["FileVersion"].split(".")), 0, 0, 0][:4]
    high, low = numbers[0] << 16 | numbers[1], numbers[2] << 16 | numbers[3]
    fixed = struct.pack(
        "<13I", 0xFEEF04BD, 0x10000, high, low, high, low, 0x3F, 0, _WINDOWS, _PROGRAM, 0, 0, 0
    )
    strings = [_block(name, _text(words), is_text=True) for name, words in about.items()]
    table = _block(f"{_ENGLISH:04x}{_UTF_16:04x}", children=strings, is_text=True)
    language = _block("Translation", struct.pack("<HH", _ENGLISH, _UTF_16))
    children = (
        _block("StringFileInfo", children=[table], is_text=True),
        _block("VarFileInfo", children=[language], is_text=True),
    )
    return _block("VS_VERSION_INFO", fixed, children)


def _block(
    key: str, value: bytes = b"", children: Iterable[bytes] = (), *, is_text: bool = False
) -> bytes:
    """A block of VS_VERSIONINFO: its length, the length of its value (in characters if it is text,
    else in bytes), whether the value is text, then the key, the value and the children."""
    body = _padded(bytes(6) + _text(key)) + value
    for child in children:
        body = _padded(body) + child
    size = len(value) // 2 if is_text else len(value)
    return struct.pack("<HHH", len(body), size, is_text) + body[6:]


def _text(words: str) -> bytes:
    return f"{words}\0".encode("utf-16-le")


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
