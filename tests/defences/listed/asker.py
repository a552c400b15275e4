"""A dialog that does not say who asks, or names another."""

from defences.defence import Defence, Threat

_PEER = "platforms/linux/peer.py"
_FACE = "platforms/linux/gtk/face.py"
_CONNECTION = "daemon/connection.py"
_HALF_CLOSED = "daemon/test_half_closed.py"
_TESTS = "platforms/linux/test_peer.py"

THREAT = Threat(
    "who asks",
    (
        Defence(
            name="says-that-the-asker-has-gone",
            guards="the person answers for somebody who does not listen any more",
            file=_FACE,
            old="self._gone.say(gone)",
            new="",
            test="e2e/test_later.py::test_a_caller_that_goes_and_one_that_returns_are_told_of",
        ),
        Defence(
            name="sees-one-go-that-sends-no-more",
            guards="the person answers at the end of a pipe that nobody reads any more",
            file=_CONNECTION,
            old="add_reader(self._hang_up, self._transport.abort)",
            new="add_reader(self._hang_up, lambda: None)",
            test=f"{_HALF_CLOSED}::test_that_it_has_gone_altogether_is_seen_at_once_and_shown",
        ),
        Defence(
            name="gone-where-it-could-not-be-seen",
            guards="a caller of whose end nothing would be heard counts as waiting",
            file=_CONNECTION,
            old="return False\n        return True\n\n    def _watch",
            new="return True\n        return True\n\n    def _watch",
            test=f"{_HALF_CLOSED}::test_where_its_going_could_not_be_seen_it_counts_as_gone",
        ),
        Defence(
            name="names-the-other-machine",
            guards="what another machine asks looks like a question of this one",
            file=_FACE,
            old="if card.host:",
            new="if False:",
            test="dialog/test_standing.py::test_another_machine_is_named",
        ),
        Defence(
            name="says-that-it-is-a-container",
            guards="a number that means nothing here passes for a process of this system",
            file="dialog/card.py",
            old="catalogue.CONTAINER if asker.container else str(asker.pid)",
            new="str(asker.pid)",
            test="dialog/test_card.py::test_what_is_not_known_is_called_so",
        ),
        Defence(
            name="says-what-is-not-known",
            guards="an asker that hides its name asks in nobody's",
            file="dialog/card.py",
            old=" or catalogue.UNKNOWN_PROGRAM",
            new="",
            test="dialog/test_card.py::test_what_is_not_known_is_called_so",
        ),
        Defence(
            name="names-the-agent-not-its-shell",
            guards='every question is asked by "sayso" or by "sh"',
            file="core/lineage.py",
            old="if member.name not in SHELLS and not member.is_sayso:",
            new="if True:",
            test=f"{_TESTS}::TestLineage::test_knows_our_own_command",
        ),
        Defence(
            name="present-when-looked-at",
            guards="what was read of a pid was of the next process that got it",
            file=_PEER,
            old="if native.is_readable(pidfd):\n                raise _gone(pid)",
            new="",
            test=f"{_TESTS}::TestRefused::test_one_that_exits_while_we_look",
        ),
        Defence(
            name="pid-not-taken-over",
            guards="where the kernel gives no descriptor, the next owner of the pid is named",
            file=_PEER,
            old="if before is None or _start(pid) != before:",
            new="if before is None:",
            test=f"{_TESTS}::TestRefused::test_one_whose_pid_is_taken_over_while_we_look",
        ),
        Defence(
            name="links-checked-again",
            guards="the next owner of a dead parent's pid is named as an ancestor",
            file=_PEER,
            old="if child.stat().ppid != ppid:",
            new="if False:",
            test=f"{_TESTS}::TestRefused::test_one_whose_ancestors_change_all_the_time",
        ),
        Defence(
            name="lineage-has-a-bound",
            guards="a chain of processes without end holds the daemon up",
            file=_PEER,
            old="if len(members) == MAX_DEPTH:",
            new="if False:",
            test=f"{_TESTS}::TestLineage::test_has_a_bound",
        ),
        Defence(
            name="names-do-not-confuse",
            guards="a process with a bracket in its name passes for another's child",
            file="platforms/linux/proc.py",
            old='data.rpartition(b")")',
            new='data.partition(b")")',
            test=f"{_TESTS}::TestLineage::test_survives_a_name_that_is_made_to_confuse",
        ),
        Defence(
            name="command-lines-are-cut",
            guards="a command line of megabytes is read, shown and kept",
            file="platforms/linux/proc.py",
            old="MAX_COMMAND = 4096",
            new="MAX_COMMAND = 1 << 30",
            test="platforms/linux/test_proc.py::test_a_command_line_is_read_up_to_a_bound",
        ),
    ),
)
