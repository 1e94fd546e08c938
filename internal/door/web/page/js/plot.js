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

/** What is drawn where there is no photo. @type {Record<string, string>} */
const signs = {
  dish: "M12 3a9 9 0 1 0 .01 0zM12 6.500a5.500 5.500 0 1 0 .01 0z", drink: "M7 4h10l-1 7a4 4 0 0 1-8 0zM12 15v5M8.500 20h7",
  lodging: "M3 19v-13M3 15h18v4M21 15v-3a3 3 0 0 0-3-3h-8v6M6.500 10.500a1.500 1.500 0 1 0 .01 0z", restaurant: "M7 3v18M4.500 3v5a2.500 2.500 0 0 0 5 0V3M17 21V3c-2.500 1.500-3.500 4-3.500 8H17",
};

/** The sign of something that has no photo. @param {string} of what it is */
export const sign = (of) => shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: signs[of] }));

/** A part of a drawing. @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function shape(tag, attributes, ...children) {
  const el = document.createElementNS(ns, tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, String(value));
  el.append(...children);
  return el;
}

/**
 * @param {string} label
 * @param {string} role img, or of what can be read or used within it
 * @param {...Node} children
 */
function plot(label, role, ...children) {
  const el = document.createElement("div");
  el.className = "plot";
  el.setAttribute("role", role);
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
  return plot(label, "list", ...all.map((b, i) => {
    const row = listed(), name = document.createElement("span"), value = document.createElement("b");
    name.textContent = plain(b.label);
    value.textContent = plain(b.text ?? b.value);
    row.title = `${name.textContent}: ${value.textContent}`;
    const from = ((Math.min(0, values[i]) - low) / span) * 100, length = (Math.abs(values[i]) / span) * 100;
    row.append(name, value, strip([{ from, length, kind: b.kind }]));
    return row;
  }));
}

/** A row of a plot that is a list. */
function listed() {
  const row = document.createElement("div");
  row.setAttribute("role", "listitem");
  return row;
}

/**
 * When something happened, on an axis of time from 0 to end.
 * @param {string} label says what the plot shows
 * @param {{at: number, length: number, kind: string}} s
 * @param {number} end
 */
export function timebar(label, s, end) {
  const from = Math.min(99.4, (s.at / (end || 1)) * 100);
  return plot(label, "img", strip([{ from, length: Math.max(0.6, Math.min(100 - from, (s.length / (end || 1)) * 100)), kind: s.kind }]));
}

/** The room of a drawing that is as wide as its card: less where its words would become too small. */
const high = 240, edge = 28;
const room = () => (innerWidth < 600 ? 360 : 640);

/**
 * A drawing whose values are said one at a time: the one nearest to a pointer, or, by arrow keys, one after the other.
 * @param {string} label says what the plot shows
 * @param {Record<string, string | number>} box attributes of the drawing
 * @param {Node[]} around
 * @param {Element[]} marks
 * @param {string[]} texts of the marks
 * @param {(x: number, y: number) => number} nearest mark to a point of the drawing
 * @param {number} [here] the mark that is said at first
 * @param {...Node} more below it
 */
function values(label, box, around, marks, texts, nearest, here = texts.length - 1, ...more) {
  const svg = shape("svg", { role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": 1, "aria-valuemax": texts.length, ...box }, ...around, ...marks);
  const said = document.createElement("p");
  const point = (/** @type {number} */ i) => {
    here = Math.max(0, Math.min(texts.length - 1, i));
    marks.forEach((m, j) => m.classList.toggle("here", j === here));
    said.textContent = texts[here];
    svg.setAttribute("aria-valuenow", String(here + 1));
    svg.setAttribute("aria-valuetext", texts[here]);
  };
  for (const kind of ["pointermove", "pointerdown"]) svg.addEventListener(kind, (e) => {
    const at = svg.getBoundingClientRect(), [, , wide, tall] = String(box.viewBox).split(" ").map(Number), by = Math.min(at.width / wide, at.height / tall);
    const { clientX, clientY } = /** @type {PointerEvent} */ (e);
    point(nearest((clientX - at.left - (at.width - wide * by) / 2) / by, (clientY - at.top - (at.height - tall * by) / 2) / by));
  });
  svg.addEventListener("keydown", (e) => {
    const to = steps(/** @type {KeyboardEvent} */ (e).key, here, texts.length);
    if (to < 0) return;
    e.preventDefault();
    point(to);
  });
  point(here);
  said.setAttribute("aria-hidden", "true"); // the drawing says it
  return plot(label, "group", svg, said, ...more);
}

/** Where a key leads from one of some, or -1. @param {string} key @param {number} from @param {number} of */
function steps(key, from, of) {
  if (key === "Home" || key === "End") return key === "Home" ? 0 : of - 1;
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
  return by ? Math.max(0, Math.min(of - 1, from + by)) : -1;
}

/** Which of some points is nearest to another. @param {{x: number, y: number}[]} all */
const near = (all) => (/** @type {number} */ x, /** @type {number} */ y) => all.reduce((best, p, i) => (Math.hypot(p.x - x, p.y - y) < Math.hypot(all[best].x - x, all[best].y - y) ? i : best), 0);

/** @param {Bar} b */
const told = (b) => plain(`${b.label}: ${b.text ?? b.value}`);

/**
 * Values one after the other as a line, or as columns.
 * @param {string} label says what the plot shows
 * @param {Bar[]} all two at least
 * @param {boolean} [columns]
 */
export function line(label, all, columns = false) {
  const wide = room(), step = (wide - 2 * edge) / (all.length - (columns ? 0 : 1));
  const low = Math.min(0, ...all.map((b) => b.value)), span = Math.max(0, ...all.map((b) => b.value)) - low || 1;
  const at = all.map((b, i) => ({ x: edge + (i + (columns ? 0.5 : 0)) * step, y: high - edge - ((b.value - low) / span) * (high - 2 * edge) }));
  const base = high - edge + (low / span) * (high - 2 * edge);
  const marks = at.map((p) => columns ? shape("rect", { x: p.x - step / 2 + 1, width: step - 2, y: Math.min(p.y, base), height: Math.abs(base - p.y) })
    : shape("circle", { cx: p.x, cy: p.y, r: 5 }));
  return values(label, { viewBox: `0 0 ${wide} ${high}`, class: "plot-line" }, [shape("path", { class: "axis", d: `M0 ${base}H${wide}` }),
    ...(columns ? [] : [shape("path", { d: `M${at.map((p) => `${p.x} ${p.y}`).join("L")}` })]),
    shape("text", { x: 4, y: high - 6 }, plain(all[0].label)), shape("text", { x: wide - 4, y: high - 6, "text-anchor": "end" }, plain(all[all.length - 1].label))],
  marks, all.map(told), (x) => Math.max(0, Math.min(all.length - 1, Math.round((x - edge) / step - (columns ? 0.5 : 0)))));
}

/**
 * Pairs of numbers as points on a plane.
 * @param {string} label says what the plot shows
 * @param {{x: number, y: number, text: string}[]} all
 * @param {string[]} axes what x and y are
 */
export function points(label, all, axes) {
  const wide = room();
  const place = (/** @type {number[]} */ v, /** @type {number} */ from, /** @type {number} */ to) => {
    const low = Math.min(...v), span = Math.max(...v) - low || 1;
    return v.map((n) => from + ((n - low) / span) * (to - from));
  };
  const xs = place(all.map((p) => p.x), edge, wide - edge), ys = place(all.map((p) => p.y), high - edge - 8, edge);
  const at = all.map((_, i) => ({ x: xs[i], y: ys[i] }));
  return values(label, { viewBox: `0 0 ${wide} ${high}`, class: "plot-line plot-points" }, [shape("path", { class: "axis", d: `M${edge / 2} ${edge / 2}V${high - edge}H${wide}` }),
    shape("text", { x: wide - 4, y: high - 6, "text-anchor": "end" }, `${plain(axes[0])} →`), shape("text", { x: edge / 2 + 6, y: 14 }, `↑ ${plain(axes[1])}`)],
  at.map((p) => shape("circle", { cx: p.x, cy: p.y, r: 5 })), all.map((p) => plain(p.text)), near(at));
}

/**
 * Parts of a whole as a ring, with their names.
 * @param {string} label says what the plot shows
 * @param {Bar[]} all none below zero
 * @param {(share: number) => string} percent says a part of one
 */
export function ring(label, all, percent) {
  const sum = all.reduce((n, b) => n + b.value, 0) || 1, mid = high / 2, r = mid - 26;
  const on = (/** @type {number} */ part) => [mid + r * Math.sin(2 * Math.PI * part), mid - r * Math.cos(2 * Math.PI * part)];
  let from = 0;
  const ends = all.map((b) => (from += b.value / sum));
  const marks = all.map((b, i) => {
    const start = ends[i] - b.value / sum, end = Math.min(ends[i], start + 0.9999);
    return shape("path", { class: `plot-part part-${i % 8}`, d: `M${on(start).join(" ")}A${r} ${r} 0 ${end - start > 0.5 ? 1 : 0} 1 ${on(end).join(" ")}` });
  });
  const share = (/** @type {Bar} */ b) => (b.text?.includes("%") ? "" : percent(b.value / sum)); // unless that is what it says
  const texts = all.map((b) => told(b) + (share(b) && ` (${share(b)})`));
  const names = plot(label, "list", ...all.map((b, i) => {
    const row = listed(), name = document.createElement("span"), value = document.createElement("b");
    name.append(shape("svg", { viewBox: "0 0 8 8", "aria-hidden": "true", class: `plot-key part-${i % 8}` }, shape("rect", { width: 8, height: 8 })), plain(b.label));
    value.textContent = plain([b.text ?? b.value, share(b)].filter(Boolean).join(" · "));
    row.append(name, value);
    return row;
  }));
  names.classList.add("plot-names");
  return values(label, { viewBox: `0 0 ${high} ${high}`, class: "plot-ring" }, [], marks, texts, (x, y) => {
    const part = (Math.atan2(x - mid, mid - y) / (2 * Math.PI) + 1) % 1;
    return Math.max(0, ends.findIndex((end) => part <= end));
  }, 0, names);
}

/**
 * Places by their coordinates: numbers on a plane, north above, and how far a length is. A number
 * that would cover another stands beside its place, with a line to it.
 * @param {string} label says what the plot shows
 * @param {{n: number, name: string, lat: number, lon: number}[]} all
 * @param {(metres: number) => string} far says a distance
 * @param {(n: number) => void} pick is called with a number that is chosen
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
  const marks = shown.map((p, i) => shape("g", { transform: `translate(${p.x} ${p.y})`, role: "button", tabindex: i ? -1 : 0, "aria-label": names[i] },
    shape("circle", { r: 13 }), shape("text", { dy: ".35em" }, String(all[i].n))));
  const said = document.createElement("p");
  said.setAttribute("aria-hidden", "true"); // the points say it
  marks.forEach((m, i) => {
    for (const kind of ["pointerenter", "focus"]) m.addEventListener(kind, () => { said.textContent = names[i]; });
    m.addEventListener("click", () => pick(all[i].n));
    m.addEventListener("keydown", (e) => {
      const { key } = /** @type {KeyboardEvent} */ (e), to = steps(key, i, all.length);
      if (key === "Enter" || key === " ") pick(all[i].n);
      else if (to >= 0) { // one stop of the tab key for all
        m.setAttribute("tabindex", "-1");
        marks[to].setAttribute("tabindex", "0");
        /** @type {SVGElement} */ (marks[to]).focus();
      } else return;
      e.preventDefault();
    });
  });
  return plot(label, "group", shape("svg", { viewBox: `0 0 ${wide} ${high}`, class: "plot-map" },
    ...at.map((p, i) => shape("path", { class: "axis", d: `M${p.x} ${p.y}L${shown[i].x} ${shown[i].y}` })), ...marks,
    shape("path", { class: "axis", d: `M${wide - 14} 26V8l-4 6m4-6l4 6` }),
    shape("path", { class: "axis", d: `M8 ${high - 8}v-6v6h${length * scale}v-6` }), shape("text", { class: "far", x: 14 + length * scale, y: high - 6 }, far(length))), said);
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
