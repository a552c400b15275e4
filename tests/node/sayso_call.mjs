// One call of the client for Node, as the tests make it of the clients for Python: what it is comes
// as JSON in the first argument; what becomes of it goes to standard output, a line of JSON each.

import { Client } from "../../assets/clients/sayso.mjs";

const { path, method, args, options, rejoinWithin } = JSON.parse(process.argv[2]);
const { on_progress, if_headless, ...rest } = options;
const client = new Client({ socket: path, start: false, name: "test/1", rejoinWithin });

const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const METHODS = {
  withdraw: async (which) => (await client.withdraw(which))[0],
  withdraw_scope: (_, scope) => client.withdraw({ scope }),
  collect: (how, ticket) => client.collect(ticket, how),
  device_code: (how, ...words) => client.deviceCode(...words, null, how),
  finish: ({ done, ...which }) => client.finish(which, done),
};

const snaked = (told) =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const how = { ...rest };
if (if_headless !== undefined) how.ifHeadless = if_headless;
if (on_progress) how.onProgress = (progress) => tell({ progress: snaked(progress) });

try {
  const call = METHODS[method] ?? ((more, ...words) => client[method](...words, more));
  const result = await call(how, ...args);
  if (result?.status && "allowed" in result) {
    const { allowed, ...told } = result;
    const secret = result.secret?.toString("base64");
    tell({ outcome: snaked(told), allowed, secret });
  } else {
    tell({ result: result ?? null });
  }
} catch (error) {
  if (!error.error) throw error;
  const { code, message, field, remedy, blame } = error;
  tell({ error: { code, message, data: { field, remedy, blame } } });
}
