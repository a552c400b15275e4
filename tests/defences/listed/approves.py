"""What would let a program act without the person's yes, or with another yes than they gave."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

THREATS = (
    Threat(
        "haste",
        (
            Defence(
                "arming-delay",
                "a click that was on its way when the dialog appeared approves",
                "core.arming:Arming.start",
                Sets("alive_at", "now"),
                "e2e/test_early_input.py::test_single_click_as_it_appears",
            ),
            Defence(
                "early-clicks-put-off",
                "who clicks on and on approves what comes up in between",
                "platforms.linux.gtk.window:Window._on_press",
                WithoutCall("early_input"),
                "dialog/test_hands_off.py::test_hammered_clicks_of_an_unsteady_hand_put_it_off",
            ),
            Defence(
                "early-keys-put-off",
                "who types on and on approves what comes up in between",
                "core.arming:Guard.key_down",
                WithoutCall("early_input"),
                "dialog/test_hands_off.py::test_hammered_keys_put_it_off[Return]",
            ),
            Defence(
                "keyboard-has-its-own-delay",
                "a word that is being typed goes on in the dialog that just got the keyboard",
                "core.arming:Guard.takes_keys",
                Takes("_typing", True),
                "dialog/test_hands_off.py::test_keys_count_a_while_after_the_keyboard_came",
            ),
            Defence(
                "rested-pointer",
                "a click where the pointer lay by chance approves",
                "core.arming:Guard.pointer_down",
                Takes("_moved", True),
                "dialog/test_hands_off.py::test_a_pointer_that_rested_there_counts_once_it_has_moved",
            ),
            Defence(
                "fresh-stroke",
                "a key that is held down repeats until it approves",
                "core.arming:Guard.key_down",
                Takes("fresh", True),
                "dialog/test_hands_off.py::test_a_held_key_does_not_count[Return]",
            ),
            Defence(
                "stroke-ends-there",
                "a person who moves away before letting go approves all the same",
                "platforms.linux.gtk.window:Window._on_key_release",
                Takes("_would_approve", True),
                "dialog/test_hands_off.py::test_a_key_that_comes_up_elsewhere_does_not_count",
            ),
            Defence(
                "armed-anew-where-it-moves",
                "what moves or is resized comes under a click meant for something else",
                "platforms.linux.gtk.window:Window._on_configure",
                Takes("_geometry", False),
                "dialog/test_hands_off.py::test_what_moves_under_the_hand_is_armed_anew[move]",
            ),
            Defence(
                "armed-anew-with-the-focus",
                "a dialog that comes back to the front takes a click meant for another window",
                "platforms.linux.gtk.window:Window._on_focus_in",
                Takes("_had_focus", False),
                "dialog/test_hands_off.py::test_what_moves_under_the_hand_is_armed_anew[regain]",
            ),
            Defence(
                "armed-anew-when-not-recorded",
                "the second click of two answers the question that has come back",
                "platforms.linux.gtk.window:Window.not_recorded",
                WithoutCall("_guard.start"),
                "dialog/test_answers.py::test_not_recorded_arms_anew_though_the_window_stays_where_it_is",
            ),
            Defence(
                "front-is-armed-anew",
                "a dialog comes up under a click that was meant for what lay over it",
                "platforms.linux.gtk.window:Window.bring_up",
                WithoutCall("_guard.start"),
                "dialog/test_front.py::test_where_it_has_the_keyboard_it_is_armed_anew_as_well",
            ),
            Defence(
                "no-focus-when-mapped",
                "a dialog takes the keyboard from a person who types",
                "platforms.linux.gtk.toplevel:Blank.__init__",
                WithoutCall("set_focus_on_map"),
                "dialog/test_hands_off.py::test_the_keyboard_is_not_taken_from_who_types",
            ),
        ),
    ),
    Threat(
        "other programs' hands",
        (
            Defence(
                "no-made-up-clicks",
                "a program approves with a button event that it made up",
                "platforms.linux.gtk.window:Window._on_pointer",
                Takes("send_event", False),
                "dialog/test_hands_off.py::test_clicks_made_up_by_a_program_do_not_count[warm1]",
            ),
            Defence(
                "no-made-up-keys",
                "a program dismisses, or types into a field, with keys that it made up",
                "platforms.linux.gtk.window:Window._on_key_press",
                Takes("send_event", False),
                "dialog/test_hands_off.py::test_a_program_does_not_dismiss[warm1]",
            ),
            Defence(
                "no-action-approves",
                "assistive technology's own action approves",
                "platforms.linux.gtk.window:Window._on_approve",
                Sets("counts", "True"),
                "dialog/test_hands_off.py::test_assistive_technology_may_deny_and_not_approve",
            ),
            Defence(
                "choices-by-programs-are-seen",
                "a program chooses another in the moment in which the person submits",
                "platforms.linux.gtk.window:Window._on_filling_in",
                Takes("by_device", True),
                "dialog/test_select.py::test_assistive_technology_may_choose_but_not_submit",
            ),
            Defence(
                "no-choice-by-made-up-clicks",
                "a program chooses what the person then submits",
                "platforms.linux.gtk.options:Options._button",
                WithoutCall("keep_made_up_out"),
                "dialog/test_select.py::test_no_program_chooses_by_events_of_its_own[warm1]",
            ),
        ),
    ),
    Threat(
        "unread or misread",
        (
            Defence(
                "read-to-the-end",
                "what is asked for stands below what is in view",
                "platforms.linux.gtk.window:Window._obstacle",
                Takes("sheet.read", True),
                "dialog/test_hands_off.py::test_unread_text_keeps_approve_dead",
            ),
            Defence(
                "read-to-the-right",
                "what is asked for stands to the right of what is in view",
                "platforms.linux.gtk.sheet:Sheet.fill",
                Sets("HORIZONTAL", "True"),
                "dialog/test_hands_off.py::test_lines_that_go_on_to_the_right_are_unread",
            ),
            Defence(
                "command-is-read",
                "a secret is submitted before the command was seen to its end",
                "platforms.linux.gtk.face:Face._section",
                WithoutCall("sheets.append"),
                "e2e/test_mcp_request_secret.py::test_submitting_waits_until_the_command_was_read",
            ),
            Defence(
                "a-choice-is-made",
                "a choice is submitted that nobody made",
                "platforms.linux.gtk.options:Options.obstacle",
                Returns("''"),
                "dialog/test_select.py::test_none_is_chosen_at_first_and_without_one_nothing_is_submitted",
            ),
            Defence(
                "escapes-Cf",
                "characters that turn text round, or take no room",
                "core.text",
                WithoutItem("Cf"),
                "dialog/test_hidden_text.py::test_what_cannot_be_seen_stands_there_as_an_escape",
            ),
            Defence(
                "safe-message",
                "what is asked for hides or turns round what stands in it",
                "dialog.card:card",
                WithoutCall("visible"),
                "dialog/test_hands_off.py::test_words_are_only_ever_words",
            ),
        ),
    ),
    Threat(
        "nobody there",
        (
            Defence(
                "locked-is-seen",
                "a question stands on a locked screen, or on another user's, for whoever passes by",
                "platforms.linux.presence:_away",
                Returns("None"),
                "platforms/linux/test_presence.py::TestTheScreen::test_is_locked_and_unlocked",
            ),
            Defence(
                "away-is-told",
                "the daemon knows of the lock, and asks all the same",
                "daemon.presence:Presence._changed",
                WithoutCall("self._say"),
                "daemon/test_presence.py::TestQuestions::test_nobody_is_asked_who_is_away",
            ),
        ),
    ),
)
