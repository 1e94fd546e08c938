// @ts-check
// The card of the house: brought as a file, mended and edited in a table, published or
// discarded, brought back from an older version; and what is sold out tonight.

import { ApiError, api, send } from "./api.js";
import { h, refill } from "./dom.js";
import { t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say, sure } from "./notice.js";
import { o } from "./owner-words.js";
import { editDish, label, written } from "./dish.js";
import "./card-words.js";

/**
 * @typedef {Record<string, string>} Cells
 * @typedef {{line: number, cells: Cells, error?: string, item?: any}} Row
 * @typedef {{line: number, text: string, code?: string, column?: string, what?: string, warning?: boolean}} Problem
 * @typedef {{draft: boolean, version: number, by?: string, at?: string, stale?: boolean, rows: Row[], problems: Problem[],
 *   changes: {new: number, changed: number, removed: number}, lists: Record<string, string[]>}} Card
 */

const shown = ["name", "price", "course", "allergens", "may"]; // columns of the table; the others are in a dish's dialog
const columns = ["id", "name", "description", "ingredients", "course", "price", "currency", "allergens", "may", "options", "also", "tags", "hours", "serves", "photo", "name_pt", "name_en", "name_es", "description_pt", "description_en", "description_es"];
const courses = ["starter", "main", "side", "dessert", "drink", "beer", "snack", "breakfast"];
const most = 10 << 20; // bytes of a file

/** Shows the part. @param {HTMLElement} at @param {{operator: boolean}} session */
export function show(at, session) {
  /** @type {Card} */
  let card = { draft: false, version: 0, rows: [], problems: [], changes: { new: 0, changed: 0, removed: 0 }, lists: {} };
  let pending = /** @type {Map<number, Cells | null>} */ (new Map()), running = Promise.resolve(), timer = 0;
  const may = session.operator;
  const state = h("div", { class: "state" }), problems = h("div", { class: "problems", "aria-live": "polite" }), body = h("tbody"), versions = h("tbody");
  const find = h("input", { type: "search", "aria-label": o("findDish"), placeholder: o("findDish"), input: () => filter() });
  const only = h("select", { "aria-label": o("showOnly"), change: () => filter() }, ...["all", "wrong", "unstated", "soldOut"].map((v) => h("option", { value: v }, o(`only_${v}`))));
  const count = h("span", { class: "muted", role: "status" });

  /** Takes up what the server says, without taking a word from who is writing. @param {Card} next */
  const take = (next) => {
    const same = next.rows.length === card.rows.length && next.rows.every((r, i) => r.line === card.rows[i].line) && body.rows.length === next.rows.length;
    card = next;
    if (same) card.rows.forEach((r, i) => fill(body.rows[i], r));
    else body.replaceChildren(...card.rows.map(draw));
    head();
    filter();
  };
  const load = async () => take(await api("GET", "/card"));
  const failed = (/** @type {unknown} */ err) => say(why(err), true);

  /** Changes cells of a row, and says so to the server soon. @param {number} line @param {Cells | null} cells null: the row goes */
  const change = (line, cells) => {
    pending.set(line, cells && { ...pending.get(line), ...cells });
    clearTimeout(timer);
    timer = window.setTimeout(save, 400);
  };
  /** Says what is pending, after what is being said. */
  const save = () => {
    clearTimeout(timer);
    running = running.then(flush);
    return running;
  };
  const flush = async () => {
    if (!pending.size) return;
    const mine = pending;
    pending = new Map();
    try {
      take(await put(mine));
    } catch (err) {
      for (const [line, cells] of mine) pending.set(line, cells && { ...cells, ...pending.get(line) }); // nothing is lost
      if (!(err instanceof ApiError && err.code === "changed")) return failed(err);
      await load().catch(failed); // what was written here goes on top of what somebody else did
      timer = window.setTimeout(save, 400);
      say(o("changedToo"));
    }
  };
  /** @param {Map<number, Cells | null>} mine @returns {Promise<Card>} */
  const put = (mine) => {
    const rows = card.rows.filter((r) => mine.get(r.line) !== null).map((r) => ({ line: r.line, error: r.error, cells: { ...r.cells, ...mine.get(r.line) } }));
    const fresh = [...mine].filter(([line, cells]) => cells && !card.rows.some((r) => r.line === line)).map(([, cells]) => ({ line: 0, cells }));
    return api("PUT", "/card", { version: card.version, rows: [...rows, ...fresh] });
  };

  const upload = async (/** @type {Event} */ e) => {
    const input = /** @type {HTMLInputElement} */ (e.target), file = input.files?.[0];
    if (!file) return;
    try {
      if (file.size > most) throw new ApiError(413, "too_large");
      await save();
      if (card.draft && !await sure(o("replaceDraft"), o("uploadFile"))) return;
      const res = await send("POST", `/api/v1/card/file?name=${encodeURIComponent(file.name)}&version=${card.version}`, { body: file });
      take(await res.json());
      say(o("uploaded", { n: card.rows.length }));
      (problems.querySelector("button") ?? state.querySelector("button"))?.focus();
    } catch (err) {
      failed(err);
    } finally {
      input.value = "";
    }
  };
  const publish = async () => {
    await save();
    try {
      await api("POST", "/card/publish", { version: card.version });
      say(o("published"));
      await Promise.all([load(), history()]);
    } catch (err) {
      failed(err);
      await load().catch(failed);
    }
  };
  const discard = async () => {
    if (!await sure(o("discardSure"), o("discard"))) return;
    pending.clear();
    await api("DELETE", "/card").then(load).then(() => say(o("discarded")), failed);
  };
  const undo = async (/** @type {string} */ id) => {
    if (!await sure(o("undoSure"), o("undoCard"))) return;
    await api("POST", `/card/versions/${encodeURIComponent(id)}`).then(() => Promise.all([load(), history()])).then(() => say(o("published")), failed);
  };
  const download = () => {
    const all = [columns, ...card.rows.map((r) => columns.map((c) => (r.cells[c] ?? "").replace(/^[=+\-@\s]+/, "")))]; // no cell is a formula
    const file = URL.createObjectURL(new Blob([all.map((row) => row.map((c) => `"${c.replaceAll('"', '""')}"`).join(",")).join("\n")], { type: "text/csv" }));
    h("a", { href: file, download: "menu.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  };
  const history = async () => {
    const all = may ? (await api("GET", "/card/versions").catch(() => ({}))).versions ?? [] : [];
    refill(versions, ...all.map((/** @type {any} */ v) => h("tr", null, h("td", null, when(v.at)), h("td", null, v.by === "import" ? o("commandLine") : clean(v.by ?? "")),
      h("td", null, o("itemsOf", { n: v.items })), h("td", null, v.live ? o("isLive") : h("button", { type: "button", class: "plain", click: () => undo(v.id) }, o("undoCard"))))));
  };

  const head = () => {
    const wrong = card.problems.filter((p) => !p.warning).length, { new: added, changed, removed } = card.changes;
    const buttons = may && card.draft ? [
      h("button", { type: "button", class: "primary", disabled: wrong > 0, click: publish }, o("publish")),
      h("button", { type: "button", class: "plain", click: discard }, o("discard"))] : [];
    const focused = state.contains(document.activeElement);
    state.replaceChildren(
      h("p", null, h("b", null, o(card.draft ? "isDraft" : card.rows.length ? "isLive" : "noCard")), card.draft ? ` ${o("changes", { added, changed, removed })}` : ""),
      ...(card.draft && card.stale ? [h("p", { class: "needs" }, o("stale"))] : []), h("div", { class: "row" }, ...buttons));
    if (focused) state.querySelector("button")?.focus();
    problems.replaceChildren(...(card.problems.length ? [h("h3", null, o("mistakes", { n: wrong })), h("ul", null, ...card.problems.slice(0, 100).map((p) => h("li", { class: p.warning ? "" : "needs" },
      h("button", { type: "button", class: "link", click: () => goTo(p) }, `${o("line", { n: p.line })}: ${told(p)}`))))] : []));
  };
  /** Leads to the cell that a mistake is in. @param {Problem} p */
  const goTo = (p) => {
    const row = card.rows.find((r) => r.line === p.line);
    if (!row) return;
    find.value = "";
    only.value = "all";
    filter();
    const cell = body.querySelector(`[data-line="${row.line}"] [data-column="${p.column}"]`);
    if (cell instanceof HTMLElement) cell.focus();
    else open(row);
  };
  const filter = () => {
    const words = find.value.toLocaleLowerCase();
    const fits = { all: () => true, wrong: (/** @type {Row} */ r) => !r.item, unstated: (/** @type {Row} */ r) => !r.cells.allergens, soldOut: isOut }[only.value] ?? (() => true);
    let n = 0;
    card.rows.forEach((r, i) => {
      const there = fits(r) && Object.values(r.cells).some((c) => c.toLocaleLowerCase().includes(words)) || !words && only.value === "all";
      body.rows[i].hidden = !there;
      if (there) n++;
    });
    count.textContent = o("itemsOf", { n });
  };

  /** @param {Row} r */
  const draw = (r) => {
    const tr = h("tr", { "data-line": r.line }, h("th", { scope: "row" }),
      ...shown.map((column) => h("td", { "data-label": o(`col_${column}`) }, cell(r, column))), h("td", null, h("div", { class: "row" })));
    fill(tr, r);
    return tr;
  };
  /** @param {Row} r @param {string} column */
  const cell = (r, column) => {
    const props = { "data-column": column, disabled: !may, change: (/** @type {any} */ e) => change(r.line, { [column]: e.target.value }) };
    return column === "course" ? h("select", props, h("option", { value: "" }, "—"), ...courses.map((c) => h("option", { value: c }, o(`course_${c}`)))) : h("input", { type: "text", autocomplete: "off", ...props });
  };
  /** Shows what is known of a row. @param {HTMLTableRowElement} tr @param {Row} r */
  const fill = (tr, r) => {
    const name = clean(r.item?.name ?? r.cells.name ?? ""), wrong = card.problems.filter((p) => p.line === r.line && !p.warning);
    tr.cells[0].textContent = String(r.line);
    tr.className = r.item ? "" : "wrong";
    for (const el of /** @type {NodeListOf<HTMLInputElement>} */ (tr.querySelectorAll("[data-column]"))) {
      const column = el.dataset.column ?? "", value = (column === "course" && r.item?.course) || written(column, r.cells[column]);
      if (el !== document.activeElement) el.value = value;
      el.setAttribute("aria-label", `${o(`col_${column}`)}, ${name}`);
      el.setAttribute("aria-invalid", String(wrong.some((p) => p.column === column)));
    }
    hint(tr.cells[4], r.item?.inferred?.length ? o("inferred", { what: r.item.inferred.map(label).join(", ") }) : "");
    hint(tr.cells[1], r.error && !Object.keys(r.cells).length ? o("wrong_unreadable") : "");
    const last = /** @type {HTMLElement} */ (tr.lastElementChild?.firstElementChild), focused = last.contains(document.activeElement) ? document.activeElement?.getAttribute("data-do") : "";
    const out = isOut(r);
    last.replaceChildren(
      ...(may ? [h("button", { type: "button", class: "plain", "data-do": "edit", "aria-label": `${o("edit")}: ${name}`, click: () => open(r) }, o("edit"))] : []),
      ...(r.item ? [h("button", { type: "button", class: "plain", "data-do": "out", "aria-pressed": String(out), "aria-label": `${o("soldOut")}: ${name}`, click: () => sell(r, !out) }, o("soldOut"))] : []));
    if (focused) last.querySelector(`[data-do="${focused}"]`)?.focus();
  };
  /** @param {Row} r @param {boolean} out */
  const sell = (r, out) => save().then(() => api(out ? "PUT" : "DELETE", `/card/items/${encodeURIComponent(r.item.id)}/sold-out`)).then(load).then(() => say(o(out ? "isOut" : "isBack", { name: clean(r.item.name) })),
    (err) => say(err instanceof ApiError && err.status === 404 ? o("publishFirst") : why(err), true));
  /** @param {Row} r */
  const open = (r) => save().then(() => editDish(card.rows.find((now) => now.line === r.line) ?? r, card, (cells) => change(r.line, cells), failed));

  at.append(h("h2", null, o("card")), ...(may ? [h("p", null, o("cardText")), h("div", { class: "row" },
    h("label", { class: "file" }, o("uploadFile"), h("input", { type: "file", accept: ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.jsonld", change: upload })),
    h("button", { type: "button", class: "plain", click: () => open({ line: -Date.now(), cells: {} }) }, o("addDish")),
    h("button", { type: "button", class: "plain", click: () => save().then(download) }, o("download")))] : []),
  state, problems, h("div", { class: "row filters" }, find, only, count),
  h("table", { class: "card-table" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, o("lineHead")), ...shown.map((c) => h("th", { scope: "col" }, o(`col_${c}`))), h("td"))), body),
  ...(may ? [h("h3", null, o("versions")), h("table", null, h("thead", null, h("tr", null, ...["at", "byWhom", "items"].map((c) => h("th", { scope: "col" }, o(`col_${c}`))), h("td"))), versions)] : []));
  load().catch((err) => (err instanceof ApiError && err.status === 404 ? state.replaceChildren(h("p", null, o("noDesk"))) : failed(err)));
  history();
  return () => { save(); };
}

/** Says something small below a field. @param {HTMLElement} cell @param {string} text */
function hint(cell, text) {
  const small = cell.querySelector("small") ?? cell.appendChild(h("small", { class: "muted" }));
  small.textContent = text;
}

/** @param {Row} r */
const isOut = (r) => Date.parse(r.item?.sold_out ?? "") > Date.now();

/** A mistake in the language of the page. @param {Problem} p */
function told(p) {
  const text = o(`wrong_${p.code}`, { what: clean(p.what ?? ""), column: o(`col_${p.column}`) });
  return text.startsWith("wrong_") ? clean(p.text) : text;
}

/** Why something was refused. @param {unknown} err */
function why(err) {
  const text = err instanceof ApiError ? o(`err_${err.code}`) : "";
  return text && !text.startsWith("err_") ? text : t("failed");
}
