// @ts-check
// The inbox: what guests asked of the people of the house, who has it, and the
// conversation, in which a person answers while the concierge is silent.

import { ApiError, api } from "./api.js";
import { h, refill } from "./dom.js";
import { locale, t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o } from "./owner-words.js";
import { personID } from "./staff.js";

/**
 * @typedef {{id: string, kind: string, text: string, more?: string, state: string, by?: string, table?: string, name?: string, people?: number, date?: string,
 *   time?: string, order?: string[], needs?: string[], contact?: string, until?: string, total?: string, instead_of?: string, made: string, changed: string, heard?: string, declined?: boolean, withdrawn?: boolean}} Request
 */

const every = 3000, anew = 60_000; // ms: what is new is cheap to ask for; all of it now and then, for what was forgotten

/** Shows the part. @param {HTMLElement} at @param {import("./session.js").Session} session @returns {() => void} */
export function show(at, session) {
  /** @type {Map<string, Request>} */
  const all = new Map();
  let next = 0, whole = 0, timer = 0, gone = false, selected = "";
  const by = h("input", { type: "text", maxlength: 60, autocomplete: "name", value: localStorage.getItem("maitre.staff") || (session.by === "token" && session.name) || "",
    change: () => localStorage.setItem("maitre.staff", by.value.trim()) });
  const list = h("div", { class: "requests", "aria-live": "polite" });
  const detail = h("div", { class: "detail", role: "region", tabindex: -1, "aria-label": t("conversation") });

  const poll = async () => {
    clearTimeout(timer);
    try {
      if (Date.now() - whole > anew) next = 0;
      const news = await api("GET", `/requests?after=${next}`);
      if (gone) return;
      if (next === 0) { all.clear(); whole = Date.now(); }
      for (const r of news.requests) all.set(r.id, r);
      const first = next === 0;
      next = news.next;
      if (first || news.requests.length) draw();
      const now = all.get(selected);
      if (now && now.changed + now.heard !== view.seen) view.load();
    } catch (err) {
      if (err instanceof ApiError && err.status === 404) list.replaceChildren(h("p", null, o("noInbox")));
    }
    if (!gone) timer = window.setTimeout(poll, document.hidden ? 5 * every : every);
  };

  const draw = () => {
    const groups = ["new", "taken", "done"].map((state) => {
      const some = [...all.values()].filter((r) => r.state === state).sort((a, b) => (state === "done" ? -1 : 1) * a.made.localeCompare(b.made)).slice(0, 200);
      return some.length > 0 && h("section", { "aria-label": o(state) }, h("h3", null, `${o(state)} (${some.length})`), h("ul", null, ...some.map(row)));
    });
    const focused = document.activeElement?.getAttribute("data-id");
    list.replaceChildren();
    for (const g of groups) if (g) list.append(g);
    if (!all.size) list.append(h("p", null, o("nothing")));
    if (focused) list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
    const waiting = [...all.values()].filter((r) => r.state === "new").length;
    document.title = waiting ? `(${waiting}) ${o("title")}` : o("title");
  };

  /** Brings what was opened into view where it stands below the lists. */
  const come = () => {
    if (getComputedStyle(detail).position === "sticky") return;
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: "start" });
  };

  /** @param {Request} r */
  const row = (r) => h("li", null, h("button", { type: "button", class: "request", "data-id": r.id, "aria-current": r.id === selected ? "true" : null,
    click: () => { selected = r.id; draw(); view.open(r.id).then(come); } },
    h("b", null, [o(r.kind), r.table && o("atTable", { table: clean(r.table) }), r.name && clean(r.name)].filter(Boolean).join(" · ")),
    h("span", null, brief(r)),
    r.needs?.length ? h("span", { class: "needs" }, o("mustNot", { what: clean(r.needs.join("; ")) })) : null,
    h("small", null, [r.instead_of && o("changes"), r.state === "done" ? `${o(stands(r))}, ${when(r.changed)}` : waits(r.heard ?? r.made), r.by && o("by", { name: clean(r.by) })].filter(Boolean).join(" · "))));

  const view = conversation(detail, () => by.value.trim(), () => { by.focus(); say(o("sayName"), true); }, poll);
  at.append(h("h2", null, o("inbox")), h("label", { class: "who" }, o("yourName"), by), h("div", { class: "inbox" }, list, detail));
  poll();
  return () => { gone = true; clearTimeout(timer); };
}

/**
 * The conversation of one request, with what can be done about it.
 * @param {HTMLElement} at
 * @param {() => string} by
 * @param {() => void} nameless
 * @param {() => void} changed
 */
function conversation(at, by, nameless, changed) {
  let id = "";
  const head = h("div", { class: "facts" }), log = h("ol", { class: "said", tabindex: 0, "aria-label": t("conversation") }), buttons = h("div", { class: "row" });
  const box = h("textarea", { rows: 3, maxlength: 2000, "aria-label": o("answer"), placeholder: o("answerHint") });
  const set = async (/** @type {string} */ state, reply = "", declined = false) => {
    if (!by()) return nameless();
    try {
      await api("POST", `/requests/${encodeURIComponent(id)}`, { state, by: by(), reply, declined });
      if (box.value === reply) box.value = ""; // what was typed meanwhile stays
      await view.load();
      changed();
    } catch (err) {
      say(err instanceof ApiError && err.status === 409 ? o("takenAlready") : t("failed"), true);
      changed();
    }
  };
  const button = (/** @type {string} */ key, /** @type {() => void} */ click, kind = "plain") => h("button", { type: "button", class: kind, click }, o(key));
  const view = {
    seen: "",
    /** @param {string} to */
    open(to) {
      id = to;
      view.seen = box.value = "";
      at.replaceChildren(head, log, box, buttons);
      return view.load();
    },
    async load() {
      const of = id, got = await api("GET", `/requests/${encodeURIComponent(id)}`).catch(() => null);
      if (!got || of !== id) return;
      const r = /** @type {Request} */ (got.request);
      view.seen = r.changed + r.heard;
      head.replaceChildren(...facts(r));
      log.replaceChildren(...got.messages.map(line));
      log.scrollTop = log.scrollHeight;
      refill(buttons,
        ...(r.state === "taken" ? [] : [button("take", () => set("taken"), "primary")]),
        ...(r.state === "done" ? [] : [button("send", () => box.value.trim() ? set("taken", box.value) : box.focus(), r.state === "taken" ? "primary" : "plain")]),
        ...(r.state === "taken" ? [button("handBack", () => set("new", box.value))] : []),
        ...(r.state === "done" ? [] : [button("close", () => set("done", box.value)), ...(r.date ? [button("decline", () => set("done", box.value, true))] : [])]));
      box.hidden = r.state === "done";
    },
  };
  return view;
}

/** @param {Request} r */
function facts(r) {
  const rows = [["state", o(stands(r)) + (r.by ? ` · ${o("by", { name: clean(r.by) })}` : "")], ["tableOf", r.table], ["name", r.name], ["contact", r.contact], ["people", r.people], ["day", r.date && day(r.date)], ["leaves", r.until && day(r.until)], ["time", r.time], ["order", r.order?.join(", ")], ["total", r.total]];
  return [h("h3", null, o(r.kind)), r.instead_of ? h("p", { role: "note" }, o("changes")) : "", h("p", null, words(r)), r.needs?.length ? h("p", { class: "needs", role: "note" }, o("mustNot", { what: clean(r.needs.join("; ")) })) : "",
    h("dl", null, ...rows.filter(([, v]) => v).flatMap(([key, v]) => [h("dt", null, o(String(key))), h("dd", null, clean(String(v)))]))];
}

/** @param {{id: string, role: string, text: string, time: string}} m */
function line(m) {
  const person = m.id.startsWith(personID);
  const who = m.role === "user" ? o("guest") : person ? o("person") : o("concierge");
  return h("li", { class: m.role === "user" ? "guest" : person ? "by-person" : "concierge" }, h("small", null, `${who} · ${when(m.time)}`), h("p", { dir: "auto" }, clean(m.text)));
}

/** @param {Request} r */
const stands = (r) => r.withdrawn ? "withdrawn" : r.declined ? "declined" : r.state;

/** What a guest asked for and where they are, without the place of a telephone number that stands as their contact. @param {any} r */
const words = (r) => clean([r.contact ? r.text.replace(/[\s,;:-]*\[(PHONE|EMAIL)\]/g, "") : r.text, r.text.includes(r.more ?? "") ? "" : r.more].filter(Boolean).join(". "));

/** @param {Request} r */
const brief = (r) => clean([r.people && o("peopleOf", { n: r.people }), r.date && day(r.date), r.time, r.order?.join(", "), r.text === r.order?.join(", ") ? clean(r.more ?? "") : words(r)].filter(Boolean).join(", "));

/** A day as people write it; other words stay. @param {string} date 2026-11-20 */
const day = (date) => /^\d{4}-\d\d-\d\d$/.test(date) ? new Intl.DateTimeFormat(locale(), { weekday: "short", day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" }).format(new Date(date)) : date;

/** How long something waits. @param {string} iso */
function waits(iso) {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 60_000));
  const [n, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  return n ? o("waits", { time: new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(n) }) : o("waitsNow");
}
