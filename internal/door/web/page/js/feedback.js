// @ts-check
// What the guest thinks of an answer: asked for when the server asks, or when
// the guest opens it.

import { api } from "./api.js";
import { h, icon, openDialog } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./notice.js";

/**
 * A row that takes an opinion on a message.
 * @param {string} thread
 * @param {string} message
 */
export function feedbackRow(thread, message) {
  const send = async (/** @type {string} */ type, /** @type {string} */ text) => {
    await api("POST", "/feedback", { threadId: thread, messageId: message, type, ...(text ? { data: { text } } : {}) });
    const said = h("span", { class: "outcome", tabindex: -1 }, t("thanks")), here = row.contains(document.activeElement);
    row.replaceChildren(said);
    if (here) said.focus(); // else who goes by keyboard begins anew
    say(t("thanks"));
  };
  const give = (/** @type {string} */ type) => send(type, "").catch(() => say(t("failed"), true));
  const thumb = (/** @type {string} */ shape, /** @type {string} */ label, /** @type {string} */ type) =>
    h("button", { type: "button", class: "chip", click: () => give(type) }, icon(shape), label);
  const words = (/** @type {string} */ type, /** @type {string} */ label) =>
    h("button", { type: "button", class: "chip", click: () => ask(type, send) }, label);
  const row = h("div", { class: "feedback", role: "group", "aria-label": t("helped") },
    h("span", { class: "asks" }, t("helped")),
    thumb("up", t("good"), "positive"), thumb("down", t("bad"), "negative"), words("correction", t("correct")), words("preference", t("prefer")));
  return row;
}

/**
 * Asks for words.
 * @param {string} type
 * @param {(type: string, text: string) => Promise<void>} send
 */
function ask(type, send) {
  const key = type === "correction" ? "correct" : "prefer";
  openDialog(t(`${key}Ask`), (close) => {
    const box = h("textarea", { rows: 3, maxlength: 2000, required: true, "aria-label": t(`${key}Ask`), placeholder: t(`${key}Hint`) });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const submit = async (/** @type {Event} */ e) => {
      e.preventDefault();
      if (!box.value.trim()) return;
      try {
        await send(type, box.value.trim());
        close();
      } catch {
        wrong.textContent = t("failed");
      }
    };
    return [h("form", { submit }, box, wrong,
      h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: close }, t("cancel")), h("button", { class: "primary" }, t("save"))))];
  });
}
