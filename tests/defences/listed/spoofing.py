"""Words of the asker's that pass for ours, or take their place."""

from defences.defence import Defence, Threat

_MESSAGES = "wire/messages.py"
_LABELS = "platforms/linux/gtk/labels.py"
_FRAME = "dialog/test_spoofs.py::test_nothing_outside_the_frame_is_the_askers"
_LONG = "dialog/test_spoofs.py::test_an_asker_with_long_names_pushes_nothing_away"

THREAT = Threat(
    "spoofing",
    (
        Defence(
            name="spaces-widen-nothing",
            guards="text of the asker's changes the shape of what is ours",
            file="platforms/linux/gtk/sheet.py",
            old="super()._fits_across() if self._wraps else Gtk.PolicyType.NEVER",
            new="Gtk.PolicyType.NEVER",
            test=_FRAME,
        ),
        Defence(
            name="approve-is-not-called-no",
            guards='a button that says "Cancel" approves',
            file=_MESSAGES,
            old='_check_label("approve", self.approve, _MEANS_NO)',
            new="pass",
            test="wire/test_message_fields.py::TestLabels::test_approving_is_not_called_no",
        ),
        Defence(
            name="deny-is-not-called-yes",
            guards='who means no has only "OK" to press',
            file=_MESSAGES,
            old='_check_label("deny", self.deny, _MEANS_YES)',
            new="pass",
            test="wire/test_message_fields.py::TestLabels::test_denying_is_not_called_yes",
        ),
        Defence(
            name="labels-differ",
            guards="two buttons that say the same",
            file=_MESSAGES,
            old="if self.approve and self.approve.casefold() == self.deny.casefold():",
            new="if False:",
            test="wire/test_message_fields.py::TestLabels::test_the_two_differ",
        ),
        Defence(
            name="no-mixed-alphabets",
            guards="a forbidden label in letters that look alike",
            file=_MESSAGES,
            old="len(alphabets & _LOOK_ALIKE) > 1",
            new="False",
            test="wire/test_message_fields.py::TestLabels::test_letters_that_look_alike_are_not_mixed",
        ),
        Defence(
            name="labels-are-short",
            guards="a label that is a message of its own, outside the frame",
            file=_MESSAGES,
            old="AtMost(s.LABEL_CHARACTERS,",
            new="AtMost(1 << 20,",
            test="wire/test_message_fields.py::TestTexts::test_characters_are_counted_whatever_their_bytes",
        ),
        Defence(
            name="our-word-beside-the-label",
            guards="a label leaves a person, or a screen reader, in the dark about the button",
            file="platforms/linux/gtk/footer.py",
            old='return button.meaning if button.label != button.meaning else ""',
            new='return ""',
            test="dialog/test_hands_off.py::test_words_are_only_ever_words",
        ),
        Defence(
            name="windows-under-our-name",
            guards="the desktop shows our windows as those of the interpreter, as any script's",
            file="platforms/linux/dialogs.py",
            old="GLib.set_prgname(_PROGRAM)",
            new="pass",
            test="dialog/test_access.py::test_the_desktop_knows_the_window_by_our_name",
        ),
        Defence(
            name="our-lines-are-shortened",
            guards="a long command line pushes the time or the buttons off the window",
            file=_LABELS,
            old=", ellipsize=Pango.EllipsizeMode.MIDDLE",
            new="",
            test=_LONG,
        ),
        Defence(
            name="names-in-banners-are-shortened",
            guards="a long name fills the window with a banner",
            file="platforms/linux/gtk/face.py",
            old="_NAME_SHOWN = 60",
            new="_NAME_SHOWN = 60_000",
            test=_LONG,
        ),
        Defence(
            name="buttons-stay",
            guards="a button comes under the hand when a banner appears",
            file="platforms/linux/gtk/place.py",
            old="top + height - new_height if moves_top else top",
            new="top",
            test="dialog/test_standing.py::test_the_buttons_stay_while_the_asker_goes_and_comes",
        ),
        Defence(
            name="home-is-not-imitated",
            guards='a directory called "/home/mean" passes for one in "/home/me"',
            file="dialog/card.py",
            old='beyond[:1] in ("", os.sep)',
            new="True",
            test="dialog/test_card.py::test_a_directory_of_the_persons_own_is_shown_from_home",
        ),
    ),
)
