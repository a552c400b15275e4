"""Defences against another program on Windows, where it may send a dialog's window any message."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Takes

THREATS = (
    Threat(
        "another program's hand, on Windows",
        (
            Defence(
                "windows-injected-keys",
                "keys that a program has Windows make up approve",
                "platforms.windows.win32.device:hand",
                Returns("Hand.DEVICE"),
                "under_wine/test_programs_hands.py::"
                "test_keys_that_a_program_injects_approve_nothing",
            ),
            Defence(
                "windows-injected-clicks",
                "clicks that a program has Windows make up approve",
                "platforms.windows.win32.device:hand",
                Returns("Hand.DEVICE"),
                "under_wine/test_programs_hands.py::"
                "test_clicks_that_a_program_injects_approve_nothing",
            ),
            Defence(
                "windows-own-words",
                "a program changes what the dialog says",
                "platforms.windows.win32.part:Control.on_message",
                Takes("refuses", False),
                "under_wine/test_programs_hands.py::test_no_program_changes_what_the_dialog_says",
            ),
            Defence(
                "windows-own-places",
                "a program puts one control under a hand that means another",
                "platforms.windows.win32.part:Control.on_message",
                Takes("WINDOW_POS_CHANGING", False),
                "under_wine/test_programs_hands.py::test_no_program_moves_its_controls",
            ),
            Defence(
                "windows-seen-through",
                "a program makes the dialog see-through, and the person presses what is below it",
                "platforms.windows.native.sight:is_whole",
                Returns("True"),
                "under_wine/test_programs_hands.py::"
                "test_a_window_that_is_seen_through_approves_nothing",
            ),
            Defence(
                "windows-menus",
                "a program shows the password while the person has a menu open",
                "platforms.windows.win32.pointer:Pointer.pass_on",
                Takes("_SYSTEM_LOOPS", False),
                "under_wine/test_programs_hands.py::"
                "test_while_a_menu_is_open_no_program_shows_the_password[by-pointer]",
            ),
            Defence(
                "windows-hidden-password",
                "a program reads a password while it is typed",
                "platforms.windows.win32.secret_field:_Entry.on_message",
                Takes("_is_hidden", False),
                "under_wine/test_programs_hands.py::"
                "test_no_program_reads_a_password_that_is_hidden",
            ),
            Defence(
                "windows-mirrored-cover",
                "a program covers who asks, where one reads from the right",
                "platforms.windows.win32.header:Header.on_screen",
                Returns(
                    "(*windows.area(self._heading.window)[:2],"
                    " windows.area(self.time_left.window)[2],"
                    " windows.area(self.lineage.line.window)[3])"
                ),
                "under_wine/test_right_to_left.py::test_what_lies_over_the_header_is_seen",
            ),
        ),
    ),
)
