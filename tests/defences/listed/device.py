"""Programs that act for the person: events made up with XSendEvent, accessibility actions."""

from defences.defence import Defence, Threat

_WINDOW = "platforms/linux/gtk/window.py"

THREAT = Threat(
    "other programs' hands",
    (
        Defence(
            name="no-made-up-clicks",
            guards="a program approves with a button event that it made up",
            file=_WINDOW,
            old="if event.send_event:\n            return True\n        match",
            new="match",
            test="dialog/test_hands_off.py::test_clicks_made_up_by_a_program_do_not_count[warm1]",
        ),
        Defence(
            name="no-made-up-keys",
            guards="a program dismisses, or types into a field, with keys that it made up",
            file=_WINDOW,
            old="if event.send_event:\n            return True\n        now =",
            new="now =",
            test="dialog/test_hands_off.py::test_a_program_does_not_dismiss[warm1]",
        ),
        Defence(
            name="no-made-up-release",
            guards="a program ends a stroke that the person has not ended",
            file=_WINDOW,
            old="if event.send_event:\n            return True\n        counts",
            new="counts",
            test="dialog/test_hands_off.py::test_a_program_does_not_end_a_stroke[warm1]",
        ),
        Defence(
            name="no-made-up-release-in-a-field",
            guards="a program submits what the person is about to submit",
            file=_WINDOW,
            old="if event.send_event:\n            return True\n        counts",
            new="counts",
            test="dialog/test_password.py::test_a_release_made_up_by_a_program_does_not_submit[warm1]",
        ),
        Defence(
            name="no-action-ends-a-click",
            guards="assistive technology's own action approves while a button is down",
            file=_WINDOW,
            old="counts = self._action_approves",
            new="counts = self._guard.clicked(_now())",
            test="dialog/test_hands_off.py::test_assistive_technology_does_not_end_a_click",
        ),
        Defence(
            name="no-action-approves",
            guards="assistive technology's own action approves",
            file=_WINDOW,
            old="counts = self._action_approves",
            new="counts = True",
            test="dialog/test_hands_off.py::test_assistive_technology_may_deny_and_not_approve",
        ),
        Defence(
            name="no-action-approves-but-where-it-is-set",
            guards="assistive technology approves though the person has not said so",
            file="core/stage.py",
            old="self.settings.accessibility_approval",
            new="True",
            test="core/test_broker_configured.py::TestTheNextQuestion"
            "::test_lets_assistive_technology_approve_where_that_is_set",
        ),
        Defence(
            name="no-action-approves-but-where-the-daemon-says-so",
            guards="the dialog lets assistive technology approve by itself",
            file="dialog/card.py",
            old="accessibility_approval=show.accessibility_approval",
            new="accessibility_approval=True",
            test="dialog/test_card.py"
            "::test_assistive_technology_approves_only_where_the_daemon_says_so",
        ),
        Defence(
            name="no-action-submits-unready",
            guards="assistive technology, where it may, submits too early, or what was not read",
            file=_WINDOW,
            old="if counts and self._can_approve():",
            new="if counts:",
            test="dialog/test_assistive.py::test_it_does_not_submit_a_password",
        ),
        Defence(
            name="actions-deny-at-once",
            guards="assistive technology is not heard while the pointer lies on *deny*",
            file=_WINDOW,
            old="Gtk.get_current_event() is None or ",
            new="",
            test="dialog/test_twice.py"
            "::test_assistive_technology_denies_at_once_wherever_the_pointer_lies",
        ),
        Defence(
            name="no-action-puts-off",
            guards="a program keeps questions from being seen",
            file=_WINDOW,
            old="if by_device():\n            self._put_off()",
            new="self._put_off()",
            test="dialog/test_standing.py::test_no_program_puts_a_question_off",
        ),
        Defence(
            name="no-made-up-click-puts-off",
            guards="a program keeps questions from being seen, with events that it made up",
            file="platforms/linux/gtk/device.py",
            old="event is not None and not event.send_event",
            new="event is not None",
            test="dialog/test_standing.py::test_no_click_made_up_by_a_program_puts_it_off[warm1]",
        ),
    ),
)
