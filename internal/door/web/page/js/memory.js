// @ts-check
// What the house knows of the guest: what, why, since when and how sure; and
// the guest's right to have it forgotten.

import { api } from "./api.js";
import { h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { openPanel, p, percent, read, save } from "./panel.js";

/**
 * @typedef {{id: string, confidence: number, retired?: string, text: string}} Memory
 * @typedef {{health_may_be_remembered: string, memories: Memory[]}} Known
 */

/** Opens the drawer. gone is called when the conversations were deleted. @param {() => void} gone */
export const openMemory = (gone) => openPanel(t("memory"), "memory", async (body, show) => {
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

/** @param {Memory} m @param {() => void} forget */
function entry(m, forget) {
  return h("li", { class: m.retired ? "retired" : null },
    h("div", null, h("p", null, clean(m.text)), h("p", { class: "muted" }, p("sure", { p: percent(m.confidence) }))),
    h("button", { type: "button", class: "plain", "aria-label": p("forgetOf", { what: clean(m.text.split(" (")[0]) }), click: forget }, p("forget")));
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
