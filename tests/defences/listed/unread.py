"""Text that the person has not seen when they approve.

One thing is not listed: that scrolled.py looks for the end only once the layout is complete. GTK
3.24 lays out more than is in view before the first frame, and no text was found that passes for
read when one looks at once.
"""

from defences.defence import Defence, Threat

_WINDOW = "platforms/linux/gtk/window.py"
_SHEET = "platforms/linux/gtk/sheet.py"
_MESSAGES = "wire/messages.py"
_LONG = "dialog/test_texts.py::test_a_long_text_comes_in_time_and_wants_to_be_read"

THREAT = Threat(
    "unread text",
    (
        Defence(
            name="read-to-the-end",
            guards="what is asked for stands below what is in view",
            file=_WINDOW,
            old="and all(sheet.read for sheet in self._face.sheets)",
            new="",
            test="dialog/test_hands_off.py::test_unread_text_keeps_approve_dead",
        ),
        Defence(
            name="read-to-the-right",
            guards="what is asked for stands to the right of what is in view",
            file=_SHEET,
            old="Gtk.Orientation.HORIZONTAL: self._wraps}",
            new="Gtk.Orientation.HORIZONTAL: True}",
            test="dialog/test_hands_off.py::test_lines_that_go_on_to_the_right_are_unread",
        ),
        Defence(
            name="read-before-submitting",
            guards="a password goes to what stands below what is in view",
            file=_WINDOW,
            old="and all(sheet.read for sheet in self._face.sheets)",
            new="",
            test="dialog/test_password.py::test_what_was_not_read_is_not_submitted_for",
        ),
        Defence(
            name="not-read-before-laid-out",
            guards="a text is said to be read before anybody could see its end",
            file=_WINDOW,
            old="elif all(sheet.read for sheet in self._face.sheets):",
            new="else:",
            test="dialog/test_texts.py::test_nothing_is_said_to_be_read_before_it_is_laid_out",
        ),
        Defence(
            name="every-letter-is-drawn",
            guards="a line so long that Pango draws nothing of it",
            file=_SHEET,
            old="_LONGEST = 2_000",
            new="_LONGEST = 1 << 30",
            test="dialog/test_hands_off.py::test_long_words_are_shown_letter_by_letter",
        ),
        Defence(
            name="fits-the-screen",
            guards="the buttons, or the end of a text, lie beyond the screen",
            file="platforms/linux/gtk/face.py",
            old="_SCREEN_SHARE = 0.8",
            new="_SCREEN_SHARE = 8.0",
            test=f"{_LONG}[10,000 lines]",
        ),
        Defence(
            name="message-limit",
            guards="a text longer than any person reads",
            file=_MESSAGES,
            old="AtMost(s.MESSAGE_BYTES,",
            new="AtMost(1 << 30,",
            test="wire/test_message_fields.py::TestTexts::test_long_texts_are_counted_in_bytes",
        ),
        Defence(
            name="details-limit",
            guards="details longer than any dialog shows in time",
            file=_MESSAGES,
            old="AtMost(s.DETAILS_BYTES,",
            new="AtMost(1 << 30,",
            test="wire/test_message_fields.py::TestTexts::test_long_texts_are_counted_in_bytes",
        ),
    ),
)
