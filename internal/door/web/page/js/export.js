// @ts-check
// A conversation to take away: as a file, or on paper.

import { send } from "./api.js";
import { h, openDialog } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./notice.js";

/** Asks how, and gives it. @param {string} thread @param {string} title */
export function openExport(thread, title) {
  openDialog(t("take"), (close) => {
    const file = async (/** @type {string} */ format) => {
      try {
        const res = await send("GET", `/api/v1/threads/${encodeURIComponent(thread)}/export?format=${format}`);
        save(`${name(title)}.${format}`, await res.blob());
        close();
      } catch {
        say(t("failed"), true);
      }
    };
    const print = () => { close(); window.print(); };
    return [h("p", null, t("takeText")), h("div", { class: "row" },
      h("button", { type: "button", class: "plain", click: () => file("md") }, t("takeMarkdown")),
      h("button", { type: "button", class: "plain", click: () => file("json") }, t("takeJSON")),
      h("button", { type: "button", class: "plain", click: print }, t("takePaper"))),
    h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: close }, t("close")))];
  });
}

/** A title as the name of a file. @param {string} title */
const name = (title) => title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "maitre";

/** @param {string} name @param {Blob} what */
function save(name, what) {
  const href = URL.createObjectURL(what);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
