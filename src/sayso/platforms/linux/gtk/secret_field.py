"""A field for a password: hidden, shown while the person wants it, handed over once."""

import sys

assert sys.platform == "linux"

from collections.abc import Callable
from typing import Any

from gi.repository import Gdk, Gtk

from sayso.platforms.linux.gtk import typed
from sayso.platforms.linux.gtk.device import ENTERING
from sayso.platforms.linux.gtk.icon import Icon, image, show
from sayso.platforms.linux.gtk.labels import announce, wrapped
from sayso.platforms.linux.gtk.notes import Notes, signed
from sayso.presentation import catalogue
from sayso.presentation.dialog import SecretField as Words
from sayso.presentation.typed_text import secret_obstacle

_MARGIN = 12
_CAPS_LOCK_COLUMNS = 16
"""Characters in a line of the Caps Lock warning: a longer one takes two lines, and leaves room for
the note beside it."""
_BESIDE = 160
"""Pixels: the widest label beside the entry for a user name. A wider one, which is the asker's,
stands above it, in as many lines as it takes: so it leaves room for the notes."""


class SecretField:
    """One entry for the password, or two that must be the same, perhaps one for a user name, a
    button to show the password, and a line of notes.

    The keys go to no input method of another process, and nothing goes to the clipboard.
    """

    def __init__(self, words: Words) -> None:
        """Raises MemoryNotLocked."""
        self._on_typing: Callable[[], None] = lambda: None
        self._composing: set[Any] = set()
        """The entries that show a character which is not in their text yet."""
        self._user = self._entry(words.user) if words.user else None
        self._hidden = [self._entry(catalogue.FIELD())]
        if words.repeat:
            self._hidden.append(self._entry(catalogue.REPEAT()))
        self._entries = [*([self._user] if self._user else []), *self._hidden]
        self.first = self._entries[0]
        self.eye = Gtk.Button(image=image())
        self._notes = Notes(words.error)
        self._caps_lock = Gtk.Stack(valign=Gtk.Align.START)
        self._caps_lock.add_named(Gtk.Label(), "off")
        on = wrapped(catalogue.CAPS_LOCK())
        on.set_max_width_chars(_CAPS_LOCK_COLUMNS)
        self._caps_lock.add_named(signed(on), "on")
        self.root = self._grid()
        self.root.show_all()  # a Stack switches to no child that is hidden
        self._show(False)
        self._watch_caps_lock()

    @property
    def has_focus(self) -> bool:
        """Whether one of the entries has the keyboard focus."""
        return any(entry.has_focus() for entry in self._entries)

    @property
    def is_composing(self) -> bool:
        """Whether a character is being composed where the keyboard focus is."""
        return any(entry.has_focus() for entry in self._composing)

    @property
    def eye_has_focus(self) -> bool:
        return bool(self.eye.has_focus())

    def submits(self, event: Any) -> bool:
        """Whether this key submits, where the focus is; not while it ends a character that is being
        composed."""
        return self.has_focus and not self._composing and event.keyval in ENTERING

    @property
    def obstacle(self) -> str:
        """What keeps the password from being submitted, as a sentence; empty: nothing."""
        first, *others = [entry.get_buffer() for entry in self._hidden]
        user = self._user.get_buffer() if self._user else None
        return secret_obstacle(
            user=user.get_length() if user else None,
            breaks=lambda: typed.has_line_break(user),
            length=first.get_length(),
            size=lambda: first.get_bytes() + (user.get_bytes() + 1 if user else 0),
            is_repeated=lambda: all(typed.same(first, other) for other in others),
            is_composing=bool(self._composing),
        )

    def watch_typing(self, on_typing: Callable[[], None]) -> None:
        """`on_typing` is called when the text of an entry has changed, or a character in it begins
        or ends to be composed."""
        self._on_typing = on_typing

    def watch_action(self, on_action: Callable[[Any], None]) -> None:
        """`on_action` is called when assistive technology would submit,
        as that has no Return key."""
        for entry in self._entries:
            entry.connect("activate", on_action)

    def set_alive(self, alive: bool) -> None:
        for each in (*self._entries, self.eye):
            each.set_sensitive(alive)

    def toggle(self) -> None:
        """Shows what is typed, or hides it again."""
        self._show(not self._hidden[0].get_visibility())

    def read(self) -> memoryview:
        """A copy of what was typed, as UTF-8, for the caller to wipe: the user name and a newline,
        if there is a user name, then the password. Raises MemoryNotLocked."""
        buffers = [self._hidden[0].get_buffer()]
        if self._user:
            buffers.insert(0, self._user.get_buffer())
        return typed.read(*buffers)

    def clear(self) -> None:
        """Empties all entries. GTK overwrites what it deletes."""
        for entry in self._entries:
            entry.get_buffer().delete_text(0, -1)
        self._show(False)

    def _entry(self, name: str) -> Any:
        entry = Gtk.Entry(
            buffer=typed.new_buffer(),
            input_purpose=Gtk.InputPurpose.PASSWORD,
            input_hints=Gtk.InputHints.NO_SPELLCHECK | Gtk.InputHints.NO_EMOJI,
            im_module="gtk-im-context-simple",
            caps_lock_warning=False,  # ours is a text
            hexpand=True,
        )
        entry.drag_dest_unset()  # any program can make up a drop
        entry.get_accessible().set_name(name)
        for end in ("selection-bound", "cursor-position"):
            entry.connect(f"notify::{end}", _select_nothing_shown)
        entry.connect("changed", self._on_changed)
        entry.connect("preedit-changed", self._on_composing)
        return entry

    def _grid(self) -> Any:
        grid = Gtk.Grid(row_spacing=6, column_spacing=6)
        for side in ("start", "end", "top"):
            grid.set_property(f"margin-{side}", _MARGIN)
        grid.set_margin_bottom(_MARGIN // 2)  # the line of notes adds to it
        row = 0
        for entry in self._entries:
            words = wrapped(entry.get_accessible().get_name())
            words.set_margin_end(6)
            words.set_mnemonic_widget(entry)
            is_above = entry is self._user and _width(words) > _BESIDE
            grid.attach(words, 0, row, 3 if is_above else 1, 1)
            row += is_above
            grid.attach(entry, 1, row, 1, 1)
            row += 1
        grid.attach(self.eye, 2, row - 1, 1, 1)  # Tab comes to it last
        notes = Gtk.Box(spacing=12)
        notes.pack_start(self._notes.root, True, True, 0)
        notes.pack_end(self._caps_lock, False, False, 0)
        grid.attach(notes, 1, row, 2, 1)
        return grid

    def _show(self, visible: bool) -> None:
        for entry in self._hidden:
            entry.set_visibility(visible)
            _select_nothing_shown(entry)
        show(self.eye.get_image(), Icon.CONCEAL if visible else Icon.REVEAL)
        words = catalogue.CONCEAL() if visible else catalogue.REVEAL()
        self.eye.set_tooltip_text(words)
        self.eye.get_accessible().set_name(words)

    def _on_changed(self, changed: Any) -> None:
        typed.lock(changed.get_buffer())
        begun = all(entry.get_buffer().get_length() for entry in self._entries)
        self._notes.say(self.obstacle if begun else "")
        self._on_typing()

    def _on_composing(self, entry: Any, shown: str) -> None:
        """A dead key was pressed, or a character's number is typed after Ctrl+Shift+U. `shown`:
        what there is of that one character so far. No note says so: it would come and go with each
        accent, and may take a line more."""
        (self._composing.add if shown else self._composing.discard)(entry)
        self._on_typing()

    def _watch_caps_lock(self) -> None:
        keymap = Gdk.Keymap.get_for_display(self.root.get_display())

        def look(_keymap: Any) -> None:
            on = keymap.get_caps_lock_state()
            state = "on" if on else "off"
            if state != self._caps_lock.get_visible_child_name():
                self._caps_lock.set_visible_child_name(state)
                announce(self._caps_lock, catalogue.CAPS_LOCK() if on else "")

        handler = keymap.connect("state-changed", look)
        self.root.connect("destroy", lambda _: keymap.disconnect(handler))
        look(keymap)


def _width(words: Any) -> int:
    """Pixels that the label takes in a single line."""
    width: int = words.create_pango_layout(words.get_text()).get_pixel_size()[0]
    return width


def _select_nothing_shown(entry: Any, *_: Any) -> None:
    """Deselects text that is shown. So it stays out of the clipboards: GTK copies selected text
    only while it is shown."""
    if entry.get_visibility() and entry.get_selection_bounds():
        entry.set_position(entry.get_position())
