// @ts-check
// Short lines: those that are only read out, and those that pass over the page.

import { $, h } from "./dom.js";

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
 * Says something for a few seconds.
 * @param {string} text
 * @param {boolean} [wrong] something failed
 */
export function say(text, wrong = false) {
  const el = h("p", { class: wrong ? "toast wrong" : "toast" }, text);
  $("#toasts").replaceChildren(el);
  setTimeout(() => el.remove(), 6000);
}

/** Shows or takes away the line that says how the connection is. @param {string} text */
export function banner(text) {
  const el = $("#banner");
  el.textContent = text;
  el.hidden = !text;
}
