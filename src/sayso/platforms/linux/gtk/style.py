"""What themes neglect: text that can be read in every state, and a keyboard focus that shows.

All of it is in the theme's own colours, so that it suits whatever theme the person has.
"""

import sys

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk

NOTE, QUIET, PANE, TYPED_IN = "sayso-note", "sayso-quiet", "sayso-pane", "sayso-typed-in"
"""Style classes: of a note about a field; of a banner that warns of nothing; of a text that
scrolls; of the border around a text that has the focus."""
ADDED, REMOVED, HUNK = "sayso_added", "sayso_removed", "sayso_hunk"
"""Colours behind the lines of a diff. Without colour the first two differ as well, by how dark they
are."""
RING = 2
"""Pixels of the border around a text that has the focus."""

_ALL_OF_IT = 100
"""Pixels from the edges of a button: more than half its height, and so all of it."""
_ON_BUTTONS = "button:not(.destructive-action)"

_CSS = f"""
@define-color sayso_ring mix(@theme_selected_bg_color, @theme_text_color, 0.35);
@define-color {ADDED} mix(@theme_base_color, @success_color, 0.14);
@define-color {REMOVED} mix(mix(@theme_base_color, @theme_text_color, 0.1), @error_color, 0.18);
@define-color {HUNK} mix(@theme_base_color, @theme_text_color, 0.1);
@define-color sayso_error mix(@error_color, @theme_text_color, 0.5);

/* Themes fade the words of a window without the keyboard, and of what is not alive yet: both are
   to be read before anybody does something. */
label:backdrop, label:disabled, label:disabled:backdrop,
{_ON_BUTTONS}:backdrop label, {_ON_BUTTONS}:disabled label,
{_ON_BUTTONS}:disabled:backdrop label {{ color: @theme_fg_color; opacity: 1; }}
.view label:backdrop, .view label:disabled, .view label:disabled:backdrop,
textview text:backdrop, textview text:disabled, textview text:disabled:backdrop,
entry:backdrop, entry:disabled, entry:disabled:backdrop {{ color: @theme_text_color; }}
button.destructive-action:disabled label,
button.destructive-action:disabled:backdrop label {{ color: @theme_fg_color; }}

.{NOTE} label, .{NOTE} label:backdrop, .{NOTE} image, .{NOTE} image:backdrop {{
    color: @sayso_error;
}}

.{QUIET} > revealer > box, .{QUIET}:backdrop > revealer > box {{
    background: alpha(@theme_fg_color, 0.08);
    border: none;
}}

/* Breeze warns in orange letters, Greybird in white ones on a light blue. */
infobar.warning > revealer > box, infobar.warning:backdrop > revealer > box {{
    background: mix(@theme_bg_color, @warning_color, 0.25);
}}
infobar.warning label, infobar.warning label:backdrop,
infobar.warning image, infobar.warning image:backdrop {{
    color: @theme_fg_color;
    text-shadow: none;
    -gtk-icon-shadow: none;
}}

/* White on Greybird's red is too faint; on others it is a shade more of what they have. */
button.destructive-action:not(:disabled) {{
    box-shadow: inset 0 0 0 {_ALL_OF_IT}px alpha(mix(@error_color, black, 0.5), 0.35);
}}

entry:focus, frame.{TYPED_IN} > border, scrolledwindow.{TYPED_IN} {{
    border-color: @sayso_ring;
    box-shadow: inset 0 0 0 1px @sayso_ring;
}}
scrolledwindow.{PANE} {{ border: {RING}px solid transparent; }}
scrolledwindow.{PANE}.focused {{ border-color: @sayso_ring; }}
"""


def ring(view: Any, around: Any) -> None:
    """Gives `around` a border while `view` has the keyboard focus."""
    style = around.get_style_context()

    def look(*_: Any) -> None:
        (style.add_class if view.has_focus() else style.remove_class)(TYPED_IN)

    view.connect("notify::has-focus", look)


def load(screen: Any) -> None:
    """Sets the style of all windows of this process. To be called once."""
    style = Gtk.CssProvider()
    style.load_from_data(_CSS.encode())
    priority = Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
    Gtk.StyleContext.add_provider_for_screen(screen, style, priority)
