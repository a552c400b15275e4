// An agent's program with an official TypeScript SDK: calls the tools of a server that it starts.
//
//     node client.mjs SDK ERA ELICITATION COMMAND [ARGUMENT…]
//
// SDK is its major version. ELICITATION is the results of what the server elicits, in turn, as a
// JSON list; with [] the client can't. What it is told and what it tells, each line a JSON object,
// says support/mcp_session.py. It ends with its standard input.

import process from "node:process";
import { createInterface } from "node:readline";

const SDKS = {
  1: async () => ({
    ...(await import("@modelcontextprotocol/sdk/client/index.js")),
    ...(await import("@modelcontextprotocol/sdk/client/stdio.js")),
    ...(await import("@modelcontextprotocol/sdk/types.js")),
    call: (client, params, options) => client.callTool(params, undefined, options),
  }),
  2: async () => ({
    ...(await import("@modelcontextprotocol/client")),
    ...(await import("@modelcontextprotocol/client/stdio")),
    call: (client, params, options) => client.callTool(params, options),
  }),
};

const [sdk, era, elicitation, command, ...args] = process.argv.slice(2);
const { Client, ElicitRequestSchema = "elicitation/create", StdioClientTransport, call } =
  await SDKS[sdk]();
const results = JSON.parse(elicitation);
const capabilities = results.length ? { elicitation: {} } : {}; // forms: what is named by no mode
const mode = era === "legacy" ? "legacy" : { pin: era };
const calls = new Map();
let client;

const tell = (what) => process.stdout.write(JSON.stringify(what) + "\n");

async function connect() {
  const options = { capabilities, versionNegotiation: { mode } };
  client = new Client(globalThis.clientInfo ?? { name: "tests", version: "0" }, options);
  if (results.length) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      tell({ elicited: params.message });
      return results.shift();
    });
  }
  await client.connect(new StdioClientTransport({ command, args, env: process.env }));
  tell({ tools: (await client.listTools()).tools.map((tool) => tool.name) });
}

async function make(told) {
  const abort = new AbortController();
  calls.set(told.call, abort);
  const options = {
    signal: abort.signal,
    timeout: told.within === null ? undefined : told.within * 1000,
    onprogress: told.progress
      ? (progress) => tell({ call: told.call, progress })
      : undefined,
  };
  try {
    const params = { name: told.tool, arguments: told.arguments };
    tell({ call: told.call, result: await call(client, params, options) });
  } catch (error) {
    tell({ call: told.call, error: String(error) });
  }
}

await connect();
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if ("reconnect" in told) {
    await client.close();
    await connect();
  } else if ("cancel" in told) {
    calls.get(told.cancel).abort();
  } else {
    make(told);
  }
}
await client.close();
