"""Notifications that an asker writes on, servers that hang, floods."""

from defences.defence import Defence, Threat

_NOTIFIER = "platforms/linux/notifier.py"
_NOTICES = "frontends/desktop/notices.py"
_SERVER = "e2e/test_notices.py"
_SOUND = "e2e/test_notices_sound.py"
_UNIT = "frontends/desktop/test_notices.py"
_ATTENTION = "platforms/linux/test_attention.py"

THREAT = Threat(
    "notifications",
    (
        Defence(
            name="no-markup",
            guards="an asker's words are drawn as markup: bold, pictures, links",
            file=_NOTIFIER,
            old="GLib.markup_escape_text(_WOULD_BE_LINK.sub(_JOINER, bubble.body), -1)",
            new="_WOULD_BE_LINK.sub(_JOINER, bubble.body)",
            test=f"{_SERVER}::test_a_server_that_offers_no_markup_gets_none_either",
        ),
        Defence(
            name="no-links",
            guards="a server makes a link of an address in the asker's words",
            file=_NOTIFIER,
            old="_WOULD_BE_LINK.sub(_JOINER, bubble.body)",
            new="bubble.body",
            test=f"{_SERVER}::test_markup_and_links_of_the_asker_are_text",
        ),
        Defence(
            name="clicks-of-ours",
            guards="a click on another program's notification counts as one on ours",
            file=_NOTIFIER,
            old="if slot.number == number)",
            new="if slot.number)",
            test=f"{_SERVER}::test_each_click_is_for_what_was_clicked",
        ),
        Defence(
            name="another-server",
            guards="a number that a dead server gave replaces what another program shows",
            file=_NOTIFIER,
            old="if bus is not self._bus or not before:",
            new="if bus:",
            test=f"{_SERVER}::test_a_server_that_dies_is_followed_by_another",
        ),
        Defence(
            name="silent-server",
            guards="a server that hangs is waited for as long as it likes",
            file=_NOTIFIER,
            old="_PATIENCE = 10_000",
            new="_PATIENCE = 2**31 - 1",
            test=f"{_SERVER}::test_a_server_that_never_answers_holds_nothing",
        ),
        Defence(
            name="silent-sound-server",
            guards="a sound server that hangs leaves a process behind for each question",
            file="platforms/linux/children.py",
            old="loop.later(within, process.force_exit)",
            new="loop.later(within, lambda: None)",
            test=f"{_SOUND}::test_a_sound_server_that_hangs_holds_nothing",
        ),
        Defence(
            name="rate-of-notifications",
            guards="an asker floods the person with notifications",
            file=_NOTICES,
            old="if now < self._next:",
            new="if False:",
            test=f"{_UNIT}::test_many_within_ten_seconds_are_told_once_together",
        ),
        Defence(
            name="missed-are-bounded",
            guards="an asker fills the tray's memory with questions that nobody answers",
            file=_NOTICES,
            old="if len(self._missed) > _MOST_MISSED:",
            new="if False:",
            test=f"{_UNIT}::test_a_flood_of_missed_ones_fills_no_memory",
        ),
        Defence(
            name="hidden-is-not-shown",
            guards="who typed elsewhere while a question was hidden is not told that it was missed",
            file="core/prompt.py",
            old="        if self.is_open:  # whoever has painted says so after this\n"
            "            self.painted_at = inf\n",
            new="",
            test="core/test_broker_clocks.py"
            "::TestShownFor::test_counts_no_time_in_which_it_was_hidden",
        ),
        Defence(
            name="clicked-too-late",
            guards="a click on a question that ends in that moment opens a window about an error",
            file="frontends/desktop/link.py",
            old="            case rpc.Failure(_, error) if not isinstance(error, _GONE):\n",
            new="            case rpc.Failure(_, error):\n",
            test="frontends/desktop/test_link.py"
            "::test_a_click_on_what_ended_in_that_moment_is_no_trouble",
        ),
        Defence(
            name="short-notifications",
            guards="an asker's title fills the screen",
            file="frontends/desktop/bubbles.py",
            old="return shorten(self.title, _TITLE_LENGTH)",
            new="return self.title",
            test=f"{_UNIT}::test_long_words_are_shortened_in_the_middle",
        ),
        Defence(
            name="window-that-has-gone",
            guards="a window that closes while it is looked at ends the tray",
            file="platforms/linux/ewmh.py",
            old="before = self._x11.XSetErrorHandler(cast(ignore, c_void_p))",
            new="before = self._x11.XSetErrorHandler(None)",
            test=f"{_ATTENTION}::test_a_window_that_has_gone_ends_no_process",
        ),
        Defence(
            name="our-own-full-screen",
            guards="a person who looks at the question is told of it once more",
            file="platforms/linux/attention.py",
            old="and windows.name(active) != _OURS",
            new="",
            test=f"{_SERVER}::test_a_dialog_of_ours_is_no_film",
        ),
    ),
)
