// @ts-check
// Plots without a library: words beside strips of SVG, which stretch to the
// room there is while the words keep their size. Each says in words what it
// shows to who cannot see it.

/** A text without the signs that turn the direction of writing. @param {unknown} text */
export const plain = (text) => String(text).replace(/[\u202A-\u202E\u2066-\u2069]/g, "");

const ns = "http://www.w3.org/2000/svg";

/**
 * A strip from 0 to 100 with parts of it coloured.
 * @param {{from: number, length: number, kind?: string}[]} parts
 */
function strip(parts) {
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 100 8");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "plot-strip");
  for (const p of parts) {
    const rect = document.createElementNS(ns, "rect");
    rect.setAttribute("x", String(p.from));
    rect.setAttribute("width", String(p.length));
    rect.setAttribute("height", "8");
    rect.setAttribute("class", `plot-${p.kind || "bar"}`);
    svg.append(rect);
  }
  return svg;
}

/**
 * @param {string} label
 * @param {...Node} children
 */
function plot(label, ...children) {
  const el = document.createElement("div");
  el.className = "plot";
  el.setAttribute("role", "img");
  el.setAttribute("aria-label", label);
  el.append(...children);
  return el;
}

/** @typedef {{label: string, value: number, text?: string, kind?: string}} Bar */

/**
 * Bars, one under the other. Values below zero lead to the left of where zero
 * is. What is no number has no bar.
 * @param {string} label says what the plot shows
 * @param {Bar[]} all
 */
export function bars(label, all) {
  const values = all.map((b) => (Number.isFinite(b.value) ? b.value : 0));
  const low = Math.min(0, ...values), span = Math.max(0, ...values) - low || 1;
  return plot(label, ...all.map((b, i) => {
    const row = document.createElement("div"), name = document.createElement("span"), value = document.createElement("b");
    name.textContent = plain(b.label);
    value.textContent = plain(b.text ?? b.value);
    const from = ((Math.min(0, values[i]) - low) / span) * 100, length = (Math.abs(values[i]) / span) * 100;
    row.append(name, value, strip([{ from, length, kind: b.kind }]));
    return row;
  }));
}

/**
 * When something happened, on an axis of time from 0 to end.
 * @param {string} label says what the plot shows
 * @param {{at: number, length: number, kind: string}} s
 * @param {number} end
 */
export function timebar(label, s, end) {
  const from = Math.min(99.4, (s.at / (end || 1)) * 100);
  return plot(label, strip([{ from, length: Math.max(0.6, Math.min(100 - from, (s.length / (end || 1)) * 100)), kind: s.kind }]));
}
