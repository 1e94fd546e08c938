// @ts-check
// The guest's conversations: a list to search, rename and delete.

import { api } from "./api.js";
import { $, add, h, iconButton, openDialog } from "./dom.js";
import { t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";

/** @typedef {{id: string, title: string, updatedAt: string}} Thread */

export class History {
  /** @param {{open: (id: string) => void, gone: (id: string) => void}} on */
  constructor(on) {
    this.on = on;
    this.current = "";
    /** @type {Thread[]} */
    this.threads = [];
    this.search = /** @type {HTMLInputElement} */ ($("#search"));
    this.search.addEventListener("input", () => this.render());
  }

  /** Reads the list again. */
  async load() {
    try {
      this.threads = (await api("GET", "/threads")).threads ?? [];
      this.render();
    } catch {
      $("#threads").replaceChildren(h("li", { class: "empty" }, t("listFailed")));
    }
  }

  /** @param {string} id */
  select(id) {
    this.current = id;
    this.render();
  }

  /** @param {string} id */
  title(id) {
    const found = this.threads.find((th) => th.id === id);
    return found ? clean(found.title) || t("untitled") : "";
  }

  render() {
    const wanted = fold(this.search.value);
    const found = this.threads.filter((th) => fold(th.title).includes(wanted));
    const list = $("#threads");
    list.replaceChildren(...found.map((th) => this.#row(th)));
    if (!found.length) add(list, h("li", { class: "empty" }, t(this.threads.length ? "nothingFound" : "noConversations")));
    this.search.hidden = this.threads.length === 0;
  }

  /** @param {Thread} th */
  #row(th) {
    const title = clean(th.title) || t("untitled");
    const here = th.id === this.current;
    return h("li", { class: here ? "here" : "" },
      h("button", { type: "button", class: "open", "aria-current": here ? "true" : null, click: () => this.on.open(th.id) },
        h("span", { class: "name", dir: "auto" }, title), h("span", { class: "when" }, when(th.updatedAt))),
      iconButton("edit", t("renameOf", { title }), () => this.#rename(th, title)),
      iconButton("trash", t("deleteOf", { title }), () => this.#delete(th, title)));
  }

  /** @param {Thread} th @param {string} title */
  #rename(th, title) {
    openDialog(t("rename"), (close) => {
      const box = h("input", { type: "text", value: title, maxlength: 120, required: true, "aria-label": t("title") });
      const submit = async (/** @type {Event} */ e) => {
        e.preventDefault();
        try {
          th.title = (await api("PATCH", `/threads/${encodeURIComponent(th.id)}`, { title: box.value })).title;
          close();
          this.render();
          this.on.open(this.current);
        } catch {
          say(t("failed"), true);
        }
      };
      return [h("form", { submit }, box, buttons(close, t("save"), "primary"))];
    });
  }

  /** @param {Thread} th @param {string} title */
  #delete(th, title) {
    openDialog(t("deleteAsk"), (close) => {
      const submit = async (/** @type {Event} */ e) => {
        e.preventDefault();
        try {
          await api("DELETE", `/threads/${encodeURIComponent(th.id)}`);
          close();
          this.threads = this.threads.filter((o) => o !== th);
          this.render();
          this.on.gone(th.id);
        } catch {
          say(t("failed"), true);
        }
      };
      return [h("p", null, t("deleteText", { title })), h("form", { submit }, buttons(close, t("delete"), "danger"))];
    });
  }
}

/** @param {() => void} close @param {string} label @param {string} kind */
function buttons(close, label, kind) {
  return h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: close }, t("cancel")), h("button", { class: kind }, label));
}

/** @param {string} s */
const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
