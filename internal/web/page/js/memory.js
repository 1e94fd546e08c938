// @ts-check
// What the house knows of the guest: what, why, since when and how sure; and
// the guest's right to have it forgotten.

import { api } from "./api.js";
import { h } from "./dom.js";
import { lang, locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { openPanel, p, percent, read, save } from "./panel.js";

/**
 * @typedef {{id: string, kind: string, value: string, confidence: number, evidence: number, since: string, session?: boolean, retired?: string, text: string}} Memory
 * @typedef {{health_may_be_remembered: string, memories: Memory[]}} Known
 */

/** Opens the drawer. */
export const openMemory = () => openPanel(t("memory"), "memory", async (body, show) => {
  /** @type {Known} */
  const known = await read(`/me/memory?lang=${lang}`);
  const change = async (/** @type {() => Promise<any>} */ ask, /** @type {string} */ done) => {
    try {
      await ask();
      await show(done);
    } catch {
      await show(t("failed"));
    }
    body.focus();
  };
  const forget = (/** @type {Memory} */ m) => change(() => api("DELETE", `/me/memory/${encodeURIComponent(m.id)}`), p("forgot"));
  body.replaceChildren(
    known.memories.length ? h("ul", { class: "memories" }, ...known.memories.map((m) => entry(m, () => forget(m)))) : h("p", { class: "muted" }, p("memoryNone")),
    consent(known.health_may_be_remembered, (yes) => change(() => api("POST", "/me/memory/consent", { health: yes }), "")),
    h("div", { class: "row end" },
      h("button", { type: "button", class: "plain", click: () => read("/me/export").then((all) => save("maitre.json", all)).catch(() => show(t("failed"))) }, p("export")),
      known.memories.length > 0 && all(() => change(() => api("DELETE", "/me/memory"), p("forgot")))));
});

/** @param {Memory} m @param {() => void} forget */
function entry(m, forget) {
  const since = new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(m.since));
  const facts = [p("sure", { p: percent(m.confidence) }), p("since", { date: since }), p("said", { n: m.evidence }), m.session && p("session"), m.retired && p("retired")];
  return h("li", { class: m.retired ? "retired" : null },
    h("div", null, h("p", null, clean(m.text)), h("p", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    h("button", { type: "button", class: "plain", "aria-label": p("forgetOf", { what: clean(m.value) }), click: forget }, p("forget")));
}

/**
 * Whether what concerns health may be kept: asked where it is open, and
 * otherwise what was answered, which may be taken back.
 * @param {string} state
 * @param {(yes: boolean) => void} answer
 */
function consent(state, answer) {
  const open = state !== "yes" && state !== "no";
  const button = (/** @type {boolean} */ yes) => h("button", { type: "button", class: "plain", click: () => answer(yes) }, p(yes ? "allow" : "deny"));
  return h("section", { class: state === "asked" ? "box pending" : "box" }, h("h3", null, p("health")),
    h("p", null, p(open ? "healthAsk" : state === "yes" ? "healthYes" : "healthNo")),
    h("div", { class: "row" }, state !== "yes" && button(true), state !== "no" && button(false)));
}

/** A button that asks once more. @param {() => void} forget */
function all(forget) {
  const sure = h("div", { class: "box pending", role: "group", "aria-label": p("forgetAll"), hidden: true }, h("p", null, p("forgetAsk")),
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", click: forget }, p("forgetYes")),
      h("button", { type: "button", class: "plain", click: () => { sure.hidden = true; first.hidden = false; first.focus(); } }, t("cancel"))));
  const first = h("button", { type: "button", class: "plain", click: () => { sure.hidden = false; first.hidden = true; sure.querySelector("button")?.focus(); } }, p("forgetAll"));
  const both = document.createDocumentFragment();
  both.append(first, sure);
  return both;
}
