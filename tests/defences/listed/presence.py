"""A dialog that nobody can see, or that anybody can: on a locked screen, behind another user; and
a system whose word on that is missing, late or nonsense."""

from defences.defence import Defence, Threat

_BUS = "platforms/linux/bus.py"
_LOGIND = "platforms/linux/presence.py"
_DAEMON = "daemon/presence.py"
_SCREEN = "daemon/screen.py"
_SEEKING = "daemon/seeking.py"
_SYSTEM_TESTS = "platforms/linux/test_presence.py::"
_DAEMON_TESTS = "daemon/test_presence.py::"
_SEEKING_TESTS = "daemon/test_seeking.py::"
_LATER = _SEEKING_TESTS + "TestADaemonWithoutAScreen::"

THREAT = Threat(
    "locked screens",
    (
        Defence(
            name="locked-is-seen",
            guards="a question stands on a locked screen, for whoever passes by",
            file=_LOGIND,
            old="        return LOCKED\n",
            new="        return None\n",
            test=_SYSTEM_TESTS + "TestTheScreen::test_is_locked_and_unlocked",
        ),
        Defence(
            name="another-user-is-seen",
            guards="a question waits behind another user's session",
            file=_LOGIND,
            old=" else BEHIND\n",
            new=" else None\n",
            test=_SYSTEM_TESTS + "TestTheScreen::test_is_anothers_for_a_while",
        ),
        Defence(
            name="the-session-of-this-screen-counts",
            guards="questions stand on a locked screen while another session's is not locked",
            file=_LOGIND,
            old="            if _is_on(session,",
            new="            if False and _is_on(session,",
            test=_SYSTEM_TESTS
            + "TestTheScreen::test_of_several_sessions_the_one_on_this_display_counts[c1-:1]",
        ),
        Defence(
            name="a-session-that-ends-does-not-count",
            guards="a login before, which is not in front any more, keeps questions away",
            file=_LOGIND,
            old=' and session["State"][1] != "closing"',
            new="",
            test=_SYSTEM_TESTS
            + "TestTheScreen::test_where_none_is_on_this_display_logind_says_which",
        ),
        Defence(
            name="another-screen-another-session",
            guards="after the screen has changed, the lock of the session before counts",
            file=_DAEMON,
            old="        self._person.anew()\n",
            new="        pass\n",
            test=_DAEMON_TESTS + "TestWhatIsTold::test_is_looked_for_anew_on_another_screen",
        ),
        Defence(
            name="the-next-session-is-followed",
            guards="the lock of a session that began later is not seen",
            file=_LOGIND,
            old="        await bus.subscribe(_changes_of(now))\n",
            new="        pass\n",
            test=_SYSTEM_TESTS + "TestTheScreen::test_goes_with_its_session_and_comes_with_another",
        ),
        Defence(
            name="a-login-without-a-screen-is-not-followed",
            guards="a login over ssh keeps questions from the screen",
            file=_LOGIND,
            old='    return bool(session) and session["Type"][1] in _ON_A_SCREEN\n',
            new="    return bool(session)\n",
            test=_SYSTEM_TESTS + "TestTheScreen::test_a_login_without_a_screen_is_nobody_away",
        ),
        Defence(
            name="logind-is-heard-to-return",
            guards="once logind was restarted, no lock is seen any more",
            file=_LOGIND,
            old="member='NameOwnerChanged'",
            new="member='NameOwned'",
            test=_SYSTEM_TESTS + "TestTrouble::test_logind_ends_and_is_back",
        ),
        Defence(
            name="yes-or-no",
            guards="what is neither yes nor no is taken for a yes",
            file=_LOGIND,
            old="    if not isinstance(value, bool):\n",
            new="    if False:\n",
            test=_SYSTEM_TESTS + "TestTrouble::test_a_yes_or_no_that_is_neither",
        ),
        Defence(
            name="buses-answer-in-time",
            guards="a bus that never answers is taken for one that has nothing to tell",
            file=_BUS,
            old="            async with asyncio.timeout(_WITHIN):\n                return",
            new="            async with asyncio.timeout(None):\n                return",
            test=_SYSTEM_TESTS + "TestTrouble::test_a_reply_that_never_comes",
        ),
        Defence(
            name="nonsense-of-a-bus-is-its-end",
            guards="nonsense on the bus is a fault of ours",
            file=_BUS,
            old='            raise Lost("the bus talks nonsense") from error\n',
            new="            raise\n",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it",
        ),
        Defence(
            name="what-a-bus-sends-has-an-end",
            guards="one message of a false bus keeps the daemon busy for ever",
            file="platforms/linux/bus_message.py",
            old=' or "()" in signature',
            new="",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it[endless if there were one]",
        ),
        Defence(
            name="what-a-bus-sends-hides-no-type",
            guards="a type that has no end is hidden in a variant within another",
            file="platforms/linux/bus_message.py",
            old=' or "v" in signature',
            new="",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it[endless in another]",
        ),
        Defence(
            name="large-messages-end-nothing",
            guards="any user keeps the daemon from knowing that the screen is locked",
            file=_BUS,
            old="if size > _LARGEST_OF_ALL:",
            new="if True:",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it[large, and a refusal]",
        ),
        Defence(
            name="what-a-bus-sends-is-read-soon",
            guards="a message of many types in each other keeps the daemon busy for long",
            file="platforms/linux/bus_message.py",
            old="len(signature) > _LONGEST_TYPE or ",
            new="",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it[deep]",
        ),
        Defence(
            name="messages-of-a-bus-are-bounded",
            guards="a bus fills the daemon's memory",
            file=_BUS,
            old=" is not None and size > _LARGEST:",
            new=" is not None and False:",
            test=_SYSTEM_TESTS + "TestWhatIsNoBus::test_after_it",
        ),
        Defence(
            name="unknown-is-told",
            guards="status calls a person present of whom nothing is known",
            file=_DAEMON,
            old="            self._see(Sight(unknown=str(lost)))\n",
            new="            pass\n",
            test=_DAEMON_TESTS
            + "TestWhatIsTold::test_what_is_not_known_any_more_keeps_nobody_away_for_long",
        ),
        Defence(
            name="lost-is-looked-for-ever-less",
            guards="a broken bus keeps the daemon busy",
            file=_DAEMON,
            old="        self._delay = min(2 * self._delay, LONGEST_DELAY)\n",
            new="",
            test=_DAEMON_TESTS + "TestWhatIsLost::test_is_looked_for_less_and_less_often",
        ),
        Defence(
            name="a-missing-bus-is-waited-for",
            guards="where no bus is, the daemon wakes for ever",
            file=_DAEMON,
            old="        if place and not _is_there(place):\n",
            new="        if False:\n",
            test=_DAEMON_TESTS
            + "TestWhatIsLost::test_where_its_file_is_missing_the_file_is_waited_for",
        ),
        Defence(
            name="locked-stays-locked-for-a-while",
            guards="a bus that is started anew brings dialogs over a locked screen",
            file=_DAEMON,
            old="self._grace = loop.call_later(GRACE, self._say, None)",
            new="self._say(None)",
            test=_DAEMON_TESTS + "TestWhatIsTold::test_a_bus_that_is_started_anew_unlocks_nothing",
        ),
        Defence(
            name="away-is-told",
            guards="the daemon knows of the lock, and asks all the same",
            file=_DAEMON,
            old="            self._say(now.away)\n",
            new="            pass\n",
            test=_DAEMON_TESTS + "TestQuestions::test_nobody_is_asked_who_is_away",
        ),
        Defence(
            name="a-screen-that-came-is-found",
            guards="a daemon from before the login never shows anything",
            file=_SCREEN,
            old="            self._post(e.ScreenChanged(None))\n",
            new="            pass\n",
            test=_LATER + "test_finds_the_one_that_came_when_it_is_asked_for",
        ),
        Defence(
            name="a-screen-that-went-is-sought",
            guards="after the next login dialogs go to the display of the one before",
            file=_SCREEN,
            old="                self.sought(_nothing)\n",
            new="                pass\n",
            test=_SEEKING_TESTS + "TestAScreenThatHasGone::test_another_takes_its_place",
        ),
        Defence(
            name="a-screen-that-is-there-is-kept",
            guards="dialogs move to another screen while the person looks at this one",
            file=_SCREEN,
            old="        if self.name or self._stopped:\n            then()\n",
            new="        if self._stopped:\n            then()\n",
            test=_SEEKING_TESTS + "TestAScreenThatHasGone::test_one_that_is_there_is_kept",
        ),
        Defence(
            name="the-session-manager-is-asked-seldom",
            guards="many questions start many programs",
            file=_SEEKING,
            old="is_fresh = self._task is None and loop.time() < self._fresh_until",
            new="is_fresh = False",
            test=_LATER + "test_asks_the_session_manager_once_in_a_while_however_many_ask",
        ),
        Defence(
            name="few-wait-for-the-session-manager",
            guards="a flood of questions fills the memory while the session manager hangs",
            file=_SEEKING,
            old="if is_fresh or len(self._waiting) >= MOST_WAITING:",
            new="if is_fresh:",
            test=_LATER + "test_a_flood_waits_for_no_slow_session_manager",
        ),
        Defence(
            name="who-hung-up-asks-nothing",
            guards="a question of nobody comes up with the screen",
            file="daemon/service.py",
            old="        if call not in self._in_flight.get(connection, {}).values():\n",
            new="        if False:\n",
            test=_LATER + "test_a_question_whose_asker_hung_up_meanwhile_is_not_asked",
        ),
    ),
)
