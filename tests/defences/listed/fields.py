"""A question whose fields nobody could show, keep or bring to an end."""

from defences.defence import Defence, Threat

_FIELDS = "wire/messages.py"
_MADE_OF = "wire/fields.py"

THREAT = Threat(
    "fields",
    (
        Defence(
            name="fields-known",
            guards="a field that is misspelt is passed over, and what it meant as well",
            file=_MADE_OF,
            old='extra="forbid", ',
            new="",
            test="wire/test_messages.py"
            "::TestAsk::test_an_unknown_field_is_named_where_its_name_can_be_shown",
        ),
        Defence(
            name="types-exact",
            guards='"0" is a number, and 1 is a yes',
            file=_MADE_OF,
            old="strict=True, ",
            new="",
            test="wire/test_messages.py::TestAsk::test_a_wrong_type_is_refused_and_its_field_named",
        ),
        Defence(
            name="clocks-bounded",
            guards="a question that stays for a year, or for no time at all",
            file=_FIELDS,
            old=" ge=bounds.low, le=bounds.high,",
            new="",
            test="wire/test_message_fields.py"
            "::TestClocks::test_beyond_them_the_field_and_its_bounds_are_named",
        ),
        Defence(
            name="clocks-finite",
            guards="a question that never ends",
            file=_MADE_OF,
            old=", allow_inf_nan=False",
            new="",
            test="wire/test_message_fields.py"
            "::TestClocks::test_what_overflows_to_infinity_is_refused",
        ),
        Defence(
            name="titles-are-short",
            guards="a title that pushes all else from the screen",
            file=_FIELDS,
            old='title: Annotated[_Line, AtMost(s.TITLE_CHARACTERS, "characters")]',
            new="title: _Line",
            test="wire/test_message_fields.py"
            "::TestTexts::test_characters_are_counted_whatever_their_bytes",
        ),
        Defence(
            name="errors-are-short",
            guards="an error that pushes the field from the screen",
            file=_FIELDS,
            old='_Error = Annotated[_Line, AtMost(s.ERROR_CHARACTERS, "characters")]',
            new="_Error = _Line",
            test="wire/test_messages.py::TestPassword::test_what_is_wrong_is_named",
        ),
        Defence(
            name="names-are-short",
            guards="a scope of a megabyte for each question in memory",
            file=_FIELDS,
            old='_Name = Annotated[_Line, AtMost(s.NAME_CHARACTERS, "characters")]',
            new="_Name = _Line",
            test="wire/test_message_fields.py"
            "::TestTexts::test_characters_are_counted_whatever_their_bytes",
        ),
        Defence(
            name="lines-are-lines",
            guards="a title or a label of several lines draws where it has no place",
            file=_FIELDS,
            old=" AfterValidator(_one_line),",
            new="",
            test="wire/test_message_fields.py"
            "::TestTexts::test_one_line_holds_no_control_characters",
        ),
        Defence(
            name="whole-characters",
            guards="half a character ends the dialog that is to show it",
            file=_MADE_OF,
            old="PlainText = Annotated[str, AfterValidator(_utf8)]",
            new="PlainText = str",
            test="wire/test_message_fields.py::TestTexts::test_half_a_surrogate_pair_is_refused",
        ),
        Defence(
            name="something-is-asked",
            guards="a question without a word is approved",
            file=_FIELDS,
            old="        AfterValidator(_not_empty),\n",
            new="",
            test="wire/test_message_fields.py::TestTexts::test_a_message_says_something",
        ),
        Defence(
            name="labels-say-something",
            guards="a button with nothing on it",
            file=_FIELDS,
            old="if label and not words and not any(_is_picture(c) for c in plain):",
            new="if False:",
            test="wire/test_message_fields.py::TestLabels::test_a_label_says_something",
        ),
        Defence(
            name="tickets-look-like-tickets",
            guards="any text is looked for among the tickets, and comes back in an error",
            file=_FIELDS,
            old=" Field(pattern=_TICKET),",
            new="",
            test="wire/test_messages.py::TestTickets::test_it_is_32_lowercase_hexadecimal_digits",
        ),
        Defence(
            name="owner-is-a-pid",
            guards="a number that no process has names the owner",
            file=_FIELDS,
            old="owner: _Positive",
            new="owner: int",
            test="wire/test_message_fields.py::TestClocks::test_an_owner_is_a_process_id",
        ),
        Defence(
            name="withdraws-one",
            guards="of two questions that are named nobody knows which is taken back",
            file=_FIELDS,
            old="if bool(self.ticket) == bool(self.number):",
            new="if False:",
            test="wire/test_messages.py::TestOtherMethods::test_withdraw_takes_exactly_one_of_both",
        ),
        Defence(
            name="kinds-known",
            guards="a kind of question that is not there ends in a fault of ours",
            file=_FIELDS,
            old="    if model is None:\n",
            new="    if False:\n",
            test="wire/test_messages.py::TestAsk::test_a_missing_field_is_named",
        ),
        Defence(
            name="errors-name-what-can-be-shown",
            guards="a name of a megabyte, or one that can't be seen, comes back in the error",
            file=_FIELDS,
            old="field = path if readable else",
            new="field = path if True else",
            test="wire/test_messages.py"
            "::TestAsk::test_an_unknown_field_is_named_where_its_name_can_be_shown",
        ),
        Defence(
            name="severity-known",
            guards="a misspelt *destructive* looks harmless",
            file=_FIELDS,
            old='severity: Literal["normal", "destructive"] = "normal"',
            new='severity: str = "normal"',
            test="wire/test_messages.py::TestAsk::test_a_severity_is_one_of_two",
        ),
    ),
)
