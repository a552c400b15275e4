/**
 * Asks the person at the desktop through sayso. One file for Node 18 and later, without
 * dependencies: copy it into your project.
 *
 *     import { Client } from "./sayso.mjs";
 *
 *     const sayso = new Client();
 *     const outcome = await sayso.confirm("Deploy build 4711?", { approve: "Deploy" });
 *     if (outcome.allowed) deploy();
 *
 * Act only on `outcome.allowed`. Where it is false, `outcome.status` says why. `pending` means that
 * the dialog is still open: ask again with the same words, or `collect(outcome.ticket)`.
 *
 * Options are those of the protocol (assets/protocol.md of sayso), in camelCase. Durations are
 * seconds. Each call has a connection of its own, and makes a new one where that breaks.
 *
 * Licence: MIT, as sayso.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";

const PROTOCOL = 1;
const VERSION = "0.1.0";

/** Seconds to connect; for a reply that waits for no person; and without a word to one that does. */
const CONNECT_WITHIN = 5;
const REPLY_WITHIN = 10;
const SILENCE = 40;
/** Seconds to find the daemon's successor after a connection broke, and how often in a row. */
const REJOIN_WITHIN = 5;
const REJOINS = 3;
/** Milliseconds between two tries of a line to another machine; seconds for the daemon there to greet. */
const REJOIN_PAUSE = 500;
const GREETED_ELSEWHERE = 5;
/** An offer that lapsed is asked for once more. */
const OFFERS = 2;
const RETRY_EVERY = 20; // ms
const MAX_LINE = 1 << 20; // bytes

/** Statuses, and who can decide each. Whatever else comes is an error, and no approval. */
const DECIDERS = {
  approved: ["user"],
  answered: ["user", "headless", "requester"],
  denied: ["user", "headless"],
  dismissed: ["user"],
  timed_out: ["deadline"],
  pending: [null],
  no_interactor: ["headless"],
  not_shown: ["ui"],
  superseded: ["requester"],
  withdrawn: ["requester"],
  refused: ["policy"],
};
/** Those that are offered, and count once they are claimed. */
const DECIDED = new Set(["approved", "answered", "denied", "dismissed", "timed_out"]);
/** Fields that a question is asked without, by a daemon from before there were any. */
const DISPENSABLE = new Set(["says_it_is", "activation", "detail_kind", "for_key"]);
const KINDS = new Set(["confirm", "notice", "password", "text", "select", "form", "device_code"]);

/**
 * @typedef {object} Outcome
 * @property {boolean} allowed  Whether to act. False for everything but `approved` and `answered`.
 * @property {keyof typeof DECIDERS} status
 * @property {string | null} decider
 * @property {string} [ticket]  Of `pending`.
 * @property {boolean} [unopened]  Of `pending`: the person has not opened the question yet.
 * @property {string} [reason]
 * @property {string | string[]} [answer]  Of `answered`: what was typed; of a selection, a list.
 * @property {string} [custom]  Of `answered`: words of the person's own, beside the options.
 * @property {{answer?: string | string[] | boolean, custom?: string}[]} [answers]  Of a form.
 * @property {Buffer} [secret]  Of a password. Fill it with zeros once you have used it.
 * @property {boolean} [checked]  Of `approved`, and of a password's `answered`, where there was a check box.
 * @property {string} [words]  Of `denied`: why, in the person's words.
 * @property {"assistive"} [by]  An accessibility action did it, as the person's settings allow.
 * @property {boolean} [shouldRetry]  Of `not_shown`, with `retryReason`.
 * @property {string} [retryReason]
 * @property {number | null} [retryAfter]  Of `refused`: seconds.
 */

/**
 * @typedef {Record<string, unknown> & {
 *   wait?: number, timeout?: number, retention?: number, scope?: string, slot?: string,
 *   owner?: number, ticket?: string, bound?: boolean, limit?: number, title?: string,
 *   details?: string, detailKind?: "text" | "command" | "diff" | "fields",
 *   approve?: string, deny?: string, ifHeadless?: "deny",
 *   onProgress?: (progress: Record<string, unknown>) => void,
 * }} Options
 */

/** What went wrong, whose fault it is (`blame`), and what to do (`remedy`). It is no approval. */
export class SaysoError extends Error {
  /**
   * @param {string} error  Its name, as `mismatch` or `unreachable`.
   * @param {string} message
   * @param {{code?: number, blame?: string, field?: string, remedy?: string}} [about]
   */
  constructor(error, message, { code, blame = "sayso", field = "", remedy = "" } = {}) {
    super(message);
    this.name = "SaysoError";
    this.error = error;
    this.code = code ?? CODES[error] ?? 0;
    this.blame = blame;
    this.field = field;
    this.remedy = remedy;
  }
}

/** @type {Record<string, number>} */
const CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  unknown_method: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  frame_too_large: 4001,
  frame_too_slow: 4002,
  mismatch: 4003,
  expired: 4004,
  unknown_prompt: 4005,
  not_open: 4006,
  unknown_claim: 4007,
  offer_lapsed: 4008,
  unknown_quiet_period: 4009,
  not_from_place: 4011,
  unknown_place: 4012,
  unreachable: 5001,
  untrusted_place: 5002,
  untrusted_peer: 5003,
  protocol_error: 5004,
  version_mismatch: 5005,
  too_many_connections: 5006,
  stopping: 5007,
  not_acknowledged: 5008,
  unsupported: 5009,
  memory_not_locked: 5011,
};
const AGAIN =
  "repeat the request: an answer that is still kept comes at once, else it is a new question";
const ANEW = "ask again: the question was bound to its call, and ended with it";
/** On another machine each connection is another asker, as this client does not introduce itself. */
const ELSEWHERE = "ask again: it is a new question, and whoever sits there can close the old one";

/** @param {string} message @param {string} [remedy] */
const unreachable = (message, remedy = AGAIN) =>
  new SaysoError("unreachable", message, { blame: "system", remedy });
/** @param {string} message */
const nonsense = (message) =>
  new SaysoError("protocol_error", message, { remedy: "restart it with: sayso daemon restart" });
/** @param {string} message @param {string} [remedy] */
const otherVersion = (message, remedy = "restart it with: sayso daemon restart") =>
  new SaysoError("version_mismatch", message, { remedy });

export class Client {
  /**
   * @param {object} [options]
   * @param {string} [options.name]  What the daemon calls this program in its lists.
   * @param {string} [options.socket]  The socket's path; left out, the usual place.
   * @param {boolean} [options.start]  Start a daemon where none runs: by `sayso daemon start`.
   * @param {string} [options.command]  The command `sayso`, for that.
   * @param {number} [options.rejoinWithin]  Seconds, at most 5, to find the daemon's successor.
   */
  constructor({ name, socket, start = true, command = "sayso", rejoinWithin } = {}) {
    this.name = name ?? `sayso-node/${VERSION}`;
    this.socket = socket;
    this.start = start;
    this.command = command;
    this.rejoinWithin = Math.min(rejoinWithin ?? REJOIN_WITHIN, REJOIN_WITHIN);
  }

  /** For a yes or a no. @param {string} message @param {Options} [options] */
  confirm(message, options) {
    return this.#ask("confirm", { message }, options);
  }

  /** Tells something: `answered` by its button. @param {string} message @param {Options} [options] */
  notice(message, options) {
    return this.#ask("notice", { message }, options);
  }

  /** For words: `outcome.answer`. @param {string} message @param {Options} [options] */
  text(message, options) {
    return this.#ask("text", { message }, options);
  }

  /**
   * For a choice: `outcome.answer` is a list. Options are labels, or `{label, description}`.
   *
   * @param {string} message
   * @param {(string | {label: string, description?: string})[]} options
   * @param {Options} [more]
   */
  select(message, options, more) {
    return this.#ask("select", { message, options }, more);
  }

  /**
   * Several questions on one page: `outcome.answers`.
   *
   * @param {string} message
   * @param {Record<string, unknown>[]} questions
   * @param {Options} [options]
   */
  form(message, questions, options) {
    return this.#ask("form", { message, questions: questions.map(spelled) }, options);
  }

  /**
   * For a password: `outcome.secret`, a Buffer. It is handed out once. Node can't lock memory, so it
   * may be swapped out: for a command that reads it, `sayso password` is better.
   *
   * @param {string} message
   * @param {Options} [options]
   */
  password(message, options) {
    return this.#ask("password", { message }, options);
  }

  /**
   * Shows an address and a code to sign in with, until `poll` says whether the person has signed in.
   * It is handed a signal that is aborted once the question is over. Without it, say `finish`.
   *
   * @param {string} message
   * @param {string} address
   * @param {string} code
   * @param {((signal: AbortSignal) => Promise<boolean>) | null} [poll]
   * @param {Options} [options]
   */
  async deviceCode(message, address, code, poll, options = {}) {
    if (!poll) return this.#ask("device_code", { message, address, code }, options);
    const over = new AbortController();
    /** @type {Promise<void> | undefined} */
    let polling;
    /** @param {Record<string, unknown>} progress */
    const onProgress = (progress) => {
      options.onProgress?.(progress);
      const number = Number(progress.number);
      /** @param {boolean} done */
      const finish = async (done) => {
        if (!over.signal.aborted) await this.#finishIfOpen(number, done);
      };
      polling ??= poll(over.signal).then(finish, async (error) => {
        await finish(false);
        throw error;
      });
      polling.catch(() => {}); // it is thrown below, once the question is over
    };
    const params = { message, address, code };
    let outcome;
    try {
      outcome = await this.#ask("device_code", params, { ...options, onProgress });
    } catch (error) {
      over.abort();
      await polling?.catch(() => {}); // why there is no outcome matters more
      throw error;
    }
    over.abort();
    await polling;
    return outcome;
  }

  /**
   * The answer to a question that was pending, by its ticket. It asks nothing anew.
   *
   * @param {string} ticket
   * @param {Pick<Options, "wait" | "onProgress">} [options]
   */
  collect(ticket, { wait, onProgress } = {}) {
    return this.#question("collect", given({ ticket, wait }), onProgress);
  }

  /**
   * Takes an open question back.
   *
   * @param {{ticket: string} | {number: number} | {scope: string}} which
   * @returns {Promise<number[]>}  The numbers of those that were withdrawn.
   */
  async withdraw(which) {
    const { number, numbers } = await this.#request("withdraw", which);
    return Array.isArray(numbers) ? numbers : [whole(number, "number")];
  }

  /**
   * Says how a sign-in by a code ended, for one that is asked without `poll`.
   *
   * @param {{ticket: string} | {number: number}} which
   * @param {boolean} done  The person has signed in.
   */
  async finish(which, done) {
    await this.#request("finish", { ...which, done });
  }

  /** The questions that are open, and the answers that are kept. */
  async prompts() {
    const prompts = [];
    for (let params = {}; ; params = { after: prompts.at(-1).number }) {
      const result = await this.#request("list", params);
      if (!Array.isArray(result.prompts)) throw nonsense('the reply has no proper "prompts"');
      prompts.push(...result.prompts);
      if (!result.prompts.length || !result.more) return prompts;
    }
  }

  /** How the daemon is. Starts none. */
  async status() {
    const status = await this.#request("status", {});
    whole(status.pid, "pid");
    return status;
  }

  /** @param {string} kind @param {Record<string, unknown>} question @param {Options} [options] */
  async #ask(kind, question, { onProgress, ifHeadless, ...options } = {}) {
    if (ifHeadless !== undefined && ifHeadless !== null && ifHeadless !== "deny") {
      const words = "ifHeadless: must be deny, as an approval can't be declared";
      throw wrong("if_headless", words, "leave it out to hear no_interactor");
    }
    const { destructive, ...rest } = spelled(options);
    const params = given({ kind, ...question, ...rest });
    if (destructive) params.severity = "destructive";
    if (kind === "device_code") params.bound = rest.bound ?? true; // told in any case
    params.activation ??= takenActivation();
    if (params.activation === undefined) delete params.activation;
    const outcome = await this.#question("ask", params, onProgress);
    if (outcome.status === "no_interactor" && ifHeadless === "deny") {
      return outcomeOf({ status: "denied", decider: "headless" });
    }
    return outcome;
  }

  /** @param {string} method @param {Record<string, any>} params @param {Options["onProgress"]} onProgress */
  async #question(method, params, onProgress) {
    const link = new Link(this);
    const isBound = params.bound === true;
    try {
      await link.open(this.start);
      let reply = await link.first(method, params, { onProgress, isBound, start: this.start });
      for (let offers = 0; offers < OFFERS && reply.status === "ready"; offers += 1) {
        const { claim, ticket, kind } = reply;
        if (![claim, ticket, kind].every((each) => typeof each === "string")) {
          throw nonsense("an offer that lacks its claim, ticket or kind");
        }
        if (!KINDS.has(kind)) {
          throw otherVersion(
            `the answer is to a question of a kind that this program does not know: ${kind}`,
            "collect it with the program that asked, or update this one",
          );
        }
        try {
          return await link.claim(claim, isBound);
        } catch (error) {
          if (!is(error, "offer_lapsed")) throw error;
          if (offers + 1 === OFFERS) break;
          reply = await link.ask("collect", { ticket, wait: 0 }, { start: false });
          reply.ticket ??= ticket;
        }
      }
      if (reply.status === "ready") return outcomeOf({ ...reply, status: "pending", decider: null });
      if (DECIDED.has(reply.status)) {
        throw nonsense(`the daemon said ${reply.status} without offering it to be claimed`);
      }
      return outcomeOf(reply);
    } finally {
      link.close();
    }
  }

  /** @param {string} method @param {Record<string, unknown>} params */
  async #request(method, params) {
    const link = new Link(this);
    try {
      await link.open(false);
      return await link.byTicket(params, () => {
        link.check(method, params);
        return link.call(method, params, REPLY_WITHIN);
      });
    } finally {
      link.close();
    }
  }

  /** @param {number} number @param {boolean} done */
  async #finishIfOpen(number, done) {
    try {
      await this.finish({ number }, done);
    } catch (error) {
      if (!is(error, "not_open")) throw error; // it is over: the outcome says how
    }
  }
}

/** The connection to the daemon as one call sees it. */
class Link {
  #requests = 0;
  /** @type {Record<string, any>} */
  #greeting = {};
  /** @type {Wire | undefined} */
  #wire;
  /** Whether a call heard on this connection where its question stands. */
  #served = false;
  /**
   * Of the socket that leads to another machine; undefined: this machine's own daemon.
   *
   * @type {string | undefined}
   */
  #path;

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
  }

  close() {
    this.#wire?.close();
  }

  /**
   * Connects, and compares versions: to an own daemon that has a screen, else by a socket that ssh
   * has put here, the newest first. One that led elsewhere leads there again, or nowhere.
   *
   * @param {boolean} start
   * @param {number} [within]
   */
  async open(start, within = 0) {
    const deadline = performance.now() + within * 1000;
    do {
      const paths = this.client.socket === undefined ? forwarded() : [];
      const ways = this.#path === undefined && paths.length > 0 ? [undefined, ...paths] : paths;
      if (await this.#openOne(ways)) return;
      if (this.#path === undefined) {
        await this.#enter(undefined, start, within);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, REJOIN_PAUSE));
    } while (performance.now() < deadline);
    throw unreachable("the line to the machine where the person sits is broken");
  }

  /** By the next way that leads anywhere; false: there is none. @returns {Promise<boolean>} */
  async openAnother() {
    const paths = this.client.socket === undefined ? forwarded() : [];
    return this.#openOne(paths.slice(paths.indexOf(this.#path ?? "") + 1));
  }

  /** Whether one of these leads to a daemon that may be asked. @param {(string | undefined)[]} paths */
  async #openOne(paths) {
    /** @type {unknown} */
    let fault;
    for (const path of paths) {
      try {
        await this.#enter(path, false, 0);
        if (path !== undefined || this.#greeting.screen === true) return true;
      } catch (error) {
        if (!is(error, "unreachable")) fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return false;
  }

  /** @param {string | undefined} path @param {boolean} start @param {number} within */
  async #enter(path, start, within) {
    for (let tries = path === undefined ? REJOINS : 1; ; tries -= 1) {
      this.close();
      this.#served = false;
      this.#wire = await this.#connect(path, start, within);
      try {
        const patience = path === undefined ? REPLY_WITHIN : GREETED_ELSEWHERE;
        this.#greeting = await this.call("hello", { client: this.client.name }, patience);
        break;
      } catch (error) {
        if (!is(error, "unreachable") || tries <= 1) throw error;
      }
      within = start ? 0 : this.client.rejoinWithin;
    }
    this.#path = path;
    const { protocol } = this.#greeting;
    if (typeof protocol !== "number") {
      throw nonsense("the daemon does not say which protocol it speaks");
    }
    if (protocol < PROTOCOL) throw otherVersion("the daemon is older than this program");
    if (protocol > PROTOCOL) {
      throw otherVersion("the daemon is newer than this program", "update this program");
    }
  }

  /**
   * Less what the question can do without, where the daemon does not know of it.
   *
   * @param {string} method
   * @param {Record<string, any>} params
   */
  known(method, params) {
    const known = this.#fields(nameOf(method, params)) ?? [];
    const kept = Object.entries(params).filter(
      ([name]) => !DISPENSABLE.has(name) || known.includes(name),
    );
    return Object.fromEntries(kept);
  }

  /**
   * What a daemon of another version does not know is not asked; one of this version says itself
   * what is wrong. Whether it knows of bound questions is looked at in any case.
   *
   * @param {string} method
   * @param {Record<string, any>} params
   */
  check(method, params) {
    const name = nameOf(method, params);
    const known = this.#fields(name);
    if (params.bound === true && !known?.includes("bound")) {
      throw otherVersion("the daemon is older than this program: it does not know bound questions");
    }
    const { fields, version } = this.#greeting;
    if (version === VERSION || typeof fields !== "object" || fields === null) return;
    const lacks = known ? Object.keys(params).find((each) => !known.includes(each)) : name;
    if (lacks !== undefined) {
      const theirs = `the daemon is version ${version}, this program ${VERSION}`;
      throw otherVersion(`${theirs}: it does not know ${lacks}`);
    }
  }

  /** What the daemon says that it takes. @param {string} name @returns {string[] | undefined} */
  #fields(name) {
    const known = this.#greeting.fields?.[name];
    return Array.isArray(known) ? known : undefined;
  }

  /**
   * The reply of the daemon that knows the ticket, if there is one: several may be connected.
   *
   * @param {Record<string, any>} params
   * @param {() => Promise<Record<string, any>>} call
   */
  async byTicket(params, call) {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!is(error, "expired") || params.ticket === undefined) throw error;
        if (!(await this.openAnother())) throw error;
      }
    }
  }

  /**
   * As `ask`, of whichever daemon.
   *
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {{onProgress?: Options["onProgress"], isBound?: boolean, start?: boolean}} how
   */
  first(method, params, how) {
    return this.byTicket(params, () => {
      const known = this.known(method, params);
      this.check(method, known);
      return this.ask(method, known, how);
    });
  }

  /**
   * The reply, even if the daemon dies meanwhile: its successor knows the question. On another
   * machine it would be a second question, unless there is a ticket.
   *
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {{onProgress?: Options["onProgress"], isBound?: boolean, start?: boolean}} how
   */
  async ask(method, params, { onProgress, isBound = false, start = false }) {
    const wait = params.wait ?? this.#greeting.wait;
    const began = performance.now();
    for (let rejoins = 0; ; ) {
      try {
        return await this.call(method, params, SILENCE, onProgress);
      } catch (error) {
        if (!is(error, "unreachable")) throw error;
        const { message } = /** @type {Error} */ (error);
        if (isBound) throw unreachable(message, ANEW);
        if (this.#path !== undefined && params.ticket === undefined) {
          throw unreachable(`${message}; the question may still be open there`, ELSEWHERE);
        }
        start = start && !this.#served;
        rejoins = this.#served ? 1 : rejoins + 1;
        if (rejoins > REJOINS) throw error;
        try {
          await this.open(start, start ? 0 : this.client.rejoinWithin);
        } catch (again) {
          throw is(again, "unreachable") ? error : again;
        }
        if (typeof wait === "number") {
          const passed = (performance.now() - began) / 1000;
          params = { ...params, wait: Math.max(0, wait - passed) };
        }
      }
    }
  }

  /** What was committed, even if the connection breaks. @param {string} claim @param {boolean} isBound */
  async claim(claim, isBound) {
    const commit = async () => outcomeOf(await this.call("claim", { claim }, REPLY_WITHIN));
    const remedy = isBound ? ANEW : this.#path === undefined ? AGAIN : ELSEWHERE;
    /** @param {unknown} error */
    const lost = (error) => {
      const why = /** @type {Error} */ (error).message;
      return unreachable(`the answer may have been handed out, but did not arrive: ${why}`, remedy);
    };
    try {
      return await commit();
    } catch (error) {
      if (isBound && is(error, "unknown_claim")) return outcomeOf(GONE);
      if (!is(error, "unreachable") && !is(error, "protocol_error")) throw error;
      if (this.#path !== undefined) throw lost(error);
    }
    try {
      await this.open(false, this.client.rejoinWithin);
      return await commit();
    } catch (error) {
      if (is(error, "offer_lapsed")) throw error;
      throw lost(error);
    }
  }

  /**
   * One request and its result. `within`: seconds that may pass without a word.
   *
   * @param {string} method
   * @param {Record<string, unknown>} params
   * @param {number} within
   * @param {Options["onProgress"]} [onProgress]
   * @returns {Promise<Record<string, any>>}
   */
  async call(method, params, within, onProgress) {
    const wire = /** @type {Wire} */ (this.#wire);
    this.#requests += 1;
    const id = this.#requests;
    wire.send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const message = await wire.next(within);
      if (message.method === "progress" && message.params?.id === id) {
        this.#served = true;
        onProgress?.(camelled(message.params));
      } else if (message.id === id || (message.id === null && message.error)) {
        if (message.error) throw errorOf(message.error);
        if (typeof message.result !== "object" || message.result === null) {
          throw nonsense("the reply is neither a result nor an error");
        }
        return message.result;
      } else if (message.id !== undefined) {
        throw nonsense("the daemon replied to a request that was never sent");
      }
    }
  }

  /**
   * @param {string | undefined} elsewhere
   * @param {boolean} start
   * @param {number} within
   * @returns {Promise<Wire>}
   */
  async #connect(elsewhere, start, within) {
    const path = elsewhere ?? this.client.socket ?? usualPlace();
    const deadline = performance.now() + within * 1000;
    for (;;) {
      try {
        return await Wire.open(path);
      } catch (error) {
        if (!is(error, "unreachable")) throw error;
        if (start) {
          await startDaemon(this.client.command);
          start = false;
        } else if (performance.now() >= deadline) {
          throw error;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY));
    }
  }
}

const GONE = { status: "withdrawn", decider: "requester", reason: "caller_gone" };

/** Lines of JSON on a socket; a line may announce raw bytes that follow it. */
class Wire {
  /** @type {Record<string, any>[]} */
  #inbox = [];
  #bytes = Buffer.alloc(0);
  /** @type {Error | undefined} */
  #failure;
  #wake = () => {};

  /** @param {string} path @returns {Promise<Wire>} */
  static open(path) {
    checkPlace(path);
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      const giveUp = () => socket.destroy(new Error(`no connection within ${CONNECT_WITHIN} s`));
      const timer = setTimeout(giveUp, CONNECT_WITHIN * 1000);
      socket.once("error", (error) => {
        clearTimeout(timer);
        const remedy = "start it with: sayso daemon start";
        reject(unreachable(`no daemon listens at ${path}: ${error.message}`, remedy));
      });
      socket.once("connect", () => {
        clearTimeout(timer);
        socket.removeAllListeners("error");
        resolve(new Wire(socket));
      });
    });
  }

  /** @param {import("node:net").Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on("data", (data) => this.#take(data));
    socket.on("error", () => this.#fail(unreachable("the connection to the daemon broke")));
    socket.on("close", () => this.#fail(unreachable("the daemon closed the connection")));
  }

  close() {
    this.socket.destroy();
    this.#bytes.fill(0);
  }

  /** @param {object} message */
  send(message) {
    const line = `${JSON.stringify(message)}\n`;
    const size = Buffer.byteLength(line);
    if (size > MAX_LINE) {
      const words = `the request has ${size} bytes; at most ${MAX_LINE} fit`;
      throw new SaysoError("frame_too_large", words, { code: 4001, blame: "requester" });
    }
    this.socket.write(line);
  }

  /** @param {number} within  Seconds. @returns {Promise<Record<string, any>>} */
  async next(within) {
    while (!this.#inbox.length) {
      if (this.#failure) throw this.#failure;
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      const isSilent = await new Promise((resolve) => {
        this.#wake = () => resolve(false);
        timer = setTimeout(() => resolve(true), within * 1000);
      });
      clearTimeout(timer);
      if (isSilent) throw nonsense(`the daemon said nothing for ${within} s`);
    }
    return /** @type {Record<string, any>} */ (this.#inbox.shift());
  }

  /** @param {Buffer} data */
  #take(data) {
    const before = this.#bytes;
    this.#bytes = Buffer.concat([before, data]);
    before.fill(0); // a part of a secret may be in either
    data.fill(0);
    try {
      while (this.#takeLine());
    } catch (error) {
      this.#fail(/** @type {Error} */ (error));
    }
    this.#wake();
  }

  #takeLine() {
    const end = this.#bytes.indexOf(10);
    if (end < 0) {
      if (this.#bytes.length > MAX_LINE) throw nonsense("the daemon sent a line that is too long");
      return false;
    }
    const message = parsed(this.#bytes.subarray(0, end));
    let next = end + 1;
    const size = message.result?.secret_bytes;
    if (size !== undefined) {
      if (!Number.isInteger(size) || size < 0 || size > 1 << 16) {
        throw nonsense("the daemon announced a secret of no proper size");
      }
      next += size;
      if (this.#bytes.length < next) return false;
      message.result.secret = Buffer.from(this.#bytes.subarray(end + 1, next));
      delete message.result.secret_bytes;
    }
    const rest = Buffer.from(this.#bytes.subarray(next));
    this.#bytes.fill(0);
    this.#bytes = rest;
    this.#inbox.push(message);
    return true;
  }

  /** @param {Error} error */
  #fail(error) {
    this.#failure ??= error;
    this.#wake();
  }
}

/** @param {Buffer} line @returns {Record<string, any>} */
function parsed(line) {
  let message;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
  } catch {
    throw nonsense("the daemon's line is not JSON");
  }
  if (typeof message !== "object" || message === null || message.jsonrpc !== "2.0") {
    throw nonsense("the daemon's line is not a JSON-RPC 2.0 message");
  }
  return message;
}

/** @param {Record<string, any>} told @returns {Outcome} */
function outcomeOf(told) {
  const status = /** @type {keyof typeof DECIDERS} */ (told.status);
  const decider = told.decider ?? null;
  if (!Object.hasOwn(DECIDERS, status)) throw nonsense(`unknown status ${JSON.stringify(status)}`);
  if (!(/** @type {(string | null)[]} */ (DECIDERS[status]).includes(decider))) {
    throw nonsense(`not a whole ${status} outcome: ${decider} can't decide this`);
  }
  const by = told.by ?? null;
  if (by !== null && (by !== "assistive" || decider !== "user")) {
    throw nonsense(`not a whole ${status} outcome: by ${JSON.stringify(by)}`);
  }
  if (told.secret !== undefined && !Buffer.isBuffer(told.secret)) {
    throw nonsense("a secret comes as raw bytes");
  }
  const { secret, answers, ...rest } = told;
  const outcome = { allowed: status === "approved" || status === "answered", ...camelled(rest) };
  if (answers !== undefined) Object.assign(outcome, { answers });
  // No log of an outcome shows the password.
  if (secret !== undefined) Object.defineProperty(outcome, "secret", { value: secret });
  return /** @type {Outcome} */ (Object.freeze(outcome));
}

/** @param {{code?: number, message?: string, data?: Record<string, any>}} error */
function errorOf({ code, message = "an error without words", data = {} }) {
  const name = Object.keys(CODES).find((each) => CODES[each] === code) ?? "error";
  const { field, remedy } = data;
  const blame = data.blame ?? (Number(code) < 5000 ? "requester" : "sayso");
  return new SaysoError(name, message, { code, blame, field, remedy });
}

/** @param {unknown} error @param {string} name */
const is = (error, name) => error instanceof SaysoError && error.error === name;

/** @param {unknown} value @param {string} name @returns {number} */
function whole(value, name) {
  if (!Number.isInteger(value)) throw nonsense(`the daemon's reply has no proper "${name}"`);
  return /** @type {number} */ (value);
}

/** As `hello` names what a method takes: of `ask`, by the kind. @param {string} method @param {Record<string, any>} params */
const nameOf = (method, params) =>
  params.kind === undefined ? method : `${method}.${params.kind}`;

/**
 * Those that say something. What is false by default is told only where it is true, so that a daemon
 * which does not know of it does all others.
 *
 * @param {Record<string, any>} params
 * @returns {Record<string, any>}
 */
function given(params) {
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw wrong(name, `${name}: must be a finite number`, `correct ${name}`);
    }
  }
  const said = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return Object.fromEntries(said);
}

/** @param {string} field @param {string} message @param {string} remedy */
const wrong = (field, message, remedy) =>
  new SaysoError("invalid_params", message, { blame: "requester", field, remedy });

/** The right to come to the front that this program was started with: its first question has it. */
function takenActivation() {
  const { XDG_ACTIVATION_TOKEN: token } = process.env;
  delete process.env.XDG_ACTIVATION_TOKEN; // nor shall a program that this one starts have it
  return token && /^[\x20-\x7e]{1,512}$/.test(token) ? token : undefined;
}

/** Names as the wire has them. @param {Record<string, unknown>} options */
const spelled = (options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Names as JavaScript has them. @param {Record<string, unknown>} told */
const camelled = (told) =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

/** Where the daemon listens. @returns {string} */
function usualPlace() {
  const { SAYSO_SOCKET: own, XDG_RUNTIME_DIR: runtime } = process.env;
  if (own) return own;
  if (process.platform === "darwin") {
    return join(userInfo().homedir, "Library/Application Support/sayso/run/socket");
  }
  if (runtime?.startsWith("/")) return join(runtime, "sayso", "socket");
  const uid = process.getuid?.();
  const usual = `/run/user/${uid}`;
  const about = lstatSync(usual, { throwIfNoEntry: false });
  const isOurs = about?.isDirectory() && about.uid === uid;
  return isOurs ? join(usual, "sayso", "socket") : `/tmp/sayso-${uid}/socket`;
}

/**
 * The sockets that ssh has put here, which lead to the machine where the person sits: the newest
 * first. None where this program is on a screen itself, or is told which socket to use.
 *
 * @returns {string[]}
 */
function forwarded() {
  const { SAYSO_SOCKET: own, DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (own || x11 || wayland || process.platform === "win32") return [];
  const directory = join(dirname(usualPlace()), "forwarded");
  try {
    checkPlace(join(directory, "any"));
    return readdirSync(directory)
      .map((name) => join(directory, name))
      .map((path) => ({ path, made: lstatSync(path, { throwIfNoEntry: false }) }))
      .filter(({ made }) => made?.isSocket()) // it may have gone meanwhile
      .sort((one, other) => Number(other.made?.mtimeMs) - Number(one.made?.mtimeMs))
      .map(({ path }) => path);
  } catch {
    return []; // nobody but ssh and this user may have put them there
  }
}

/**
 * The directory must be yours alone, or another program could listen there. In a container it may be
 * that of the user outside, whom SAYSO_SOCKET_OWNER names.
 *
 * @param {string} path
 */
function checkPlace(path) {
  const { SAYSO_SOCKET: own, SAYSO_SOCKET_OWNER: named } = process.env;
  const owner = own && named ? named : String(process.getuid?.());
  const modes = own && named ? ["700", "711"] : ["700"];
  const directory = dirname(path);
  let about;
  try {
    about = lstatSync(directory);
  } catch {
    throw unreachable(`no daemon runs: there is no ${directory}`, "start it with: sayso daemon start");
  }
  const mode = (about.mode & 0o777).toString(8);
  if (!about.isDirectory() || String(about.uid) !== owner || !modes.includes(mode)) {
    const words = `${directory} must be a directory of user ${owner}, with mode 0${modes.join(" or 0")}`;
    throw new SaysoError("untrusted_place", words, {
      blame: "system",
      remedy: "set SAYSO_SOCKET to a path in such a directory",
    });
  }
}

/** @param {string} command @returns {Promise<void>} */
function startDaemon(command) {
  return new Promise((resolve, reject) => {
    execFile(command, ["daemon", "start"], { timeout: 15_000 }, (error, _, complaints) => {
      if (!error) return resolve();
      const why = complaints.trim() || error.message;
      reject(unreachable(`the daemon can't be started: ${why}`, "see what it says: sayso doctor"));
    });
  });
}
