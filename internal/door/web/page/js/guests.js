// @ts-check
// What guests say: conversations by what went wrong in them, and counts over time.

import { ApiError, api } from "./api.js";
import { h, openDialog } from "./dom.js";
import { locale, t, when } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o, words } from "./owner-words.js";
import { bars, line } from "./plot.js";
import { personID } from "./staff.js";
import { school, teach } from "./teach.js";

/**
 * @typedef {{id: string, last: string, messages: number, kinds: string[], topics: string[], language?: string, excerpt: string}} Talk
 * @typedef {{id: string, role: string, text: string, time: string, run?: string, kinds?: string[], topics?: string[]}} Moment
 */

const kinds = ["unanswered", "disliked", "unsure", "fallback", "request"];
const topics = ["dishes", "card", "bill", "staff", "hours", "kitchen", "house", "address", "contact", "booking", "order", "payment", "parking", "wifi", "children", "pets", "dress", "speaks", "beer", "purchases", "trip", "figures", "memory", "talk"];

/** Shows the part. @param {HTMLElement} at */
export function show(at) {
  const choose = (/** @type {string} */ key, /** @type {[string, string][]} */ options) => {
    const box = h("select", { change: () => load(0) }, h("option", { value: "" }, o("any")), ...options.map(([value, label]) => h("option", { value }, label)));
    return { box, label: h("label", null, o(key), box) };
  };
  const kind = choose("kind", kinds.map((k) => [k, o(`kind_${k}`)]));
  const topic = choose("topic", topics.map((k) => [k, o(`topic_${k}`)]));
  const language = choose("language", [["pt", "português"], ["en", "English"], ["es", "español"]]);
  const day = h("input", { type: "date", change: () => load(0) });
  const list = h("ul", { class: "talks" }), found = h("p", { role: "status" }), detail = h("div", { class: "detail" }), counts = h("div", { class: "counts" });
  const more = h("button", { type: "button", class: "plain", hidden: true, click: () => load(list.childElementCount) }, o("more"));
  const lessons = school();

  let asked = 0;
  const load = async (/** @type {number} */ skip) => {
    const mine = ++asked;
    const query = new URLSearchParams({ kind: kind.box.value, topic: topic.box.value, language: language.box.value, day: day.value, skip: String(skip) });
    try {
      const got = await api("GET", `/guests?${query}`);
      if (mine !== asked) return; // another filter was chosen meanwhile
      if (!skip) list.replaceChildren();
      list.append(...got.conversations.map(row));
      found.textContent = o("found", { n: got.found });
      more.hidden = got.found <= skip + 30;
    } catch {
      say(t("failed"), true);
    }
  };
  /** @param {Talk} c */
  const row = (c) => h("li", null, h("button", { type: "button", class: "request", "data-id": c.id, click: () => open(c.id) },
    h("b", { dir: "auto" }, clean(c.excerpt)), h("span", { class: "tags" }, ...c.kinds.map(tag), ...c.topics.map((x) => h("i", null, o(`topic_${x}`)))),
    h("small", null, `${when(c.last)} · ${o("messages", { n: c.messages })}`)));
  const open = async (/** @type {string} */ id, reason = "") => {
    const path = `/guests/${encodeURIComponent(id)}`;
    try {
      const got = await (reason ? api("POST", `${path}/reveal`, { reason }) : api("GET", path));
      for (const b of list.querySelectorAll("button")) b.toggleAttribute("aria-current", b.dataset.id === id);
      const reveal = h("button", { type: "button", class: "plain", click: () => why((text) => open(id, text)) }, o("reveal"));
      const log = h("ol", { class: "said", tabindex: 0, "aria-label": t("conversation") }, ...moments(got.messages, (m, asked) => teach(id, m, asked, lessons.load)));
      detail.replaceChildren(h("p", { class: "row" }, got.hidden ? o("hidden") : o("shown"), got.hidden && reveal), log);
      log.querySelector(".amiss")?.scrollIntoView({ block: "nearest" });
      log.focus();
    } catch (err) {
      say(err instanceof ApiError && err.status === 404 ? o("deleted") : err instanceof ApiError && err.status === 400 ? o("reasonShort") : t("failed"), true);
    }
  };
  at.append(h("h2", null, o("guests")), h("div", { class: "filters" }, kind.label, topic.label, language.label, h("label", null, o("day"), day)), found,
    h("div", { class: "inbox" }, h("div", null, list, more), detail), lessons.el, counts);
  load(0);
  lessons.load();
  figures(counts, 14);
  return lessons.leave;
}

/** @param {string} k */
const tag = (k) => h("mark", { class: k === "request" ? "" : "bad" }, o(`kind_${k}`));

/**
 * The messages; where it went wrong the guest's and the answer are marked.
 * @param {Moment[]} all
 * @param {(m: Moment, answer: string) => HTMLElement} more
 */
function moments(all, more) {
  let wrong = false;
  return all.map((m, i) => {
    const guest = m.role === "user", person = m.id.startsWith(personID);
    if (guest) wrong = (m.kinds ?? []).some((k) => k !== "request");
    const who = guest ? o("guest") : person ? o("person") : o("concierge");
    return h("li", { class: `${guest ? "guest" : person ? "by-person" : "concierge"}${wrong && !person ? " amiss" : ""}` },
      h("small", null, `${who} · ${when(m.time)}`), h("p", { dir: "auto" }, clean(m.text)),
      guest && h("span", { class: "tags" }, ...(m.kinds ?? []).map(tag)), guest && m.run ? more(m, all[i + 1]?.text ?? "") : null);
  });
}

/** Asks for a reason. @param {(reason: string) => void} then */
function why(then) {
  openDialog(o("reveal"), (close) => {
    const box = h("input", { type: "text", required: true, minlength: 8, maxlength: 300, "aria-label": o("reason") });
    const submit = (/** @type {Event} */ e) => { e.preventDefault(); close(); then(box.value); };
    return [h("p", null, o("reasonText")), h("form", { submit }, h("label", null, o("reason"), box), h("div", { class: "row end" },
      h("button", { type: "button", class: "plain", click: close }, t("cancel")), h("button", { class: "primary" }, o("reveal"))))];
  });
}

/** Shows counts of some days. @param {HTMLElement} at @param {number} days */
async function figures(at, days) {
  const c = await api("GET", `/guests/counts?days=${days}`).catch(() => null);
  if (!c) return say(t("failed"), true);
  const number = (/** @type {number} */ n) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(n);
  const period = h("select", { change: () => figures(at, Number(period.value)) }, ...[7, 14, 30, 90].map((n) => h("option", { value: n, selected: n === days }, o("lastDays", { n }))));
  const over = (/** @type {string} */ key, /** @type {{label: string, value: number}[]} */ all) => h("div", { class: "box" }, h("h3", null, o(key)),
    all.some((b) => b.value) ? line(`${o(key)}: ${all.filter((b) => b.value).map((b) => `${b.label} ${b.value}`).join(", ")}`, all, true) : h("p", null, o("none")));
  const most = (/** @type {string} */ key, /** @type {Record<string, number>} */ of, label = (/** @type {string} */ k) => k) => {
    const all = Object.entries(of).sort((a, b) => b[1] - a[1]).slice(0, 12).map(([k, value]) => ({ label: clean(label(k)), value, text: number(value) }));
    return h("div", { class: "box" }, h("h3", null, o(key)), all.length ? bars(`${o(key)}: ${all.map((b) => `${b.label} ${b.text}`).join(", ")}`, all) : h("p", null, o("none")));
  };
  const named = (/** @type {string} */ prefix) => (/** @type {string} */ k) => words.pt[prefix + k] ? o(prefix + k) : k;
  const series = [["", o("messagesOf"), (/** @type {any} */ d) => d.messages], ["", o("callsOf"), (/** @type {any} */ d) => d.model_calls], ["", o("costOf"), (/** @type {any} */ d) => d.cost_usd],
    ...[["went", "kinds", "kind_"], ["topics", "topics", "topic_"], ["language", "languages", ""], ["missing", "missing", ""], ["refused", "refused", ""], ["opinions", "opinions", "opinion_"]].flatMap(([group, key, prefix]) =>
      Object.entries(c[key] ?? {}).sort((a, b) => b[1] - a[1]).slice(0, 30).map(([k]) => [group, clean(named(prefix)(k)), (/** @type {any} */ d) => d[key]?.[k] ?? 0]))];
  const chosen = h("select", { change: () => overDays() }, ...series.map(([group, label], i) => h("option", { value: i }, group ? `${o(group)}: ${label}` : label))), plotted = h("div", { role: "status" });
  const overDays = () => {
    const [, label, value] = series[Number(chosen.value)], all = c.days.map((/** @type {any} */ d) => ({ label: date(d.day), value: value(d) })), some = all.filter((/** @type {any} */ b) => b.value);
    plotted.replaceChildren(some.length ? line(`${label}: ${some.map((/** @type {any} */ b) => `${b.label} ${number(b.value)}`).join(", ")}`, all, true) : h("p", null, o("none")));
  };
  const date = (/** @type {string} */ d) => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(d));
  const usd = new Intl.NumberFormat(locale(), { style: "currency", currency: "USD", maximumSignificantDigits: 3 }).format(c.cost_usd);
  at.replaceChildren(h("h2", null, o("counts")), h("label", { class: "who" }, o("period"), period),
    h("p", null, o("money", { n: number(c.messages), calls: number(c.model_calls), usd })),
    h("div", { class: "boxes" },
      h("div", { class: "box over-days" }, h("h3", null, o("byDay")), h("label", null, o("series"), chosen), plotted), over("perHour", c.hours.map((/** @type {number} */ value, /** @type {number} */ i) => ({ label: `${i}h`, value }))),
      most("went", c.kinds, named("kind_")), most("topics", c.topics, named("topic_")), most("missing", c.missing), most("refused", c.refused), most("opinions", c.opinions, named("opinion_"))));
  overDays();
}
