// @ts-check
// What the house knows of the guest: what may harm somebody first, each with
// where it comes from; and the guest's right to put it right or have it forgotten.

import { api } from "./api.js";
import { h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { openPanel, p, read, save } from "./panel.js";

/**
 * @typedef {{id: string, kind: string, subject: string, person?: string, who?: string, confidence: number, session?: boolean, retired?: string,
 *   safety?: boolean, thread?: string, label: string, said: string, value: string, why: string}} Memory
 * @typedef {{health_may_be_remembered: string, memories: Memory[]}} Known
 * @typedef {(ask: () => Promise<any>, done: string) => Promise<void>} Change
 */

/** Below this the house says that it is not sure, as it asks for an opinion then. */
const sure = 0.8;

/** The title of a conversation that the guest has; empty: it is gone. @type {(thread: string) => string} */
let titled = () => "";

/** Opens the drawer. gone is called when the conversations were deleted. @param {() => void} gone @param {(thread: string) => string} [title] */
export const openMemory = (gone, title = titled) => openPanel(t("memory"), "memory", async (body, show) => {
  titled = title;
  /** @type {Known} */
  const known = await read(`/me/memory?lang=${lang}`);
  /** @type {Change} */
  const change = async (ask, done) => {
    try {
      await ask();
      await show(done);
    } catch {
      await show(t("failed"));
    }
    body.focus();
  };
  body.replaceChildren(
    ...groups(known.memories, change),
    known.memories.length ? "" : h("p", { class: "muted" }, p("memoryNone")),
    consent(known.health_may_be_remembered, (yes) => change(() => api("POST", "/me/memory/consent", { health: yes }), "")),
    h("div", { class: "row end" },
      h("button", { type: "button", class: "plain", click: () => read("/me/export").then((all) => save("maitre.json", all)).catch(() => show(t("failed"))) }, p("takeAway")),
      known.memories.length > 0 && all((too) => change(() => forgetAll(too).finally(() => too && gone()), too ? p("forgotToo") : `${p("forgotAll")} ${p("stay")}`))));
});

/** Forgets what is known, and deletes the conversations if they are to go, too. @param {boolean} too */
async function forgetAll(too) {
  await api("DELETE", "/me/memory");
  while (too) {
    const { threads } = await read("/threads"); // not all of them where there are many
    if (!threads.length) return;
    for (const th of threads) await api("DELETE", `/threads/${encodeURIComponent(th.id)}`);
  }
}

/** Kinds that are of one conversation and seldom of use in another. */
const passing = ["party_size", "procedural", "episode"];

/** What is known in parts: must-nots by person, tastes, the rest, and folded what was of one time. @param {Memory[]} some @param {Change} change */
function groups(some, change) {
  const held = some.filter((m) => !m.retired);
  const part = (/** @type {string} */ title, /** @type {Memory[]} */ of) => of.length > 0 && h("section", null, h("h3", null, title), list(of, change));
  const folded = (/** @type {string} */ title, /** @type {Memory[]} */ of) => of.length > 0 && h("details", null, h("summary", null, p(title, { n: of.length })), list(of, change));
  const needs = Map.groupBy(held.filter((m) => m.safety), (m) => whose(m));
  const rest = held.filter((m) => !m.safety), once = rest.filter((m) => m.session || passing.includes(m.kind)), lasting = rest.filter((m) => !once.includes(m));
  const tastes = lasting.filter((m) => m.kind === "preference" || m.kind === "dislike");
  const you = [...needs].sort(([a], [b]) => Number(b === p("you")) - Number(a === p("you")));
  return [...you.map(([who, of]) => part(p("needsOf", { who }), of)), part(p("tastes"), tastes), part(p("rest"), lasting.filter((m) => !tastes.includes(m))),
    folded("once", once), folded("retired", some.filter((m) => m.retired))].filter((x) => x !== false);
}

/** @param {Memory} m */
const whose = (m) => m.person ? clean(m.who ?? m.person) : m.subject === "companion" ? p("companion") : p("you");

/** @param {Memory[]} some @param {Change} change */
const list = (some, change) => h("ul", { class: "memories" }, ...some.map((m) => entry(m, change)));

/** @param {Memory} m @param {Change} change */
function entry(m, change) {
  const path = `/me/memory/${encodeURIComponent(m.id)}`, what = clean(m.said);
  const button = (/** @type {string} */ key, /** @type {() => void} */ click) => h("button", { type: "button", class: "plain", "aria-label": `${p(key)}: ${what}`, click }, p(key));
  const who = !m.safety && (m.person || m.subject === "companion") && whose(m);
  const row = h("li", { class: m.retired ? "retired" : null },
    h("div", null, h("p", null, `${clean(m.label)}: `, h("b", null, what)),
      h("p", { class: "muted" }, [who, clean(m.why), m.confidence < sure && p("unsure")].filter(Boolean).join(" · ")), talk(m)),
    h("span", { class: "row" }, m.safety && m.session && m.person && !m.retired && button("keep", () => change(() => api("POST", "/me/memory/consent", { health: true, person: m.person }), p("keepDone", { who: whose(m) }))),
      !m.retired && button("change", () => edit()), button("forget", () => change(() => api("DELETE", path), p("forgot")))));
  const edit = () => {
    const box = h("input", { type: "text", value: clean(m.value), maxlength: 120, required: true, "aria-label": clean(m.label) });
    const form = h("form", { submit: (/** @type {Event} */ e) => { e.preventDefault(); change(() => api("PATCH", path, { value: box.value }), p("changed")); } },
      box, h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: () => { form.replaceWith(...before); } }, t("cancel")), h("button", { class: "primary" }, t("save"))));
    const before = [...row.childNodes];
    row.replaceChildren(form);
    box.select();
  };
  return row;
}

/** A link to the conversation in which something was said. @param {Memory} m */
function talk(m) {
  const title = m.thread && titled(m.thread);
  return title && h("a", { class: "talk muted", href: `#t=${encodeURIComponent(m.thread ?? "")}`, click: (/** @type {Event} */ e) => /** @type {HTMLElement} */ (e.target).closest("dialog")?.close() }, p("saidIn", { title: clean(title) }));
}

/**
 * Whether what concerns health may be kept: a switch, and what it means now.
 * @param {string} state
 * @param {(yes: boolean) => void} answer
 */
function consent(state, answer) {
  const on = state === "yes";
  return h("section", { class: state === "asked" ? "box pending" : "box" },
    h("div", { class: "switch-row" }, h("h3", { id: "health" }, p("health")),
      h("button", { type: "button", role: "switch", class: "switch", "aria-checked": String(on), "aria-labelledby": "health", "aria-describedby": "health-now", click: () => answer(!on) })),
    h("p", { id: "health-now", class: "muted" }, p(on ? "healthYes" : state === "no" ? "healthNo" : "healthAsk")));
}

/** A button that asks once more, and whether the conversations go, too. @param {(too: boolean) => void} forget */
function all(forget) {
  const too = h("input", { type: "checkbox" });
  const sure = h("div", { class: "box pending", role: "group", "aria-label": p("forgetAll"), hidden: true }, h("p", null, p("forgetAsk"), " ", p("stay")),
    h("label", { class: "check" }, too, p("forgetToo")),
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", click: () => forget(too.checked) }, p("forgetYes")),
      h("button", { type: "button", class: "plain", click: () => { sure.hidden = true; first.hidden = false; first.focus(); } }, t("cancel"))));
  const first = h("button", { type: "button", class: "plain", click: () => { sure.hidden = false; first.hidden = true; too.focus(); } }, p("forgetAll"));
  const both = document.createDocumentFragment();
  both.append(first, sure);
  return both;
}
