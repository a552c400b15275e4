"""Below the frame: what is left to read, and the buttons that answer."""

import sys

from sayso.core.prompt_status import PromptStatus

assert sys.platform == "linux"

from typing import Any

from gi.repository import Gtk, Pango

from sayso.core.questions import Choice
from sayso.platforms.linux.gtk.device import keep_made_up_out
from sayso.platforms.linux.gtk.fill import Fill
from sayso.platforms.linux.gtk.icon import Icon, image, show
from sayso.platforms.linux.gtk.labels import announce, attributes, label, wrapped
from sayso.presentation import catalogue, keys, layout
from sayso.presentation.dialog import Button, DialogModel
from sayso.presentation.dialog_state import Moment
from sayso.presentation.habits import GNOME, Control
from sayso.presentation.reading import Unseen
from sayso.values import replace

_ARROWS = {Unseen.ABOVE: Icon.ABOVE, Unseen.BELOW: Icon.BELOW, Unseen.RIGHT: Icon.RIGHT}
_GAP = 12
"""Pixels between the parts of a row."""
_LABEL_COLUMNS = 22
"""Characters in a line of a button's label. A longer one takes several lines: nothing is cut, and
the window stays in bounds."""


class Reading:
    """Says what has not been seen of the texts, and leads on to it. Hidden where all is in view.

    Once shown it stays where it is, so that nothing below it moves when the end is reached.
    """

    def __init__(self) -> None:
        self.root = Gtk.Stack(halign=Gtk.Align.END, no_show_all=True)
        self._words = Gtk.Label()
        self._arrow = image()
        content = Gtk.Box(spacing=6)
        content.add(self._words)
        content.add(self._arrow)
        self.on = Gtk.Button(child=content, relief=Gtk.ReliefStyle.NONE)
        self.root.add_named(self.on, "on")
        done = _with_icon(Icon.TICK, label(catalogue.READ()))
        done.set_halign(Gtk.Align.END)
        self.root.add_named(done, "read")
        for child in self.root.get_children():
            child.show_all()

    def say(self, unseen: Unseen | None, words: str) -> None:
        """`words`: what is left to do. `unseen` is None where nothing is left."""
        if unseen is None:
            self.root.set_visible_child_name("read")
            return
        self._words.set_text(words)
        show(self._arrow, _ARROWS[unseen])
        self.root.set_visible_child_name("on")
        self.root.show()


class Footer:
    """The buttons *later*, *deny* and *approve*, and the place in the queue; afterwards a line that
    says what was recorded."""

    def __init__(self) -> None:
        self.later = Gtk.Button(label=catalogue.LATER(), valign=Gtk.Align.CENTER)
        self.later.set_tooltip_text(catalogue.LATER_MEANING())
        self._words_of_deny, self._words_of_approve = Gtk.Label(), Gtk.Label()
        self.deny = _button(Icon.CROSS, self._words_of_deny)
        self.deny.set_no_show_all(True)
        keep_made_up_out(self.deny)
        self.cancel: Any | None = None
        """A third button, which dismisses the question; None: there is none."""
        self.approve = _button(Icon.TICK, self._words_of_approve)
        self.approve.set_sensitive(False)  # as it comes up: a change would take a new style
        self._arming = Fill(self.approve)
        self._place = Gtk.Label()
        self.queue = _opens_downwards(self._place)
        self._recorded = wrapped("")
        self._mark = image()
        self.root = Gtk.Stack()
        self.root.add_named(self._ways_out(), "ways out")
        recorded = Gtk.Box(spacing=6, halign=Gtk.Align.END)
        recorded.add(self._mark)
        recorded.add(self._recorded)
        self.root.add_named(recorded, "recorded")

    def fill(self, model: DialogModel) -> None:
        if model.deny:
            self.deny.get_child().show_all()
            self.deny.show()
            self._label_of_deny = model.deny
            self.promise_words(model.deny_words)
        _say(self.approve, self._words_of_approve, model.approve)
        if model.cancel:
            self._add_cancel(model.cancel)
        if model.page:
            show(self.approve.get_child().get_children()[0], Icon.PAGE)
        if model.destructive:
            self.approve.get_style_context().add_class("destructive-action")
        self._meaning = _meaning(model.approve)
        self._labels, self._name, self._lists = model.labels, model.name, model.lists_queue

    def promise_words(self, opens: bool) -> None:
        """Says on *deny* whether it first opens a line to type into."""
        button = self._label_of_deny
        if opens:
            button = replace(button, label=catalogue.opens_words(button.label))
        _say(self.deny, self._words_of_deny, button)

    def fit(self, width: int) -> None:
        """Moves the buttons that answer to a row of their own where the parts do not all fit into
        `width` pixels, whether the place in the queue is shown or not."""
        parts = (self.later, self.queue.get_child(), self._buttons)
        needs = [part.get_preferred_width()[1] for part in parts]
        if layout.fits_in_row(needs, _GAP, width):
            return
        rows = self._first_row.get_parent()
        self._first_row.remove(self._buttons)
        self._buttons.set_halign(Gtk.Align.END)
        rows.pack_start(self._buttons, False, False, 0)

    @property
    def at_focus(self) -> keys.Control | None:
        """The button with the keyboard focus; None: it is none of these."""
        controls = {
            keys.Control.APPROVE: self.approve,
            keys.Control.DENY: self.deny,
            keys.Control.LATER: self.later,
            keys.Control.QUEUE: self.queue,
        }
        return next((each for each, button in controls.items() if button.has_focus()), None)

    def say_place(self, standing: PromptStatus) -> None:
        self._place.set_text(catalogue.place(standing.place, standing.of))
        self.queue.set_visible(standing.of > 1)

    def stand(self, moment: Moment, now: float) -> None:
        self.approve.set_sensitive(moment.can_approve)
        self.approve.get_accessible().set_description(moment.obstacle or self._meaning)
        self.deny.set_sensitive(moment.takes_input)
        if self.cancel:
            self.cancel.set_sensitive(moment.takes_input)
        self.later.set_sensitive(moment.takes_input)
        self.queue.set_sensitive(moment.takes_input and self._lists)
        self._arming.run(moment.armed_at, now)

    def say_recorded(self, choice: Choice, kept_for: float | None) -> None:
        """Says in place of the buttons what was recorded, with the icon of the button that was
        used."""
        words = catalogue.recorded(choice, self._labels, self._name, kept_for)
        self._say_over(choice is Choice.APPROVE, words)

    def say_finished(self, done: bool) -> None:
        """Says in place of the buttons how the sign-in ended."""
        self._say_over(done, catalogue.SIGNED_IN() if done else catalogue.SIGN_IN_FAILED())

    def _say_over(self, is_good: bool, words: str) -> None:
        show(self._mark, Icon.TICK if is_good else Icon.CROSS)
        self._recorded.set_text(words)
        announce(self._recorded, words)
        self.root.set_visible_child_name("recorded")

    def _add_cancel(self, words: Button) -> None:
        """Makes the third button, only now, as few questions have one."""
        text = Gtk.Label()
        self.cancel = Gtk.Button(child=text)
        _say(self.cancel, text, words)
        self._buttons.pack_start(self.cancel, False, False, 0)
        self._buttons.reorder_child(self.cancel, GNOME.order.index(Control.CANCEL))
        self.cancel.show_all()

    def _ways_out(self) -> Any:
        row = Gtk.Box(spacing=_GAP)
        self._buttons = pair = Gtk.Box(spacing=6, homogeneous=True)
        buttons = {Control.DENY: self.deny, Control.APPROVE: self.approve}
        for control in filter(buttons.get, GNOME.order):
            pair.add(buttons[control])
        row.pack_start(self.later, False, False, 0)
        row.pack_start(self.queue, False, False, 0)
        row.pack_end(pair, False, False, 0)
        self._first_row = row
        rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        rows.pack_start(row, False, False, 0)
        return rows


def _with_icon(icon: Icon, words: Any) -> Any:
    row = Gtk.Box(spacing=6)
    row.add(image(icon))
    row.add(words)
    return row


def _opens_downwards(words: Any) -> Any:
    content = Gtk.Box(spacing=6)
    content.add(words)
    content.add(image(Icon.OPENS_DOWNWARDS))
    content.show_all()
    button = Gtk.Button(child=content, relief=Gtk.ReliefStyle.NONE, no_show_all=True)
    button.set_valign(Gtk.Align.CENTER)
    button.set_tooltip_text(catalogue.QUEUE_MEANING())
    button.get_accessible().set_description(catalogue.QUEUE_MEANING())
    return button


def _button(icon: Icon, words: Any) -> Any:
    content = _with_icon(icon, words)
    content.set_halign(Gtk.Align.CENTER)
    return Gtk.Button(child=content)


def _say(widget: Any, words: Any, button: Button) -> None:
    words.set_text(button.label)
    if len(button.label) > _LABEL_COLUMNS:
        words.set_xalign(0)
        words.set_line_wrap(True)
        words.set_line_wrap_mode(Pango.WrapMode.WORD_CHAR)
        words.set_width_chars(_LABEL_COLUMNS)
        words.set_max_width_chars(_LABEL_COLUMNS)
        words.set_attributes(attributes(Pango.attr_insert_hyphens_new(False)))
    widget.set_tooltip_text(_meaning(button))
    widget.get_accessible().set_description(_meaning(button))


def _meaning(button: Button) -> str:
    """What the button does, in our own words, where its label is the asker's; else empty."""
    return button.meaning if button.label != button.meaning else ""
