// @ts-check
// Opening hours by clicks: rows of days and times, which are read from and written as
// OpenStreetMap's opening_hours. Hours that rows cannot say are a line of text.

import { h } from "./dom.js";
import { locale } from "./i18n.js";
import { o } from "./owner-words.js";

const days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** @typedef {{days: boolean[], from: string, to: string}} Span */

/**
 * The rows of "Tu-Su 12:00-15:00,19:00-23:00; PH off", or null if rows cannot say it.
 * @param {string} text
 * @returns {{spans: Span[], closed: boolean} | null} closed: on holidays
 */
export function rowsOf(text) {
  /** @type {string[][]} */
  const week = days.map(() => []);
  let closed = false;
  for (const rule of text.split(";").map((r) => r.trim()).filter(Boolean)) {
    if (/^PH off$/i.test(rule)) { closed = true; continue; }
    const [, of, times] = rule.match(/^(?:([A-Z][a-z](?:[-,] ?[A-Z][a-z])*) )?(\d\d:\d\d-\d\d:\d\d(?:, ?\d\d:\d\d-\d\d:\d\d)*|off|closed)$/) ?? [];
    if (!times) return null;
    for (const part of (of ?? "Mo-Su").split(/, ?/)) {
      const [from, to = from] = part.split("-").map((d) => days.indexOf(d));
      if (from < 0 || to < 0) return null;
      for (let i = from; ; i = (i + 1) % 7) {
        week[i] = /\d/.test(times) ? times.split(/, ?/) : [];
        if (i === to) break;
      }
    }
  }
  const spans = [...new Set(week.flat())].sort().map((span) => {
    const [from, to] = span.split("-");
    return { days: week.map((d) => d.includes(span)), from, to: to === "24:00" ? "00:00" : to };
  });
  return { spans, closed };
}

/** Rows as they are kept; "" for none. @param {Span[]} spans @param {boolean} closed */
export function textOf(spans, closed) {
  const week = days.map((_, i) => spans.filter((s) => s.days[i] && s.from && s.to).map((s) => `${s.from}-${s.to === "00:00" ? "24:00" : s.to}`).sort().join(","));
  const rules = [];
  for (let i = 0; i < 7;) {
    let to = i;
    while (to < 6 && week[to + 1] === week[i]) to++;
    if (week[i]) rules.push(`${days[i]}${to > i ? `-${days[to]}` : ""} ${week[i]}`);
    i = to + 1;
  }
  return rules.length ? [...rules, ...(closed ? ["PH off"] : [])].join("; ") : "";
}

/**
 * A field for opening hours.
 * @param {string} name
 * @param {string} value
 * @param {() => void} changed
 */
export function hoursField(name, value, changed) {
  const known = rowsOf(value);
  let { spans, closed } = known ?? { spans: [], closed: false };
  const raw = h("input", { type: "text", value, autocomplete: "off", "aria-label": o(name), "data-fact": name, placeholder: "Tu-Su 12:00-15:00,19:00-23:00; PH off", change: () => { changed(); draw(); } });
  const list = h("div", { class: "spans" }), holidays = h("input", { type: "checkbox", change: () => write() });
  const write = () => {
    closed = holidays.checked;
    raw.value = textOf(spans, closed);
    changed();
  };
  const draw = () => {
    const simple = rowsOf(raw.value);
    if (simple) ({ spans, closed } = simple);
    holidays.checked = closed;
    list.replaceChildren(...(simple ? spans.map(row) : [h("p", null, o("hoursRaw"))]));
    for (const el of [add, check]) el.hidden = !simple;
    text.open = !simple;
  };
  /** @param {Span} s */
  const row = (s) => {
    const time = (/** @type {"from" | "to"} */ key) => h("label", null, o(key), h("input", { type: "time", value: s[key], change: (/** @type {any} */ e) => { s[key] = e.target.value; write(); } }));
    return h("div", { class: "span" }, h("fieldset", null, h("legend", { class: "unseen" }, o("weekdays")), h("div", { class: "segments" }, ...days.map((_, i) =>
      h("label", null, h("input", { type: "checkbox", checked: s.days[i], change: (/** @type {any} */ e) => { s.days[i] = e.target.checked; write(); } }), h("span", null, weekday(i)))))),
    h("div", { class: "row" }, time("from"), time("to"), h("button", { type: "button", class: "plain", click: () => { spans = spans.filter((x) => x !== s); write(); draw(); } }, o("removeSpan"))));
  };
  const more = () => {
    const last = spans.at(-1);
    spans.push(last ? { days: [...last.days], from: "19:00", to: "23:00" } : { days: days.map(() => true), from: "12:00", to: "15:00" });
    list.append(row(/** @type {Span} */ (spans.at(-1))));
    write();
  };
  const add = h("button", { type: "button", class: "plain", click: more }, o("addSpan"));
  const check = h("label", { class: "check" }, holidays, o("closedHolidays"));
  const text = h("details", null, h("summary", null, o("hoursText")), raw);
  draw();
  return { el: h("fieldset", { class: "hours", "data-fact": name }, h("legend", null, o(name)), list, h("div", { class: "row" }, add, check), text), value: () => raw.value.trim() };
}

/** A day of the week, 0 is Monday. @param {number} i */
const weekday = (i) => new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, 1 + i)));
