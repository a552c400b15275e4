"""An approval by an accessibility action, from the dialog to the caller and the log."""

import json

from support.asking import dialog
from support.world import World


def test_an_approval_by_an_accessibility_action_is_told_as_that(world: World) -> None:
    world.configuration.write_text("tray = false\naccessibility_approval = true\n")
    told = []
    for approve in (world.dialogs.act, world.dialogs.press):
        asked = world.start("confirm", "Deploy?", "--json")
        pid = dialog(world, "Deploy?")
        world.dialogs.wait_for("Approve", pid=pid)
        approve("Approve", pid=pid)
        told.append(asked.wait().json)
        world.dialogs.wait_gone(pid=pid, role=None)
    by_action, by_hand = told
    assert by_hand == {"status": "approved", "decider": "user", "allowed": True, "exit": 0}
    assert by_action == by_hand | {"by": "assistive"}
    log = [json.loads(line) for line in world.sayso("log", "--json").out.splitlines()]
    answered = [record for record in log if record["event"] == "InteractionAnswered"]
    assert [record["by"] for record in answered] == ["assistive", ""]
    assert "approved (assistive)" in world.sayso("log").out
