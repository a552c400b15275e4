"""Keys by their numbers: "Virtual-key codes" in Microsoft's documentation."""

from enum import IntEnum


class VirtualKey(IntEnum):
    TAB = 0x09
    RETURN = 0x0D
    SHIFT = 0x10
    CONTROL = 0x11
    ALT = 0x12
    CAPS_LOCK = 0x14
    ESCAPE = 0x1B
    SPACE = 0x20
    END = 0x23
    HOME = 0x24
    LEFT = 0x25
    UP = 0x26
    RIGHT = 0x27
    DOWN = 0x28
    A = 0x41
    C = 0x43
    X = 0x58
    WINDOWS_LEFT = 0x5B
    WINDOWS_RIGHT = 0x5C
    MENU_OF_KEYS = 0x5D
    """VK_APPS."""
    F4 = 0x73
    NUM_LOCK = 0x90
    SCROLL_LOCK = 0x91
    PROCESS = 0xE5
    """VK_PROCESSKEY: an input method takes the key."""
