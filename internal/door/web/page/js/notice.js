// @ts-check
// Short lines: those that are only read out, and those that pass over the page.

import { $, h, openDialog } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Reads a text out, once. The log itself is silent, so that words that come
 * piece by piece do not chatter.
 * @param {string} text
 */
export function announce(text) {
  const el = $("#announce");
  el.textContent = "";
  setTimeout(() => { el.textContent = text.slice(0, 1200); }, 50); // the same text again is a change, too
}

/**
 * Says something for a few seconds, and longer where it can be undone.
 * @param {string} text
 * @param {boolean} [wrong] something failed
 * @param {{label: string, click: () => void}} [undo]
 */
export function say(text, wrong = false, undo) {
  const el = h("p", { class: wrong ? "toast wrong" : "toast" }, text);
  if (undo) el.append(h("button", { type: "button", class: "link", click: () => { el.remove(); undo.click(); } }, undo.label));
  $("#toasts").replaceChildren(el);
  setTimeout(() => el.remove(), undo ? undoTime : 6000);
}

/** How long something can be undone, in ms. */
export const undoTime = 10_000;

/** Shows or takes away the line that says how the connection is. @param {string} text */
export function banner(text) {
  const el = $("#banner");
  el.textContent = text;
  el.hidden = !text;
}

/** Asks whether something is to be done. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function sure(question, yes) {
  return new Promise((resolve) => {
    const dialog = openDialog(question, (close) => [h("div", { class: "row end" },
      h("button", { type: "button", class: "plain", click: close }, t("cancel")),
      h("button", { type: "button", class: "primary", click: () => { resolve(true); close(); } }, yes))]);
    dialog.addEventListener("close", () => resolve(false));
  });
}
