"""Defences against another machine, or a container, that reaches beyond its own questions."""

from defences.defence import Defence, Threat
from defences.mutation import Returns, Sets, Takes, WithoutCall

CORE = "core/test_places.py"
DAEMON = "daemon/test_remote_places.py"

THREATS = (
    Threat(
        "another machine that reaches beyond its own",
        (
            Defence(
                "place-of-the-slot",
                "another machine takes the place of a question that was asked here",
                "core.retry:same_asker",
                Takes("prompt.latest.place", False),
                f"{CORE}::TestNothingCrosses::test_a_slot",
            ),
            Defence(
                "place-of-a-ticket",
                "another machine collects what was answered here, by its ticket",
                "core.ledger:Ledger.by_ticket",
                Takes("prompt.place", False),
                f"{CORE}::TestNothingCrosses::test_a_ticket",
            ),
            Defence(
                "place-of-a-number",
                "another machine withdraws what was asked here, by its number",
                "core.ledger:Ledger.by_number",
                Takes("place", False),
                f"{CORE}::TestNothingCrosses::test_a_number_but_here",
            ),
            Defence(
                "place-of-a-list",
                "another machine sees what is asked here",
                "daemon.telling:Teller.prompts",
                Takes("place", False),
                f"{DAEMON}::TestNothingCrosses::test_each_lists_its_own",
            ),
            Defence(
                "place-changes-nothing",
                "another machine lets machines in, or switches do-not-disturb on",
                "daemon.service:Service.request",
                Takes("is_from_place", False),
                f"{DAEMON}::TestNothingCrosses::test_it_changes_nothing_here[remote_allow]",
            ),
            Defence(
                "place-of-a-process",
                "a process of another machine is taken for one of this machine",
                "wire.elsewhere:claimed",
                Sets("system", '""'),
                f"{DAEMON}::TestTheSameAsker::test_its_claimed_processes_are_never_those_of_this_machine",
            ),
            Defence(
                "place-denials-stay-there",
                "another machine has a question of this one refused, by having it denied there",
                "core.policy:Policy.denied_elsewhere",
                Takes("place_of", True),
                f"{CORE}::TestNothingCrosses::test_denials",
            ),
            Defence(
                "place-withheld",
                "another machine asks for passwords though nobody has let it",
                "daemon.remote_places:RemotePlaces.withholds",
                Returns("False"),
                f"{DAEMON}::TestWhatIsWithheld::test_until_the_person_allows_it[question0]",
            ),
            Defence(
                "place-forbidden-goes-at-once",
                "what is typed goes to a machine that may ask for no passwords any more",
                "daemon.remote_places:RemotePlaces.allow",
                WithoutCall("_post"),
                f"{DAEMON}::TestWhatIsWithheld::test_what_is_open_goes_with_the_permission",
            ),
            Defence(
                "place-closed-asks-no-more",
                "a machine asks that the person lets ask no more",
                "daemon.remote_places:RemotePlaces.withholds",
                Takes("known", False),
                f"{DAEMON}::TestOpeningAndClosing::test_what_is_on_its_way_as_it_closes_is_not_shown",
            ),
            Defence(
                "place-name-stays-one-machine-s",
                "another machine gets the name of one that may ask for passwords",
                "daemon.remote_places:_check_same",
                Returns("None"),
                f"{DAEMON}::TestOpeningAndClosing::test_another_machine_never_gets_its_name",
            ),
            Defence(
                "place-line-leads-to-the-same",
                "a question goes on at a machine where the person does not sit",
                "client.link:Link._open_elsewhere_again",
                Takes("wanted", True),
                "client/test_elsewhere.py::TestWhichDaemon"
                "::test_a_line_that_broke_leads_to_no_other_machine_of_the_persons",
            ),
            Defence(
                "place-secret-by-its-ticket",
                "a password goes to another program of that machine that says to be the same",
                "core.retry:_may_hear",
                Takes("lineage.claimed", False),
                f"{DAEMON}::TestWhatIsWithheld::test_a_password_goes_to_its_ticket_alone",
            ),
            Defence(
                "place-exits-are-asked",
                "of two programs that live there side by side one gets the other's answer",
                "daemon.exits:Exits.answered",
                Sets("gone", "check.among"),
                f"{DAEMON}::TestTheSameAsker::test_who_is_said_to_live_keeps_its_question",
            ),
            Defence(
                "place-name-is-one",
                "a machine is let in under a name that is taken for another's",
                "configuration.remote_places:check_distinct",
                Takes("other", False),
                f"{DAEMON}::TestOpeningAndClosing::test_a_name_that_looks_like_another_is_refused",
            ),
        ),
    ),
    Threat(
        "another machine that leaves no room",
        (
            Defence(
                "place-share-of-questions",
                "other machines fill all places for open questions",
                "core.policy:Policy.refusal",
                Takes("of_places", False),
                f"{CORE}::TestLimits::test_all_places_have_half_of_the_open_questions",
            ),
            Defence(
                "place-share-of-answers",
                "other machines have answers forgotten that are kept for programs here",
                "core.index:Index.too_many",
                Takes("self._kept_of_places", False),
                f"{CORE}::TestLimits::test_all_places_have_half_of_what_is_kept",
            ),
            Defence(
                "place-asks-once",
                "a server has the person asked for a password again and again",
                "carrier.pauses:Pauses.ended",
                Sets("self.may_ask", "True"),
                "carrier/test_pauses.py::test_what_ends_soon_asks_the_person_nothing_more",
            ),
            Defence(
                "place-share-of-connections",
                "other machines take all connections",
                "daemon.connections:Connections.admit",
                WithoutCall("_check_room_for_places"),
                f"{DAEMON}::TestLimits::test_a_flood_of_connections_leaves_half_to_this_machine",
            ),
        ),
    ),
)
