"""An answer, or an open question, that goes to a program that did not ask for it."""

from defences.defence import Defence, Threat

_BROKER = "core/broker.py"
_LEDGER = "core/ledger.py"
_RETRY = "core/retry.py"
_LINEAGE = "core/lineage.py"

THREAT = Threat(
    "another's answer",
    (
        Defence(
            name="same-asker",
            guards="who asks the same words gets an answer that was given to another program",
            file=_RETRY,
            old="        and same_asker(prompt, request, lineage, exited)\n        and (not",
            new="        and (not",
            test="core/test_broker_askers.py"
            "::TestTwoAgentsSideBySide::test_get_two_dialogs_and_each_its_own_answer",
        ),
        Defence(
            name="same-question",
            guards="a yes to one question is handed out for another",
            file=_RETRY,
            old="if prompt.fingerprint == fingerprint\n        and BY_REQUEST",
            new="if BY_REQUEST",
            test="core/test_broker_retry.py::TestByRequest::test_of_other_words_opens_a_new_prompt",
        ),
        Defence(
            name="same-scope",
            guards="one session of an agent gets the answer of another",
            file=_RETRY,
            old="prompt.request.scope != request.scope or ",
            new="",
            test="core/test_broker_askers.py::TestNotTheSameAsker::test_of_another_scope",
        ),
        Defence(
            name="same-directory",
            guards="a yes for one directory counts in another",
            file=_RETRY,
            old=" or prompt.latest.cwd != lineage.cwd",
            new="",
            test="core/test_broker_askers.py::TestNotTheSameAsker::test_in_another_directory",
        ),
        Defence(
            name="directories-not-known-differ",
            guards="two programs whose directories are hidden pass for one",
            file=_RETRY,
            old="if lineage.cwd is None and prompt.latest.requester != lineage.requester:",
            new="if False:",
            test="core/test_broker_askers.py"
            "::TestNotTheSameAsker::test_in_an_unknown_directory_unless_the_same_process",
        ),
        Defence(
            name="earlier-caller-has-gone",
            guards="of two agents that live side by side one gets the other's answer",
            file=_LINEAGE,
            old="if below and exited.issuperset(below):",
            new="if below:",
            test="core/test_broker_askers.py"
            "::TestNotTheSameAsker::test_while_the_earlier_command_lives",
        ),
        Defence(
            name="newer-caller-is-new",
            guards="an agent that was there before gets the answer of one that has gone",
            file=_LINEAGE,
            old="if not all(process.start > arrived for process in fresh):",
            new="if False:",
            test="core/test_broker_askers.py"
            "::TestNotTheSameAsker::test_with_a_process_that_lived_before_the_earlier_call",
        ),
        Defence(
            name="counted-from-the-latest-call",
            guards="what started between an asker's calls passes for its next one",
            file=_LEDGER,
            old="prompt.latest, prompt.arrived = call.lineage, now",
            new="prompt.latest = call.lineage",
            test="core/test_broker_askers.py"
            "::TestNotTheSameAsker::test_with_a_process_that_lived_before_its_latest_call",
        ),
        Defence(
            name="followed-by-the-latest-call",
            guards="an asker is known by a call that another has followed",
            file=_LEDGER,
            old="prompt.latest, prompt.arrived = call.lineage, now",
            new="prompt.arrived = now",
            test="core/test_broker_askers.py::TestLeftBehind::test_its_late_claim_is_refused",
        ),
        Defence(
            name="within-one-origin",
            guards="two tabs of a terminal pass for one asker",
            file=_LINEAGE,
            old="not (_within_origin(common, earlier) and _within_origin(common, newer))",
            new="False",
            test="core/test_lineage.py::TestKinship::test_nor_are_two_tabs_of_one_terminal",
        ),
        Defence(
            name="origin-of-the-newer",
            guards="what was started into a control group of its own passes for its starter",
            file=_LINEAGE,
            old=" and _within_origin(common, newer)",
            new="",
            test="core/test_lineage.py"
            "::TestKinship::test_nor_is_an_application_started_into_a_control_group_of_its_own",
        ),
        Defence(
            name="left-behind-keeps-its-answer",
            guards="the answer of a caller that lives goes to the one that came after it",
            file=_RETRY,
            old="relation is Kinship.LEFT_BEHIND and prompt.is_open",
            new="relation is Kinship.LEFT_BEHIND",
            test="core/test_broker_askers.py::TestLeftBehind::test_keeps_an_answer",
        ),
        Defence(
            name="ticket-fits-the-question",
            guards="a ticket for one question fetches its answer for another",
            file=_BROKER,
            old="if prompt.fingerprint != request.question.fingerprint:",
            new="if False:",
            test="core/test_broker_retry.py::TestMismatch::test_leaves_the_open_prompt_untouched",
        ),
        Defence(
            name="fingerprint-of-all-that-is-shown",
            guards="a yes to harmless details is handed out for others",
            file="core/questions/confirm.py",
            old="fingerprint(self.kind, fields(self))",
            new='fingerprint(self.kind, {"message": self.message})',
            test="core/test_tables.py"
            "::TestFingerprint::test_is_another_for_anything_that_the_person_would_see",
        ),
        Defence(
            name="fingerprint-of-all-of-a-password",
            guards="what was typed for one question is handed out for another",
            file="core/questions/password.py",
            old="fingerprint(self.kind, fields(self))",
            new='fingerprint(self.kind, {"message": self.message})',
            test="core/test_broker_secrets.py"
            "::TestQuestion::test_is_another_for_anything_that_the_person_would_see",
        ),
        Defence(
            name="fingerprint-of-the-kind",
            guards="a yes to a confirmation is found by a question for a password",
            file="core/questions/fingerprint.py",
            old='{"kind": kind} | fields',
            new="fields",
            test="core/test_tables.py"
            "::TestFingerprint::test_of_another_kind_is_another_though_the_words_are_the_same",
        ),
        Defence(
            name="secret-for-the-process-that-asked",
            guards="a password goes to another process that says the same words",
            file=_RETRY,
            old="return refused or prompt.opened_by.requester == requester",
            new="return True",
            test="core/test_broker_secrets.py"
            "::TestReplaced::test_what_was_not_collected_is_wiped_and_asked_anew",
        ),
        Defence(
            name="secret-replaced-in-full",
            guards="two dialogs for one password, and what was typed into the first stays",
            file=_RETRY,
            old="if request.question.secret\n            and prompt.fingerprint == fingerprint",
            new="if False",
            test="core/test_broker_secrets.py"
            "::TestReplaced::test_an_open_dialog_makes_way_in_its_place",
        ),
        Defence(
            name="secret-replaced-by-its-asker",
            guards="one agent's question for a password wipes what was typed for another",
            file=_RETRY,
            old="in (State.DECIDED, State.UNSEEN))\n"
            "            and same_asker(prompt, request, lineage, exited)",
            new="in (State.DECIDED, State.UNSEEN))",
            test="core/test_broker_secrets.py"
            "::TestWhoMayHaveIt::test_another_agent_has_a_dialog_of_its_own",
        ),
        Defence(
            name="slot-of-its-asker",
            guards="one program takes another's question from the screen",
            file=_RETRY,
            old="and prompt.request.slot == request.slot\n"
            "            and same_asker(prompt, request, lineage, exited)",
            new="and prompt.request.slot == request.slot",
            test="core/test_broker_screen.py::TestSlot::test_of_another_asker_is_another_slot",
        ),
        Defence(
            name="slot-by-its-name",
            guards="a question in one slot takes the question in another from the screen",
            file=_RETRY,
            old="            and prompt.request.slot == request.slot\n",
            new="",
            test="core/test_broker_screen.py::TestSlot::test_of_another_name_is_another_slot",
        ),
        Defence(
            name="owner-is-an-ancestor",
            guards="a question is tied to a process that has nothing to do with it",
            file="core/opening.py",
            old="owner is None or owner == lineage.requester",
            new="owner == lineage.requester",
            test="core/test_broker_limits.py"
            "::TestOwner::test_is_refused_unless_it_is_above_the_requester[a stranger's]",
        ),
        Defence(
            name="owner-is-not-the-caller",
            guards="the end of a caller takes its question away, and the late click with it",
            file="core/opening.py",
            old="owner is None or owner == lineage.requester",
            new="owner is None",
            test="core/test_broker_limits.py"
            "::TestOwner::test_is_refused_unless_it_is_above_the_requester[the requester's]",
        ),
        Defence(
            name="owner-by-default-is-not-the-caller",
            guards="where the caller is all that there is, its end takes the late click away",
            file=_LINEAGE,
            old="None if self.origin == self.requester else self.origin",
            new="self.origin",
            test="core/test_broker_limits.py"
            "::TestOwner::test_is_nobody_where_the_origin_asks_itself",
        ),
        Defence(
            name="owner-of-its-own",
            guards="the end of one program withdraws the questions of all",
            file=_BROKER,
            old="[p for p in self._ledger.queue if p.owner == process]",
            new="list(self._ledger.queue)",
            test="core/test_broker_limits.py::TestOwner::test_its_exit_leaves_what_others_own",
        ),
        Defence(
            name="a-call-of-its-own",
            guards="one caller that hangs up takes another's place away",
            file=_BROKER,
            old="if prompt.waiting and prompt.waiting.call == call:",
            new="if prompt.waiting:",
            test="core/test_broker_retry.py"
            "::test_a_hang_up_of_a_call_that_was_superseded_changes_nothing",
        ),
        Defence(
            name="a-pid-is-used-again",
            guards="the next process with the pid of an earlier one passes for it",
            file="platforms/linux/peer.py",
            old="_start(process.pid) in (process.start, None) and not",
            new="not",
            test="platforms/linux/test_exit.py::TestExit::test_a_pid_used_again_is_another_process",
        ),
        Defence(
            name="a-zombie-has-gone",
            guards="an asker whose shell does not reap it never gets its late answer",
            file="platforms/linux/peer.py",
            old="in (process.start, None) and not native.is_readable(pidfd)",
            new="in (process.start, None)",
            test="platforms/linux/test_exit.py::TestExit::test_a_zombie_has_exited[False]",
        ),
        Defence(
            name="nothing-known-is-not-gone",
            guards="a process in a container passes for one that has exited",
            file="platforms/linux/peer.py",
            old="    if process.pid == 0:\n        return False\n",
            new="    if process.pid == 0:\n        return True\n",
            test="platforms/linux/test_exit.py::TestContainer::test_has_itself_alone",
        ),
        Defence(
            name="managers-are-no-kin",
            guards="all programs of a user have one ancestor, and pass for one another's",
            file="platforms/linux/peer.py",
            old=" and not manages_session(parent.cgroup)",
            new="",
            test="platforms/linux/test_peer.py::TestEdge::test_at_the_session_manager",
        ),
        Defence(
            name="kin-of-the-same-user",
            guards="what another user started passes for the person's own place",
            file="platforms/linux/peer.py",
            old="parent.uid() == os.geteuid() and ",
            new="",
            test="platforms/linux/test_peer.py"
            "::TestEdge::test_at_another_user_and_what_is_hidden_is_unknown",
        ),
        Defence(
            name="list-holds-no-ticket",
            guards="who lists the questions fetches their answers",
            file="daemon/service.py",
            old='            "number": prompt.number,\n            "kind"',
            new='            "number": prompt.number,\n            "ticket": prompt.ticket,\n'
            '            "kind"',
            test="daemon/test_exchange_in_process.py"
            "::TestLooking::test_no_ticket_and_no_claim_is_shown_or_logged",
        ),
        Defence(
            name="tickets-are-not-guessed",
            guards="who counts up fetches every answer",
            file="daemon/service.py",
            old="ticket, claim = secrets.token_hex(16), secrets.token_hex(16)",
            new='ticket, claim = f"{call:032x}", secrets.token_hex(16)',
            test="daemon/test_exchange_in_process.py::test_no_ticket_and_no_claim_tells_another",
        ),
    ),
)
