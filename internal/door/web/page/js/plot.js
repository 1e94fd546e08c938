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
  return shape("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", class: "plot-strip" },
    ...parts.map((p) => shape("rect", { x: p.from, width: p.length, height: 8, class: `plot-${p.kind || "bar"}` })));
}

/** A plate: there is no photo. */
export const plate = () => shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("circle", { cx: 12, cy: 12, r: 9 }), shape("circle", { cx: 12, cy: 12, r: 5.5 }));

/** A part of a drawing. @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function shape(tag, attributes, ...children) {
  const el = document.createElementNS(ns, tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
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
    row.title = `${name.textContent}: ${value.textContent}`;
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

/** The room of a drawing that is as wide as its card: less where its words would become too small. */
const high = 240, edge = 28;
const room = () => (innerWidth < 600 ? 360 : 640);

/**
 * Values one after the other as a line, or as columns. What is nearest to a pointer is said below it.
 * @param {string} label says what the plot shows
 * @param {Bar[]} all two at least
 * @param {boolean} [columns]
 */
export function line(label, all, columns = false) {
  const wide = room(), step = (wide - 2 * edge) / (all.length - (columns ? 0 : 1));
  const low = Math.min(0, ...all.map((b) => b.value)), span = Math.max(0, ...all.map((b) => b.value)) - low || 1;
  const at = all.map((b, i) => ({ x: edge + (i + (columns ? 0.5 : 0)) * step, y: high - edge - ((b.value - low) / span) * (high - 2 * edge), text: plain(`${b.label}: ${b.text ?? b.value}`) }));
  const base = high - edge + (low / span) * (high - 2 * edge);
  const marks = at.map((p) => columns ? shape("rect", { x: p.x - step / 2 + 1, width: step - 2, y: Math.min(p.y, base), height: Math.abs(base - p.y) }, shape("title", {}, p.text))
    : shape("circle", { cx: p.x, cy: p.y, r: 5 }, shape("title", {}, p.text)));
  const svg = shape("svg", { viewBox: `0 0 ${wide} ${high}`, class: "plot-line" }, shape("path", { class: "axis", d: `M0 ${base}H${wide}` }),
    ...(columns ? [] : [shape("path", { d: `M${at.map((p) => `${p.x} ${p.y}`).join("L")}` })]), ...marks,
    shape("text", { x: 4, y: high - 6 }, plain(all[0].label)), shape("text", { x: wide - 4, y: high - 6, "text-anchor": "end" }, plain(all[all.length - 1].label)));
  const said = document.createElement("p");
  const point = (/** @type {number} */ i) => {
    marks.forEach((m, j) => m.classList.toggle("here", j === i));
    said.textContent = at[i].text;
  };
  svg.addEventListener("pointermove", (e) => {
    const box = svg.getBoundingClientRect(), x = ((e.clientX - box.left) / box.width) * wide;
    point(Math.max(0, Math.min(all.length - 1, Math.round((x - edge) / step - (columns ? 0.5 : 0)))));
  });
  point(all.length - 1);
  return plot(label, svg, said);
}

/**
 * Places by their coordinates: numbers on a plane, north above, and how far a length is. A number
 * that would cover another stands beside its place, with a line to it.
 * @param {string} label says what the plot shows
 * @param {{n: number, name: string, lat: number, lon: number}[]} all
 * @param {(metres: number) => string} far says a distance
 * @param {(n: number) => void} pick is called with a number that is pointed at
 */
export function map(label, all, far, pick) {
  const wide = room();
  const mid = (/** @type {number[]} */ v) => (Math.min(...v) + Math.max(...v)) / 2;
  const lat0 = mid(all.map((p) => p.lat)), lon0 = mid(all.map((p) => p.lon));
  const metres = all.map((p) => ({ ...p, east: (p.lon - lon0) * 111_320 * Math.cos((lat0 * Math.PI) / 180), north: (p.lat - lat0) * 111_320 }));
  const reach = (/** @type {"east" | "north"} */ of) => Math.max(50, ...metres.map((p) => Math.abs(p[of])));
  const scale = Math.min((wide / 2 - edge) / reach("east"), (high / 2 - edge) / reach("north"));
  const unit = 10 ** Math.floor(Math.log10(160 / scale)), length = [5, 2, 1].map((n) => n * unit).find((n) => n * scale <= 160) ?? unit;
  const names = all.map((p) => `${p.n} ${plain(p.name)}`);
  const at = metres.map((p) => ({ x: wide / 2 + p.east * scale, y: high / 2 - p.north * scale })), shown = apart(at.map((p) => ({ ...p })), wide);
  const marks = shown.map((p, i) => shape("g", { transform: `translate(${p.x} ${p.y})` },
    shape("title", {}, names[i]), shape("circle", { r: 13 }), shape("text", { dy: ".35em" }, String(all[i].n))));
  marks.forEach((m, i) => m.addEventListener("pointerdown", () => pick(all[i].n)));
  return plot(`${label}: ${names.join(", ")}`, shape("svg", { viewBox: `0 0 ${wide} ${high}`, class: "plot-map" },
    ...at.map((p, i) => shape("path", { class: "axis", d: `M${p.x} ${p.y}L${shown[i].x} ${shown[i].y}` })), ...marks,
    shape("path", { class: "axis", d: `M${wide - 14} 26V8l-4 6m4-6l4 6` }),
    shape("path", { class: "axis", d: `M8 ${high - 8}v-6v6h${length * scale}v-6` }), shape("text", { class: "far", x: 14 + length * scale, y: high - 6 }, far(length))));
}

/** Moves points away from each other until none covers another, within a drawing. @param {{x: number, y: number}[]} all @param {number} wide */
function apart(all, wide) {
  const within = (/** @type {number} */ v, /** @type {number} */ end) => Math.max(14, Math.min(end - 14, v));
  for (let round = 0, moved = true; moved && round < 100; round++) {
    moved = false;
    all.forEach((a, i) => all.slice(i + 1).forEach((b, j) => {
      const dx = b.x - a.x || 0.1 * (i + j + 1), dy = b.y - a.y, d = Math.hypot(dx, dy);
      if (d >= 28) return;
      moved = true;
      const by = (28.5 - d) / 2 / d;
      Object.assign(a, { x: within(a.x - dx * by, wide), y: within(a.y - dy * by, high - 20) });
      Object.assign(b, { x: within(b.x + dx * by, wide), y: within(b.y + dy * by, high - 20) });
    }));
  }
  return all;
}
