// @ts-check
// Tables of data: a file is read, looked at, mended in its kinds, and kept; what took a table's place is undone.

import { ApiError, api, send } from "./api.js";
import "./card-words.js";
import "./house-words.js";
import { h, refill } from "./dom.js";
import { locale, t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say, sure } from "./notice.js";
import { o } from "./owner-words.js";

/**
 * @typedef {{name: string, source: string, rows: number, columns: string[], added: string, undo?: boolean, version: string}} Entry
 * @typedef {{name: string, rows: number, broken: number, lines: {line: number, why: string}[], columns: {name: string, kind: string, unit?: string, unfit: number, examples?: string[]}[], first: string[][], from: number, version?: string, sample?: number, kept: boolean}} View
 */

const kinds = ["number", "date", "bool", "text"], most = 10 << 20;

/** Shows the part. @param {HTMLElement} at */
export function show(at) {
  let running = Promise.resolve();
  const list = h("tbody"), look = h("div", { class: "look" }), none = h("p", { hidden: true }, o("noTables"));
  const failed = (/** @type {unknown} */ err) => {
    const text = err instanceof ApiError ? o(`err_${["unreadable", "changed"].includes(err.code) ? `table_${err.code}` : err.code}`) : "";
    say(text && !text.startsWith("err_") ? text : t("failed"), true);
  };
  const load = async () => {
    const all = /** @type {Entry[]} */ ((await api("GET", "/tables").catch(() => ({}))).tables ?? []);
    none.hidden = all.length > 0;
    refill(list, ...all.map(row));
  };
  /** @param {Entry} e */
  const row = (e) => {
    const button = (/** @type {string} */ key, /** @type {() => void} */ click) => h("button", { type: "button", class: "plain", "aria-label": `${o(key)}: ${e.name}`, click }, o(key));
    return h("tr", null, h("th", { scope: "row" }, e.name), h("td", null, number(e.rows)), h("td", null, clean(e.source)), h("td", null, when(e.added)), h("td", null, h("div", { class: "row" },
      button("lookAt", () => open(e.name, 0)),
      e.undo && button("undoTable", async () => { if (await sure(o("undoTableSure"), o("undoTable"))) await back(e.name, ""); }),
      button("remove", async () => { if (await sure(o("removeTableSure", { name: e.name }), o("remove"))) await api("DELETE", path(e.name)).then(() => { look.replaceChildren(); return load(); }, failed); }))));
  };
  const path = (/** @type {string} */ name) => `/tables/${encodeURIComponent(name)}`;
  /** Opens a table at a row, with the versions that can be brought back. @param {string} name @param {number} from */
  const open = async (name, from) => {
    try {
      const [v, all] = await Promise.all([api("GET", `${path(name)}?from=${from}`), api("GET", `${path(name)}/versions`)]);
      shown(v, null, all.versions);
    } catch (err) {
      failed(err);
    }
  };
  /** Brings a version of a table back. @param {string} name @param {string} version */
  const back = (name, version) => api("POST", `${path(name)}/undo?version=${encodeURIComponent(version)}`).then(() => Promise.all([load(), look.childElementCount ? open(name, 0) : null]), failed);
  /** Puts a value into a cell, after those before it. @param {View} v @param {number} row @param {string} column @param {HTMLInputElement} el */
  const put = (v, row, column, el) => {
    running = running.then(async () => {
      try {
        v.version = (await api("PATCH", path(v.name), { version: v.version, row, column, value: el.value })).version;
        const now = /** @type {View} */ (await api("GET", `${path(v.name)}?from=${v.from}`));
        const value = now.first[row - v.from][v.columns.findIndex((c) => c.name === column)];
        if (el !== document.activeElement) el.value = value;
        el.removeAttribute("aria-invalid");
        say(o("cellKept"), false, { label: o("undoTable"), click: () => back(v.name, "") });
        await load();
        look.querySelector(".versions")?.replaceWith(versions(v.name, (await api("GET", `${path(v.name)}/versions`)).versions, v.version ?? ""));
      } catch (err) {
        el.setAttribute("aria-invalid", "true");
        failed(err);
      }
    });
  };
  /** @param {string} name @param {Entry[]} all @param {string} now */
  const versions = (name, all, now) => h("div", { class: "versions" }, h("h3", null, o("tableVersions")), h("table", null, h("tbody", null, ...all.map((e) => h("tr", null, h("td", null, when(e.added)), h("td", null, rowsOf(e.rows)),
    h("td", null, e.version === now ? o("isTable") : h("button", { type: "button", class: "plain", click: () => back(name, e.version) }, o("bringBack"))))))));
  const upload = async (/** @type {any} */ e) => {
    const file = /** @type {File | undefined} */ (e.target.files?.[0]);
    if (file) await read(file, nameFor(file.name), new Map()).catch(failed);
    e.target.value = "";
  };
  /** Reads a file anew, with some kinds as the owner says. @param {File} file @param {string} name @param {Map<string, string>} as @param {boolean} [keep] */
  const read = async (file, name, as, keep = false) => {
    if (file.size > most) throw new ApiError(413, "table_large");
    const query = new URLSearchParams({ name, file: file.name, ...(keep ? {} : { look: "1" }) });
    for (const [column, kind] of as) query.append("type", `${column}=${kind}`);
    const res = await send("POST", `/api/v1/tables?${query}`, { body: new Blob([file]) });
    shown(await res.json(), keep ? null : { file, as });
    if (keep) {
      say(o("tableKept", { name }));
      await load();
    }
  };
  /** Shows what is understood of a table; from: a file that is not kept yet. @param {View} v @param {{file: File, as: Map<string, string>} | null} from @param {Entry[]} [all] its versions */
  const shown = (v, from, all) => {
    const edit = all && !v.sample, last = v.from + v.first.length;
    const told = (/** @type {string} */ x, /** @type {string} */ column) => asWritten(clean(x), v.columns.find((c) => c.name === column)?.kind ?? "");
    const cell = (/** @type {string} */ x, /** @type {number} */ row, /** @type {string} */ column) => (edit ? h("input", { type: "text", dir: "auto", autocomplete: "off", value: clean(x), "aria-label": `${clean(column)}, ${o("rowNo", { n: row + 1 })}`,
      change: (/** @type {any} */ e) => put(v, row, column, e.target) }) : told(x, column));
    const turn = (/** @type {string} */ key, /** @type {number} */ to, /** @type {boolean} */ there) => there && h("button", { type: "button", class: "plain", click: () => open(v.name, to) }, o(key));
    const name = h("input", { type: "text", maxlength: 40, value: v.name, autocomplete: "off" });
    const kind = (/** @type {View["columns"][0]} */ c) => (from ? h("select", { "aria-label": `${o("kindOf")}: ${clean(c.name)}`,
      change: (/** @type {any} */ e) => read(from.file, name.value.trim(), from.as.set(c.name, e.target.value)).catch(failed) },
      ...kinds.map((k) => h("option", { value: k, selected: k === c.kind }, o(`kind_of_${k}`)))) : o(`kind_of_${c.kind}`));
    look.replaceChildren(h("h3", { tabindex: -1 }, from ? o("isRead", { rows: rowsOf(v.rows) }) : `${v.name}: ${rowsOf(v.rows)}`),
      edit ? h("p", null, o("cellText")) : "", v.broken ? h("div", { class: "problems" }, h("p", { class: "needs" }, o("brokenLines", { rows: rowsOf(v.broken) })), h("ul", null, ...v.lines.map((b) => h("li", null, `${o("line", { n: b.line })}: ${reason(b.why)}`)))) : "",
      from ? h("form", { submit: (/** @type {Event} */ e) => { e.preventDefault(); read(from.file, name.value.trim(), from.as, true).catch(failed); } }, h("label", null, o("tableName"), name),
        h("div", { class: "row" }, h("button", { class: "primary" }, o("keepTable")), h("button", { type: "button", class: "plain", click: () => look.replaceChildren() }, t("cancel")))) : "",
      h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": v.name }, h("table", null,
        h("thead", null, h("tr", null, ...v.columns.map((c) => h("th", { scope: "col" }, clean(c.name), h("br"), h("small", null, kind(c), c.unit ? ` ${clean(c.unit)}` : "", c.unfit ? h("span", { class: "needs" }, ` ${o("unfit", { n: number(c.unfit), list: (c.examples ?? []).map(clean).join(", ") + ((c.examples ?? []).length < c.unfit ? "…" : "") })}`) : ""))))),
        h("tbody", null, ...v.first.map((r, i) => h("tr", null, ...r.map((x, j) => h("td", { dir: "auto" }, cell(x, v.from + i, v.columns[j].name)))))))),
      all ? h("div", { class: "row" }, h("span", null, o("rowsFrom", { from: number(v.from + 1), to: number(last), n: number(v.rows) })), turn("earlierRows", Math.max(0, v.from - 20), v.from > 0), turn("laterRows", last, v.kept && last < (v.sample ?? v.rows))) : "",
      all ? versions(v.name, all, v.version ?? "") : "");
    if (from) look.querySelector("input")?.focus();
    else look.querySelector("h3")?.focus();
  };
  at.append(h("h2", null, o("data")), h("p", null, o("dataText")), h("div", { class: "row" }, h("label", { class: "file" }, o("uploadFile"), h("input", { type: "file", accept: ".csv,.tsv,.txt,.json,.jsonl,.ndjson", change: upload }))), none,
    h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": o("data") }, h("table", null, h("thead", null, h("tr", null, ...["name", "rows", "source", "when"].map((k) => h("th", { scope: "col" }, o(k))), h("td"))), list)), look);
  load();
  return () => {};
}

/** @param {number} n */
const number = (n) => new Intl.NumberFormat(locale()).format(n);

/** @param {number} n */
const rowsOf = (n) => o(n === 1 ? "rowOne" : "rowsOf", { n: number(n) });

/** A value as people write it: a date, a number. @param {string} x @param {string} kind */
const asWritten = (x, kind) => {
  const [, y, m, d, hour] = kind === "date" ? x.match(/^(\d{4})-(\d\d)-(\d\d)(.*)$/) ?? [] : [];
  if (y) return new Intl.DateTimeFormat(locale(), { timeZone: "UTC", day: "2-digit", month: "2-digit", year: "numeric" }).format(Date.UTC(+y, +m - 1, +d)) + hour;
  return kind === "number" && /^-?\d+(\.\d+)?$/.test(x) ? new Intl.NumberFormat(locale(), { maximumFractionDigits: 6, useGrouping: false }).format(+x) : x;
};

/** A name of a table from that of a file: "Vendas 2026.csv" is vendas-2026. @param {string} file */
const nameFor = (file) => file.replace(/\.[^.]*$/, "").normalize("NFD").toLowerCase().replace(/[^a-z0-9_]+/g, (x) => (/\p{M}/u.test(x) ? "" : "-")).replace(/^[^a-z]+|-+$/g, "").slice(0, 40) || "tabela";

/** Why a line could not be read, in the language of the page. @param {string} why */
function reason(why) {
  const [, n, of] = why.match(/^it has (\d+) fields, not (\d+)$/) ?? [];
  return n ? o("brokenFields", { n, of }) : o(why === "it sums up the others" ? "brokenSum" : "brokenOther");
}
