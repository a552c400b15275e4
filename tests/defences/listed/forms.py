"""An answer in words that the person did not give, did not see, or that is asked for twice."""

from defences.defence import Defence, Threat

_TEXT = "platforms/linux/gtk/text_field.py"
_OPTIONS = "platforms/linux/gtk/options.py"
_WINDOW = "platforms/linux/gtk/window.py"
_FIELDS = "wire/messages.py"
_SERVER = "frontends/mcp/server.py"
_SERIES = "frontends/mcp/series.py"
_BROKER = "core/test_broker_forms.py::TestFilledIn"
_NO_ANSWER = f"{_BROKER}::test_is_no_answer_that_the_question_can_not_have"
_TYPED = "dialog/test_text.py::"
_CHOSEN = "dialog/test_select.py::"
_AGENT = "frontends/mcp/test_ask_user.py::"

THREAT = Threat(
    "answers in words",
    (
        Defence(
            name="text-without-controls",
            guards="a terminal obeys what was typed, or a line is two",
            file="core/questions/text.py",
            old=" and not has_controls(answer, lines=self.multiline)",
            new="",
            test=_NO_ANSWER,
        ),
        Defence(
            name="text-of-some-length",
            guards="a dialog gone mad fills the memory, or answers nothing",
            file="core/questions/text.py",
            old="0 < size <= ANSWER_BYTES and ",
            new="",
            test=_NO_ANSWER,
        ),
        Defence(
            name="one-of-the-options",
            guards="two are chosen where one was asked for",
            file="core/questions/select.py",
            old="(len(places) != 1 and not self.multiple)",
            new="False",
            test=_NO_ANSWER,
        ),
        Defence(
            name="an-option-that-is-there",
            guards="an option is chosen that nobody was shown",
            file="core/questions/select.py",
            old="not within or ",
            new="",
            test=_NO_ANSWER,
        ),
        Defence(
            name="answers-outlive-the-daemon",
            guards="what was typed is lost with the daemon",
            file="core/records.py",
            old="_Committed = Approved | Answered | Denied",
            new="_Committed = Approved | Denied",
            test="core/test_broker_forms.py::TestTheLateAnswer::test_outlives_the_daemon",
        ),
        Defence(
            name="options-told-apart",
            guards="the person can't tell which of two options they choose",
            file=_FIELDS,
            old="if places.setdefault(seen, place) != place:",
            new="if False:",
            test="wire/test_message_forms.py::TestSelect::test_no_two_look_the_same",
        ),
        Defence(
            name="options-say-something",
            guards="an option is a blank line",
            file=_FIELDS,
            old="    if not text.strip():\n",
            new="    if False:\n",
            test="wire/test_message_forms.py::TestSelect::test_each_is_a_line_of_text",
        ),
        Defence(
            name="defaults-are-seen",
            guards="the person submits what the asker has hidden in the field",
            file=_FIELDS,
            old="if escapes := hidden(text):",
            new="if escapes := ():",
            test="wire/test_message_forms.py::TestText::test_a_default_is_seen_whole",
        ),
        Defence(
            name="read-before-a-choice-is-submitted",
            guards="the option that matters stands below what is in view",
            file="platforms/linux/gtk/face.py",
            old="                self.sheets.append(field.sheet)\n",
            new="",
            test=_CHOSEN + "test_all_options_are_read_before_one_is_submitted",
        ),
        Defence(
            name="a-choice-is-made",
            guards="a choice is submitted that nobody made",
            file=_OPTIONS,
            old='return "" if self._multiple or self.answer else catalogue.NO_OPTION',
            new='return ""',
            test=_CHOSEN + "test_none_is_chosen_at_first_and_without_one_nothing_is_submitted",
        ),
        Defence(
            name="none-is-chosen-at-first",
            guards="whoever only presses Submit takes what stands first",
            file=_OPTIONS,
            old="self.first = self._buttons[0]\n",
            new="self.first = self._buttons[0]\n        self.first.set_active(True)\n",
            test=_CHOSEN + "test_none_is_chosen_at_first_and_without_one_nothing_is_submitted",
        ),
        Defence(
            name="choices-by-programs-are-seen",
            guards="a program chooses another in the moment in which the person submits",
            file=_WINDOW,
            old="if not by_device() and not isinstance(self._face.field, SecretField):",
            new="if False:",
            test=_CHOSEN + "test_assistive_technology_may_choose_but_not_submit",
        ),
        Defence(
            name="no-choice-by-made-up-clicks",
            guards="a program chooses what the person then submits",
            file=_OPTIONS,
            old="        keep_made_up_out(button)\n",
            new="",
            test=_CHOSEN + "test_no_program_chooses_by_events_of_its_own[warm1]",
        ),
        Defence(
            name="options-are-plain-text",
            guards="markup in an option",
            file=_OPTIONS,
            old="Gtk.Label(label=text, ",
            new="Gtk.Label(label=text, use_markup=True, ",
            test=_CHOSEN + "test_options_are_plain_text_with_what_can_not_be_seen",
        ),
        Defence(
            name="options-are-safe-to-draw",
            guards="what can't be seen tells two options apart, or turns one round",
            file="dialog/card.py",
            old="visible_line(option)",
            new="option",
            test=_CHOSEN + "test_options_are_plain_text_with_what_can_not_be_seen",
        ),
        Defence(
            name="unseen-is-told",
            guards="what was pasted holds more than the person sees",
            file=_TEXT,
            old="catalogue.cannot_be_seen(unseen) if unseen",
            new='"" if unseen',
            test=_TYPED + "test_what_can_not_be_seen_is_told",
        ),
        Defence(
            name="one-line-is-one",
            guards="a line is pasted with another behind it, out of sight",
            file=_TEXT,
            old="if not has_controls(text, lines=self._multiline):",
            new="if True:",
            test=_TYPED + "test_several_lines_are_none_for_a_field_of_one",
        ),
        Defence(
            name="text-refused-not-cut",
            guards="a text is submitted that is then refused, again and again",
            file=_TEXT,
            old="if len(text.encode()) > ANSWER_BYTES:",
            new="if False:",
            test=_TYPED + "test_what_is_too_long_is_refused_not_cut",
        ),
        Defence(
            name="return-is-a-line",
            guards="a letter is submitted at the end of its first line",
            file=_TEXT,
            old="return bool(with_control) or comes_up or not self._multiline",
            new="return True",
            test=_TYPED + "test_in_several_lines_return_begins_one_and_with_control_submits",
        ),
        Defence(
            name="typed-once",
            guards="an answer that did not count is to be typed anew",
            file=_WINDOW,
            old="        if isinstance(self._face.field, SecretField):\n"
            "            self._face.field.clear()",
            new="        if self._face.field:\n            self._face.field._buffer.set_text('')",
            test=_TYPED + "test_what_was_typed_is_still_there_when_it_did_not_count",
        ),
        Defence(
            name="unknown-kinds-stay",
            guards="an answer is spent by a program that can't read it",
            file="client/exchange.py",
            old="        if kind not in KINDS:\n",
            new="        if False:\n",
            test="client/test_versions.py::TestANewerDaemon"
            "::test_keeps_an_answer_to_a_kind_that_we_do_not_know[sync]",
        ),
        Defence(
            name="mcp-answers-once-given-are-kept",
            guards="the person is asked again what they have answered",
            file=_SERIES,
            old="        self._series[key] = series\n",
            new="",
            test=_AGENT + "TestSeveral::test_go_on_with_the_next_after_pending",
        ),
        Defence(
            name="mcp-answers-are-forgotten",
            guards="answers of long ago stand for new ones",
            file=_SERIES,
            old="if each.used > since",
            new="if True",
            test=_AGENT + "TestSeveral::test_are_not_remembered_for_ever",
        ),
        Defence(
            name="mcp-series-are-few",
            guards="a flood of lists fills the memory",
            file=_SERIES,
            old="list(self._series)[:-KEPT_SERIES]",
            new="[]",
            test=_AGENT + "TestSeveral::test_of_many_calls_the_latest_are_remembered",
        ),
        Defence(
            name="mcp-a-list-ends",
            guards="after a no the agent goes on with the question that was denied",
            file=_SERIES,
            old="if isinstance(outcome, _ENDINGS) or not series.left:",
            new="if not series.left:",
            test=_AGENT + "TestSeveral::test_begin_anew_once_they_have_ended",
        ),
        Defence(
            name="mcp-what-is-claimed-is-heard",
            guards="an answer is spent, and lost with the call that was cancelled meanwhile",
            file=_SERVER,
            old="scope.shield = self._is_heard()",
            new="return self._is_heard()",
            test=_AGENT + "TestCancelled::test_as_its_answer_is_on_its_way_the_next_call_hears_it",
        ),
        Defence(
            name="mcp-all-is-checked-first",
            guards="the first of two questions is asked, though the second is wrong",
            file="frontends/mcp/questions.py",
            old="return Question(kind, arguments.read(words))",
            new='return Question(kind, {"message": ""} | words)',
            test=_AGENT + "TestErrors::test_a_wrong_argument_is_named_and_nothing_is_shown",
        ),
    ),
)
