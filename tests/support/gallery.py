"""Every state that a dialog can be in, and how to bring it about on a screen: for pictures in the
manual, and for tests that check each state."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from probes.probe import Place, Probe, Window
from probes.steps import MoveBy
from sayso.core.action import Action, Change, Program
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Choice,
    Confirm,
    DetailKind,
    DeviceCode,
    Form,
    FormConfirm,
    FormSelect,
    FormText,
    Notice,
    Option,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.queue_row import QueueRow
from sayso.presentation import catalogue
from sayso.values import replace
from sayso.wire import screen as wire
from support.dialog_process import DialogProcess
from support.processes import wait_until

ASKER = wire.Asker(
    name="claude",
    command="node /usr/lib/node_modules/claude/cli.js",
    cwd="/home/ada/src/shop",
    pid=4312,
    lineage=(
        "4355 /usr/bin/python3 /home/ada/.local/bin/sayso confirm",
        "4340 bash -c 'sayso confirm …'",
        "4312 node /usr/lib/node_modules/claude/cli.js",
        "4107 bash",
        "3991 tmux: server",
    ),
    between=("sayso", "bash"),
)
ELSEWHERE = replace(
    ASKER,
    host="build-7",
    claimed=True,
    carrier_pid=2087,
    carrier_command="ssh -N -T -o ExitOnForwardFailure=yes -- ada@build-7.example.org",
)
NAMELESS_ELSEWHERE = replace(ELSEWHERE, name="", command="", cwd="", pid=0, lineage=(), between=())
IN_CONTAINER = replace(ASKER, host="dev", container=True)
DEPLOY = Confirm("Replaces 4709 on 12 hosts.", title="Deploy build 4711 to production?")
STEPS = ("no new visitors", "wait for the last one", "stop 4709", "start 4711", "try it", "open it")
PLAN = [f"shop-{number:02}  {step}" for number in range(1, 13) for step in STEPS]
SCRIPTS = """\
Deutsch: Grüße aus der Straße
العربية: هل تسمح بالنشر الآن؟
हिन्दी: क्या मैं आगे बढ़ सकता हूँ?
中文:可以继续部署吗?
Ελληνικά, русский, ქართული
Combined: e\u0301 a\u0308\u0323 n\u0303
Emoji: 🚢 🧪 ✅"""
CLEAN_UP = Confirm(
    "It removes what the last build has left.",
    title="Run this command?",
    details="cd build && find . -name '*.tmp' -mtime +7 -print0 \\\n  | xargs -0 rm -v -- "
    "&& du -sh . | tee ../size.txt",
    detail_kind=DetailKind.COMMAND,
    approve="Run",
)
EDIT = Confirm(
    "The voucher counts before the tax.",
    title="Change cart.py?",
    details="""\
diff --git a/shop/cart.py b/shop/cart.py
index 9c41d7e..5b02f3a 100644
--- a/shop/cart.py
+++ b/shop/cart.py
@@ -12,9 +12,10 @@ class Cart:
     def total(self) -> Money:
         net = sum(line.price for line in self.lines)
-        gross = net * VAT
-        return gross - self.voucher
+        if self.voucher:
+            net = max(net - self.voucher, 0)
+        return net * VAT

     def clear(self) -> None:
         self.lines.clear()
""",
    detail_kind=DetailKind.DIFF,
    approve="Change it",
)
FETCH = Confirm(
    "To see what the provider says about refunds.",
    title="Use the tool web_fetch?",
    details="""\
URL: https://docs.example.com/refunds
Method: GET
Prompt: How long may a refund take?
  What happens to a voucher that was used?
Follow redirects: yes
""",
    detail_kind=DetailKind.FIELDS,
    approve="Fetch",
)
UNLOCK = Password(
    "claude signs build 4711 with it.",
    title="Passphrase of deploy@example.org?",
    approve="Sign",
)
NAME = Text(
    "It becomes part of the address, and can't be changed later.",
    title="What is the new project's name?",
    default="shop",
)
NOTES = Text(
    "They go to all twelve teams.", title="What shall the release notes say?", multiline=True
)
WHERE = Select(
    "Build 4711 has passed its tests.",
    (
        Option("Staging"),
        Option("The first host alone", "And the others tomorrow"),
        Option("All twelve hosts"),
    ),
    title="Where shall it go?",
)
LONG_WORK = "to be emptied, taken out of service, and replaced by another " * 2
MANY = Select(
    "Each is on its own.",
    tuple(Option(f"shop-{number:02}: {LONG_WORK}") for number in range(1, 25)),
    title="Which of the hosts?",
    multiple=True,
)
SIGN = Password(
    "claude signs build 4711 with it.",
    title="Passphrase of deploy@example.org?",
    action=Action(
        argv=("gpg", "--batch", "--passphrase-fd", "0", "--detach-sign", "build 4711.tar.gz"),
        cwd="/home/ada/src/shop",
        programs=(Program("/usr/bin/gpg", "5e1f0bd2" * 8),),
        environment=(Change("GPG_TTY", None), Change("LANG", "C.UTF-8")),
    ),
)
PUSH = Confirm(
    "4 commits, the last of them “Carts remember their owner”.",
    title="Push to main?",
    approve="Push",
    check="Push the tags, too",
)
DOMAIN = Select(
    "It can be changed later.",
    (
        Option("shop.example.org", "Free, and known to the customers"),
        Option("cart.example.org", "Has to be bought: 12 € a year"),
    ),
    title="Under which name shall it be found?",
    custom=True,
)
HOST = Form(
    "It is added to the fleet as soon as you send this.",
    (
        FormText("Name", "Small letters and digits.", placeholder="shop-13", most=20),
        FormText("Disks", "How many?", format="integer", minimum=1, maximum=8),
        FormSelect(
            "Where",
            (Option("Falkenstein", "Near the others"), Option("Helsinki", "Cheaper by a third")),
            custom=True,
        ),
        FormConfirm("Backups", "Every night, kept for a month?"),
        FormText("Note", "For who looks after it.", required=False, multiline=True),
    ),
    title="A new host",
)
STANDING = PromptStatus(102)
QUEUE = (
    QueueRow(2, "claude", "Run the migration on the staging database?", 120),
    QueueRow(
        3,
        "backup.sh",
        "Which of the snapshots older than a month may be deleted from the archive tonight?",
        300,
    ),
)
DEED = Callable[[Probe, DialogProcess], None]


def nothing(_probe: Probe, _dialog: DialogProcess) -> None:
    pass


@dataclass(frozen=True)
class State:
    """A dialog's question and circumstances, and what is done before a picture is taken (`then`)
    and after it (`afterwards`)."""

    question: Question = DEPLOY
    standing: PromptStatus = STANDING
    asker: wire.Asker = ASKER
    arming: float = 0.0
    then: DEED = nothing
    afterwards: DEED = nothing
    accessibility_approval: bool = False
    at_work: bool = False
    """Whether the person is busy elsewhere, so that the dialog does not have keyboard focus yet."""


def read(probe: Probe, dialog: DialogProcess) -> None:
    """Reads to the end, by keys, for the same reason as `approve`."""
    tab_to(catalogue.to_approve().scroll_down, probe, dialog)

    def is_read() -> bool:
        probe.key("space")
        return probe.shows(catalogue.READ(), dialog.pid)

    wait_until(is_read, "the end")
    probe.wait_for(catalogue.to_approve().name, pid=dialog.pid)


def half_armed(probe: Probe, dialog: DialogProcess) -> None:
    """Waits until the button has begun to fill: each picture then differs from those before it."""
    seen: set[str] = set()

    def has_begun() -> bool:
        seen.add(pixels(probe, dialog.pid))
        return len(seen) > 10

    wait_until(has_begun, "the fill")


def recorded(probe: Probe, dialog: DialogProcess) -> None:
    approve(probe, dialog)
    dialog.tell(wire.Recorded(60))
    said = catalogue.recorded(Choice.APPROVE, catalogue.to_approve(), ASKER.name, 60)
    wait_until(lambda: probe.shows(said, dialog.pid), "that it was recorded")


def denied(probe: Probe, dialog: DialogProcess) -> None:
    """Denies by the accessibility action, for the same reason as `approve`."""
    probe.act(catalogue.to_approve().refuse, pid=dialog.pid)
    if dialog.hear() != wire.Answer(Choice.DENY):
        raise RuntimeError("the dialog did not deny")
    dialog.tell(wire.Recorded())
    said = catalogue.to_approve().refused
    wait_until(lambda: probe.shows(said, dialog.pid), "that it was recorded")


def not_recorded(probe: Probe, dialog: DialogProcess) -> None:
    approve(probe, dialog)
    dialog.tell(wire.NotRecorded("the disk is full"))
    said = catalogue.not_recorded("the disk is full")
    wait_until(lambda: probe.shows(said, dialog.pid), "that it was not recorded")
    probe.wait_for(catalogue.to_approve().name, pid=dialog.pid)


def at_keyboard(probe: Probe, dialog: DialogProcess) -> None:
    tab_to(catalogue.to_approve().name, probe, dialog)


def tab_to(name: str, probe: Probe, dialog: DialogProcess) -> None:
    def focused() -> bool:
        probe.key("Tab")
        return "focused" in probe.find(name, pid=dialog.pid)[0].states

    wait_until(focused, f"the focus on {name}")


def approve(probe: Probe, dialog: DialogProcess) -> None:
    """Approves by keys: at 200 % the coordinates that assistive technology reports are not those of
    the pointer."""
    at_keyboard(probe, dialog)
    probe.key("Return")
    if dialog.hear() != wire.Answer(Choice.APPROVE):
        raise RuntimeError("the dialog did not approve")


def queue_opened(probe: Probe, dialog: DialogProcess) -> None:
    """Opens the list of questions by keys, for the same reason as `approve`."""
    tab_to(catalogue.place(1, 3), probe, dialog)
    probe.key("Return")
    if dialog.hear() != wire.OpenQueue():
        raise RuntimeError("the dialog did not ask for the list")
    dialog.tell(wire.Queue(QUEUE))
    wait_until(lambda: probe.shows(catalogue.ANSWER_FIRST(), dialog.pid), "the list")


def lineage(probe: Probe, dialog: DialogProcess) -> None:
    (where,) = probe.find(role="toggle button", pid=dialog.pid)
    probe.act(where.name, role=where.role, pid=dialog.pid)

    def is_open() -> bool:
        """Whether the heading of the lineage is shown, as a label or as a line of a text."""
        there = probe.find(role=None, pid=dialog.pid)
        return any(catalogue.LINEAGE() in (each.name, *each.text.splitlines()) for each in there)

    wait_until(is_open, "the lineage")


def typed(probe: Probe, dialog: DialogProcess) -> None:
    probe.type("correct horse")
    probe.wait_for("Sign", pid=dialog.pid)


def typed_for_command(probe: Probe, dialog: DialogProcess) -> None:
    """Types, but does not wait for *Send and run*: that button is enabled only where the screen has
    room for the whole command."""
    words = "correct horse"

    def stands() -> bool:
        return len(probe.find(role="password text", pid=dialog.pid)[0].text) == len(words)

    probe.type(words)
    wait_until(stands, "what was typed")


def typed_in_capitals(probe: Probe, dialog: DialogProcess) -> None:
    typed(probe, dialog)
    caps_lock(probe, dialog)
    wait_until(lambda: probe.shows(catalogue.CAPS_LOCK(), dialog.pid), "words about Caps Lock")


def caps_lock(probe: Probe, _dialog: DialogProcess) -> None:
    probe.key("Caps_Lock")


def typed_twice(probe: Probe, dialog: DialogProcess) -> None:
    probe.type("correct horse")
    probe.key("Tab")
    probe.type("correct house")
    wait_until(lambda: probe.shows(catalogue.NOT_THE_SAME(), dialog.pid), "words about it")


def named(probe: Probe, _dialog: DialogProcess) -> None:
    probe.key("End")
    probe.type("front")


def noted(probe: Probe, _dialog: DialogProcess) -> None:
    for line in ("Build 4711", "twice as fast", "a new cart"):
        probe.type(line)
        probe.key("Return")


def hidden_pasted(probe: Probe, dialog: DialogProcess) -> None:
    probe.type("shop")
    probe.key("ctrl+shift+u")  # how GTK takes a character by its code
    probe.type("200b")
    probe.key("space")
    said = catalogue.cannot_be_seen(("\\u{200b}",))
    wait_until(lambda: probe.shows(said, dialog.pid), "words about it")


def ticked(probe: Probe, dialog: DialogProcess) -> None:
    def is_ticked() -> bool:
        probe.key("Tab")
        (box,) = probe.find(role="check box", pid=dialog.pid)
        return "focused" in box.states

    wait_until(is_ticked, "the focus on the box")
    probe.key("space")


def saying_why(probe: Probe, dialog: DialogProcess) -> None:
    probe.act(catalogue.opens_words(catalogue.to_approve().refuse), pid=dialog.pid)
    probe.wait_for(catalogue.DENY_WORDS(), role="text", pid=dialog.pid)
    probe.wait_for("Push", pid=dialog.pid)
    probe.type("Not on a Friday, please")


def in_own_words(probe: Probe, dialog: DialogProcess) -> None:
    probe.act(catalogue.OWN_WORDS(), role="radio button", pid=dialog.pid)
    probe.focus(catalogue.OWN_WORDS(), role="text", pid=dialog.pid)
    probe.type("markt.example.org")


def half_filled(probe: Probe, _dialog: DialogProcess) -> None:
    probe.type("shop-13")
    probe.key("Tab")
    probe.type("twelve")
    probe.key("Tab", "space")


def chosen(probe: Probe, _dialog: DialogProcess) -> None:
    probe.key("Tab", "space")


STATES = {
    "plain": State(),
    "short": State(Confirm("Go on?")),
    "long": State(replace(DEPLOY, details="\n".join(PLAN[:12]))),
    "unread": State(replace(DEPLOY, details="\n".join(PLAN))),
    "read": State(replace(DEPLOY, details="\n".join(PLAN)), then=read),
    "shell-command": State(CLEAN_UP),
    "diff": State(EDIT),
    "fields": State(FETCH),
    "destructive": State(
        Confirm(
            "Their issues, wikis and releases go with them. This can't be undone.",
            title="Delete 3 repositories?",
            details="ada/shop-old\nada/shop-experiments\nada/shop-2019",
            approve="Delete 3 repositories",
            deny="Keep them",
            severity=Severity.DESTRUCTIVE,
        ),
        PromptStatus(14),
    ),
    "labels": State(
        replace(
            DEPLOY,
            approve="Deploy it to all of the twelve hosts now",
            deny="Wait for the people who look after them",
        ),
        PromptStatus(102, 1, 3),
    ),
    "arming": State(arming=4.0, then=half_armed),
    "keyboard": State(then=at_keyboard),
    "gone": State(standing=PromptStatus(102, kept_for=60)),
    "unawaited": State(standing=PromptStatus(102, kept_for=60, was_awaited=False)),
    "at-work": State(at_work=True),
    "at-work-gone": State(standing=PromptStatus(102, 1, 3, kept_for=60), at_work=True),
    "at-work-unread": State(replace(UNLOCK, details="\n".join(PLAN)), at_work=True),
    "queued": State(standing=PromptStatus(102, 1, 3)),
    "queue": State(standing=PromptStatus(102, 1, 3), then=queue_opened),
    "assistive": State(accessibility_approval=True),
    "remote": State(asker=ELSEWHERE),
    "remote-lineage": State(asker=ELSEWHERE, then=lineage),
    "remote-nameless": State(asker=NAMELESS_ELSEWHERE),
    "remote-unreached": State(
        asker=ELSEWHERE, standing=PromptStatus(102, kept_for=600, is_out_of_reach=True)
    ),
    "remote-text": State(NAME, asker=ELSEWHERE, then=named),
    "remote-deny-words": State(
        replace(PUSH, check="", deny_words=True), asker=ELSEWHERE, then=saying_why
    ),
    "container": State(asker=IN_CONTAINER),
    "lineage": State(then=lineage),
    "recorded": State(standing=PromptStatus(102, kept_for=60), then=recorded),
    "denied": State(then=denied),
    "not-recorded": State(then=not_recorded),
    "password": State(UNLOCK, then=typed),
    "password-error": State(
        replace(UNLOCK, error="That was not it."), then=typed_in_capitals, afterwards=caps_lock
    ),
    "password-repeat": State(
        Password("It will protect the backups.", title="A new passphrase", repeat=True),
        then=typed_twice,
    ),
    "password-unread": State(replace(UNLOCK, details="\n".join(PLAN))),
    "text": State(NAME, then=named),
    "text-lines": State(NOTES, then=noted),
    "text-unseen": State(replace(NAME, default=""), then=hidden_pasted),
    "select": State(WHERE, then=chosen),
    "select-long": State(MANY),
    "select-error": State(replace(WHERE, error="Staging is full."), then=chosen),
    "check-box": State(PUSH, then=ticked),
    "three-ways": State(replace(PUSH, check="", cancel="Ask me tomorrow")),
    "deny-words": State(replace(PUSH, check="", deny_words=True), then=saying_why),
    "notice": State(
        Notice("It took 42 minutes. 3.1 TB were saved.", title="The backup is complete")
    ),
    "device-code": State(
        DeviceCode(
            "The registry needs to know who publishes.",
            "https://login.example.com/device",
            "WDJB-MJHT",
            title="Sign in to example.com",
        )
    ),
    "password-user": State(
        Password("The registry wants to know you.", title="Log in?", user="User name")
    ),
    "select-described": State(DOMAIN, then=chosen),
    "select-own-words": State(DOMAIN, then=in_own_words),
    "form": State(HOST),
    "form-half": State(HOST, then=half_filled),
    "form-error": State(replace(HOST, error="There is a shop-13 already."), then=half_filled),
    "run": State(
        Confirm(
            "The old release goes on for the visitors that it has.",
            title="Deploy build 4711?",
            action=Action(
                argv=("./deploy.sh", "build 4711"),
                cwd="/home/ada/src/shop",
                programs=(
                    Program("/home/ada/src/shop/deploy.sh", "9c0a41f7" * 8),
                    Program("/usr/bin/dash", "5e1f0bd2" * 8),
                ),
                environment=(Change("STAGE", "live"),),
            ),
        )
    ),
    "command": State(SIGN, then=typed_for_command),
    "command-unread": State(
        Password(
            "The certificate is renewed on all hosts.",
            details="\n".join(PLAN[:20]),
            action=Action(
                argv=("./renew.sh", *(f"--host=shop-{number:02}" for number in range(60))),
                cwd="/home/ada/src/shop",
                programs=(
                    Program("/home/ada/src/shop/renew.sh", "9c0a41f7" * 8),
                    Program("/usr/bin/dash", "5e1f0bd2" * 8),
                ),
                descriptor=3,
            ),
        )
    ),
    "scripts": State(Confirm(SCRIPTS, title="Many scripts")),
    "hidden": State(
        Confirm(
            "Open <b>invoice\u202efdp.exe</b>?\nPath: /tmp/\u200b\u200binvoice $(id) %s",
            title="Harmless\u2066 file",
        )
    ),
}


@contextmanager
def shown(state: State, probe: Probe, environ: Mapping[str, str]) -> Iterator[DialogProcess]:
    """A dialog in this state. It is closed at the end."""
    probe.move(1, 1)
    dialog = DialogProcess(environ)
    work = probe.repeating(MoveBy(1, 0), MoveBy(-1, 0)) if state.at_work else nullcontext()
    try:
        dialog.hear()
        with work:
            _show(state, probe, dialog, environ["HOME"])
            if not state.arming:
                wait_until_still(probe, dialog.pid)
            yield dialog
        state.afterwards(probe, dialog)
    finally:
        dialog.close()
    probe.wait_gone(pid=dialog.pid, role=None)


def wait_until_still(probe: Probe, pid: int | None = None) -> None:
    """Waits until five pictures in a row are alike: themes have transitions of their own."""
    seen: list[str] = []

    def is_still() -> bool:
        seen.append(pixels(probe, pid))
        return len(seen) > 5 and len(set(seen[-5:])) == 1

    wait_until(is_still, "a picture that stays")


def pixels(probe: Probe, pid: int | None = None) -> str:
    """A digest of what the dialog shows."""
    window = window_of(probe, pid)
    return probe.pixels(Place(window.x, window.y, window.width, window.height))


def window_of(probe: Probe, pid: int | None = None) -> Window:
    title = probe.find(role="alert", pid=pid)[0].name

    def found() -> Window | None:
        return next((each for each in probe.windows() if each.title == title), None)

    return wait_until(found, f"the window {title!r}")


def _show(state: State, probe: Probe, dialog: DialogProcess, home: str) -> None:
    asker = state.asker
    if asker.cwd and not asker.host:
        asker = replace(asker, cwd=f"{home}/src/shop")
    hand = state.arming, state.accessibility_approval
    dialog.tell(wire.Show(1, state.question, asker, state.standing, *hand, lists_queue=True))
    dialog.hear()
    if not state.at_work:
        wait_until(lambda: probe.find(role="alert", pid=dialog.pid)[0].active, "the keyboard")
    state.then(probe, dialog)
