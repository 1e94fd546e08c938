// @ts-check
// A drawer at the side of the page that reads what it shows when it is opened.

import { ApiError, send } from "./api.js";
import { h, iconButton, openDialog } from "./dom.js";
import { lang, locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { spoken } from "./words.js";

/** @type {Record<string, string>} */
let words = {};

/** A text of the drawers, filled in as t does it. @param {string} key @param {Record<string, string | number>} [fill] */
export function p(key, fill = {}) {
  const forms = (Object.hasOwn(words, key) ? words[key] : clean(key)).split("|");
  return forms[fill.n === 1 ? 0 : forms.length - 1].replace(/\{(\w+)\}/g, (_, name) => typeof fill[name] === "number" ? number(fill[name]) : String(fill[name] ?? ""));
}

/** @param {number} n @param {Intl.NumberFormatOptions} [o] */
export const number = (n, o = { maximumFractionDigits: 2 }) => new Intl.NumberFormat(locale(), o).format(n);

/** @param {number} n a share of one */
export const percent = (n) => number(n, { style: "percent", maximumFractionDigits: 0 });

/** Dollars, with as many places as a small amount needs. @param {number} n */
export const dollars = (n) => number(n, { style: "currency", currency: "USD", maximumSignificantDigits: 3 });

/**
 * Opens a drawer. read fills it and may fail. show has it filled once more, and
 * then says what has changed.
 * @param {string} title
 * @param {string} kind a class
 * @param {(body: HTMLElement, show: (changed?: string) => Promise<void>) => Promise<void>} read
 */
export async function openPanel(title, kind, read) {
  words = spoken[lang]?.panels ?? {};
  const href = new URL("../css/panels.css", import.meta.url).pathname;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
  const body = h("div", { class: "panel-body", tabindex: "-1" });
  const status = h("p", { class: "said", role: "status" });
  const show = async (changed = "") => {
    body.setAttribute("aria-busy", "true");
    if (!body.hasChildNodes()) body.append(h("p", { class: "muted", role: "status" }, p("loading")));
    try {
      await read(body, show);
    } catch (err) {
      const denied = err instanceof ApiError && err.status === 403;
      body.replaceChildren(h("p", { class: "muted", role: "alert" }, p(denied ? "denied" : "failed")),
        denied ? "" : h("button", { type: "button", class: "plain", click: () => show() }, p("again")));
    }
    body.removeAttribute("aria-busy");
    status.textContent = changed;
  };
  openDialog(title, (close) => [iconButton("close", t("close"), close, { class: "quiet panel-close" }), status, body], `panel ${kind}`);
  await show();
}

/**
 * Saves JSON as a file.
 * @param {string} name
 * @param {any} what
 */
export function save(name, what) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(what, null, 2)], { type: "application/json" }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Reads JSON below /api/v1. @param {string} path @returns {Promise<any>} */
export const read = async (path) => (await send("GET", `/api/v1${path}`)).json();
