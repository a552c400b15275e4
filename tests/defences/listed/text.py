"""Text of others that looks like what it is not, or that something interprets."""

from defences.defence import Defence, Threat

_TEXT = "core/text.py"
_CARD = "dialog/card.py"
_ESCAPES = "dialog/test_hidden_text.py::test_what_cannot_be_seen_stands_there_as_an_escape"
_WORDS = "dialog/test_hands_off.py::test_words_are_only_ever_words"


def _category(name: str, guards: str) -> Defence:
    return Defence(
        name=f"escapes-{name}",
        guards=guards,
        file=_TEXT,
        old=f'"{name}", ' if name != "Zp" else ', "Zp"',
        new="",
        test=_ESCAPES,
    )


def _ignorable(name: str, guards: str, old: str) -> Defence:
    return Defence(f"escapes-{name}", guards, _TEXT, f"    {old},\n", "", _ESCAPES)


def _safe(name: str, function: str, argument: str, test: str) -> Defence:
    return Defence(
        name=f"safe-{name}",
        guards=f"the {name.replace('-', ' ')} hides or turns round what stands in it",
        file=_CARD,
        old=f"{function}({argument})",
        new=f"({argument})",
        test=test,
    )


_OTHERS = "dialog/test_hidden_text.py::test_nor_is_it_hidden_in_what_stands_around_the_question"

THREAT = Threat(
    "text safety",
    (
        _category("Cc", "control characters"),
        _category("Cf", "characters that turn text round, or take no room"),
        _category("Cn", "characters that Unicode has not given a meaning"),
        _category("Co", "characters whose looks are up to a font"),
        _category("Zl", "separators of lines that are no newlines"),
        _category("Zp", "separators of paragraphs that are no newlines"),
        _ignorable("fillers", "letters that are drawn as nothing", "(0x3164, 0x3164)"),
        _ignorable("variations", "marks that are drawn as nothing", "(0xFE00, 0xFE0F)"),
        _ignorable("empty-braille", "a sign that is drawn as nothing", "(0x2800, 0x2800)"),
        _ignorable("objects", "a sign for which toolkits draw an object", "(0xFFFC, 0xFFFC)"),
        Defence(
            name="escapes-are-injective",
            guards="an escape that the asker wrote passes for one of ours",
            file=_TEXT,
            old='_LOOKS_ESCAPED.sub(lambda _: _escape(ord("\\\\")), text)',
            new="text",
            test=_ESCAPES,
        ),
        Defence(
            name="marks-are-bounded",
            guards="marks that pile up on one letter cover what stands around it",
            file=_TEXT,
            old="_MARKS = 4",
            new="_MARKS = 400",
            test=_ESCAPES,
        ),
        _safe("title", "visible_line", "question.title", _WORDS),
        _safe("message", "visible", "question.message", _WORDS),
        _safe("details", "visible", "question.details", _WORDS),
        _safe("command", "visible_line", "asker.command", _WORDS),
        _safe("directory", "visible_line", "_at_home(asker.cwd, home)", _WORDS),
        _safe("name", "visible_line", "show.asker.name", _OTHERS),
        _safe("label", "visible_line", "label", _OTHERS),
        _safe("lineage", "visible_line", "line", _OTHERS),
        _safe("host", "visible_line", "show.asker.host", _OTHERS),
        _safe(
            "error",
            "visible_line",
            "question.error",
            "dialog/test_hidden_text.py::test_nor_is_it_hidden_in_the_error_under_a_field",
        ),
        Defence(
            name="plain-text-in-the-frame",
            guards="markup of the asker's makes words small, or looks like ours",
            file="platforms/linux/gtk/sheet.py",
            old="buffer.insert(end, text[written:])",
            new="buffer.insert_markup(end, text[written:], -1)",
            test=_WORDS,
        ),
        Defence(
            name="details-have-a-fixed-width",
            guards="in some themes what stands in columns does not, and l, I and 1 look alike",
            file="platforms/linux/gtk/sheet.py",
            old="buffer.create_tag(None, family=self._family)",
            new="buffer.create_tag()",
            test="dialog/test_texts.py::test_details_have_a_fixed_width_whatever_the_theme[bare]",
        ),
        Defence(
            name="plain-text-in-our-lines",
            guards="markup in a program's name or arguments",
            file="platforms/linux/gtk/labels.py",
            old="made.set_text(",
            new="made.set_markup(",
            test=_WORDS,
        ),
        Defence(
            name="plain-text-in-banners",
            guards="markup in a host's name",
            file="platforms/linux/gtk/banner.py",
            old="self._words.set_text(text)",
            new="self._words.set_markup(text)",
            test=_OTHERS,
        ),
        Defence(
            name="plain-text-on-buttons",
            guards="a label gives a button a key of its own, or loses a letter",
            file="platforms/linux/gtk/footer.py",
            old="words.set_text(button.label)",
            new="words.set_text_with_mnemonic(button.label)",
            test=_WORDS,
        ),
        Defence(
            name="plain-text-of-an-error",
            guards="markup in the error under a field",
            file="platforms/linux/gtk/notes.py",
            old="label=text, xalign=0",
            new="label=text, use_markup=True, xalign=0",
            test="dialog/test_password.py::test_an_error_stands_under_the_field_and_moves_nothing",
        ),
    ),
)
