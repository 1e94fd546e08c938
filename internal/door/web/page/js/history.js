// @ts-check
// The guest's conversations: a list to search, rename and delete.

import { api, send } from "./api.js";
import { $, add, h, iconButton, openDialog } from "./dom.js";
import { day, t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say, undoTime } from "./notice.js";

/** @typedef {{id: string, title: string, updatedAt: string}} Thread */

export class History {
  /** @param {{open: (id: string) => void, gone: (id: string) => void}} on */
  constructor(on) {
    this.on = on;
    this.current = "";
    /** @type {Thread[]} */
    this.threads = [];
    this.failed = false; // the list could not be read
    this.wait = 4000; // until it is tried again, in ms
    /** What the server found in messages, and for which words. */
    this.found = { words: "", ids: new Set() };
    /** Deleted, as long as that can be undone. @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.leaving = new Map();
    this.search = /** @type {HTMLInputElement} */ ($("#search"));
    this.search.addEventListener("input", () => { this.render(); this.#find(); });
    addEventListener("pagehide", () => this.flush());
    for (const id of JSON.parse(sessionStorage.getItem(leavingKey) ?? "[]")) this.leaving.set(id, setTimeout(() => this.#removed(id), 3000));
    sessionStorage.removeItem(leavingKey);
  }

  /** Deletes what could still be undone. */
  flush() {
    sessionStorage.setItem(leavingKey, JSON.stringify([...this.leaving.keys()]));
    for (const id of this.leaving.keys()) this.#remove(id);
  }

  /** Reads the list again. When it cannot, what was read before stays, and it tries again. */
  async load() {
    clearTimeout(this.again);
    try {
      this.threads = (await api("GET", "/threads")).threads ?? [];
      this.failed = false;
      this.wait = 4000;
    } catch {
      this.failed = true;
      this.again = setTimeout(() => this.load(), this.wait);
      this.wait = Math.min(this.wait * 2, 60_000);
    }
    this.render();
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again = undefined;

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

  /** When something was last said in a conversation. @param {string} id */
  spoken(id) {
    return this.threads.find((th) => th.id === id)?.updatedAt ?? "";
  }

  render() {
    const wanted = fold(this.search.value).trim();
    const here = this.threads.filter((th) => !this.leaving.has(th.id));
    const found = here.filter((th) => fold(th.title).includes(wanted) || (this.found.words === wanted && this.found.ids.has(th.id)));
    const list = $("#threads");
    list.replaceChildren();
    if (this.failed) add(list, h("li", { class: "empty" }, h("p", { role: "status" }, t("listFailed")), h("button", { type: "button", class: "chip", click: () => this.load() }, t("retry"))));
    let last = "";
    for (const th of found) {
      const of = day(th.updatedAt);
      if (of !== last) add(list, h("li", { class: "day" }, h("h2", null, (last = of))));
      add(list, this.#row(th));
    }
    if (!found.length && !this.failed) add(list, h("li", { class: "empty" }, t(here.length ? "nothingFound" : "noConversations")));
    this.search.hidden = here.length === 0;
  }

  /** Has the server search what was said, when the guest stops writing. */
  #find() {
    clearTimeout(this.finding);
    const words = fold(this.search.value).trim();
    if (words.length < 2) return;
    this.finding = setTimeout(async () => {
      try {
        const { threads } = await api("GET", `/threads?q=${encodeURIComponent(words)}`);
        this.found = { words, ids: new Set(threads.map((/** @type {Thread} */ th) => th.id)) };
        this.render();
      } catch { /* titles are found all the same */ }
    }, 250);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  finding = undefined;

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
        if (!await this.#call(th.id, box.value)) return;
        close();
        say(t("renamed"), false, { label: t("undo"), click: () => this.#call(th.id, title) });
      };
      return [h("form", { submit }, box,
        h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: close }, t("cancel")), h("button", { class: "primary" }, t("save"))))];
    });
  }

  /** Calls a conversation something else. @param {string} id @param {string} title @returns {Promise<boolean>} it is called so */
  async #call(id, title) {
    try {
      const now = await api("PATCH", `/threads/${encodeURIComponent(id)}`, { title });
      for (const th of this.threads) if (th.id === id) th.title = now.title;
      this.render();
      this.on.open(this.current);
      return true;
    } catch {
      say(t("failed"), true);
      return false;
    }
  }

  /** Takes a conversation out of sight, and deletes it when that cannot be undone any more. @param {Thread} th @param {string} title */
  #delete(th, title) {
    const back = () => {
      clearTimeout(this.leaving.get(th.id));
      this.leaving.delete(th.id);
      this.render();
      this.on.open(th.id);
    };
    this.leaving.set(th.id, setTimeout(() => this.#remove(th.id), undoTime));
    this.render();
    if (th.id === this.current) this.on.gone(th.id);
    say(t("deleted", { title }), false, { label: t("undo"), click: back });
    $("#toasts button").focus();
  }

  /** @param {string} id */
  async #remove(id) {
    clearTimeout(this.leaving.get(id));
    try {
      await send("DELETE", `/api/v1/threads/${encodeURIComponent(id)}`, { keepalive: true });
    } catch {
      say(t("failed"), true);
    }
    this.leaving.delete(id);
    await this.load();
  }

  /** Makes sure that what was deleted when the page was left is gone. @param {string} id */
  async #removed(id) {
    await this.load();
    if (this.threads.some((th) => th.id === id)) this.#remove(id);
    else this.leaving.delete(id);
  }
}

/** Where it stands what is being deleted while the page is loaded again. */
const leavingKey = "maitre.leaving";

/** @param {string} s */
const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
