// @ts-check
// What the house does for an answer: one quiet line, with the details on
// demand.

import { add, h, icon } from "./dom.js";
import { duration, has, locale, t } from "./i18n.js";
import { clean } from "./markdown.js";

/** @typedef {{name: string, input: string, output: string, start: number, ms: number}} Call ms negative: not known */

export class Work {
  /** @param {() => void} trace */
  constructor(trace) {
    this.trace = trace;
    /** @type {Map<string, Call>} */
    this.calls = new Map();
    this.start = 0; // 0: it is not under way, nor was it seen
    this.ms = 0;
    this.state = "past";
    this.price = "";
    this.what = h("span", { class: "what" });
    this.list = h("div", { class: "calls" });
    this.el = h("details", { class: "work", hidden: true, toggle: () => this.#details() },
      h("summary", null, h("span", { class: "dot", "aria-hidden": "true" }), this.what), this.list);
  }

  /** The run is under way. */
  begin() {
    this.start ||= performance.now();
    this.state = "running";
    this.#line();
    this.ticking ??= setInterval(() => this.#line(), 200);
  }

  step() {
    this.#line();
  }

  /** @param {string} id @param {string} name */
  call(id, name) {
    if (!this.calls.has(id)) this.calls.set(id, { name, input: "", output: "", start: performance.now(), ms: -1 });
    this.#line();
  }

  /** @param {string} id @param {string} text @param {boolean} [whole] */
  input(id, text, whole = false) {
    const c = this.calls.get(id);
    if (c) c.input = whole || c.output ? text : (c.input + text).slice(0, 20_000);
  }

  /** @param {string} id @param {string} output */
  result(id, output) {
    const c = this.calls.get(id);
    if (!c) return;
    if (this.state === "running" && c.ms < 0) c.ms = performance.now() - c.start;
    c.output = output;
    this.#line();
    this.#details();
  }

  /** What it cost; who decided is told by the trace. @param {{usd?: number}} cost */
  cost(cost) {
    this.price = typeof cost?.usd === "number" && cost.usd > 0
      ? t("cost", { usd: new Intl.NumberFormat(locale(), { style: "currency", currency: "USD", maximumFractionDigits: 4 }).format(cost.usd) })
      : "";
    this.#details();
  }

  /** @param {"done" | "stopped" | "waiting" | "past" | "failed"} how */
  end(how) {
    clearInterval(this.ticking);
    this.ticking = undefined;
    if (this.start) {
      this.ms += performance.now() - this.start;
      this.start = 0;
    }
    this.state = how;
    this.#line();
  }

  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;

  #line() {
    const running = this.state === "running";
    const now = [...this.calls.values()].findLast((c) => !c.output);
    const ms = this.ms + (this.start ? performance.now() - this.start : 0);
    this.el.hidden = !ms && this.calls.size === 0;
    this.el.classList.toggle("running", running);
    const count = this.calls.size ? t("consulted", { n: this.calls.size }) : "";
    let what = [t("working", { what: now ? toolName(now.name) : t("thinking") }), ms > 400 && duration(Math.round(ms / 100) * 100)].filter(Boolean).join(" ");
    if (!running) {
      const how = this.state === "stopped" ? "stoppedAfter" : "answeredIn";
      what = [ms && this.state !== "failed" && t(how, { time: duration(ms) }), count].filter(Boolean).join(" · ") || t("trace");
    }
    if (this.what.textContent !== what) this.what.textContent = what;
  }

  #details() {
    if (!this.el.open) return;
    this.list.replaceChildren(...[...this.calls.values()].map((c) => h("div", { class: "call" },
      h("p", null, h("b", null, toolName(c.name)), " ", h("code", null, c.name), c.ms >= 0 && ` · ${duration(c.ms)}`),
      quoted(t("input"), c.input), quoted(t("output"), c.output))));
    add(this.list, Boolean(this.price) && h("p", { class: "muted" }, this.price),
      h("button", { type: "button", class: "chip", click: this.trace }, icon("trace"), t("showTrace")));
  }
}

/** @param {string} name */
function toolName(name) {
  const key = `tool_${name}`;
  return has(key) ? t(key) : clean(name).replace(/[_-]+/g, " ");
}

/** JSON as people read it, but no more than a screen of it. @param {string} label @param {string} json */
function quoted(label, json) {
  if (!json || json === "{}") return null;
  let text = json;
  try {
    text = JSON.stringify(JSON.parse(json), null, 2);
  } catch { /* it is shown as it is */ }
  const short = text.length > 4000 ? `${text.slice(0, 4000)}…` : text;
  return h("div", null, h("span", { class: "muted" }, label), h("pre", { tabindex: 0, "aria-label": label }, clean(short)));
}

/** What a tool found. @param {string} output @returns {any} */
export function factsOf(output) {
  try {
    return JSON.parse(output) ?? {};
  } catch {
    return {};
  }
}
