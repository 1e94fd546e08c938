// @ts-check
// A question that waits: buttons, a countdown, and what silence means.

import { ApiError, serverNow } from "./api.js";
import { h } from "./dom.js";
import { t, tongue } from "./i18n.js";
import { clean } from "./markdown.js";
import { announce, say } from "./notice.js";
import { locales } from "./words.js";

/** How long a question may be open in all, in ms: the server gives no more. */
const longest = 300_000;

/**
 * @typedef {import("./agui.js").Interrupt} Interrupt
 * @typedef {{payload: any, label: string}} Answer payload null: none is given
 */

/**
 * Question shows a question and tells the answer once: by a button, by words
 * (see read), or by silence. Then the countdown and the buttons are gone and a
 * line says what was answered. It speaks the language that it is asked in.
 */
export class Question {
  /**
   * @param {Interrupt} interrupt
   * @param {(a: Answer) => void} answered
   * @param {() => void} expired
   * @param {() => Promise<Interrupt>} extend gives more time
   */
  constructor(interrupt, answered, expired, extend) {
    this.interrupt = interrupt;
    this.open = true;
    this.answered = answered;
    const terms = interrupt.metadata?.maitre ?? {};
    this.lang = tongue(terms.language);
    this.silenceMeansYes = terms.onTimeout === "approve";
    /** @type {Answer[]} */
    this.items = (Array.isArray(terms.options) ? terms.options : []).slice(0, 20)
      .map((o) => ({ label: clean(String(o.label || o.value)), payload: this.#pick(o.value) }));
    const button = (/** @type {Answer} */ a, /** @type {string} */ kind) =>
      h("button", { type: "button", class: kind, click: () => this.#answer(a) }, a.label);
    this.yes = { label: this.#t(this.items.length ? "yesAny" : "yes"), payload: { approved: true } };
    this.no = { label: this.#t("no"), payload: this.#isCall ? { approved: false } : null };
    const id = `q-${interrupt.id}`;
    this.buttons = h("div", { class: "answers" },
      this.#isCall && button(this.yes, "primary"),
      button(this.no, "plain"),
      ...this.items.map((a) => button(a, "item")));
    this.timer = h("div", { class: "timer" });
    this.el = h("div", { class: "question", role: "group", "aria-labelledby": id, tabindex: -1, lang: locales[this.lang] },
      h("p", { id, class: "asks", dir: "auto" }, clean(interrupt.message ?? "") || this.#t("question")), this.buttons);
    this.#time(interrupt);
    if (this.until) this.#count(expired, extend);
  }

  /** Takes the time for an answer from the question as the server has it now. @param {Interrupt} interrupt */
  #time(interrupt) {
    const terms = interrupt.metadata?.maitre ?? {};
    this.until = Date.parse(interrupt.expiresAt ?? terms.deadline ?? "");
    this.whole = (terms.timeoutSeconds ?? 30) * 1000;
  }

  /** @param {string} key @param {Record<string, string | number>} [fill] */
  #t(key, fill) {
    return t(key, fill, this.lang);
  }

  /** Whether a word is one of some, in this language or in the page's. @param {string} key @param {string} word */
  #means(key, word) {
    return `${this.#t(key)} ${t(key)}`.split(" ").includes(word);
  }

  get #isCall() {
    return this.interrupt.reason === "tool_call";
  }

  /** What is sent for an option: of a call, a change to the argument that the schema names. @param {string} value */
  #pick(value) {
    if (!this.#isCall) return value;
    const names = Object.keys(this.interrupt.responseSchema?.properties?.editedArgs?.properties ?? {});
    return names.length === 1 ? { approved: true, editedArgs: { [names[0]]: value } } : { approved: true };
  }

  /** Moves the focus into the question. */
  focus() {
    this.buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  /**
   * Takes words for an answer, if they are one: yes, no, a number, a name.
   * @param {string} text
   * @returns {boolean}
   */
  read(text) {
    if (!this.open) return false;
    const said = plain(text);
    const first = said.split(" ")[0];
    const named = this.items.filter((a, i) => said === String(i + 1) || (said.length > 2 && plain(a.label).includes(said)) || said.includes(plain(a.label)));
    const few = said.split(" ").length < 4;
    if (named.length === 1) this.#answer(named[0]);
    else if (few && this.#isCall && this.#means("yesWords", first)) this.#answer(this.yes);
    else if (few && this.#means("noWords", first)) this.#answer(this.no);
    else if (!this.#isCall && !this.items.length) this.#answer({ label: text, payload: text });
    else return false;
    return true;
  }

  /** Puts the question aside without an answer. */
  dismiss() {
    this.#close(this.#t("cancelled"));
  }

  /** @param {Answer} a */
  #answer(a) {
    if (!this.open) return;
    this.#close(this.#t("chosen", { answer: a.label }));
    this.answered(a);
  }

  /** @param {string} line */
  #close(line) {
    this.open = false;
    clearInterval(this.ticking);
    this.timer.remove();
    this.el.classList.add("closed");
    this.buttons.remove();
    this.el.append(h("p", { class: "outcome" }, line));
  }

  /** @param {() => void} expired @param {() => Promise<Interrupt>} extend */
  #count(expired, extend) {
    const words = h("span", { role: "timer" }), bar = h("span", { class: "bar" });
    const more = h("button", { type: "button", class: "chip", click: () => this.#extend(extend, more) }, this.#t("moreTime"));
    this.timer.append(words, more, h("span", { class: "track", "aria-hidden": "true" }, bar));
    this.el.append(this.timer);
    const tick = () => {
      const left = Math.min(this.until - serverNow(), this.whole);
      words.textContent = this.#t("left", { n: Math.max(0, Math.ceil(left / 1000)) });
      bar.style.transform = `scaleX(${Math.max(0, left / this.whole)})`;
      if (left > 0 || !this.open) return;
      this.#close(this.#t(this.silenceMeansYes ? "silentYes" : "silent"));
      expired();
    };
    more.hidden = this.whole >= longest;
    tick();
    if (this.open) this.ticking = setInterval(tick, 250);
  }

  /** Asks for more time, as long as there is some. @param {() => Promise<Interrupt>} extend @param {HTMLButtonElement} more */
  async #extend(extend, more) {
    more.disabled = true;
    try {
      this.#time(await extend());
      announce(this.#t("left", { n: Math.ceil((this.until - serverNow()) / 1000) }));
    } catch (err) {
      if (err instanceof ApiError && err.status === 409) this.whole = longest;
      else say(this.#t("failed"), true);
    }
    more.disabled = false;
    more.hidden = this.whole >= longest;
    if (this.open) (more.hidden ? this.el : more).focus({ preventScroll: true });
  }

  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;
}

/** Words without accents, capitals and signs. @param {string} s */
function plain(s) {
  return s.normalize("NFD").replace(/[^\p{L}\p{N}\s]/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}
