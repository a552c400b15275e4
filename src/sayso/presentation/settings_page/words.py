"""Every word of our own on the page of the settings, ready to be translated."""

from __future__ import annotations

from sayso.core.settings import AT_ONCE, LET_WAIT, REFUSE, WHEN_ASKED
from sayso.presentation.translation import Message
from sayso.presentation.translation import gettext as _

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.core.settings import Bounds

TITLE = Message("Settings")
ABOUT = Message("Changes hold at once, for the next question.")
SAVED = Message("Saved")
DEFAULT = Message("Default")
BACK = Message("Back to the default")
IS_ASKED = Message("sayso asks you whether it may. If no dialog comes, look into the tray.")
IS_AS_IT_WAS = Message("It is as it was.")
NOT_NOW = Message("This can't be changed now")
SAFETY = Message("What it costs in safety:")
NO_NUMBER = Message("Write a number.")
NO_WHOLE_NUMBER = Message("Write a whole number.")
SECONDS = Message("seconds")

INTEGRATIONS = Message("What asks through sayso")
INTEGRATIONS_HELP = Message(
    "What is found on this machine. A dialog shows you each change before it is made. A copy of "
    "the file as it was stays beside it until you switch it off."
)
GO_TO_INTEGRATIONS = Message("Choose what asks through sayso")
STARTS_AT_LOGIN = Message("sayso starts at login")
SYSTEMD_ASKS = Message("systemd: asks for the passwords of disks by dialogs")
START_AT_LOGIN = Message("Let sayso start at login?")
START_NO_MORE = Message("Have sayso start at login no more?")
ANSWER_FIRST = Message("Answer the question that is open first.")
ASK_ANEW = Message("You did not allow it. To be asked again, close this window and open it anew.")
ANEW = Message("To be asked again, close this window and open it anew.")
ASK = Message("Make sayso less safe?")
ON, OFF, NONE = Message("on"), Message("off"), Message("none")
IN_FORCE = Message("What was before is in force.")

GROUPS = (
    (
        Message("When a question comes"),
        (
            "appear", "passwords_at_once", "by_hand_at_once", "do_not_disturb", "locked",
            "notifications", "sound", "tray", "notify_command", "notify_waiting",
        ),
    ),
    (
        Message("How long dialogs stay"),
        ("timeout", "timeout_destructive", "timeout_form", "hold", "put_off", "queue_limit"),
    ),
    (Message("How you answer"), ("arming", "accessibility_approval")),
    (Message("What programs get"), ("wait", "retention", "heartbeat")),
    (
        Message("Limits"),
        (
            "prompts_per_origin", "prompts", "connections", "denials", "denial_window",
            "quiet_period",
        ),
    ),
    (Message("If the screen shows nothing"), ("render_timeout", "max_retries")),
)  # fmt: skip
"""Headings, and the names of the settings below each."""

LABELS = {
    "appear": Message("Questions"),
    "passwords_at_once": Message("Passwords appear at once all the same"),
    "by_hand_at_once": Message("Commands that you type in a terminal appear at once all the same"),
    "do_not_disturb": Message("During do not disturb, questions"),
    "locked": Message("While the screen is locked, questions"),
    "notifications": Message("Show notifications"),
    "sound": Message("Play a sound"),
    "tray": Message("Show an icon in the tray"),
    "notify_command": Message("Your own program hears of what you missed"),
    "notify_waiting": Message("Your own program hears of what waits while you are away"),
    "timeout": Message("A dialog stays for"),
    "timeout_destructive": Message("One about a destructive action stays for"),
    "timeout_form": Message("One to fill in stays for"),
    "hold": Message("Reading and typing keep it for at least"),
    "put_off": Message("Later hides a dialog for"),
    "queue_limit": Message("A question waits for its turn for"),
    "arming": Message("Approve comes alive after"),
    "accessibility_approval": Message("Assistive technology may press Approve"),
    "wait": Message("A program waits for the answer for"),
    "retention": Message("An answer is kept for"),
    "heartbeat": Message("A waiting program hears how it stands every"),
    "prompts_per_origin": Message("Open questions of one terminal or application"),
    "prompts": Message("Open questions in all"),
    "connections": Message("Programs connected at once"),
    "denials": Message("Denials that start a quiet period"),
    "denial_window": Message("They count within"),
    "quiet_period": Message("A quiet period lasts"),
    "render_timeout": Message("To show a dialog the screen has"),
    "max_retries": Message("More attempts after that"),
}

HELP = {
    "appear": Message("Those that wait are in the tray until you open them."),
    "by_hand_at_once": Message("Where the others wait until you open them."),
    "passwords_at_once": Message("Where the others wait until you open them."),
    "do_not_disturb": Message("Those that are refused can be asked again afterwards."),
    "locked": Message(
        "So it is while another user is in front. Open ones end where they are refused."
    ),
    "notifications": Message(
        "Of a question that comes while you are away or busy, and of what you missed."
    ),
    "tray": Message("Without it there are no notifications, and no sound."),
    "notify_command": Message(
        "So that you hear of it where you are. You set it in the configuration file. It gets who "
        "asked and the title, and can answer nothing."
    ),
    "timeout": Message("From when it is on the screen. A program may say otherwise."),
    "hold": Message("However little time is left."),
    "put_off": Message("Then it comes back by itself."),
    "queue_limit": Message("Then its program hears that nobody answered in time."),
    "arming": Message("So that no key or click meant for something else approves."),
    "accessibility_approval": Message("Denying it always may."),
    "wait": Message("Then the dialog stays, and your answer is kept as long as the next one says."),
    "retention": Message(
        "For its program to collect it. A program may say otherwise; for another machine it is at "
        "least 600 seconds."
    ),
    "prompts_per_origin": Message("More are refused."),
    "prompts": Message("More are refused."),
    "connections": Message("At most a quarter of them from one terminal or application."),
    "denials": Message("Of the same question. In it the question is refused."),
    "max_retries": Message("Where the screen did not show it, or the dialog ended by itself."),
}

COSTS = {
    "accessibility_approval": Message(
        "A program that may use the interface for assistive technology can approve and send in "
        "your name, on a dark screen as well. What it scrolls counts as read by you."
    ),
    "retention": Message("A longer time lets a program collect an answer that you gave long ago."),
    "by_hand_at_once": Message("A program in your terminal could look like you typing."),
    "do_not_disturb": Message("Questions that wait are all on the screen afterwards."),
    "locked": Message("Questions that wait are on the screen as soon as it is unlocked."),
    "arming": Message("A shorter time lets a key or click meant for something else approve."),
    "denials": Message("More denials let a program ask you again and again."),
    "denial_window": Message("A shorter time lets a program ask you again and again."),
    "quiet_period": Message("A shorter time lets a program ask you again sooner."),
    "prompts_per_origin": Message("More let one program ask you for more at a time."),
    "prompts": Message("More let programs ask you for more at a time."),
    "connections": Message("More let programs take more of this machine's memory."),
}
"""What each setting costs that can make anything less safe."""

CHOICES = {
    AT_ONCE: Message("appear at once"),
    WHEN_ASKED: Message("wait until you open them"),
    REFUSE: Message("are refused"),
    LET_WAIT: Message("wait"),
}


def lets_agents_ask(program: str) -> str:
    return _("{name}: its agents can ask you", name=program)


def has_prompts_asked(program: str) -> str:
    return _("{name}: asks for permission by dialogs", name=program)


def has_passwords_asked(program: str) -> str:
    return _("{name}: asks for passwords by dialogs", name=program)


def let_ask(program: str) -> str:
    return _("Let {name} ask through sayso?", name=program)


def let_ask_no_more(program: str) -> str:
    return _("Have {name} ask without sayso?", name=program)


def not_answered(reason: str) -> str:
    return _("You gave no answer, so it is as it was. {reason}", reason=reason).rstrip()


def too_long(command: str) -> str:
    return _("This changes more than a dialog can show. Use: {command}", command=command)


def change(label: str, before: str, after: str) -> str:
    """The words for what is asked about: this setting, as it is and as it is to be."""
    return _(
        "{setting}. It is {before}, and would be {after}.",
        setting=label,
        before=before,
        after=after,
    )


def from_to(bounds: Bounds, unit: str) -> str:
    low, high = f"{bounds.low:g}", f"{bounds.high:g}"
    return _("{low} to {high} {unit}", low=low, high=high, unit=unit).rstrip()


def must_be(bounds: Bounds, unit: str) -> str:
    return _("It must be {bounds}.", bounds=from_to(bounds, unit))
