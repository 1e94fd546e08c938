// @ts-check
// The operator's numbers: what all conversations together took, cost and saved.

import { h } from "./dom.js";
import { duration, t } from "./i18n.js";
import { dollars, openPanel, number, p, percent, read, save } from "./panel.js";
import { bars } from "./plot.js";

/** @typedef {Record<string, number> | null | undefined} Counts */

/** Opens the drawer. */
export const openDashboard = () => openPanel(t("dashboard"), "dashboard", async (body) => {
  const m = await read("/metrics");
  const turns = sum(m.runs);
  if (!turns) return body.replaceChildren(h("p", { class: "muted" }, p("boardNone")));
  const g = m.grounding ?? {}, f = m.paraphrase;
  body.replaceChildren(
    h("dl", { class: "tiles" },
      tile("turns", number(turns)),
      tile("latency", duration(m.total_execution_time_s / turns * 1000)),
      tile("cache", percent(m.cache_hit_rate)),
      tile("saved", number(g.calls_saved ?? 0), p("savedOf", { usd: dollars(g.saved_usd ?? 0) })),
      tile("spent", dollars(m.cost_usd ?? 0), m.unpriced > 0 && p("unknownOf", { n: m.unpriced })),
      m.fell_back > 0 && tile("fellBack", number(m.fell_back)),
      tile("toolTime", duration(m.avg_tool_execution_time_ms), m.tool_errors > 0 && p("toolErrors", { n: m.tool_errors })),
      f && tile("para", number(f.used), `${p("outOf", { n: f.searches })}, ${p("gain", { p: number(f.gain) })}`)),
    plot("decisions", m.decisions, (by) => by === "rule" ? p("byRule") : by === "forgotten" ? p(by) : by, (by) => by === "rule" ? "rule" : "bar"),
    plot("tools", m.tools_breakdown, (tool) => tool === "forgotten" ? p(tool) : tool),
    plot("runs", m.runs, (s) => p(s === "failed" ? "run failed" : s)),
    plot("questions", { asked: m.questions, declined: m.declined, "timed out": m.timed_out }, p),
    plot("opinions", m.feedback, p),
    plot("memories", m.memory_events, p),
    h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: () => save("metrics.json", m) }, p("download"))));
});

/** @param {Counts} counts */
const sum = (counts) => Object.values(counts ?? {}).reduce((n, c) => n + c, 0);

/** @param {string} name @param {string} value @param {string | false} [more] */
const tile = (name, value, more) => h("div", null, h("dt", null, p(name)), h("dd", null, h("b", null, value), more && h("span", { class: "muted" }, more)));

/**
 * Counts as bars. The picture says them in words to who cannot see it.
 * @param {string} name
 * @param {Counts} counts
 * @param {(key: string) => string} [say]
 * @param {(key: string) => string} [kind] a class
 */
function plot(name, counts, say = (key) => key, kind = () => "bar") {
  const all = Object.entries(counts ?? {}).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]).slice(0, 20)
    .map(([key, n]) => ({ label: say(key), value: n, text: number(n), kind: kind(key) }));
  const words = `${p(name)}: ${all.map((b) => `${b.label} ${b.text}`).join(", ")}`;
  return h("section", { class: "box" }, h("h3", null, p(name)),
    all.length ? bars(words, all) : h("p", { class: "muted" }, p("nothing")));
}
