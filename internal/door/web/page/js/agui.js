// @ts-check
// AG-UI over server-sent events: begin a run, follow it to its end through lost
// connections, and stop it.

import { ApiError, newID, send } from "./api.js";

/**
 * @typedef {{type: string, [field: string]: any}} AguiEvent
 * @typedef {{id: string, reason: string, message?: string, toolCallId?: string, responseSchema?: any, expiresAt?: string,
 *   metadata?: {maitre?: {deadline?: string, timeoutSeconds?: number, onTimeout?: string, options?: {value: string, label: string}[]}}}} Interrupt
 */

export const protocolVersion = "1.0";

/** How long to go on trying to come back, in ms. The server keeps what was said anyway. */
const patience = 120_000;

/**
 * Parses a stream of server-sent events. What is no JSON object is left out.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{id: string, event: AguiEvent}>}
 */
export async function* frames(body) {
  const reader = body.getReader(), decoder = new TextDecoder();
  let rest = "", id = "", data = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("id:")) id = line.slice(3).trim();
        else if (line.startsWith("data:")) data += line.slice(5);
        else if (line === "" && data) {
          const event = parse(data);
          data = "";
          if (event) yield { id, event };
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @param {string} text @returns {AguiEvent | null} */
function parse(text) {
  try {
    const v = JSON.parse(text);
    return v && typeof v.type === "string" ? v : null;
  } catch {
    return null;
  }
}

/**
 * Run is one run of a thread, from its first frame to its last. Give it on, and
 * begin it with say, answer or attach; each returns when the run is over or
 * waits for an answer, and fails with an ApiError when nothing more will come.
 */
export class Run {
  /**
   * @param {string} thread
   * @param {(e: AguiEvent) => void} on
   * @param {(lost: boolean) => void} [onLost] the connection is lost, or is back
   */
  constructor(thread, on, onLost = () => {}) {
    this.thread = thread;
    this.on = on;
    this.onLost = onLost;
    this.id = ""; // of the log: where to come back to
    this.last = ""; // frame
    this.over = false;
    this.stopping = false;
    this.abort = new AbortController();
  }

  /** @param {string} text @param {string} id of the message: see branch.js */
  say(text, id) {
    return this.#post({ messages: [{ id, role: "user", content: text }] });
  }

  /**
   * @param {Interrupt} question
   * @param {any} payload null: no answer
   */
  answer(question, payload) {
    const resume = payload === null ? { interruptId: question.id, status: "cancelled" } : { interruptId: question.id, status: "resolved", payload };
    return this.#post({ resume: [resume] });
  }

  /**
   * Follows a run that is under way.
   * @param {string} id of the log
   * @param {string} [last] frame that is known
   */
  async attach(id, last = "") {
    this.id = id;
    this.last = last;
    await this.#comeBack(false);
  }

  /** Stops the run: what it does, not only what is shown. */
  async stop() {
    this.stopping = true;
    if (this.id && !this.over) await send("POST", `/api/v1/runs/${encodeURIComponent(this.id)}/cancel`).catch(() => {});
    setTimeout(() => this.abort.abort(), 3000); // the last frame may be lost
  }

  /** Stops listening. The run goes on for a while, for whoever comes back. */
  leave() {
    this.abort.abort();
  }

  /** @param {any} input */
  async #post(input) {
    const body = { threadId: this.thread, runId: newID(), protocolVersion, ...input };
    await this.#read(await send("POST", "/agui", { body, signal: this.abort.signal }));
    if (!this.over && !this.abort.signal.aborted) {
      if (!this.id) throw new ApiError(0, "network");
      await this.#comeBack(true);
    }
  }

  /** @param {boolean} lost whether the connection broke just now */
  async #comeBack(lost) {
    const since = Date.now();
    for (let wait = 500; !this.over && !this.abort.signal.aborted; ) {
      if (lost) {
        this.onLost(true);
        await pause(wait, this.abort.signal);
        wait = Math.min(wait * 2, 8000);
      }
      try {
        const headers = this.last ? { "Last-Event-ID": this.last } : undefined;
        const res = await send("GET", `/api/v1/runs/${encodeURIComponent(this.id)}/events`, { headers, signal: this.abort.signal });
        this.onLost(false);
        lost = !(await this.#read(res));
        if (!lost && !this.over) await pause(500, this.abort.signal); // a question whose time is just up
      } catch (err) {
        if (this.abort.signal.aborted) return;
        lost = err instanceof ApiError && (err.status === 0 || err.status === 429 || err.status >= 500);
        if (!lost) throw err;
      }
      if (!this.over && Date.now() - since > patience) {
        this.onLost(false);
        throw new ApiError(0, "network");
      }
    }
  }

  /**
   * Reads a stream and reports whether it came to its end.
   * @param {Response} res
   */
  async #read(res) {
    if (!res.body) return true;
    const stream = frames(res.body);
    for (;;) {
      let next;
      try {
        next = await stream.next();
      } catch {
        return false;
      }
      if (next.done) return true;
      const { id, event } = next.value;
      if (id) this.last = id;
      if (event.type === "RUN_STARTED") this.over = false;
      if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") this.over = true;
      if (event.type === "STATE_SNAPSHOT") {
        this.id = String(event.snapshot?.run ?? "");
        if (this.stopping && event.snapshot?.status === "running") this.stop(); // it was asked for before the run had a name
      }
      this.on(event);
    }
  }
}

/** @param {number} ms @param {AbortSignal} signal */
function pause(ms, signal) {
  return new Promise((done) => {
    const end = () => { clearTimeout(timer); removeEventListener("online", end); done(undefined); };
    const timer = setTimeout(end, ms);
    addEventListener("online", end, { once: true });
    signal.addEventListener("abort", end, { once: true });
  });
}
