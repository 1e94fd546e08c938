// @ts-check
// Behind the scenes of a conversation: what each of its runs did, when, for how
// long, by whom and at what cost.

import { h } from "./dom.js";
import { duration, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { dollars, number, openPanel, p, read, save } from "./panel.js";
import { timebar } from "./plot.js";

/**
 * @typedef {{run: string, name: string, kind: string, at_ms: number, ms: number, status?: string, cache_status?: string, data?: any}} Span
 * @typedef {{run: string, graph: string, status: string, error?: string, ms: number, message?: string,
 *   metrics: {usage: Usage, cost_usd: number, unpriced: number}}} Run
 * @typedef {{input?: number, cache_read?: number, cache_write?: number, output?: number, searches?: number}} Usage
 */

/** Opens the drawer. The last run comes first. @param {string} thread */
export const openTrace = (thread) => openPanel(t("trace"), "trace", async (body) => {
  /** @type {{runs: Run[], spans: Span[]}} */
  const all = await read(`/threads/${encodeURIComponent(thread)}/trace`);
  if (!all.runs.length) return body.replaceChildren(h("p", { class: "muted" }, p("traceNone")));
  body.replaceChildren(
    ...all.runs.toReversed().map((r, i) => drawRun(r, all.spans.filter((s) => s.run === r.run), i === 0)),
    h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: () => save(`trace-${thread}.json`, all) }, p("download"))));
});

/** @param {Run} r @param {Span[]} spans @param {boolean} open */
function drawRun(r, spans, open) {
  const m = r.metrics;
  const facts = [p(r.status === "failed" ? "run failed" : r.status), p("took", { time: duration(r.ms) }), used(m.usage), m.unpriced ? p("unpriced") : p("cost", { usd: dollars(m.cost_usd) })];
  const end = Math.max(r.ms, ...spans.map((s) => s.at_ms + s.ms));
  return h("details", { class: "run", open },
    h("summary", null, h("b", null, clean(r.message ?? r.graph)), h("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    r.error && h("p", { class: "muted" }, clean(r.error)),
    h("ol", { class: "waterfall" }, ...spans.map((s) => drawSpan(s, end))));
}

/** @param {Span} s @param {number} end */
function drawSpan(s, end) {
  const d = s.data ?? {};
  const decided = s.kind === "decision";
  const kind = decided && d.by === "rule" ? "rule" : s.kind;
  const facts = decided
    ? [d.by === "rule" ? p("byRule") : p("byModel", { by: clean(String(d.by)) }), d.why && p("instead", { why: clean(d.why) }), used(d.usage ?? {}),
      d.by !== "rule" && (d.cost == null ? p("unpriced") : p("cost", { usd: dollars(d.cost / 1e6) }))]
    : [s.status && s.status !== "ok" && s.status !== "success" && p(s.status), s.cache_status && p(s.cache_status)];
  const said = facts.filter(Boolean).join(" · ");
  return h("li", { class: kind },
    h("p", null, h("span", { class: "kind" }, p(kind)), h("b", null, clean(s.name)), h("span", { class: "ms" }, s.ms ? duration(s.ms) : "")),
    timebar(p("at", { at: duration(s.at_ms), time: duration(s.ms) }), { at: s.at_ms, length: s.ms, kind }, end),
    said && h("p", { class: "muted" }, said),
    Array.isArray(d.tries) ? stages(d.tries) : !decided && s.data && h("details", null, h("summary", null, p("details")), h("pre", { tabindex: "0" }, clean(JSON.stringify(d, null, 2)).slice(0, 4000))));
}

/** What a search tried until it was near enough. @param {{stage: string, query: string, similarity: number, hits: number, ms: number}[]} tries */
function stages(tries) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": p("retrieval") }, h("table", null,
    h("thead", null, h("tr", null, ...["stage", "query", "near", "hits", "time"].map((c) => h("th", { scope: "col" }, p(c))))),
    h("tbody", null, ...tries.map((y) => h("tr", null, h("td", null, p(y.stage)), h("td", null, clean(y.query)),
      h("td", null, number(y.similarity)), h("td", null, number(y.hits)), h("td", null, duration(y.ms)))))));
}

/** @param {Usage} u */
function used(u) {
  const n = (u.input ?? 0) + (u.cache_read ?? 0) + (u.cache_write ?? 0) + (u.output ?? 0);
  return [n > 0 && p("tokens", { n }), u.searches && p("searched", { n: u.searches })].filter(Boolean).join(" · ");
}
