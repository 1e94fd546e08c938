// @ts-check
// The conversation: what is said, what comes of it, and what waits.

import { Run, protocolVersion } from "./agui.js";
import { ApiError, api, newID } from "./api.js";
import { Bill } from "./bill.js";
import { branch, own } from "./branch.js";
import { house, houseName, inWords } from "./brand.js";
import { $, h, icon } from "./dom.js";
import { drafts, outbox } from "./draft.js";
import { has, lang, learn, t } from "./i18n.js";
import { announce, banner, say } from "./notice.js";
import { showPlan } from "./plan.js";
import { Question } from "./question.js";
import { Turn } from "./turn.js";

/**
 * @typedef {import("./agui.js").AguiEvent} AguiEvent
 * @typedef {import("./agui.js").Interrupt} Interrupt
 * @typedef {import("./turn.js").Message} Message
 */

/** What there is to begin with: the topic, its icon, and the keys of its words. */
const samples = [["startBeer", "beer"], ["startMenu", "menucard"], ["startTrip", "trip"], ["startData", "chart"]];
/** Of a house that has told of itself: what it offers, by the hour. */
const ofHouse = () => [[new Date().getHours() < 15 ? "startLunch" : "startDinner", "menucard"], ["startHours", "clock"], ["startBook", "table"]];

export class Chat {
  /**
   * @param {import("./turn.js").Cards} cards
   * @param {{opened: (id: string) => void, spoke: () => void, changed: (id: string) => void, trace: () => void, name: () => string}} on
   */
  constructor(cards, on) {
    this.on = on;
    this.thread = "";
    this.log = $("#log");
    this.scroll = $("#scroll");
    this.form = /** @type {HTMLFormElement} */ ($("#compose"));
    this.box = /** @type {HTMLTextAreaElement} */ ($("#box"));
    /** @type {Turn[]} */
    this.turns = [];
    /** @type {Run | null} */
    this.run = null;
    /** @type {Question | null} */
    this.question = null;
    this.bill = new Bill((text) => this.send(text), (m) => cards.money?.(lang, m) ?? String(m.amount / 100));
    const finger = { say: (/** @type {string} */ text) => this.send(text), write: (/** @type {string} */ text) => this.#edit(text, null),
      count: (/** @type {string} */ id) => this.bill.count(id), add: (/** @type {any} */ dish, /** @type {number} */ by) => this.bill.add(dish, by) };
    this.host = { finger, thread: () => this.thread, cards, trace: on.trace, retry: (/** @type {Turn} */ turn) => (outbox.get(this.thread).length ? this.resend() : this.send(turn.said, turn)), edit: (/** @type {Turn} */ turn) => this.#edit(turn.said, turn) };
    this.#listen();
  }

  /** Shows an empty conversation. */
  fresh() {
    this.#clear();
    this.#at("");
    this.log.replaceChildren(this.#welcome());
    this.#below();
    this.on.opened("");
  }

  /**
   * Shows a conversation as the server has it, and goes on with what is under
   * way in it.
   * @param {string} id
   */
  async open(id) {
    const [same, top] = [id === this.thread && !this.pinned, this.scroll.scrollTop];
    this.#clear();
    this.#at(id);
    this.on.opened(id);
    const opening = (this.opening = {}); // a later one takes its place
    let view;
    try {
      view = await api("GET", `/threads/${encodeURIComponent(id)}?protocolVersion=${protocolVersion}`);
    } catch (err) {
      if (this.thread !== id || this.opening !== opening) return;
      const gone = err instanceof ApiError && err.status === 404;
      if (gone && outbox.get(id).length) view = {}; // nothing of it has arrived yet
      else this.log.replaceChildren(h("div", { class: "failure", role: "alert" }, h("p", null, gone ? t("error_not_found") : t("loadFailed")),
        h("button", { type: "button", class: "chip", click: () => (gone ? this.fresh() : this.open(id)) }, gone ? t("newConversation") : t("retry"))));
    }
    if (!view || this.thread !== id || this.opening !== opening) return;
    for (const m of /** @type {Message[]} */ (view.messages ?? [])) {
      if (m.role === "user") this.#turn().ask(String(m.content ?? ""), m.id);
      else {
        const turn = this.turns.at(-1) ?? this.#turn();
        turn.begin();
        turn.message(m);
      }
    }
    const end = this.turns.at(-1);
    if (end) end.lang = String(view.language ?? "");
    outbox.arrived((view.messages ?? []).map((/** @type {Message} */ m) => m.id));
    const [unsent] = outbox.get(id);
    const waits = view.pendingInterrupts?.[0];
    const running = view.state?.status === "running";
    this.turns.forEach((turn, i) => {
      const last = i === this.turns.length - 1;
      if (!last || (!waits && !running)) turn.end(last && view.state?.status === "cancelled" ? "stopped" : "past");
    });
    if (!this.turns.length) this.log.replaceChildren(this.#welcome());
    this.#branch();
    this.ended = true;
    this.#toEnd();
    if (same) { // as the reader left it
      this.pinned = false;
      this.scroll.scrollTop = top;
      this.#below();
    }
    if (waits) {
      this.turns.at(-1)?.end("waiting");
      this.#ask(waits, String(view.state.run), "");
    } else if (running) {
      this.#go((run) => run.attach(String(view.state.run)), false);
    } else if (unsent) {
      if (!this.turns.length) this.log.replaceChildren();
      this.#turn().ask(unsent.text, unsent.id);
      this.#branch();
      if (outbox.ours(unsent)) this.#say(unsent.text, unsent.id);
      else {
        this.turns.at(-1)?.fail(t("unsent"));
        this.later = setTimeout(() => this.resend(), 8000);
      }
    }
  }

  /** Sends the words of the last turn. Without a connection they wait for one. @param {string} text @param {string} id */
  async #say(text, id) {
    outbox.add(this.thread, id, text);
    if (outbox.get(this.thread)[0]?.id !== id) return this.turns.at(-1)?.fail(t("unsent")); // one after the other
    await this.#go((run) => run.say(text, id));
  }

  /** Sends what did not arrive, here or in another conversation, as soon as there is a connection. */
  async resend() {
    clearTimeout(this.later);
    const [first] = outbox.get();
    if (this.run || !first) return;
    try {
      await api("GET", "/session");
      if (outbox.get(this.thread).length) return this.open(this.thread);
      if (outbox.ours(first)) await this.#deliver(first);
    } catch {
      this.later = setTimeout(() => this.resend(), 8000);
    }
  }

  /** Sends a message of another conversation. @param {import("./draft.js").Unsent} m */
  async #deliver(m) {
    const view = await api("GET", `/threads/${encodeURIComponent(m.thread)}`).catch((err) => {
      if (err instanceof ApiError && err.status === 404) return {}; // it begins with this
      throw err;
    });
    outbox.arrived((view.messages ?? []).map((/** @type {Message} */ one) => one.id));
    if (outbox.get(m.thread).some((one) => one.id === m.id)) {
      const run = new Run(m.thread, (e) => { if (e.type === "RUN_STARTED") outbox.arrived([m.id]); });
      await run.say(m.text, m.id);
      say(t("sentLater"));
    }
    this.on.spoke();
    this.resend();
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  later = undefined;

  /**
   * Says something. While a question waits it is its answer, if it reads like
   * one; if not, the question is put aside first.
   * @param {string} text
   * @param {Turn | null} [instead] whose place it takes
   */
  async send(text, instead = null) {
    text = text.trim();
    if (this.run) say(t("error_busy"));
    if (!text || this.run) return;
    if (document.activeElement !== this.box) this.home(); // the button may go away
    if (this.question?.open) {
      const waits = this.question;
      if (!instead && waits.el.checkVisibility() && waits.read(text)) return;
      waits.dismiss();
      await this.#go((run) => run.answer(waits.interrupt, null));
    }
    if (!this.thread) {
      drafts.set("", "");
      this.thread = newID();
      drafts.set(this.thread, this.box.value);
      this.bill.at(this.thread);
      this.on.opened(this.thread);
    }
    if (!this.turns.length) this.log.replaceChildren();
    const last = this.shown.at(-1);
    const id = newID() + (instead ? `.re.${own(instead)}` : last && last !== this.turns.at(-1) ? `.on.${own(last)}` : "");
    this.#turn().ask(text, id);
    this.chosen.clear();
    this.#branch();
    this.pinned = true;
    await this.#say(text, id);
  }

  /** Draws everything again, in the language of now. */
  redraw() {
    if (this.run || this.question?.open) return;
    if (this.thread) this.open(this.thread);
    else this.fresh();
  }

  /** Shows what another tab, or another device, has said here meanwhile. */
  refresh() {
    if (this.thread && !this.run) this.open(this.thread);
  }

  /** Goes to a conversation, where the guest may have begun to write. @param {string} thread */
  #at(thread) {
    this.thread = thread;
    this.box.value = drafts.get(thread);
    this.bill.at(thread);
    this.#instead(null);
    this.#fit();
  }

  #clear() {
    this.run?.leave();
    this.run = null;
    clearInterval(this.question?.ticking);
    this.question = null;
    this.turns = [];
    this.shown = [];
    this.chosen.clear();
    this.anchor = null;
    this.pinned = true;
    this.ended = false;
    this.log.replaceChildren();
    this.#plan();
    this.#busy(false);
    banner("");
  }

  /** Shows the trip that is being planned. */
  #plan() {
    showPlan(this.turns, this.host);
  }

  #turn() {
    const turn = new Turn(this.host);
    turn.changed = () => this.#soon();
    this.turns.push(turn);
    this.anchor = turn.el;
    this.log.append(turn.el);
    return turn;
  }

  /** The turns that are shown. @type {Turn[]} */
  shown = [];

  /** Versions that the reader wants to see. @type {Set<Turn>} */
  chosen = new Set();

  /** Shows one branch of the conversation, and at each turn that has other versions how to get to them. */
  #branch() {
    const { path, versions } = branch(this.turns, this.chosen);
    this.shown = path;
    for (const turn of this.turns) {
      const all = versions(turn);
      turn.el.hidden = !path.includes(turn);
      turn.el.classList.toggle("latest", turn === path.at(-1));
      const n = all.indexOf(turn) + 1;
      turn.version(n, all.length, (to) => {
        for (const one of all) this.chosen.delete(one);
        this.chosen.add(all[to - 1]);
        this.#branch();
        all[to - 1].versions.querySelectorAll("button")[Number(to > n)]?.focus();
        this.#below();
      });
    }
    this.#plan();
  }

  /**
   * Goes through a run to its end.
   * @param {(run: Run) => Promise<void>} begin
   * @param {boolean} [mine] it begins here: other tabs are told
   */
  async #go(begin, mine = true) {
    const turn = this.turns.at(-1) ?? this.#turn();
    const tell = () => { if (mine) this.on.changed(run.thread); };
    const unsent = () => outbox.get(run.thread).some((m) => m.id === turn.id);
    const arrived = () => outbox.arrived([turn.id]);
    const run = new Run(this.thread, (e) => {
      if (e.type === "RUN_STARTED") {
        arrived();
        tell();
      }
      if (this.run === run) this.#event(run, turn, e);
    },
      (lost) => { if (this.run === run) banner(lost ? t("lost") : ""); });
    this.run = run;
    this.#busy(true);
    turn.begin();
    turn.work.begin();
    this.ended = false;
    this.#follow();
    try {
      await begin(run);
      if (this.run === run && !run.over) turn.end("stopped"); // its last frame did not come
    } catch (err) {
      const lost = err instanceof ApiError && err.code === "network" && !run.id && unsent();
      if (!lost) arrived();
      if (this.run === run) turn.fail(lost ? t("unsent") : explain(err));
      if (lost) this.later = setTimeout(() => this.resend(), 4000);
    }
    if (this.run !== run) return;
    this.run = null;
    this.#busy(false);
    if (outbox.get(run.thread).length && !unsent()) this.resend();
    banner("");
    this.on.spoke();
    tell();
  }

  /** @param {Run} run @param {Turn} turn @param {AguiEvent} e */
  #event(run, turn, e) {
    switch (e.type) {
      case "STATE_SNAPSHOT":
        if (this.turns.length === 1 && e.snapshot?.status === "running") this.on.spoke();
        return;
      case "MESSAGES_SNAPSHOT": {
        const all = /** @type {Message[]} */ (Array.isArray(e.messages) ? e.messages : []);
        turn.sync(all.slice(all.findLastIndex((m) => m.role === "user") + 1));
        break;
      }
      case "RUN_ERROR":
        turn.fail(failure(String(e.code)));
        return;
      case "RUN_FINISHED":
        this.#finished(run, turn, e.outcome ?? {});
        break;
      default:
        if (run.stopping && e.type === "TEXT_MESSAGE_CONTENT") return;
        turn.event(e);
    }
    if (e.type === "ACTIVITY_SNAPSHOT" || e.type === "TOOL_CALL_RESULT" || e.type === "RUN_FINISHED") this.#plan();
    this.#follow();
  }

  /** @param {Run} run @param {Turn} turn @param {any} outcome */
  #finished(run, turn, outcome) {
    if (outcome.type === "interrupt") {
      turn.end("waiting");
      this.#ask(outcome.interrupts?.[0], run.id, run.last);
      return;
    }
    turn.end(outcome.type === "cancelled" ? "stopped" : "done");
    announce(outcome.type === "cancelled" ? t("stopped") : turn.text);
  }

  /**
   * Asks the guest. What follows silence comes from the run itself.
   * @param {Interrupt | undefined} interrupt
   * @param {string} run
   * @param {string} last frame
   */
  async #ask(interrupt, run, last) {
    if (!interrupt?.id) return;
    const turn = this.turns.at(-1);
    await learn(interrupt.metadata?.maitre?.language);
    if (turn !== this.turns.at(-1)) return; // the guest went elsewhere meanwhile
    const after = (/** @type {(r: Run) => Promise<void>} */ begin, mine = true) => {
      this.anchor = q.el;
      this.home();
      this.#busy(true);
      setTimeout(() => { if (turn === this.turns.at(-1)) this.#go(begin, mine); }); // the run that asked must be over first
    };
    const q = new Question(interrupt,
      (a) => after((r) => r.answer(interrupt, a.payload)),
      () => { announce(q.el.textContent ?? ""); after((r) => r.attach(run, last), false); },
      () => api("POST", `/runs/${encodeURIComponent(run)}/extend`));
    this.question = q;
    // What is asked about stays in view: the question itself sticks below it.
    this.anchor = [...(turn?.shown.values() ?? [])].at(-1)?.el ?? q.el;
    turn?.body.append(q.el);
    this.pinned = true;
    this.anchor.scrollIntoView({ block: "start" });
    this.#below();
    if (!this.box.value) q.focus();
  }

  /** @param {boolean} busy */
  #busy(busy) {
    this.form.classList.toggle("busy", busy);
    $("#send").hidden = busy;
    $("#stop").hidden = !busy;
    this.log.setAttribute("aria-busy", String(busy));
  }

  /** Puts the cursor into the box, unless that would open a phone's keyboard. */
  home() {
    if (matchMedia("(pointer: coarse)").matches) this.scroll.focus({ preventScroll: true });
    else this.box.focus({ preventScroll: true });
  }

  /** Lets the guest go on writing. @param {string} text @param {Turn | null} instead whose place it will take */
  #edit(text, instead) {
    this.#write(text);
    this.#instead(instead);
    this.box.focus();
    if (instead) announce(t("editing"));
  }

  /** @param {Turn | null} turn that is being edited */
  #instead(turn) {
    this.edited?.el.classList.remove("edited");
    this.edited = turn;
    turn?.el.classList.add("edited");
    $("#editing").hidden = !turn;
  }

  /** @type {Turn | null} */
  edited = null;

  /** What is being opened. */
  opening = {};

  ended = false; // it was opened at its end, where buttons may come late

  pinned = true; // to what comes, until the reader scrolls away

  /** What is to be read now: the last turn, or the question in it. @type {HTMLElement | null} */
  anchor = null;

  /**
   * Follows what comes, but no further than to have its beginning at the top:
   * that is where the reader is. It never goes back.
   */
  #follow() {
    if (this.pinned && this.ended) this.scroll.scrollTop = this.scroll.scrollHeight;
    else if (this.pinned && this.anchor) {
      const to = this.anchor.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top - 12;
      if (to > 0) this.scroll.scrollTop += to; // the browser stops at the end
    }
    this.#below();
  }

  /** Follows before the next frame, however much is drawn until then: to measure a long page takes its time. */
  #soon() {
    this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.#follow(); });
  }

  frame = 0;

  #toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.#below();
  }

  #below() {
    $("#latest").hidden = !this.turns.length || this.scroll.scrollHeight - this.scroll.clientHeight - this.scroll.scrollTop < 80;
  }

  /** @param {string} text */
  #write(text) {
    if (this.box.value !== text) this.box.value = text;
    drafts.set(this.thread, text);
    this.#fit();
  }

  #fit() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, 200)}px`;
  }

  #listen() {
    const submit = () => {
      const text = this.box.value, edited = this.edited;
      if (!text.trim() || this.run) return;
      this.#write("");
      this.#instead(null);
      this.send(text, edited && this.turns.includes(edited) ? edited : null);
    };
    this.form.addEventListener("submit", (e) => { e.preventDefault(); submit(); });
    this.box.addEventListener("input", () => this.#write(this.box.value));
    this.box.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || e.shiftKey || e.isComposing || matchMedia("(pointer: coarse)").matches) return;
      e.preventDefault();
      submit();
    });
    const leave = () => { this.#write(""); this.#instead(null); this.box.focus(); };
    $("#editing button").addEventListener("click", leave);
    this.box.addEventListener("keydown", (e) => { if (e.key === "Escape" && this.edited) leave(); });
    $("#stop").addEventListener("click", () => { this.run?.stop(); this.box.focus(); });
    $("#latest").addEventListener("click", () => this.#toEnd());
    this.log.addEventListener("maitre:forget", (e) => this.#forget(/** @type {CustomEvent} */ (e).detail));
    this.log.addEventListener("maitre:retry", (e) => {
      const turn = this.turns.find((one) => one.el.contains(/** @type {Node} */ (e.target)));
      if (turn) this.send(turn.said, turn);
    });
    // The reader's own hand, not ours, decides whether to follow.
    const moved = () => { this.pinned = this.scroll.scrollHeight - this.scroll.clientHeight - this.scroll.scrollTop < 80; this.#below(); };
    for (const kind of ["wheel", "touchmove", "keyup", "pointerup"]) this.scroll.addEventListener(kind, () => requestAnimationFrame(moved), { passive: true });
    this.scroll.addEventListener("scroll", () => this.#below(), { passive: true });
  }

  /** Forgets what a card says was learnt. @param {{id: string, done: (ok: boolean) => void}} what */
  async #forget(what) {
    try {
      await api("DELETE", `/me/memory/${encodeURIComponent(what.id)}`);
      what.done(true);
    } catch (err) {
      say(explain(err), true);
      what.done(false);
    }
  }

  #welcome() {
    const name = this.on.name();
    return h("div", { class: "welcome" },
      h("h2", null, house.name ? houseName() : name ? t("welcomeName", { name }) : t("welcome")), house.name && name && h("p", null, t("welcomeName", { name })), h("p", null, house.own ? inWords(house.welcome) || t("welcomeOwn") : t("welcomeText")),
      h("div", { class: "starters" }, ...(house.own ? ofHouse() : samples).map(([key, shape]) =>
        h("button", { type: "button", class: "starter", click: () => this.send(t(`${key}Text`)) }, icon(shape), h("span", null, h("b", null, t(key)), h("span", null, t(`${key}Text`)))))));
  }
}

/** @param {string} code */
const failure = (code) => t(has(`error_${code}`) ? `error_${code}` : "failed");

/** @param {unknown} err */
function explain(err) {
  if (!(err instanceof ApiError)) {
    reportError(err);
    return t("failed");
  }
  return err.status === 429 ? t("tooOften", { n: Math.max(1, err.wait) }) : failure(err.code);
}
