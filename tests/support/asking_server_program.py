"""An MCP server with two tools: `ask` elicits a name from the person and returns the outcome; `pay`
has the person open a page first, and succeeds when it is called again."""

import json
import sys
from typing import Any

SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string", "title": "Name"}},
    "required": ["name"],
}
NO_ARGUMENTS = {"type": "object", "properties": {}}
TOOLS = [
    {"name": "ask", "description": "Asks.", "inputSchema": NO_ARGUMENTS},
    {"name": "pay", "description": "Pays.", "inputSchema": NO_ARGUMENTS},
]
PAGE = {
    "mode": "url",
    "elicitationId": "payment",
    "url": "https://example.com/pay?order=4711",
    "message": "Pay for order 4711.",
}
PAGE_FIRST = -32042
"""Code of URLElicitationRequiredError in the Model Context Protocol, version 2025-11-25."""


def say(**members: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **members}), flush=True)


def main() -> None:
    call = None
    is_asked_to_pay = False
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
                say(id=number, result={"tools": TOOLS})
            case "tools/call" if told["params"]["name"] == "pay":
                if is_asked_to_pay:
                    say(id=number, result={"content": [{"type": "text", "text": "paid"}]})
                else:
                    data = {"elicitations": [PAGE]}
                    say(id=number, error={"code": PAGE_FIRST, "message": "Pay", "data": data})
                is_asked_to_pay = True
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
