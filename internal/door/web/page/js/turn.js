// @ts-check
// One turn as it is shown: what the guest said, one quiet line about the work,
// then words and cards in the order they came, and what can be done with them.

import { send } from "./api.js";
import { add, h, icon, iconButton } from "./dom.js";
import { feedbackRow } from "./feedback.js";
import { languages, learn, t, tongue } from "./i18n.js";
import { clean, draw } from "./markdown.js";
import { say } from "./notice.js";
import { offers } from "./offer.js";
import { locales, spoken } from "./words.js";
import { personID } from "./staff.js";
import { factsOf, Work } from "./work.js";

/**
 * @typedef {{v: number, id: string, name: string, props: any, text: string}} Envelope
 * @typedef {{id: string, role: string, content?: any, toolCalls?: any[], toolCallId?: string}} Message as the server keeps it
 * @typedef {{renderCard?: (envelope: Envelope, o: {lang: string, bring: typeof bring, finger?: any}) => HTMLElement, money?: (lang: string, m: any) => string}} Cards
 * @typedef {{thread: () => string, cards: Cards, retry: (turn: Turn) => void, finger: any, edit: (turn: Turn) => void, trace: () => void}} Host
 */

export class Turn {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.said = ""; // by the guest
    this.id = ""; // of what they said
    /** What was told, by id: words as they came. @type {Map<string, {el: HTMLElement, text: string, seen: string, open: boolean}>} */
    this.texts = new Map();
    /** Cards by id, with what they list. @type {Map<string, {el: HTMLElement, text: string, lists: string[], envelope: Envelope}>} */
    this.shown = new Map();
    /** @type {Set<HTMLElement>} */
    this.stale = new Set();
    this.work = new Work(host.trace);
    this.body = h("div", { class: "body" });
    this.foot = h("div", { class: "foot" });
    this.answer = h("div", { class: "answer" }, this.work.el, this.body, this.foot);
    this.el = h("section", { class: "turn" });
  }

  /** @param {string} text @param {string} id */
  ask(text, id) {
    this.said = text;
    this.id = id;
    this.el.prepend(h("div", { class: "guest" }, h("h3", { class: "unseen" }, t("you")), h("p", { dir: "auto" }, clean(text))), this.versions);
  }

  versions = h("div", { class: "versions", role: "group", hidden: true });

  /**
   * Says which version of what the guest said this is, and leads to the others.
   * @param {number} n from 1
   * @param {number} of
   * @param {(n: number) => void} show
   */
  version(n, of, show) {
    const to = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) =>
      h("button", { type: "button", class: "quiet", "aria-label": label, title: label, "aria-disabled": n + by < 1 || n + by > of ? "true" : null,
        click: () => { if (n + by >= 1 && n + by <= of) show(n + by); } }, sign);
    this.versions.setAttribute("aria-label", t("version", { which: n, of }));
    this.versions.hidden = of < 2;
    this.versions.replaceChildren(to(-1, "‹", t("versionBefore")), h("span", { "aria-hidden": "true" }, `${n}/${of}`), to(1, "›", t("versionAfter")));
  }

  /** Makes room for an answer. */
  begin() {
    this.answer.hidden = false;
    if (this.answer.isConnected) return;
    this.answer.prepend(h("h3", { class: "unseen" }, t("house")));
    this.el.append(this.answer);
  }

  /** The words of the answer, as they were written. */
  get text() {
    return [...this.texts.values()].map((m) => m.text).join("\n\n").trim();
  }

  /**
   * Takes an event of the run.
   * @param {import("./agui.js").AguiEvent} e
   */
  event(e) {
    const id = String(e.messageId ?? "");
    switch (e.type) {
      case "TEXT_MESSAGE_START":
        this.#text(id).open = true;
        this.#tell(id, "");
        break;
      case "TEXT_MESSAGE_CONTENT":
        this.#tell(id, this.#text(id).text + String(e.delta ?? ""));
        break;
      case "TEXT_MESSAGE_END":
        this.#text(id).open = false;
        this.#draw(id);
        break;
      case "ACTIVITY_SNAPSHOT":
        this.card(e.content);
        break;
      case "TOOL_CALL_RESULT":
        this.work.result(String(e.toolCallId), String(e.content ?? ""));
        break;
      case "TOOL_CALL_START":
        this.work.call(String(e.toolCallId), String(e.toolCallName));
        break;
      case "TOOL_CALL_ARGS":
        this.work.input(String(e.toolCallId), String(e.delta ?? ""));
        break;
      case "STEP_STARTED":
        this.work.step();
        break;
      case "CUSTOM":
        this.#custom(e);
    }
  }

  /**
   * Takes a message that the server kept.
   * @param {Message} m
   */
  message(m) {
    if (m.role === "activity") this.card(m.content);
    else if (m.role === "tool") this.work.result(String(m.toolCallId), String(m.content ?? ""));
    else if (m.role === "assistant") {
      for (const c of m.toolCalls ?? []) {
        this.work.call(String(c.id), String(c.function?.name));
        this.work.input(String(c.id), String(c.function?.arguments ?? ""), true);
      }
      if (m.content) {
        this.#text(m.id).open = false;
        this.#tell(m.id, String(m.content));
      }
    }
  }

  /**
   * Keeps only what the server still has, and adds what is missing.
   * @param {Message[]} messages of this turn
   */
  sync(messages) {
    const ids = new Set(messages.map((m) => m.id));
    for (const [id, m] of [...this.texts, ...this.shown]) {
      if (ids.has(id)) continue;
      m.el.remove();
      this.texts.delete(id);
      this.shown.delete(id);
    }
    for (const m of messages) {
      if (!this.texts.has(m.id) && !this.shown.has(m.id)) this.message(m);
    }
  }

  /** @param {Envelope} envelope */
  card(envelope) {
    if (!envelope || typeof envelope !== "object" || !envelope.id) return;
    const old = this.shown.get(envelope.id), el = this.#cardOf(envelope);
    if (old) old.el.replaceWith(el);
    else this.body.append(el);
    this.shown.set(envelope.id, { el, text: clean(String(envelope.text ?? "")), lists: listed(envelope), envelope });
    this.#once();
    for (const id of this.texts.keys()) this.#draw(id); // it may say now what they said
    learn(envelope.props?.language).then((came) => { if (came && this.shown.get(envelope.id)?.el === el) this.card(envelope); });
  }

  /** Hides a list all of whose items another list of this answer shows, or a chart its rows: of two lists that are equal, the later. */
  #once() {
    const all = [...this.shown.values()], drawn = (/** @type {any} */ c) => c.envelope.name === "chart";
    all.forEach((c, i) => {
      c.el.hidden = c.lists.length > 0 && !drawn(c) && all.some((o, j) => o !== c && c.lists.every((id) => o.lists.includes(id)) && (drawn(o) || o.lists.length > c.lists.length || j < i));
    });
  }

  /** A component speaks the language of the answer; without a drawing it is its text. @param {Envelope} envelope */
  #cardOf(envelope) {
    const drawn = this.host.cards.renderCard?.(envelope, { lang: tongue(envelope.props?.language), bring, finger: this.host.finger });
    if (drawn) return drawn;
    const el = h("div", { class: "card", "data-component": String(envelope.name) });
    draw(el, String(envelope.text ?? ""));
    return el;
  }

  /** @param {string} id */
  #text(id) {
    let m = this.texts.get(id);
    if (!m) {
      m = { el: h("div", { class: id.startsWith(personID) ? "text by-person" : "text" }), text: "", seen: "", open: true };
      this.texts.set(id, m);
      /** @type {any} */ (m).before = new Set(this.shown.keys());
      this.body.append(m.el);
    }
    return m;
  }

  /** @param {string} id @param {string} text */
  #tell(id, text) {
    const m = this.#text(id);
    m.text = text;
    if (!m.open) this.#draw(id);
    else if (!this.stale.has(m.el)) {
      this.stale.add(m.el);
      setTimeout(() => { this.stale.delete(m.el); this.#draw(id); }, 40);
    }
  }

  /** @param {string} id */
  #draw(id) {
    const m = this.texts.get(id);
    if (!m) return;
    const before = [...this.shown].filter(([card, c]) => /** @type {any} */ (m).before.has(card) && !c.el.hidden).map(([, c]) => c.text);
    const text = unsaid(without(m.text, before, m.open), [...this.shown.values()].map((c) => c.el));
    m.seen = text;
    m.el.hidden = !text;
    m.el.classList.toggle("open", m.open);
    draw(m.el, text);
    this.changed();
  }

  /** Called when something has been drawn. */
  changed = () => {};

  /**
   * The turn is over, or waits.
   * @param {"done" | "stopped" | "waiting" | "past"} how
   */
  end(how) {
    for (const [id, m] of this.texts) {
      m.open = false;
      this.#draw(id);
    }
    this.work.end(how);
    if (how === "waiting") return;
    this.answer.hidden = how === "done" && !this.texts.size && !this.shown.size; // a person will answer
    if (how === "stopped") add(this.foot, h("p", { class: "outcome" }, t("stopped")));
    const last = [...this.texts.keys()].at(-1);
    const give = () => {
      const row = feedbackRow(this.host.thread(), last ?? "");
      opinion.remove();
      add(this.foot, row);
      this.changed();
      return row;
    };
    const opinion = iconButton("opinion", t("opinion"), () => give().querySelector("button")?.focus());
    const tools = h("div", { class: "tools" },
      Boolean(this.text) && iconButton("copy", t("copy"), () => this.#copy()),
      Boolean(this.said) && iconButton("retry", t("retry"), () => this.host.retry(this)),
      Boolean(this.said) && iconButton("edit", t("edit"), () => this.host.edit(this)),
      iconButton("person", t("askPerson"), () => this.host.finger.say(t("askPersonText"))),
      Boolean(last) && opinion);
    add(this.foot, tools, this.#offers());
    if (this.asksFor) give();
  }

  /** What the guest may say next with one finger, as long as this is the last turn. It comes when its language is there. */
  #offers() {
    const el = h("div", { class: "next", role: "group", "aria-label": t("next"), hidden: true });
    const drawn = [...this.shown.values()].map((c) => c.envelope);
    const known = drawn.findLast((c) => c.props?.language)?.props.language || this.lang;
    const cards = drawn.length || !known ? drawn : [...this.work.calls.values()].map((c) => ({ name: c.name, props: factsOf(c.output) }));
    const some = known ? [known] : Object.keys(languages); // of a few words nobody says in which
    Promise.all((known || this.text.includes("?") ? some : []).map(learn)).then(() => {
      const fit = (/** @type {string} */ l) => offers([...this.texts.values()].map((m) => m.seen).join("\n\n"), cards, l).filter((text) => text !== this.said);
      const of = some.map(tongue).find((l) => fit(l).length);
      if (!of) return;
      el.lang = locales[of];
      el.hidden = false;
      add(el, ...fit(of).map((text) => h("button", { type: "button", class: "chip", click: () => this.host.finger.say(text) }, text)));
      this.changed();
    });
    return el;
  }

  lang = ""; // of the answer, where the server says it

  /**
   * Something went wrong.
   * @param {string} text
   */
  fail(text) {
    this.begin();
    this.work.end("failed");
    this.foot.replaceChildren(h("div", { class: "failure", role: "alert" }, h("p", null, text),
      h("button", { type: "button", class: "chip", click: () => this.host.retry(this) }, icon("retry"), t("retry"))));
    this.changed();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.text.replace(/ ?\[[a-z0-9]+(-[a-z0-9]+)+\](?!\()/g, "")); // an id is for programs
      say(t("copied"));
    } catch {
      say(t("failed"), true);
    }
  }

  asksFor = ""; // the message that the server wants an opinion on

  /** @param {import("./agui.js").AguiEvent} e */
  #custom(e) {
    if (e.name === "maitre.cost") this.work.cost(e.value);
    if (e.name === "feedback_request") this.asksFor = String(e.value?.messageId ?? "");
    if (e.name === "maitre.memory") {
      this.lang = String(e.value?.language ?? "");
      this.#remembered(e.value);
    }
  }

  /** Says what was learnt and what was not to be. @param {any} value */
  async #remembered(value) {
    const saved = (value?.saved ?? []).filter((/** @type {any} */ m) => m?.value);
    const text = saved.map((/** @type {any} */ m) => `${t("remembered")}: ${m.value}`).join("\n");
    await learn(value?.language);
    const card = this.#cardOf({ v: 1, id: "memory", name: "memory-notice", props: { ...value, saved }, text });
    if (card.textContent) this.foot.prepend(card);
    this.changed();
  }
}

/** A chart, with the guest's token: an image's address alone has none. @param {string} src */
async function bring(src) {
  const { pathname } = new URL(src, location.href);
  if (!pathname.startsWith("/api/v1/charts/")) throw new Error("not a chart");
  return (await send("GET", pathname)).blob();
}

/**
 * A text without what the cards beside it say already, even where that has
 * come in part only.
 * @param {string} text
 * @param {string[]} cards
 * @param {boolean} open
 */
function without(text, cards, open) {
  for (const s of cards) {
    const i = s.length > 20 ? text.indexOf(s) : -1;
    if (i >= 0) text = text.slice(0, i) + text.slice(i + s.length);
    else if (open) {
      for (let n = Math.min(s.length, text.length); n > 0; n--) {
        if (text.endsWith(s.slice(0, n))) {
          text = text.slice(0, -n);
          break;
        }
      }
    }
  }
  return text.trim();
}

/** What a card lists: its kind and the id of each item; of figures, their rows. @param {Envelope} e @returns {string[]} */
function listed(e) {
  const rows = e.props?.rows ?? e.props?.table?.rows;
  if (Array.isArray(rows)) return rows.map((r) => `row ${JSON.stringify(Array.isArray(r) ? r.map((c) => c?.number ?? c?.text) : r)}`);
  return (Array.isArray(e.props?.items) ? e.props.items : []).map((/** @type {any} */ i) => `${e.name} ${i?.id ?? i?.name}`);
}

/**
 * A text without the lines that say no more than an item of a card does, without
 * a heading of which nothing is left, and without that places are made up where
 * a card says so. A hidden card's items stand on another one.
 * @param {string} text
 * @param {HTMLElement[]} cards
 */
function unsaid(text, cards) {
  const words = (/** @type {string | null | undefined} */ s) => s?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const all = (/** @type {string} */ what) => cards.flatMap((c) => [...c.querySelectorAll(what)]);
  const seen = cards.filter((c) => !c.hidden), notes = seen.flatMap((c) => [...c.querySelectorAll(".made")]).map((e) => e.textContent.slice(0, -1));
  const items = [...all(".items > li"), ...all(".plot > [role=listitem]"), ...all("tbody tr")].map((li) => ({
    names: [...li.querySelectorAll("strong, .original, :scope > span, td:first-child")].map((e) => e.textContent ?? "").filter(Boolean), has: new Set([...li.querySelectorAll("p, li, strong, span, b, td")].flatMap((e) => words(e.textContent))) })).filter((i) => i.names[0]);
  const bare = notes.reduce((rest, n) => { // its sentence, wherever it stands
    const i = rest.indexOf(n);
    return i < 0 ? rest : rest.slice(0, i).replace(/ +$/, "") + rest.slice(i).replace(/^[^.\n]*\.?/, "");
  }, text);
  const suggests = new RegExp(`^(${cards.map((c) => spoken[c.lang.slice(0, 2)]?.cards.suggests ?? "-").join("|")}) `);
  const charts = seen.filter((c) => ["chart", "query-result"].includes(c.dataset.component ?? "")).map((c) => new Set([...c.querySelectorAll(".heading, .heading + .dim")].flatMap((e) => words(e.textContent))));
  const said = (/** @type {string} */ l) => {
    const line = l.replace(/^([-*]|\d+[.)]) |[*]{2}|\[[a-z0-9-]+\]/g, "").replace(suggests, "");
    const after = words(line.slice(line.indexOf(": ") + 1)); // "This is the chart: …"
    return !line.endsWith(":") && charts.some((has) => after.length > 0 && after.every((w) => has.has(w))) || items.some((i) => i.names.some((n) => line.startsWith(n)) && words(line).every((w) => i.has.has(w)));
  };
  const lines = bare.split("\n").map((l) => ({ l, said: said(l) }));
  return lines.filter(({ l, said }, i) => !said && !(l.startsWith("…") && lines[i - 1]?.said) && !(l.endsWith(":") && lines[i + 1]?.said && !/^[-*\d]/m.test(rest(lines, i + 1)))).map(({ l }) => l).join("\n").trim();
}

/** What is left of the lines of a list. @param {{l: string, said: boolean}[]} lines @param {number} from */
function rest(lines, from) {
  const end = lines.findIndex(({ l }, i) => i >= from && (!l || l.endsWith(":")));
  return lines.slice(from, end < 0 ? undefined : end).filter((x) => !x.said).map((x) => x.l).join("\n");
}
