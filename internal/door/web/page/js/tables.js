// @ts-check
// Links by which guests of a table come in: made, printed as a sheet of QR codes, revoked.

import { api } from "./api.js";
import { h, refill } from "./dom.js";
import { locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o } from "./owner-words.js";

/** @typedef {{id: string, table: string, until: string, ended?: string, url?: string, svg?: string}} Link */

/** Shows the part. @param {HTMLElement} at */
export function show(at) {
  const tables = h("input", { type: "text", required: true, value: "1-10", autocomplete: "off" });
  const days = h("input", { type: "number", required: true, min: 1, max: 1000, value: 365 });
  const sheet = h("ul", { class: "codes" });
  const list = h("tbody");
  const print = h("button", { type: "button", class: "plain noprint", hidden: true, click: () => window.print() }, o("print"));
  const submit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      const made = await api("POST", "/links", { tables: names(tables.value), days: Number(days.value), base: location.origin });
      sheet.replaceChildren(...made.links.map(card));
      print.hidden = false;
      say(o("linksMade"));
      load();
    } catch {
      say(o("linksFailed"), true);
    }
  };
  const load = async () => {
    const all = /** @type {Link[]} */ ((await api("GET", "/links").catch(() => ({}))).links ?? []);
    refill(list, ...all.map((l) => row(l, load)));
  };
  at.append(
    h("h2", null, o("tables")), h("p", { class: "noprint" }, o("tablesText")),
    h("form", { submit }, h("label", null, o("tableNames"), tables), h("label", null, o("days"), days),
      h("div", { class: "row" }, h("button", { class: "primary" }, o("makeLinks")), print)),
    sheet,
    h("table", null, h("thead", null, h("tr", null, ...["table", "until"].map((key) => h("th", { scope: "col" }, o(key))), h("td"))), list));
  load();
  return () => {};
}

/**
 * The tables of "1-3, Varanda": 1, 2, 3 and Varanda.
 * @param {string} text
 */
function names(text) {
  return text.split(",").flatMap((part) => {
    const [, from, to] = part.trim().match(/^(\d{1,4})\s*-\s*(\d{1,4})$/) ?? [];
    if (from === undefined || Number(to) < Number(from)) return [part.trim()];
    return Array.from({ length: Math.min(201, Number(to) - Number(from) + 1) }, (_, i) => String(Number(from) + i));
  }).filter(Boolean);
}

/** @param {Link} l */
function card(l) {
  const src = `data:image/svg+xml,${encodeURIComponent(l.svg ?? "")}`;
  return h("li", null, h("b", null, o("atTable", { table: clean(l.table) })), h("img", { src, alt: o("codeOf", { table: clean(l.table) }) }),
    h("span", null, o("scan")), h("small", { class: "url" }, l.url));
}

/** @param {Link} l @param {() => void} changed */
function row(l, changed) {
  const over = l.ended || Date.parse(l.until) < Date.now();
  const day = new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(l.ended ?? l.until));
  const revoke = () => api("DELETE", `/links/${encodeURIComponent(l.id)}`).then(changed, () => say(t("failed"), true));
  return h("tr", null, h("td", null, clean(l.table)), h("td", null, over ? o("over", { day }) : day),
    h("td", null, !over && h("button", { type: "button", class: "plain", click: revoke }, o("revoke"))));
}
