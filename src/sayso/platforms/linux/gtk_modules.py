"""Keeps out of our processes the modules that others have GTK load.

GTK loads the modules that GTK_MODULES and GTK3_MODULES name, and those that the setting
`gtk-modules` names, which any program on the screen can set through XSETTINGS. No switch prevents
that. A value that the application sets outweighs XSETTINGS, but GTK reads the setting once before
there is an object to set it on. So for that moment the setting is made to look empty: we replace
GObjectClass.get_property, through which GTK reads it, and which is public.
"""

import sys

assert sys.platform == "linux"

from collections.abc import MutableMapping
from ctypes import (
    CDLL,
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_size_t,
    c_uint,
    c_void_p,
    cast,
    sizeof,
)
from typing import Any

_VARIABLES = ("GTK_MODULES", "GTK3_MODULES")
_SETTING = "gtk-modules"


class _Property(Structure):
    """The start of GParamSpec (gobject/gparam.h)."""

    _fields_ = (("instance", c_void_p), ("name", c_char_p))


_GetProperty = CFUNCTYPE(None, c_void_p, c_uint, c_void_p, POINTER(_Property))


class _ObjectClass(Structure):
    """The start of GObjectClass (gobject/gobject.h)."""

    _fields_ = (
        ("type", c_size_t),
        ("construct_properties", c_void_p),
        ("constructor", c_void_p),
        ("set_property", c_void_p),
        ("get_property", c_void_p),
    )


def unname(environ: MutableMapping[str, str]) -> None:
    """Removes the variables that name modules. To be called before GTK is loaded."""
    for variable in _VARIABLES:
        environ.pop(variable, None)


def keep_out() -> None:
    """Empties the setting. To be called once the display is open, before anything else reads GTK's
    settings; without an open display there are none."""
    from gi.repository import Gtk

    settings_class = _settings_class()
    reads = settings_class.get_property
    read = cast(reads, _GetProperty)

    def read_other(settings: Any, number: int, value: Any, which: Any) -> None:
        if which.contents.name != _SETTING.encode():
            read(settings, number, value, which)

    reads_other = _GetProperty(read_other)
    settings_class.get_property = cast(reads_other, c_void_p)
    try:
        if settings := Gtk.Settings.get_default():
            settings.set_property(_SETTING, "")
    finally:
        settings_class.get_property = reads


def _settings_class() -> _ObjectClass:
    kind = CDLL("libgtk-3.so.0").gtk_settings_get_type
    kind.restype = c_size_t
    reference = CDLL("libgobject-2.0.so.0").g_type_class_ref
    reference.argtypes, reference.restype = [c_size_t], c_void_p
    assert sizeof(_ObjectClass) == 5 * sizeof(c_void_p)
    return _ObjectClass.from_address(reference(kind()))
