"""A window's first picture, drawn while the window manager is at work.

The X server fills a window with its background the moment it shows the window, and GTK draws its
first frame some milliseconds later (XSetWindowBackgroundPixmap in Xlib's manual). So until that
frame, the background is a picture of what the window holds, if it is drawn in time. Nothing relies
on it: only GTK's own frame counts as painted. Compositors that wait for that frame never show it.

PyGObject offers cairo by a package that few systems have, so C functions are called here.
"""

import sys

assert sys.platform == "linux"

import ctypes
from functools import cache
from typing import Any

from sayso.platforms.linux.gobject import address

_WITHOUT_ALPHA = 0x1000
"""CAIRO_CONTENT_COLOR."""

_POINTER, _INT, _DOUBLE = ctypes.c_void_p, ctypes.c_int, ctypes.c_double


def draw(window: Any, content: Any, width: int, height: int) -> None:
    """To be called when the window manager has been asked for the window. `content`: the window's
    only child, laid out in so many pixels."""
    surface = window.get_window()
    if surface.get_visual() != window.get_screen().get_system_visual():
        return  # GDK takes no such picture
    shown = address(surface)
    image = _create_image(shown, _WITHOUT_ALPHA, width, height)
    context = _create_context(image)
    _draw_background(address(window.get_style_context()), context, 0, 0, width, height)
    place = content.get_allocation()
    _translate(context, place.x, place.y)
    _draw_widget(address(content), context)
    _destroy_context(context)
    _flush(image)
    picture = _create_pattern(image)
    _destroy_image(image)
    _set_background(shown, picture)
    _destroy_pattern(picture)
    window.get_display().flush()
    _take_back_once_drawn(window)


def _take_back_once_drawn(window: Any) -> None:
    """Makes the window's background black again, as GDK makes it at first: where the window grows,
    the server would show the picture a second time. Without any background, what another window
    left there would stand in ours until GTK draws."""
    clock = window.get_frame_clock()

    def after_paint(_clock: Any) -> None:
        surface = window.get_window()  # None once the window was closed
        if surface is not None and surface.is_viewable():
            clock.disconnect(handler)
            black = _create_colour(0, 0, 0)
            _set_background(address(surface), black)
            _destroy_pattern(black)

    handler = clock.connect("after-paint", after_paint)


def _function(library: str, name: str, *takes: Any, gives: Any = None) -> Any:
    @cache
    def found() -> Any:
        function = getattr(ctypes.CDLL(library), name)
        function.argtypes, function.restype = takes, gives
        return function

    return lambda *arguments: found()(*arguments)


_GTK, _CAIRO = "libgtk-3.so.0", "libcairo.so.2"
_create_image = _function(
    _GTK, "gdk_window_create_similar_surface", _POINTER, _INT, _INT, _INT, gives=_POINTER
)
_set_background = _function(_GTK, "gdk_window_set_background_pattern", _POINTER, _POINTER)
_draw_background = _function(_GTK, "gtk_render_background", _POINTER, _POINTER, *[_DOUBLE] * 4)
_draw_widget = _function(_GTK, "gtk_widget_draw", _POINTER, _POINTER)
_create_context = _function(_CAIRO, "cairo_create", _POINTER, gives=_POINTER)
_translate = _function(_CAIRO, "cairo_translate", _POINTER, _DOUBLE, _DOUBLE)
_destroy_context = _function(_CAIRO, "cairo_destroy", _POINTER)
_destroy_image = _function(_CAIRO, "cairo_surface_destroy", _POINTER)
_create_pattern = _function(_CAIRO, "cairo_pattern_create_for_surface", _POINTER, gives=_POINTER)
_destroy_pattern = _function(_CAIRO, "cairo_pattern_destroy", _POINTER)
_create_colour = _function(_CAIRO, "cairo_pattern_create_rgb", *[_DOUBLE] * 3, gives=_POINTER)
_flush = _function(_CAIRO, "cairo_surface_flush", _POINTER)
