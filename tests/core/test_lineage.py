"""Who asks: the contract's rows *origin*, *asker*, *owner*, and the same-asker rule."""

from dataclasses import replace

import pytest

from sayso.core.lineage import Kinship, Lineage, Member, Orphans, Process, kinship


def member(
    name: str,
    pid: int,
    start: float,
    *,
    leads: bool = False,
    on_pty: bool = False,
    cgroup: str = "/app",
    is_sayso: bool = False,
) -> Member:
    return Member(
        Process(pid, start),
        session=pid if leads else 1,
        on_pty=on_pty,
        cgroup=cgroup,
        name=name,
        cwd="/home/ada",
        is_sayso=is_sayso,
    )


def cli(pid: int, start: float) -> Member:
    return member("sayso", pid, start, is_sayso=True)


TERMINAL = member("gnome-terminal", 100, 1)
TAB = member("bash", 110, 2, leads=True, on_pty=True)
AGENT = member("claude", 120, 3)
OTHER_AGENT = member("claude", 121, 3)
ARRIVED = 10.0
NEVER: frozenset[Process] = frozenset()


def call(*inner: Member) -> Lineage:
    """A call from below one agent in one tab of a terminal."""
    return Lineage((*inner, AGENT, TAB, TERMINAL))


def exited(*members: Member) -> frozenset[Process]:
    return frozenset(member.process for member in members)


class TestLineage:
    def test_its_first_member_is_the_requester(self) -> None:
        lineage = call(cli(200, 5))
        assert lineage.requester == Process(200, 5)
        assert lineage.cwd == "/home/ada"
        assert [process.pid for process in lineage.processes] == [200, 120, 110, 100]

    def test_a_member_is_found_by_its_pid(self) -> None:
        assert call(cli(200, 5)).find(120) == AGENT.process

    def test_a_process_of_another_lineage_is_not_found(self) -> None:
        assert call(cli(200, 5)).find(121) is None


class TestOrigin:
    def test_is_the_tab_of_a_terminal(self) -> None:
        assert call(cli(200, 5)).origin == TAB.process

    def test_is_the_outermost_of_several_terminals(self) -> None:
        inner = member("expect", 150, 4, leads=True, on_pty=True)
        assert call(cli(200, 5), inner).origin == TAB.process

    def test_is_no_process_that_merely_sits_on_the_terminal(self) -> None:
        follower = member("make", 105, 2, on_pty=True)
        lineage = Lineage((cli(200, 5), TAB, follower))
        assert lineage.origin == TAB.process

    def test_is_no_session_leader_without_a_terminal(self) -> None:
        daemon = member("supervisor", 105, 2, leads=True)
        lineage = Lineage((cli(200, 5), daemon, member("app", 90, 1)))
        assert lineage.origin == Process(90, 1)

    def test_without_terminal_is_the_outermost_of_the_control_group(self) -> None:
        editor = member("code", 90, 2)
        launcher = member("launcher", 80, 1, cgroup="/launcher")
        assert Lineage((cli(200, 5), AGENT, editor, launcher)).origin == editor.process

    def test_without_control_groups_is_the_outermost(self) -> None:
        members = [member("x", pid, 1, cgroup="") for pid in (3, 2)]
        assert Lineage(tuple(members)).origin == Process(2, 1)


class TestBounded:
    def test_command_lines_are_kept_from_the_requester_on(self) -> None:
        """Each question keeps them, and a program can have long ones made for itself."""
        long = [
            replace(member(f"x{pid}", pid, 1), argv=("x" * (20 << 10),), cwd="/home")
            for pid in (5, 4, 3, 2)
        ]
        bounded = Lineage(tuple(long)).bounded()
        assert [each.argv is not None for each in bounded.members] == [True, True, True, False]
        assert [each.cwd for each in bounded.members] == ["/home"] * 3 + [None]
        assert bounded.processes == Lineage(tuple(long)).processes

    def test_one_that_is_short_is_the_same(self) -> None:
        lineage = Lineage((cli(200, 5), AGENT))
        assert lineage.bounded() is lineage


class TestAccount:
    """Whom limits and quiet periods count for."""

    def test_is_the_tab_of_a_terminal(self) -> None:
        assert call(cli(200, 5)).account == TAB.process

    def test_of_an_orphan_is_its_control_group_s_orphans(self) -> None:
        one, other = (Lineage((cli(pid, 5),)) for pid in (200, 201))
        assert one.account == other.account == Orphans("/app")

    def test_of_what_an_orphan_started_is_the_same(self) -> None:
        shell = member("sh", 199, 5)
        assert Lineage((cli(200, 5), shell)).account == Orphans("/app")

    def test_of_an_orphan_elsewhere_is_another(self) -> None:
        elsewhere = member("sayso", 200, 5, cgroup="/other")
        assert Lineage((elsewhere,)).account == Orphans("/other")

    def test_of_what_lives_in_a_container_is_that_of_all_in_containers(self) -> None:
        """Each has nothing but its connection's number."""
        one, other = (
            Lineage((member("?", 0, -number, cgroup=""),), container=True) for number in (1, 2)
        )
        assert one.account == other.account

    def test_of_what_somebody_started_in_another_group_is_the_process(self) -> None:
        editor = member("code", 90, 2)
        launcher = member("launcher", 80, 1, cgroup="/launcher")
        assert Lineage((cli(200, 5), editor, launcher)).account == editor.process


class TestOwner:
    def test_is_the_origin(self) -> None:
        assert call(cli(200, 5)).default_owner == TAB.process

    def test_is_nobody_when_the_requester_is_the_origin(self) -> None:
        assert Lineage((cli(200, 5),)).default_owner is None


class TestAsker:
    def test_is_the_nearest_that_is_no_shell_and_not_our_command(self) -> None:
        shell = member("dash", 190, 4)
        assert call(cli(200, 5), shell).asker == AGENT

    def test_is_the_outermost_when_there_is_nothing_else(self) -> None:
        shell = member("zsh", 100, 1)
        assert Lineage((cli(200, 5), shell)).asker == shell

    def test_who_was_passed_over_for_the_asker_is_told(self) -> None:
        shell, command = member("sh", 150, 4), cli(200, 5)
        assert call(command, shell).between == (command, shell)
        assert call(shell).between == (shell,)
        assert call().between == ()
        assert Lineage((command, shell)).between == (command,)
        assert Lineage((shell,)).between == ()
        make = member("make", 160, 4)
        assert call(command, make, shell).between == (command,)

    def test_a_program_that_calls_itself_sayso_is_the_asker(self) -> None:
        other = member("sayso", 200, 5)
        assert call(other, member("sh", 150, 4)).asker == other


class TestByHand:
    """Typed into a shell that leads the person's terminal."""

    def test_is_our_command_in_the_shell(self) -> None:
        assert Lineage((cli(200, 5), TAB, TERMINAL)).is_by_hand

    def test_is_so_in_a_script_of_the_shells(self) -> None:
        assert Lineage((cli(200, 5), member("bash", 190, 4), TAB)).is_by_hand

    def test_is_not_what_another_program_runs(self) -> None:
        assert not call(cli(200, 5), member("bash", 190, 4)).is_by_hand

    def test_is_not_a_program_in_the_shell(self) -> None:
        assert not Lineage((member("python3", 200, 5), TAB, TERMINAL)).is_by_hand

    def test_is_not_a_terminal_that_a_program_has_opened_in_the_persons(self) -> None:
        inner = member("bash", 180, 4, leads=True, on_pty=True)
        assert not call(cli(200, 5), inner).is_by_hand

    def test_is_not_what_no_terminal_leads(self) -> None:
        assert not Lineage((cli(200, 5), member("sh", 190, 4), TERMINAL)).is_by_hand
        assert not Lineage((cli(200, 5),)).is_by_hand


class TestKinship:
    def test_the_same_process_is_the_same_asker(self) -> None:
        again = call(cli(200, 5))
        assert kinship(call(cli(200, 5)), ARRIVED, again, NEVER) is Kinship.SAME

    def test_a_pid_used_again_is_another_process(self) -> None:
        again = call(cli(200, 6))
        assert kinship(call(cli(200, 5)), ARRIVED, again, NEVER) is Kinship.OTHER

    def test_a_retry_through_a_fresh_shell_is_the_same_asker(self) -> None:
        shell, first = member("bash", 190, 8), cli(200, 9)
        retry = call(cli(300, 12), member("bash", 290, 11))
        gone = exited(shell, first)
        assert kinship(call(first, shell), ARRIVED, retry, gone) is Kinship.SAME

    def test_a_retry_through_make_is_the_same_asker(self) -> None:
        first = cli(200, 9)
        retry = call(cli(300, 13), member("sh", 290, 12), member("make", 280, 11))
        assert kinship(call(first), ARRIVED, retry, exited(first)) is Kinship.SAME

    def test_a_retry_typed_at_the_prompt_is_the_same_asker(self) -> None:
        first = cli(200, 9)
        earlier = Lineage((first, TAB, TERMINAL))
        retry = Lineage((cli(300, 12), TAB, TERMINAL))
        assert kinship(earlier, ARRIVED, retry, exited(first)) is Kinship.SAME

    def test_two_agents_under_one_parent_are_not(self) -> None:
        first = cli(200, 9)
        earlier = Lineage((first, AGENT, TAB, TERMINAL))
        newer = Lineage((cli(300, 12), OTHER_AGENT, TAB, TERMINAL))
        assert kinship(earlier, ARRIVED, newer, exited(first)) is Kinship.OTHER

    def test_nor_is_an_agent_that_was_there_before_when_the_earlier_one_is_gone(self) -> None:
        first = cli(200, 9)
        earlier = Lineage((first, AGENT, TAB, TERMINAL))
        newer = Lineage((cli(300, 12), OTHER_AGENT, TAB, TERMINAL))
        gone = exited(first, AGENT)
        assert kinship(earlier, ARRIVED, newer, gone) is Kinship.OTHER

    def test_nor_are_two_tabs_of_one_terminal(self) -> None:
        first = cli(200, 9)
        tab = member("bash", 111, 11, leads=True, on_pty=True)
        earlier = Lineage((first, TAB, TERMINAL))
        newer = Lineage((cli(300, 12), tab, TERMINAL))
        assert kinship(earlier, ARRIVED, newer, exited(first, TAB)) is Kinship.OTHER

    def test_nor_is_an_application_started_into_a_control_group_of_its_own(self) -> None:
        app = member("app", 90, 1)
        first = cli(200, 9)
        scoped = member("sayso", 300, 12, cgroup="/app/run.scope", is_sayso=True)
        newer = Lineage((scoped, app))
        assert kinship(Lineage((first, app)), ARRIVED, newer, exited(first)) is Kinship.OTHER

    def test_nor_are_strangers(self) -> None:
        first = cli(200, 9)
        stranger = Lineage((cli(300, 12), member("cron", 50, 1)))
        assert kinship(call(first), ARRIVED, stranger, exited(first)) is Kinship.OTHER

    def test_side_by_side_under_xargs_are_two_askers(self) -> None:
        xargs = member("xargs", 150, 8)
        first, second = call(cli(200, 9), xargs), call(cli(201, 9), xargs)
        assert kinship(first, ARRIVED, second, NEVER) is Kinship.OTHER

    def test_the_next_job_of_xargs_beside_a_living_one_is_another_asker(self) -> None:
        xargs = member("xargs", 150, 8)
        first, third = call(cli(200, 9), xargs), call(cli(202, 12), xargs)
        assert kinship(first, ARRIVED, third, NEVER) is Kinship.OTHER

    def test_what_started_before_the_call_arrived_is_no_retry_of_it(self) -> None:
        first = cli(200, 9)
        newer = call(cli(300, 12), member("bash", 290, ARRIVED))
        assert kinship(call(first), ARRIVED, newer, exited(first)) is Kinship.OTHER

    def test_a_command_left_over_from_a_killed_shell_is_left_behind(self) -> None:
        shell, left_over = member("bash", 190, 8), cli(200, 9)
        retry = call(cli(300, 12), member("bash", 290, 11))
        earlier = call(left_over, shell)
        assert kinship(earlier, ARRIVED, retry, exited(shell)) is Kinship.LEFT_BEHIND

    def test_a_command_whose_shell_lives_is_not_left_behind(self) -> None:
        make, shell = member("make", 180, 8), member("sh", 190, 8)
        retry = call(cli(300, 12))
        earlier = call(cli(200, 9), shell, make)
        assert kinship(earlier, ARRIVED, retry, exited(make)) is Kinship.OTHER

    def test_a_shell_left_over_from_its_command_is_another_asker(self) -> None:
        shell, first = member("bash", 190, 8), cli(200, 9)
        retry = call(cli(300, 12))
        assert kinship(call(first, shell), ARRIVED, retry, exited(first)) is Kinship.OTHER

    def test_a_child_of_the_requester_is_another_asker(self) -> None:
        child = call(cli(300, 12))
        assert kinship(call(), ARRIVED, child, NEVER) is Kinship.OTHER

    @pytest.mark.parametrize("connection", [1, 2])
    def test_a_container_is_the_same_asker_on_one_connection_alone(self, connection: int) -> None:
        def container(number: int) -> Lineage:
            return Lineage((member("unknown", 0, -number, cgroup=""),), container=True)

        expected = Kinship.SAME if connection == 1 else Kinship.OTHER
        gone = frozenset(container(1).processes)
        assert kinship(container(1), ARRIVED, container(connection), gone) is expected
        assert kinship(container(1), ARRIVED, call(cli(300, 12)), gone) is Kinship.OTHER
        assert kinship(call(), ARRIVED, container(1), exited(AGENT)) is Kinship.OTHER
