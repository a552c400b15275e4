"""An MCP server whose one tool, `ask`, asks the person for a name, and says what came of it."""

import json
import sys
from typing import Any

SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "title": "Name"}},
    "required": ["name"],
}
TOOL = {"name": "ask", "description": "Asks.", "inputSchema": {"type": "object", "properties": {}}}


def say(**members: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **members}), flush=True)


def main() -> None:
    call = None
    for line in sys.stdin:
        told = json.loads(line)
        number = told.get("id")
        match told.get("method"):
            case "initialize":
                version = told["params"]["protocolVersion"]
                about = {"name": "asker", "version": "1"}
                result = {"protocolVersion": version, "capabilities": {"tools": {}}}
                say(id=number, result=result | {"serverInfo": about})
            case "tools/list":
                say(id=number, result={"tools": [TOOL]})
            case "tools/call":
                call = number
                asked = {"message": "Who is it for?", "requestedSchema": SCHEMA}
                say(id="asked", method="elicitation/create", params=asked)
            case None if number == "asked":
                text = json.dumps(told.get("result"))
                say(id=call, result={"content": [{"type": "text", "text": text}]})
            case _ if number is not None:
                say(id=number, result={})


if __name__ == "__main__":
    main()
