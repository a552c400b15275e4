"""Defences against a program that acts without the person's yes, or with another yes than they
gave."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall, WithoutItem

THREATS = (
    Threat(
        "haste",
        (
            Defence(
                "arming-delay",
                "a click that was on its way when the dialog appeared approves",
                "presentation.arming:Arming.start",
                Sets("alive_at", "now"),
                "e2e/test_early_input.py::test_single_click_as_it_appears",
            ),
            Defence(
                "later-once",
                "a double click hides a question that nobody has seen",
                "presentation.presenter:Presenter.later_clicked",
                Takes("takes_click", True),
                "presentation/test_presenter.py::TestOtherWaysOut::test_later_is_not_for_the_hand_of_the_question_before",
            ),
            Defence(
                "early-clicks-put-off",
                "who clicks on and on approves what comes up in between",
                "presentation.presenter:Presenter.pressed",
                WithoutCall("early_input"),
                "dialog/test_hands_off.py::test_hammered_clicks_of_an_unsteady_hand_put_it_off",
            ),
            Defence(
                "early-keys-put-off",
                "who types on and on approves what comes up in between",
                "presentation.arming:Guard.key_down",
                WithoutCall("early_input"),
                "dialog/test_hands_off.py::test_hammered_keys_put_it_off[Return]",
            ),
            Defence(
                "keyboard-has-its-own-delay",
                "a word that is being typed goes on in the dialog that just got the keyboard",
                "presentation.arming:Guard.takes_keys",
                Takes("_typing", True),
                "dialog/test_hands_off.py::test_keys_count_a_while_after_the_keyboard_came",
            ),
            Defence(
                "rested-pointer",
                "a click where the pointer lay by chance approves",
                "presentation.arming:Guard.pointer_down",
                Takes("_moved", True),
                "dialog/test_hands_off.py::test_a_pointer_that_rested_there_counts_once_it_has_moved",
            ),
            Defence(
                "lost-pointer",
                "on KWin a click beside the button approves once the window became lower below it",
                "presentation.arming:Guard.pointer_lost",
                Sets("_moved", "True"),
                "presentation/test_arming.py::TestAPointerThatWasLost::"
                "test_it_counts_once_it_has_moved",
            ),
            Defence(
                "lost-until-it-is-drawn",
                "on KWin a pointer that moved just before that is taken for one on the button",
                "presentation.arming:Guard.pointer_moved",
                Takes("_changes", False),
                "presentation/test_arming.py::TestAPointerThatWasLost::"
                "test_not_by_a_move_before_the_change_is_drawn",
            ),
            Defence(
                "fresh-stroke",
                "a key that is held down repeats until it approves",
                "presentation.arming:Guard.key_down",
                Takes("fresh", True),
                "dialog/test_hands_off.py::test_a_held_key_does_not_count[Return]",
            ),
            Defence(
                "stroke-ends-there",
                "a person who moves away before letting go approves all the same",
                "presentation.key_handler:KeyHandler.release",
                Takes("_would_approve", True),
                "dialog/test_hands_off.py::test_a_key_that_comes_up_elsewhere_does_not_count",
            ),
            Defence(
                "no-words-from-elsewhere",
                "a program that starts the daemon has *Deny* stand on the control that approves",
                "presentation.translation:find",
                Takes("_is_in", True),
                "presentation/test_translation.py::"
                "test_a_translation_from_elsewhere_says_nothing[../evil]",
            ),
            Defence(
                "names-keep-to-themselves",
                "a name that runs from right to left turns round what is said of it",
                "presentation.translation:_put",
                Takes("turns", False),
                "presentation/test_translation.py::"
                "test_a_name_that_runs_the_other_way_turns_nothing_around_it",
            ),
            Defence(
                "armed-anew-where-it-moves",
                "what moves or is resized comes under a click meant for something else",
                "presentation.surroundings:Surroundings.look_at_place",
                WithoutCall("_on_move"),
                "dialog/test_hands_off.py::test_what_moves_under_the_hand_is_armed_anew[move]",
            ),
            Defence(
                "armed-anew-with-the-focus",
                "a dialog that comes back to the front takes a click meant for another window",
                "presentation.presenter:Presenter.keyboard_came",
                Takes("had_keyboard", False),
                "dialog/test_hands_off.py::test_what_gets_the_keyboard_back_is_armed_anew",
            ),
            Defence(
                "armed-anew-with-its-state",
                "a compositor that tells of no place tiles a dialog under a click meant elsewhere",
                "platforms.linux.wayland.plain:PlainSurface._on_state",
                WithoutCall("_change"),
                "platforms/linux/wayland/test_plain.py::TestArmingAnew::"
                "test_as_its_state_changes[tiled]",
            ),
            Defence(
                "armed-anew-as-the-pointer-comes",
                "a compositor that tells of no place moves a dialog under a click meant elsewhere",
                "platforms.linux.wayland.plain:PlainSurface._on_enter",
                WithoutCall("_change"),
                "platforms/linux/wayland/test_plain.py::TestArmingAnew::"
                "test_as_the_pointer_comes_to_it",
            ),
            Defence(
                "front-is-armed-anew",
                "a dialog comes up under a click that was meant for what lay over it",
                "platforms.linux.gtk.window:Window.bring_forward",
                WithoutCall("_guard.start"),
                "dialog/test_front.py::test_where_it_has_the_keyboard_it_is_armed_anew_as_well",
            ),
            Defence(
                "next-takes-no-keyboard",
                "a program has what the person types go to its question",
                "platforms.linux.gtk.window:Window.bring_forward",
                Takes("takes_keyboard", True),
                "dialog/test_front.py::"
                "test_it_comes_without_the_keyboard_where_any_program_may_have_said_so",
            ),
            Defence(
                "no-focus-when-mapped",
                "a dialog takes the keyboard from a person who types",
                "platforms.linux.x11.surface:X11Surface.prepare",
                WithoutCall("set_focus_on_map"),
                "dialog/test_hands_off.py::test_the_keyboard_is_not_taken_from_who_types",
            ),
            Defence(
                "up-in-a-pause",
                "on GNOME's Wayland a dialog takes the keyboard from a person who types",
                "presentation.pause:at_pause",
                Sets("left", "0.0"),
                "platforms/linux/wayland/test_plain.py::TestComingUp::"
                "test_who_types_has_it_in_the_next_pause",
            ),
            Defence(
                "front-in-a-pause",
                "a token takes the keyboard, where nobody tells whether the person types",
                "platforms.linux.wayland.plain:PlainSurface.idle",
                Takes("gnome.idle", True),
                "platforms/linux/wayland/test_plain.py::TestTheAskersRight::"
                "test_where_nobody_tells_of_a_pause_it_is_not_used",
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
                "dialog/test_hands_off.py::test_clicks_made_up_by_a_program_do_not_count[warm1-Approve]",
            ),
            Defence(
                "no-made-up-keys",
                "a program dismisses, or types into a field, with keys that it made up",
                "platforms.linux.gtk.keyboard:Keyboard._on_press",
                Takes("send_event", False),
                "dialog/test_hands_off.py::test_a_program_does_not_dismiss[warm1]",
            ),
            Defence(
                "no-action-approves",
                "assistive technology's own action approves",
                "presentation.presenter:Presenter.approve_by_action",
                Takes("action_approves", True),
                "dialog/test_hands_off.py::test_assistive_technology_may_deny_and_not_approve",
            ),
            Defence(
                "keys-count-where-the-person-went",
                "a program moves the focus to what approves, and the person's next key does",
                "presentation.focus:Focus.moved",
                Takes("by_device", True),
                "dialog/test_programs_hands.py::TestFocus::test_a_program_brings_it_to_approve[Return-normal]",
            ),
            Defence(
                "focus-is-known-from-the-start",
                "a program moves the focus away before it counts, and back unseen",
                "platforms.linux.gtk.window:Window._painted",
                WithoutCall("look_at_focus"),
                "dialog/test_programs_hands.py::TestCover::"
                "test_a_focus_that_a_program_moved_before_does_not_come_back_unseen",
            ),
            Defence(
                "choices-by-programs-are-seen",
                "a program chooses another in the moment in which the person submits",
                "presentation.presenter:Presenter.filling_in",
                Takes("by_device", True),
                "dialog/test_select.py::test_assistive_technology_may_choose_but_not_submit",
            ),
            Defence(
                "passwords-by-programs-are-seen",
                "a program changes a password or a name in the moment in which the person submits",
                "presentation.presenter:Presenter.filling_in",
                WithoutCall("guard.start"),
                "dialog/test_password.py::"
                "test_what_a_program_wrote_has_to_be_seen_before_it_is_submitted[user name]",
            ),
            Defence(
                "no-modules",
                "a program on the screen has code of its own loaded into the dialog",
                "platforms.linux.dialogs:open_screen",
                WithoutCall("keep_out"),
                "dialog/test_modules.py::test_what_a_program_names_by_xsettings_is_not_loaded",
            ),
            Defence(
                "no-choice-by-made-up-clicks",
                "a program chooses what the person then submits",
                "platforms.linux.gtk.choices:Choices._button",
                WithoutCall("keep_made_up_out"),
                "dialog/test_select.py::test_no_program_chooses_by_events_of_its_own[warm1]",
            ),
            Defence(
                "check-box-by-hand",
                "a program widens what the person approves",
                "platforms.linux.gtk.check_box:CheckBox._on_toggled",
                Takes("by_device", True),
                "dialog/test_confirm.py::TestCheckBox::test_no_program_changes_it",
            ),
            Defence(
                "choices-beside-words-are-seen",
                "a program chooses what is out of sight while the person types words of their own",
                "presentation.filling:FilledOptions.read_anew",
                Takes("written_at_cursor", True),
                "dialog/test_select.py::TestOwnWords::"
                "test_while_they_are_typed_no_program_chooses_out_of_sight",
            ),
        ),
    ),
    Threat(
        "unread or misread",
        (
            Defence(
                "read-to-the-end",
                "what is asked for stands below what is in view",
                "presentation.presenter:Presenter._look",
                Sets("all_read", "True"),
                "dialog/test_hands_off.py::test_unread_text_keeps_approve_dead",
            ),
            Defence(
                "read-to-the-right",
                "what is asked for stands to the right of what is in view",
                "platforms.linux.gtk.text_pane:TextPane._scrolls_sideways",
                Returns("False"),
                "dialog/test_hands_off.py::test_lines_that_go_on_to_the_right_are_unread",
            ),
            Defence(
                "read-by-hand",
                "a program scrolls through what the person then has not read",
                "presentation.reading:Reading.painted",
                Takes("counts", True),
                "dialog/test_programs_hands.py::TestReading::test_a_program_scrolls_page_by_page",
            ),
            Defence(
                "read-once-laid-out",
                "a text that is not laid out yet seems to end on its first page",
                "presentation.reading:Reading.painted",
                Takes("self.is_laid_out", True),
                "presentation/test_reading.py::TestWithoutAHand::"
                "test_nothing_counts_until_it_is_laid_out",
            ),
            Defence(
                "dark-is-unseen",
                "a question counts as shown on a screen that is dark",
                "platforms.linux.x11.surface:X11Surface.hides_all",
                Takes("_look_whether_dark", False),
                "dialog/test_dark_screen.py::test_a_question_counts_as_shown_once_it_is_lit",
            ),
            Defence(
                "covered-is-dead",
                "a program lays a window over who asks, or over all but the control",
                "presentation.dialog_state:DialogState.look",
                Takes("covered", False),
                "dialog/test_programs_hands.py::TestCover::test_a_window_over_the_header[True]",
            ),
            Defence(
                "hidden-is-not-painted",
                "a dialog below another window counts as shown",
                "presentation.surroundings:Surroundings.is_in_sight",
                Takes("hides_all", False),
                "dialog/test_programs_hands.py::TestCover::"
                "test_nothing_is_painted_where_nobody_can_see_it",
            ),
            Defence(
                "curtained-is-not-painted",
                "a dialog behind GNOME's curtain counts as shown",
                "platforms.linux.wayland.gnome:Screens._on_curtain",
                Sets("_is_curtained", "False"),
                "platforms/linux/wayland/test_gnome.py::TestScreens::"
                "test_the_curtain_falls_and_rises",
            ),
            Defence(
                "dark-is-not-painted-on-gnome",
                "a dialog on a screen that GNOME has darkened counts as shown",
                "platforms.linux.wayland.gnome:Screens._on_properties",
                Sets("_is_dark", "False"),
                "platforms/linux/wayland/test_gnome.py::TestScreens::"
                "test_they_go_dark_and_come_back",
            ),
            Defence(
                "shells-words-have-their-shape",
                "a word of another shape on the bus ends the dialog, or hides that it is dark",
                "platforms.linux.wayland.gnome:Screens._listen",
                Takes("is_of_type", True),
                "platforms/linux/wayland/test_gnome.py::TestScreens::"
                "test_a_word_of_another_shape_is_not_heard[what0-told0]",
            ),
            Defence(
                "unmapped-is-gone",
                "a dialog whose window a program unmapped counts as shown",
                "platforms.linux.x11.loss:LossWatch._look",
                Returns("False"),
                "dialog/test_programs_hands.py::TestTakenAway::test_as_it_is_shown[False]",
            ),
            Defence(
                "unmapped-is-left",
                "a dialog whose window a program unmapped maps it again, as if it had been seen",
                "platforms.linux.gtk.window:Window._wants_keyboard",
                Takes("is_put_away", False),
                "dialog/test_programs_hands.py::TestTakenAway::"
                "test_by_a_busy_window_manager_as_the_person_pauses",
            ),
            Defence(
                "covered-is-unread",
                "what a window covered all the time counts as read once that has gone",
                "platforms.linux.gtk.scrolled:Scrolled._note_page",
                Takes("is_whole", True),
                "dialog/test_programs_hands.py::TestCover::test_text_covered_later_is_unread",
            ),
            Defence(
                "command-is-read",
                "a secret is submitted before the command was seen to its end",
                "platforms.linux.gtk.prompt_view:PromptView._section",
                WithoutCall("panes.append"),
                "e2e/test_mcp_request_secret.py::test_submitting_waits_until_the_command_was_read",
            ),
            Defence(
                "a-choice-is-made",
                "a choice is submitted that nobody made",
                "presentation.filling:FilledOptions.obstacle",
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
                "dialog.model:model",
                WithoutCall("visible"),
                "dialog/test_hands_off.py::test_words_are_only_ever_words",
            ),
            Defence(
                "safe-details",
                "the details hide or turn round what stands in them",
                "dialog.model:_details",
                WithoutCall("visible"),
                "presentation/test_dialog_model.py::test_what_the_details_are_changes_none_of_them",
            ),
            Defence(
                "commands-in-order",
                "a command looks like another one, as a script that runs the other way turns it",
                "dialog.model:_details",
                WithoutCall("visible_lines_in_order"),
                "presentation/test_dialog_model.py::test_what_the_details_are_changes_none_of_them",
            ),
            Defence(
                "kind-in-the-fingerprint",
                "an answer to what was drawn in one way counts for what is drawn in another",
                "core.questions.fingerprint:fingerprint",
                Takes("value", False),
                "core/test_tables.py::TestFingerprint::test_is_another_for_anything_that_the_person_would_see",
            ),
            Defence(
                "lines-of-a-hunk",
                "a line that goes looks like the name of a file",
                "presentation.details:_Diff._removed",
                Takes("self._old", True),
                "presentation/test_details.py::TestDiff::test_within_a_hunk_signs_are_signs",
            ),
        ),
    ),
    Threat(
        "a sign-in astray",
        (
            Defence(
                "opened-page-alone-approves",
                "a program is told that the person opened a page that nothing has opened",
                "presentation.presenter:Presenter._open",
                Sets("fault", "''"),
                "dialog/test_page.py::TestOpening::test_what_no_program_opens_is_not_approved",
            ),
            Defence(
                "sign-in-over-https",
                "the page of a sign-in is another's, who sits between this machine and the service",
                "wire.addresses:check_address",
                Takes("_is_here", True),
                "wire/test_message_device_code.py::TestAddress::test_one_that_may_not",
            ),
            Defence(
                "signed-in-where-the-command-says-so",
                "a sign-in that the service refused is told as done",
                "platforms.unix.running:Running.wait",
                Takes("_process.wait", True),
                "e2e/test_device_code.py::test_denied",
            ),
            Defence(
                "sign-in-ends-with-its-asker",
                "the command of a sign-in goes on, and gets the token, after its question is gone",
                "platforms.unix.running:Running.__init__",
                Sets("process_group", "0"),
                "e2e/test_device_code.py::test_killed_it_takes_dialog_and_client_along",
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
                "platforms/linux/test_fulfils_contract.py::TestPresence::test_who_was_away_from_the_start_is",
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
