"""Defences against a web page that was taken over."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Takes, WithoutCall

HOSTILE = "e2e/test_hostile_page.py"
SWITCHES = "frontends/pages/test_integrations.py"

THREATS = (
    Threat(
        "a page that reaches out",
        (
            Defence(
                "page-stays",
                "a page leads to another one, which sees what it knew",
                "platforms.linux.gtk.web_page:WebPage._on_policy",
                Takes("is_ours", True),
                f"{HOSTILE}::test_reaches_nobody_and_stays_where_it_is",
            ),
            Defence(
                "page-policy",
                "what gets into a page as markup is a script that runs",
                "frontends.pages.page:_policy",
                Returns('""'),
                "frontends/pages/test_page.py::test_it_says_that_nothing_but_these_may_run",
            ),
            Defence(
                "page-cut-off",
                "WebKit connects to where a page says, before it asks whether it may",
                "platforms.linux.gtk.web_page:_cut_off",
                WithoutCall("context.get_website_data_manager().set_network_proxy_settings"),
                f"{HOSTILE}::test_reaches_nobody_and_stays_where_it_is",
            ),
            Defence(
                "page-loosens-nothing",
                "a page makes a setting less safe without the person's word",
                "frontends.pages.settings:SettingsPage._change",
                Takes("rows.loosens", False),
                "frontends/pages/test_settings.py::TestWhatIsLessSafe::test_takes_the_persons_word",
            ),
            Defence(
                "page-no-is-no",
                "a page changes another program's configuration without the person's word",
                "frontends.pages.consent:Consent.take",
                Takes("answer.is_yes", True),
                f"{SWITCHES}::test_without_their_word_it_stays_and_is_not_asked_for_again",
            ),
            Defence(
                "page-asks-once",
                "a page asks until the person gives in",
                "frontends.pages.consent:Consent.take",
                Takes("self._denied", False),
                f"{SWITCHES}::test_without_their_word_it_stays_and_is_not_asked_for_again",
            ),
            Defence(
                "switch-shows-all",
                "a program's file changes more than the person was shown",
                "frontends.pages.integrations:Integrations.switch",
                Takes("DETAILS_BYTES", False),
                f"{SWITCHES}::test_more_than_a_dialog_can_show_is_not_asked_for",
            ),
            Defence(
                "page-sandbox",
                "who breaks into what draws a page is the person",
                "platforms.linux.gtk.web_page:_cut_off",
                WithoutCall("context.set_sandbox_enabled"),
                "e2e/test_settings_window.py::test_what_draws_it_is_in_a_sandbox",
            ),
            Defence(
                "history-computes-nothing",
                "a spreadsheet computes what an asker wrote",
                "frontends.pages.export:_cell",
                Returns("visible_line(text)"),
                "frontends/cli/test_history.py::test_a_spreadsheet_computes_nothing_of_it",
            ),
        ),
    ),
)
