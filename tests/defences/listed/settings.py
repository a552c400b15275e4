"""Settings that weaken what protects the person, are lost, or are not the ones in force."""

from defences.defence import Defence, Threat

_MODEL = "configuration/model.py"
_STORE = "configuration/store.py"
_FILES = "configuration/files.py"
_DAEMON = "daemon/configuration.py"
_ON_THE_WAY = "platforms/linux/files.py"
_OF_MODEL = "configuration/test_model.py::"
_OF_STORE = "configuration/test_store.py::"
_OF_DAEMON = "daemon/test_configuration.py::"
_OF_CORE = "core/test_broker_configured.py::"

THREAT = Threat(
    "settings",
    (
        Defence(
            name="settings-have-bounds",
            guards="a file makes a dialog's time endless, or questions as many as anybody likes",
            file=_MODEL,
            old="Field(default, ge=bounds.low, le=bounds.high, description=description)",
            new="Field(default, description=description)",
            test=_OF_MODEL + "test_each_goes_from_bound_to_bound",
        ),
        Defence(
            name="settings-are-numbers",
            guards="what looks like a number is read as another than the person meant",
            file=_MODEL,
            old="strict=True, frozen",
            new="strict=False, frozen",
            test=_OF_MODEL + "test_what_is_no_number_is_refused",
        ),
        Defence(
            name="settings-are-known",
            guards="a setting with a slip in its name is passed over, and nobody hears of it",
            file=_MODEL,
            old='extra="forbid"',
            new='extra="ignore"',
            test=_OF_MODEL + "test_nothing_else_can_be_said",
        ),
        Defence(
            name="settings-are-short-lines",
            guards="a key of thousands of parts, or a number of such a length, holds the daemon up",
            file=_MODEL,
            old="    _check_lines(text)\n",
            new="",
            test=_OF_MODEL + "test_what_takes_long_to_read_is_refused_before",
        ),
        Defence(
            name="faults-have-a-most",
            guards="a file of thousands of faults fills the log, and each answer about the status",
            file=_MODEL,
            old="for fault in faults[:_FAULTS]]",
            new="for fault in faults]",
            test=_OF_MODEL + "test_of_what_is_something_else_the_first_faults_are_told",
        ),
        Defence(
            name="settings-end-no-daemon",
            guards="a file that trips us over ends the daemon, and all that is open",
            file=_DAEMON,
            old="        except Exception:",
            new="        except AssertionError:",
            test=_OF_DAEMON + "TestWhatIsWrong"
            "::test_a_fault_of_ours_is_told_and_over_with_the_next_change",
        ),
        Defence(
            name="arming-has-a-least",
            guards="a file lets the click through that was meant for what stood there before",
            file="core/settings.py",
            old='"arming": Bounds(1, 3)',
            new='"arming": Bounds(0, 3)',
            test=_OF_CORE + "TestBounds::test_no_defence_can_be_made_weaker",
        ),
        Defence(
            name="quiet-periods-have-a-least",
            guards="a file lets a question be asked until the person gives in",
            file="core/settings.py",
            old='"quiet_period": Bounds(600, 86400)',
            new='"quiet_period": Bounds(0, 86400)',
            test=_OF_CORE + "TestBounds::test_no_defence_can_be_made_weaker",
        ),
        Defence(
            name="put-off-has-a-least",
            guards="a file brings a question back as soon as the person hides it",
            file="core/settings.py",
            old='"put_off": Bounds(60, 300)',
            new='"put_off": Bounds(10, 300)',
            test=_OF_CORE + "TestBounds::test_no_defence_can_be_made_weaker",
        ),
        Defence(
            name="questions-of-one-have-a-most",
            guards="a file lets one program take the whole queue",
            file="core/settings.py",
            old='"prompts_per_origin": Bounds(1, 8)',
            new='"prompts_per_origin": Bounds(1, 64)',
            test=_OF_CORE + "TestBounds::test_no_defence_can_be_made_weaker",
        ),
        Defence(
            name="last-good-settings-stay",
            guards="a slip in the file undoes all that the person has set",
            file=_DAEMON,
            old="            self._bad = error.message\n            return\n",
            new="            settings = Settings()\n",
            test=_OF_DAEMON + "TestWhatIsWrong::test_the_last_good_one_stays_in_force",
        ),
        Defence(
            name="settings-outlive-the-daemon",
            guards="who kills the daemon while the file is broken undoes all that was set",
            file="core/records.py",
            old="typed(Settings, records[_SETTINGS]) if records else settings",
            new="settings",
            test=_OF_CORE + "TestASuccessor::test_goes_on_with_what_was_in_force",
        ),
        Defence(
            name="open-questions-keep-their-clocks",
            guards="a change of the file takes the time of a question that is on the screen",
            file="core/stage.py",
            old="prompt.back_at = now + prompt.put_off",
            new="prompt.back_at = now + self.settings.put_off",
            test=_OF_CORE + "TestWhatIsOpen::test_keeps_those_that_run_later",
        ),
        Defence(
            name="queued-questions-keep-theirs",
            guards="a change of the file ends a question that waits for its turn",
            file="core/opening.py",
            old="        queue_limit=settings.queue_limit,\n",
            new="        queue_limit=300,\n",
            test=_OF_CORE + "TestWhatIsOpen::test_keeps_its_time_in_the_queue",
        ),
        Defence(
            name="broken-file-stays",
            guards="what the person wrote, and mistyped, is written over",
            file=_STORE,
            old="        raise _bad(path, BadConfiguration(faults)) from error\n    return after",
            new="        del faults\n    return after",
            test=_OF_STORE + "TestWhatIsWrong::test_is_never_written_over",
        ),
        Defence(
            name="writers-take-turns",
            guards="of two changes at once one is lost",
            file=_STORE,
            old="with select.files().alone(str(target.parent)):",
            new="if True:",
            test=_OF_STORE + "TestTwoWriters::test_take_turns",
        ),
        Defence(
            name="settings-are-a-file",
            guards="a named pipe in the file's place holds the daemon up",
            file=_FILES,
            old="if not stat.S_ISREG(os.fstat(descriptor).st_mode):",
            new="if False:",
            test=_OF_DAEMON + "TestWhatIsWrong"
            "::test_what_is_no_file_is_a_fault_and_holds_nobody_up[fifo]",
        ),
        Defence(
            name="settings-are-short",
            guards="a huge file holds the daemon up",
            file=_FILES,
            old="if most is not None and len(data) > most:",
            new="if False:",
            test=_OF_DAEMON + "TestWhatIsWrong"
            "::test_what_is_no_file_is_a_fault_and_holds_nobody_up[huge]",
        ),
        Defence(
            name="settings-are-opened-at-once",
            guards="a named pipe in the file's place holds the daemon up as it is opened",
            file=_FILES,
            old='os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)',
            new="os.O_RDONLY",
            test="configuration/test_files.py::test_a_named_pipe_is_refused_at_once",
        ),
        Defence(
            name="settings-are-opened-once",
            guards="a named pipe takes the file's place between the check and the reading",
            file=_FILES,
            old='open(descriptor, "rb", closefd=False)',
            new='open(path, "rb")',
            test="configuration/test_files.py::test_what_was_checked_is_what_is_read",
        ),
        Defence(
            name="links-are-watched",
            guards="the settings of who keeps them elsewhere are not the ones in force",
            file=_ON_THE_WAY,
            old="            found.add(here)\n            todo",
            new="            todo",
            test=_OF_DAEMON + "TestWhatIsRead::test_through_links",
        ),
        Defence(
            name="a-link-is-asked-in-one-step",
            guards="a link that is exchanged just then ends the watch: no change is seen any more",
            file=_ON_THE_WAY,
            old="    except OSError:\n        return None",
            new="    except RecursionError:\n        return None",
            test="platforms/linux/test_files.py::TestOnTheWay"
            "::test_a_link_that_goes_as_it_is_asked_for",
        ),
        Defence(
            name="no-change-between-watch-and-look",
            guards="what changes as the daemon starts is not seen",
            file=_DAEMON,
            old="                self._watch.renew()  # first, so that no change comes between\n",
            new="                pass\n",
            test=_OF_DAEMON + "TestWhatIsRead::test_at_once_when_it_comes_changes_and_goes",
        ),
        Defence(
            name="editor-without-a-shell",
            guards="a shell reads a part of the editor's command as a command of its own",
            file="frontends/cli/config_edit.py",
            old="subprocess.run([*command, str(path)], check=False)",
            new='subprocess.run(" ".join([*command, str(path)]), shell=True, check=False)',
            test="frontends/cli/test_config.py"
            "::TestEdit::test_opens_what_there_is_none_of_as_a_template",
        ),
        Defence(
            name="faults-are-visible-text",
            guards="a name in the file draws on the terminal of who asks for the status",
            file="frontends/cli/status.py",
            old="not in force: {visible_message(fault)}",
            new="not in force: {fault}",
            test="frontends/cli/test_list_and_status.py"
            "::test_status_names_the_settings_and_what_is_wrong_with_them",
        ),
    ),
)
