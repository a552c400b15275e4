"""Callers, faults and lacks that keep the daemon from serving the others."""

from defences.defence import Defence, Threat

_CONNECTION = "daemon/connection.py"
_DOOR = "daemon/door.py"
_RUNNER = "daemon/runner.py"
_OUTBOX = "daemon/outbox.py"
_SCREEN = "daemon/screen.py"
_HOSTILE = "daemon/test_hostile_connections.py"
_EXHAUSTED = "daemon/test_exhausted.py"

THREAT = Threat(
    "daemon kept busy",
    (
        Defence(
            name="connections-are-limited",
            guards="one program takes every descriptor",
            file=_CONNECTION,
            old="if len(self._open) >= self.limit:",
            new="if False:",
            test="daemon/test_hostile_connections.py::TestPeers::test_the_limit_is_a_setting",
        ),
        Defence(
            name="connections-are-given-back",
            guards="after so many callers no other is served",
            file=_CONNECTION,
            old="        self._open.discard(connection)\n",
            new="        pass\n",
            test="daemon/test_hostile_connections.py"
            "::TestPeers::test_the_257th_connection_is_refused_until_one_closes",
        ),
        Defence(
            name="connections-have-their-share",
            guards="callers take the descriptors that dialogs and keeper need",
            file="daemon/app.py",
            old="min(settings.connections, select.session().descriptors() // CONNECTIONS_SHARE)",
            new="settings.connections",
            test="e2e/test_exhausted.py::test_what_dies_meanwhile_is_replaced[dialog]",
        ),
        Defence(
            name="unread-replies-are-bounded",
            guards="who never reads fills the daemon's memory",
            file=_CONNECTION,
            old="if self._transport and self._outbox.unsent > UNREAD_BYTES:",
            new="if False:",
            test="daemon/test_hostile_connections.py"
            "::TestUnreadReplies::test_a_peer_that_never_reads_is_dropped",
        ),
        Defence(
            name="goodbye-has-an-end",
            guards="who is told to go and never reads stays",
            file=_CONNECTION,
            old="            asyncio.get_running_loop().call_later(CLOSE_SECONDS, "
            "self._transport.abort)\n",
            new="",
            test="daemon/test_hostile_connections.py"
            "::TestUnreadReplies::test_one_that_is_told_to_go_and_never_reads_is_dropped",
        ),
        Defence(
            name="no-room-is-told",
            guards="a daemon without descriptors drops its callers without a word",
            file=_CONNECTION,
            old="        except OSError as error:\n            raise self._no_room",
            new="        except ZeroDivisionError as error:\n            raise self._no_room",
            test="daemon/test_exhausted.py::test_one_who_can_not_be_looked_at_is_refused",
        ),
        Defence(
            name="no-room-is-logged-once",
            guards="a flood of callers fills the disk by way of the log",
            file=_CONNECTION,
            old="        if not self._full:\n",
            new="        if True:\n",
            test="daemon/test_exhausted.py::test_one_who_can_not_be_looked_at_is_refused",
        ),
        Defence(
            name="door-rests",
            guards="without descriptors the daemon is busy with failing, and fills the disk",
            file=_DOOR,
            old="            self._loop.remove_reader(self._listener)\n            self._resting",
            new="            self._resting",
            test="daemon/test_exhausted.py::test_connections_that_can_not_be_taken_wait",
        ),
        Defence(
            name="door-opens-again",
            guards="a daemon that was once without descriptors takes nobody any more",
            file=_DOOR,
            old="            self._resting = self._loop.call_later(REST_SECONDS, self.open)\n",
            new="            pass\n",
            test="daemon/test_exhausted.py::test_connections_that_can_not_be_taken_wait",
        ),
        Defence(
            name="door-stays-shut",
            guards="a daemon that ends opens its door again",
            file=_DOOR,
            old="            self._resting.cancel()\n",
            new="            pass\n",
            test="daemon/test_exhausted.py::test_the_end_comes_while_the_door_rests",
        ),
        Defence(
            name="door-shared-with-another",
            guards="a caller whom the daemon before took shuts the door for a while",
            file=_DOOR,
            old="except (BlockingIOError, ConnectionAbortedError):",
            new="except ConnectionAbortedError:",
            test="daemon/test_exhausted.py::test_a_caller_whom_another_took_is_no_lack",
        ),
        Defence(
            name="door-listens-in-its-own-name",
            guards="a client that looks who answers sees a daemon that is dead",
            file=_DOOR,
            old="        self._listener.listen(self._backlog)\n",
            new="",
            test="e2e/test_keeper.py::test_open_questions_come_back_as_they_were",
        ),
        Defence(
            name="a-fault-costs-one-event",
            guards="one fault of ours, and no question is asked any more",
            file=_RUNNER,
            old="            self._busy = False\n            self._set_timer()",
            new="            self._set_timer()",
            test="daemon/test_hostile_connections.py"
            "::test_a_fault_of_ours_costs_one_connection_and_no_later_question",
        ),
        Defence(
            name="a-hang-up-is-heard",
            guards="a caller that has gone is waited on, and its answer offered to nobody",
            file=_RUNNER,
            old="            self.post(e.HangUp(number))\n",
            new="            pass\n",
            test="daemon/test_exchange_in_process.py"
            "::TestLosingTheCaller::test_while_it_waits_the_prompt_stays_and_its_answer_is_kept",
        ),
        Defence(
            name="an-owner-not-watched-costs-itself",
            guards="without descriptors for one owner no question is handled",
            file=_RUNNER,
            old="except OSError as error:  # the next event tries again; until then clocks end it",
            new="except ZeroDivisionError as error:",
            test="daemon/test_exhausted.py::test_an_owner_who_can_not_be_watched_is_watched_later",
        ),
        Defence(
            name="an-owner-gone-by-then",
            guards="an owner that exits while its question comes is waited for for ever",
            file=_RUNNER,
            old="                self._events.append(e.OwnerExited(process))\n",
            new="                pass\n",
            test="daemon/test_owner_exits.py"
            "::test_one_that_has_gone_before_it_is_watched_withdraws_it_too",
        ),
        Defence(
            name="owners-are-let-go",
            guards="each question costs a descriptor",
            file=_RUNNER,
            old="        for process in self._owners.keys() - wanted:\n"
            "            self._unwatch(self._owners.pop(process))\n",
            new="",
            test="daemon/test_owner_exits.py::test_it_is_watched_no_longer_than_its_prompt_is_open",
        ),
        Defence(
            name="the-end-is-the-end",
            guards="a daemon that ends records a click that nobody will hear of",
            file=_RUNNER,
            old="if self._busy or self._stopped:",
            new="if self._busy:",
            test="daemon/test_hostile_connections.py"
            "::TestTheEnd::test_a_click_that_comes_then_is_not_recorded",
        ),
        Defence(
            name="the-end-is-told",
            guards="callers of a daemon that ends wait on",
            file=_RUNNER,
            old="call.hear(e.Fail(number, why))",
            new="repr(e.Fail(number, why))",
            test="daemon/test_hostile_connections.py"
            "::TestTheEnd::test_waiting_callers_hear_that_the_daemon_stops",
        ),
        Defence(
            name="no-process-is-told",
            guards="where no dialog can be started callers wait for one",
            file=_SCREEN,
            old="            loop.call_soon(self._post, e.ScreenFailed(NO_PROCESS))\n",
            new="",
            test="daemon/test_dialog_screen.py"
            "::TestUnusable::test_a_command_that_can_not_be_started_fails_the_screen",
        ),
        Defence(
            name="dialogs-give-orders-to-nobody",
            guards="a dialog process that speaks as the daemon does is believed",
            file=_SCREEN,
            old="    if isinstance(report, wire.Order):\n",
            new="    if False:\n",
            test="daemon/test_dialog_screen.py"
            "::TestGarbage::test_ends_its_dialog_which_answers_nothing_any_more",
        ),
        Defence(
            name="dialog-words-are-typed",
            guards="what a dialog says that is no report is a fault of ours",
            file="wire/screen.py",
            old="except (KeyError, TypeError, ValueError) as error:",
            new="except ZeroDivisionError as error:",
            test="wire/test_screen_wire.py::test_what_is_no_message_broke_the_protocol",
        ),
        Defence(
            name="failpoints-are-inert",
            guards="a variable of the environment holds the daemon up",
            file="failpoints.py",
            old="    if named == name:\n",
            new="    if named:\n",
            test="faults/test_failpoints.py::TestPoint::test_is_nothing_to_the_others",
        ),
        Defence(
            name="failpoints-take-no-word",
            guards="a failpoint that nobody listens to is a fault",
            file="failpoints.py",
            old="with suppress(OSError), socket.socket(family) as test:",
            new="with socket.socket(family) as test:",
            test="faults/test_failpoints.py::TestPoint::test_is_nothing_where_nobody_listens",
        ),
    ),
)
