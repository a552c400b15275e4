"""The tray shows texts of others, and may do what no program may."""

from defences.defence import Defence, Threat

_WORDS = "frontends/desktop/words.py"
_MENU = "frontends/desktop/menu.py"
_OVERVIEW = "daemon/overview.py"
_LINK = "frontends/desktop/link.py"
_DESK = "wire/desk.py"
_IN_MENU = "frontends/desktop/test_menu.py::"
_ASKED = "wire/test_desk.py::"
_DAEMON = "daemon/test_tray.py::"
_OPENING = "platforms/linux/gtk/opening.py"
_PROGRAMS = "e2e/test_tray_programs.py::"

THREAT = Threat(
    "a tray misled",
    (
        Defence(
            name="tray-that-hangs-is-told-no-more",
            guards="a tray that does not read fills the daemon's memory",
            file="daemon/desk.py",
            old="        if self._patience:\n            return\n        self._tell_ended()",
            new="        self._tell_ended()",
            test=_DAEMON + "TestTheProcess::test_that_reads_again_is_told_how_all_stands",
        ),
        Defence(
            name="tray-that-hangs-is-replaced",
            guards="a tray that hangs is the only one for good",
            file="daemon/desk.py",
            old="loop.call_later(HANG_SECONDS, self._hangs)",
            new="loop.call_later(HANG_SECONDS, id, self)",
            test=_DAEMON + "TestTheProcess::test_that_does_not_read_is_told_no_more_and_replaced",
        ),
        Defence(
            name="desk-ends-before-it-begins",
            guards="a daemon that is stopped as its tray starts never ends",
            file="daemon/desk.py",
            old="        if self._closed:\n",
            new="        if False:\n",
            test=_DAEMON + "TestTheProcess::test_one_that_is_ended_before_it_is_connected_ends",
        ),
        Defence(
            name="tray-that-stays-is-killed",
            guards="a tray that does not end keeps the daemon from ending",
            file="daemon/tray.py",
            old="loop.call_later(LEAVE_SECONDS, child.process.kill)",
            new="loop.call_later(LEAVE_SECONDS, id, child)",
            test=_DAEMON + "TestTheProcess::test_that_does_not_go_is_killed",
        ),
        Defence(
            name="tray-outlives-an-interrupt",
            guards="Ctrl+C in the terminal that a first question came from ends the tray",
            file="frontends/desktop/main.py",
            old="signal.signal(signal.SIGINT, signal.SIG_IGN)",
            new="signal.signal(signal.SIGINT, signal.SIG_DFL)",
            test="e2e/test_tray_life.py::TestWhatGoesWrong"
            "::test_an_interrupt_that_is_meant_for_an_asker_is_not_for_it",
        ),
        Defence(
            name="tray-escapes-names",
            guards="an asker's name or a title turns the labels of the menu around",
            file=_OVERVIEW,
            old="return visible_line(shorten(text, _CHARACTERS))",
            new="return shorten(text, _CHARACTERS)",
            test=_DAEMON + "TestWhatItIsTold::test_questions_as_they_come_and_go",
        ),
        Defence(
            name="tray-escapes-troubles",
            guards="a line of a file hides what is the matter with it",
            file="configuration/model.py",
            old="shorten(visible_line(name), _NAME)",
            new="shorten(name, _NAME)",
            test=_DAEMON + "TestWhatItIsTold::test_troubles_hide_nothing",
        ),
        Defence(
            name="tray-escapes-paths",
            guards="a path that is no text ends the tray, again and again",
            file="configuration/store.py",
            old='f"{visible_path(path)}: {error}"',
            new='f"{path}: {error}"',
            test="configuration/test_store.py"
            "::TestWhatIsWrong::test_its_path_is_told_in_one_line_of_text",
        ),
        Defence(
            name="tray-bounds-titles",
            guards="a long title makes a menu wider than the screen",
            file=_WORDS,
            old="shorten(title, _TITLE)",
            new="title",
            test=_IN_MENU + "TestTextOfOthers::test_is_short[long]",
        ),
        Defence(
            name="tray-labels-are-no-shortcuts",
            guards="a panel takes underlines out of what others wrote",
            file="platforms/linux/gtk/tray_menu.py",
            old="self.widget.get_child().set_label(item.label)",
            new="self.widget.set_label(item.label)",
            test="e2e/test_tray.py::TestByTheBus::test_words_of_others_are_words",
        ),
        Defence(
            name="tray-bounds-questions",
            guards="a flood of questions pushes do-not-disturb and quit off the screen",
            file=_MENU,
            old="state.prompts[:_MOST_LISTED]",
            new="state.prompts",
            test=_IN_MENU + "TestQuestions::test_a_flood_fills_no_screen",
        ),
        Defence(
            name="tray-keeps-one-probe",
            guards="each change costs memory of the tray and of the X server for good",
            file="platforms/linux/gtk/tray_icon.py",
            old="self._probe.get_style_context()",
            new="Gtk.Invisible().get_style_context()",
            test="e2e/test_tray_life.py::test_no_change_leaves_a_window_behind",
        ),
        Defence(
            name="tray-bounds-lines",
            guards="a line without an end fills the tray's memory",
            file=_LINK,
            old="Decoder(limit=8 * MAX_FRAME)",
            new="Decoder(limit=1 << 40)",
            test="frontends/desktop/test_link.py::test_a_line_without_an_end_fills_no_memory",
        ),
        Defence(
            name="programs-do-not-configure",
            guards="a program changes the settings over the socket that it asks over",
            file="wire/messages.py",
            old='    "dnd": DoNotDisturb,\n',
            new='    "dnd": DoNotDisturb,\n    "configure": Params,\n',
            test=_ASKED + "test_programs_can_neither_configure_nor_end_what_the_tray_can",
        ),
        Defence(
            name="desk-bounds-names",
            guards="a tray gone mad has names of any length written and told",
            file=_DESK,
            old="name: Annotated[str, Field(max_length=NAME_CHARACTERS)]",
            new="name: str",
            test=_ASKED + "test_what_is_none[configure-params8-name]",
        ),
        Defence(
            name="opening-writes-to-no-log",
            guards="what the person's programs write, which may be secret, is in the daemon's log",
            file=_OPENING,
            old="            os.dup2(nothing, stream)\n",
            new="",
            test=_PROGRAMS + "TestFiles::test_are_opened_in_the_persons_programs",
        ),
        Defence(
            name="opening-that-fails-is-told",
            guards="a program that systemd did not start is waited for in vain",
            file=_OPENING,
            old="        if not ended.succeeded:\n            fail",
            new="        if False:\n            fail",
            test=_PROGRAMS + "TestFilesUnderSystemd::test_a_failure_is_told",
        ),
        Defence(
            name="tray-does-not-wait",
            guards="a service manager that hangs takes the tray's menu with it",
            file="platforms/linux/children.py",
            old="    process.communicate_async(",
            new="    process.wait()\n    process.communicate_async(",
            test=_PROGRAMS + "TestStartAtLogin::test_a_manager_that_hangs_leaves_the_menu_alive",
        ),
        Defence(
            name="login-is-switched-once",
            guards="a second click while the first is being done has both change the files at once",
            file=_MENU,
            old="None if login.changing else StartAtLogin",
            new="StartAtLogin",
            test=_IN_MENU + "TestBelow::test_while_that_is_done_it_is_not_turned_again[True]",
        ),
    ),
)
