// @ts-check
// Cards: a custom element for each kind of component, drawn into the light DOM.
// It needs nothing of the page but cards.css and the words of a language that
// were imported: it works alone in an iframe.
//
// Props are hostile: a model, a guest or the web wrote them. Everything is a
// text node; links lead to https and show where; images are of our own origin.
// A card that cannot be drawn shows the component's text.
//
// A card asks its page for something by an event that bubbles: maitre:forget
// with the id of a memory in its detail, and maitre:retry.

import { bars, line, map, plain, points, ring, sign } from "./plot.js";
import { locales, spoken } from "./words.js";

/**
 * @typedef {{v?: number, id?: string, name?: string, props?: any, text?: string}} Envelope as package ui makes it
 * @typedef {Node | string | 0 | null | undefined | false} Child
 * @typedef {(src: string) => Promise<Blob>} Bring fetches an image of ours
 * @typedef {{id: string, name: string, price: any, lang: string}} Dish
 * @typedef {{say: (text: string) => void, write: (text: string) => void, count: (id: string) => number, add: (dish: Dish, by: number) => void}} Finger
 *   what a guest does with buttons: say words, begin to write some, count dishes
 * @typedef {{lang?: string, bring?: Bring, finger?: Finger}} Options lang is to be spoken; without it the component's own.
 *   bring is for images that a browser does not get by their address alone, since they want a token. Without finger there are no buttons
 */

/**
 * Makes the card of a component. It never fails.
 * @param {Envelope} envelope
 * @param {Options} [o]
 * @returns {HTMLElement}
 */
export function renderCard(envelope, o = {}) {
  const name = String(envelope?.name ?? "");
  const props = envelope?.props ?? {};
  const lang = [o.lang, props.language].map((l) => String(l ?? "").slice(0, 2)).find((l) => Object.hasOwn(spoken, l)) ?? "pt";
  const known = Object.hasOwn(cards, name) && (envelope.v ?? 1) === 1;
  const host = document.createElement(known ? `maitre-${name}` : "maitre-text");
  host.dataset.component = name;
  host.className = "card";
  host.lang = locales[lang];
  try {
    if (known) add(host, ...cards[name](new Words(lang), props, o));
  } catch {
    host.replaceChildren(); // the props are not what they should be
  }
  if (!host.hasChildNodes()) host.append(el("p", { class: "text" }, String(envelope?.text ?? "")));
  return host;
}

/**
 * What each kind of component looks like.
 * @type {Record<string, (w: Words, p: any, o: Options) => Child[]>}
 */
const cards = {
  "breweries-list": (w, p, o) => [
    head(w, w.t.breweries, [p.city, p.state], p.source),
    drawnMap(w, p.items),
    list(w, p.items, (b) => [
      title(b.name, w.type(b.type)),
      where(w, b), why(b.why), contact(w, b),
      acts(o, b.name, says(w, o, "know", b.name), says(w, o, "beers", b.name), reach(w, b)),
    ]),
    notes(w.t.notices[p.notice]),
  ],

  "brewery-details": (w, p, o) => [
    title(p.brewery.name, w.type(p.brewery.type), badge(p.verified ? w.t.verified : w.t.unverified, p.verified ? "good" : "warn")),
    where(w, p.brewery),
    el("p", { class: "text" }, p.summary),
    contact(w, p.brewery),
    acts(o, p.brewery.name, says(w, o, "beers", p.brewery.name), reach(w, p.brewery)),
    sources(w, p.sources),
    notes(w.t.notes[p.note], p.ageDays > 0 && w.n(w.t.days, p.ageDays)),
  ],

  "dishes-list": (w, p, o) => [
    head(w, w.t.dishes, [], allSample(p.items)),
    list(w, p.items, (d) => [
      photo(p.items, d, ["drink", "beer"].includes(d.course) ? "drink" : "dish"),
      row(title(d.nameIn || d.name, w.type(d.course), marked(w, p.items, d)), priced(w, d.price, w.money(d.price))),
      d.nameIn && el("p", { class: "dim original" }, d.name),
      d.description && el("p", { class: "description", ...(d.lang && { lang: d.lang }) }, d.description),
      suits(w, d.suits), allergens(w, d),
      why(d.why),
      d.photo && el("p", { class: "links" }, link(d.photo, w.t.photo)),
      acts(o, called(d), d.price && stepper(w, o, d), says(w, o, "want", called(d)), ...rare(w, p.items.length > few, d, () => [without(w, o, d), says(w, o, "pairs", called(d))])),
    ]),
    notes(original(w, p.items)),
  ],

  "accommodations-list": (w, p, o) => [
    head(w, w.t.stay, [p.location, w.range(p.startDate, p.endDate), w.n(w.t.nights, p.nights), w.n(w.t.people, p.numberOfGuests)], allSample(p.items)),
    drawnMap(w, p.items),
    list(w, p.items, (l) => [
      photo(p.items, l, "lodging"),
      row(title(l.name, w.type(l.kind), l.stars > 0 && stars(w, l.stars), marked(w, p.items, l)),
        priced(w, l.night, w.fill(l.rooms > 1 ? w.t[l.kind === "hostel" ? "nightBed" : "nightRoom"] : w.t.night, { price: w.money(l.night) })),
        l.total && el("span", { class: "aside" }, w.fill(w.t.total, { price: w.money(l.total) })),
        l.rooms > 1 && el("span", { class: "aside" }, w.n(l.kind === "hostel" ? w.t.beds : w.t.rooms, l.rooms))),
      where(w, l), contact(w, l),
      acts(o, l.name, says(w, o, "choose", l.name)),
    ]),
    ending(w, p),
  ],

  "restaurants-list": (w, p, o) => [
    head(w, w.t.eat, [p.tripDetails.location], allSample(p.items)),
    drawnMap(w, p.items),
    list(w, p.items, (r) => [
      photo(p.items, r, "restaurant"),
      row(title(r.name, w.types(r.cuisines).join(", "), marked(w, p.items, r)), priced(w, r.person, w.fill(w.t.person, { price: w.money(r.person) }))),
      chips(w.types(r.diets)),
      where(w, r), contact(w, r),
      acts(o, r.name, says(w, o, "choose", r.name)),
    ]),
    ending(w, p),
  ],

  // What a conversation has settled of a trip: see plan.js.
  "trip-plan": (w, p, o) => [
    head(w, w.t.trip, [p.numberOfGuests > 0 && w.n(w.t.people, p.numberOfGuests)], ""),
    el("ol", { class: "stops" }, ...each(p.stops, (s) => el("li", {},
      el("p", {}, el("strong", {}, s.location)), el("p", { class: "dim" }, w.range(s.startDate, s.endDate), " · ", w.n(w.t.nights, s.nights)),
      el("dl", { class: "sums" },
        el("div", {}, el("dt", {}, w.t.stay), el("dd", {}, s.stay ? row(s.stay.name, s.stay.total && w.money(s.stay.total)) : el("span", { class: "dim" }, w.t.notChosen))),
        meals(w, s, (m) => !within(m.day, s))),
      days(w, s),
      changeTrip(w, o, { ...s, numberOfGuests: p.numberOfGuests })))),
    p.total && el("dl", { class: "sums" }, el("div", { class: "sum" }, el("dt", {}, w.t.soFar), el("dd", { class: "number" }, el("strong", {}, w.money(p.total))))),
  ],

  "trip-summary": (w, { tripDetails: d, nights, assumed = [] }, o) => {
    const guess = (/** @type {string[]} */ ...fields) => fields.some((f) => assumed.includes(f)) && badge(w.t.assumed, "warn");
    return [
      head(w, w.t.trip, [], ""),
      el("dl", { class: "facts" },
        el("div", {}, el("dt", {}, w.t.where), el("dd", {}, d.location, guess("location"))),
        el("div", {}, el("dt", {}, w.t.when), el("dd", {}, w.range(d.startDate, d.endDate), el("span", { class: "aside" }, w.n(w.t.nights, nights)), guess("startDate", "endDate", "dates"))),
        el("div", {}, el("dt", {}, w.t.who), el("dd", {}, w.n(w.t.people, d.numberOfGuests), guess("numberOfGuests")))),
      changeTrip(w, o, d),
    ];
  },

  "trip-pick": (w, p) => [
    head(w, w.t.pick, [], p.source),
    title(p.name, ""),
    where(w, p), contact(w, p),
    notes(p.attribution && w.fill(w.t.source, { what: p.attribution })),
  ],

  "query-result": (w, p) => [
    head(w, captioned(p), [], p.source),
    p.chart && el("div", { class: "figure" }, bars(captioned(p), each(p.rows.slice(0, maxBars), (r) =>
      ({ label: r[p.chart.label].text, value: r[p.chart.value].number ?? NaN, text: r[p.chart.value].text }))),
      p.rows.length > maxBars && el("p", { class: "dim" }, w.n(w.t.inTable, p.rows.length - maxBars))),
    p.chart && p.columns.length < 3 ? el("details", {}, el("summary", {}, w.t.rows), table(w, captioned(p), p))
      : p.columns.length * p.rows.length > 1 && table(w, captioned(p), p),
    notes(p.truncated && w.t.cut),
    p.sql && el("details", {}, el("summary", {}, w.t.sql), el("pre", { tabindex: "0" }, p.sql)),
  ],

  // Numbers by name are drawn here, with a value for each; the rest is a picture of the server's.
  chart: (w, p, { bring }) => {
    const drawn = drawing(w, p);
    return [
      head(w, p.title, [p.caption], p.source),
      (drawn || ours(p.src)) && el("div", { class: "figure" }, drawn || image(ours(p.src), p.title, bring)),
      p.table && (drawn ? el("details", {}, el("summary", {}, w.t.rows), table(w, p.title, p.table)) : table(w, p.title, p.table)),
    ];
  },

  sources: (w, p) => [sources(w, p.items)],

  // What maitre.memory says at the end of a run.
  "memory-notice": (w, p) => [
    ...each(p.saved, (m) => m.value &&
      el("p", { class: "note-row" }, el("span", {}, `${w.t.noted}: `, m.label && `${m.label}: `, el("strong", {}, m.value)), m.id && ask(w.t.dontKeep, "maitre:forget", { id: m.id }, w.t.forgotten))),
    notes(...each(p.rejected, (m) => Object.hasOwn(w.t.reasons, m.reason) && `${w.t.refused}: ${w.t.reasons[m.reason]}`)), // others are the house's own
  ],

  "error-card": (w, p) => [
    title(w.t.error, ""),
    el("p", { class: "text" }, p.message),
    p.retryable && el("p", {}, ask(w.t.retry, "maitre:retry", {})),
  ],
};

for (const name of [...Object.keys(cards), "text"]) {
  // Two copies of this module may meet in one document.
  if (!customElements.get(`maitre-${name}`)) customElements.define(`maitre-${name}`, class extends HTMLElement {});
}

/** An image that the page brings. It is held for as long as it is in the document. */
class Picture extends HTMLElement {
  /** @type {() => Promise<Blob>} */
  bring = () => Promise.reject();
  url = "";

  async connectedCallback() {
    const blob = await this.bring().catch(() => null); // its words are there
    if (!blob || !this.isConnected || this.url) return;
    this.url = URL.createObjectURL(blob);
    this.firstElementChild?.setAttribute("src", this.url);
  }

  disconnectedCallback() {
    URL.revokeObjectURL(this.url);
    this.url = "";
  }
}
if (!customElements.get("maitre-picture")) customElements.define("maitre-picture", Picture);

/** @param {string} src @param {string} alt @param {Bring} [bring] */
function image(src, alt, bring) {
  if (!bring) return el("img", { src, alt });
  const picture = /** @type {Picture} */ (el("maitre-picture", {}, el("img", { alt })));
  picture.bring = () => bring(src);
  return picture;
}

/** Words says things in a language. */
class Words {
  /** @param {string} lang */
  constructor(lang) {
    this.lang = lang;
    this.t = spoken[lang]?.cards ?? {};
    this.locale = locales[lang];
  }

  /** @param {string} text @param {Record<string, string | number>} values */
  fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /** Says how many, by "one|many". @param {string} forms @param {number} n */
  n(forms, n) {
    const [one, many = one] = forms.split("|");
    return this.fill(n === 1 ? one : many, { n: new Intl.NumberFormat(this.locale).format(n) });
  }

  /** Says a code; one that has no name here keeps its own. @param {string} [code] */
  type(code = "") {
    return Object.hasOwn(this.t.types, code) ? this.t.types[code] : code.replaceAll("_", " ");
  }

  /** @param {string[]} [codes] */
  types(codes) {
    return each(codes, (c) => this.type(c));
  }

  /** Says when a place is open: days, as OpenStreetMap writes them, become words. @param {string} hours */
  hours(hours) {
    const day = (/** @type {number} */ i) => new Intl.DateTimeFormat(this.locale, { weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + i)).replace(".", "");
    return hours.replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (d) => day("MoTuWeThFrSaSu".indexOf(d) / 2))
      .replace(/\b(PH|off|24\/7)\b/g, (code) => this.t.hours[code]).replaceAll("-", "–");
  }

  /** Says a price, known or not. @param {{amount: number, currency: string}} [m] in minor units */
  money(m) {
    if (!m) return this.t.noPrice;
    const places = decimals(m.currency);
    const currencyDisplay = m.currency === "BRL" ? "narrowSymbol" : "symbol"; // R$ is nobody else's
    return new Intl.NumberFormat(this.locale, { style: "currency", currency: m.currency, currencyDisplay, minimumFractionDigits: places, maximumFractionDigits: places })
      .format(m.amount / 10 ** places);
  }

  /** Says from which day to which. @param {string} from @param {string} to as 2027-03-10 */
  range(from, to) {
    return new Intl.DateTimeFormat(this.locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
      .formatRange(new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`));
  }
}

/** How many decimals a currency's minor unit has, by ISO 4217, as package ui counts. @param {string} currency */
function decimals(currency) {
  if ("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".includes(currency)) return 0;
  if ("BHD IQD JOD KWD LYD OMR TND".includes(currency)) return 3;
  return "CLF UYW".includes(currency) ? 4 : 2;
}

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...Child} children
 */
function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  add(e, ...children);
  return e;
}

/** @template T @param {any[] | undefined} all @param {(one: any) => T} draw @returns {T[]} */
const each = (all, draw) => (all ?? []).map(draw);

/** @param {Element} to @param {...Child} children */
function add(to, ...children) {
  for (const c of children) if (c) to.append(c instanceof Node ? c : plain(c));
}

/** @param {Words} w @param {string} text @param {Child[]} about @param {string} source */
function head(w, text, about, source) {
  const said = about.filter(Boolean);
  return el("div", {}, el("p", { class: "heading" }, text, " ", source === "sample" && sample(w)), said.length > 0 && el("p", { class: "dim" }, said.join(" · ")));
}

/** @param {string} name @param {string} kind @param {...Child} badges */
const title = (name, kind, ...badges) => el("p", { class: "title" }, el("strong", {}, name), kind && el("span", { class: "kind" }, kind), ...badges);

/** @param {string} text @param {string} kind */
const badge = (text, kind) => el("span", { class: `badge ${kind}` }, text);

/** "sample" if all of some items are made up: then their head says so, once. @param {any[]} items */
const allSample = (items) => (items.length > 0 && items.every((i) => i.source === "sample") ? "sample" : "");

/** The mark of an item that is made up among others. @param {Words} w @param {any[]} items @param {any} item */
const marked = (w, items, item) => item.source === "sample" && !allSample(items) && sample(w);

/** What something is, and at the end of the line what it costs. @param {Child} what @param {...Child} price */
const row = (what, ...price) => el("div", { class: "line" }, typeof what === "string" ? el("span", {}, what) : what, el("p", { class: "price" }, ...price));

/** A price in words, or that there is none. @param {Words} w @param {any} known @param {string} text */
const priced = (w, known, text) => known ? text : el("span", { class: "dim" }, w.t.noPrice);

/** Who may have a dish. @param {Words} w @param {{who?: string, without?: string[], diets?: string[]}[]} [some] */
const suits = (w, some) => !!some?.length && el("div", { class: "suits" }, el("span", { class: "label" }, w.t.suits),
  chips(each(some, (s) => `${s.who || w.t.you} (${[...each(s.without, (a) => w.fill(w.t.withoutOne, { what: Object.hasOwn(w.t.allergens, a) ? w.t.allergens[a] : a })), ...each(s.diets, (d) => d)].join(", ")})`)));

/** In which language texts are that the card has not in the guest's. @param {Words} w @param {any[]} items */
function original(w, items) {
  const all = [...new Set(each(items, (d) => d.lang).filter((l) => Object.hasOwn(locales, l)))];
  return all.length > 0 && w.fill(w.t.original, { lang: all.map((l) => new Intl.DisplayNames(w.locale, { type: "language" }).of(l)).join(", ") });
}

/** The meals of a stop that are chosen, some of them. @param {Words} w @param {any} s @param {(meal: any) => boolean} which */
function meals(w, s, which) {
  const some = (s.meals ?? []).filter(which);
  return some.length > 0 && el("div", {}, el("dt", {}, w.t.eat), ...each(some, (m) => el("dd", {}, row(m.name, m.total && w.money(m.total)))));
}

/** Whether a day is one of a stop. @param {string | undefined} day as 2027-03-10 @param {any} s */
const within = (day, s) => !!day && day >= s.startDate && day <= s.endDate;

/** The days of a stop with what is chosen for each; of a long one, those that have something. @param {Words} w @param {any} s */
function days(w, s) {
  const named = new Intl.DateTimeFormat(w.locale, { weekday: "short", day: "numeric", timeZone: "UTC" });
  const rows = [];
  for (let i = 0; i <= Math.min(s.nights, 60); i++) {
    const at = Date.parse(`${s.startDate}T00:00Z`) + i * 86_400_000, day = new Date(at).toISOString().slice(0, 10);
    const ends = [!i && w.t.arrive, day === s.endDate && w.t.leave].filter(Boolean);
    const eaten = (s.meals ?? []).filter((/** @type {any} */ m) => m.day === day);
    if (!ends.length && !eaten.length && s.nights > 7) continue;
    rows.push(el("li", {}, el("span", { class: "day" }, named.format(at)), el("div", {}, ...ends.map((text) => el("p", {}, text)),
      ...each(eaten, (m) => row(m.name, m.total && w.money(m.total))), !ends.length && !eaten.length && el("p", { class: "dim" }, w.t.free))));
  }
  return el("ol", { class: "days" }, ...rows);
}

/** A map of the places whose coordinates are known, numbered as in their list. @param {Words} w @param {any[]} items */
function drawnMap(w, items) {
  const at = items.map((p, i) => ({ n: i + 1, name: String(p.name), lat: p.lat, lon: p.lon, source: p.source })).filter((p) => p.source !== "sample" && located(p));
  if (at.length < 2) return false;
  const far = (/** @type {number} */ m) => m < 1000 ? `${m} m` : `${new Intl.NumberFormat(w.locale).format(m / 1000)} km`;
  const figure = el("div", { class: "figure" }, map(w.t.map, at, far, (n) => {
    const all = figure.parentElement?.querySelectorAll(".items > li") ?? [];
    all.forEach((li, i) => li.classList.toggle("here", i === n - 1));
    all[n - 1]?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    all[n - 1]?.setAttribute("tabindex", "-1");
    /** @type {HTMLElement | undefined} */ (all[n - 1])?.focus({ preventScroll: true });
  }));
  return figure;
}

/** @param {any} p */
const located = (p) => Number.isFinite(p.lat) && Number.isFinite(p.lon) && Math.abs(p.lat) < 85 && (p.lat !== 0 || p.lon !== 0);

/** The drawing of a chart that has one number for each name, or two for each point; or null. @param {Words} w @param {any} p */
function drawing(w, p) {
  if (p.kind === "scatter" && p.table?.rows.length) {
    return points(p.title, each(p.table.rows, ([x, y]) => ({ x: x.number, y: y.number, text: `${x.text} · ${y.text}` })).filter((r) => Number.isFinite(r.x) && Number.isFinite(r.y)), p.table.columns.map((/** @type {any} */ c) => c.name));
  }
  if (p.kind !== "histogram" && p.table?.columns.length > 2) return null; // several numbers for each name
  const all = each(p.table?.rows, (r) => ({ label: each(r.slice(0, -1), (c) => c.text).join("–"), value: r.at(-1)?.number, text: r.at(-1)?.text }));
  if (!all.length || all.some((r) => !r.label || !Number.isFinite(r.value))) return null;
  if (["line", "histogram"].includes(p.kind) && all.length > 1) return line(p.title, all, p.kind === "histogram");
  if (p.kind === "ring" && all.length < 16 && all.every((r) => r.value >= 0)) return ring(p.title, all, (share) => new Intl.NumberFormat(w.locale, { style: "percent", maximumFractionDigits: 1 }).format(share));
  return p.kind === "bar" && all.length <= maxBars ? bars(p.title, all) : null;
}

/** @param {Words} w */
const sample = (w) => badge(w.t.sample, "sample");

/** That places are made up: the first of some cards says it for all. @param {Words} w */
const made = (w) => el("p", { class: "made" }, w.t.sampleNote);

/** @param {Words} w @param {number} n */
const stars = (w, n) => el("span", { class: "stars", role: "img", "aria-label": w.n(w.t.stars, n) }, "★".repeat(Math.min(5, n)));

/** More than anybody reads, and as many as are shown with all there is to them. */
const maxItems = 150, maxRows = 200, maxBars = 31, few = 12;

/** @param {Words} w @param {any[]} items @param {(item: any) => Child[]} draw */
function list(w, items, draw) {
  if (!items.length) return el("p", { class: "dim" }, w.t.none);
  const left = items.length - maxItems;
  return el("ol", { class: "items" }, ...items.slice(0, maxItems).map((i) => el("li", {}, ...draw(i))), left > 0 && el("li", { class: "dim" }, w.n(w.t.more, left)));
}

/** @param {...Child} lines */
function notes(...lines) {
  const said = lines.filter(Boolean);
  return said.length > 0 && el("footer", {}, ...said.map((l) => l instanceof Node ? l : el("p", {}, l)));
}

/** @param {string[]} [words] */
const chips = (words) => !!words?.length && el("ul", { class: "chips" }, ...words.map((c) => el("li", {}, c)));

/** @param {string[]} [reasons] */
const why = (reasons) => !!reasons?.length && el("p", { class: "why" }, reasons.join(" · "));

/** @param {Words} w @param {any} p */
function where(w, p) {
  const lines = [[p.address, p.city, p.state].filter(Boolean).join(", "), p.hours && `${w.t.opens}: ${w.hours(p.hours)}`].filter(Boolean);
  return lines.length > 0 && el("p", { class: "dim" }, lines.join(" · "));
}

/** How to reach a place. One that is made up is on no map and has no telephone. @param {Words} w @param {any} p */
function contact(w, p) {
  if (p.source === "sample") return false;
  const at = [p.address, p.city, p.state].filter(Boolean);
  const number = String(p.phone ?? "").replace(/[^\d+]/g, "");
  const all = [
    p.site && link(p.site, w.t.site),
    located(p) ? link(`https://www.openstreetmap.org/?mlat=${p.lat}&mlon=${p.lon}#map=17/${p.lat}/${p.lon}`, w.t.map)
      : at.length > 0 && link(`https://www.openstreetmap.org/search?query=${encodeURIComponent([p.name, ...at].join(", "))}`, w.t.map),
    number && el("a", { href: `tel:${number}` }, p.phone),
  ].filter(Boolean);
  return all.length > 0 && el("p", { class: "links" }, ...all);
}

/** The way to a place, from where the guest is. @param {Words} w @param {any} p */
function reach(w, p) {
  const to = located(p) ? `${p.lat},${p.lon}` : [p.address || p.name, p.city, p.state].filter(Boolean).join(", ");
  if (!located(p) && !p.address && !p.city) return false;
  const a = link(`https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}`, w.t.reach);
  a.setAttribute("aria-label", `${w.t.reach} openstreetmap.org: ${p.name}`);
  return a;
}

/** A link that shows its host; only its words if it leads nowhere good. @param {string} address @param {string} text */
function link(address, text) {
  const u = URL.parse(address);
  if (u?.protocol !== "https:" || u.username || u.password) return el("span", {}, text);
  return el("a", { href: u.href, target: "_blank", rel: "noopener noreferrer" }, text, " ", el("span", { class: "host" }, u.host.replace(/^www\./, "")));
}

/** The address of an image, if it is a path of our own origin. @param {unknown} src */
function ours(src) {
  const u = typeof src === "string" && src.startsWith("/") && URL.parse(src, location.href);
  return u && u.origin === location.origin ? u.href : "";
}

/** @param {Words} w @param {{title: string, url: string}[]} all */
const sources = (w, all) => !!all?.length && el("div", { class: "sources" }, el("p", { class: "label" }, w.t.sources),
  el("ol", {}, ...all.slice(0, maxItems).map((s) => el("li", {}, link(s.url, s.title)))));

/** The photo that the house keeps of an item, which its name describes; else a sign, below its number where no item has one. @param {any[]} all @param {any} one @param {string} of */
function photo(all, one, of) {
  const src = ours(one.picture);
  return src ? el("img", { class: "dish", src, alt: "", loading: "lazy" }) : el("span", { class: all.some((x) => ours(x?.picture)) ? "dish" : "sign" }, sign(of));
}

/** @param {Words} w @param {any} d */
function allergens(w, d) {
  const stated = each(d.allergens, (a) => (a === "castanhas" ? d.nuts?.join(", ") : "") || a);
  const lines = [[w.t.contains, stated, ""], [w.t.inferred, d.inferred, "inferred"], [w.t.may, d.may, "inferred"]].filter(([, some]) => some?.length).map(([label, some, kind]) =>
    el("div", { class: `allergens ${kind}` }, el("span", { class: "label" }, label), chips(each(some, (a) => Object.hasOwn(w.t.allergens, a) ? w.t.allergens[a] : a))));
  return el("div", {}, ...lines, !!(d.inferred?.length || d.may?.length) && el("p", { class: "dim" }, w.t.confirm));
}

/** What a result is called: its caption; where that goes on with what the rows say and begins with no more than how many there are, the question. @param {any} p */
function captioned(p) {
  const [first, ...rest] = p.caption.split("\n");
  return rest.length > 0 && p.question && first.split(" ").length < 4 ? p.question : first.replace(/:$/, "");
}

/** What is to be said of a list of places. @param {Words} w @param {any} p */
function ending(w, p) {
  const by = (/** @type {string} */ reasons) => (p.leftOut ?? []).filter((/** @type {any} */ l) => reasons.includes(l.reason));
  const and = (/** @type {string[]} */ some) => new Intl.ListFormat(w.locale).format(some);
  const unchecked = each(by("unchecked"), (l) => l.word);
  const kept = (p.avoid ?? []).filter((/** @type {string} */ a) => !unchecked.includes(a));
  const forbidden = each(by("allergy diet"), (l) => `${l.place} (${l.word})`);
  if (forbidden.length > 4) forbidden.push(w.n(w.t.others, forbidden.splice(3).length)); // a city by the sea
  for (const reason of ["over_budget", "too_small"]) if (by(reason).length) forbidden.push(w.n(w.t[reason], by(reason).length));
  return notes(
    kept.length && w.fill(w.t.avoiding, { what: and(kept) }),
    forbidden.length && w.fill(w.t.leftOut, { what: and(forbidden) }),
    unchecked.length && w.fill(w.t.unchecked, { what: and(unchecked) }),
    w.t.notices[p.notice],
    each(p.items, (i) => i.source).includes("sample") && made(w),
    p.attribution && w.fill(w.t.source, { what: p.attribution }),
  );
}

/** @param {Words} w @param {string} caption @param {any} p a table */
function table(w, caption, p) {
  const kind = (/** @type {number} */ i) => ({ class: p.columns[i]?.kind === "text" ? "" : "number" });
  const left = p.rows.length - maxRows;
  return el("div", { class: "scroll", role: "region", "aria-label": w.t.rows, tabindex: "0" },
    el("table", {}, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...p.columns.map((/** @type {any} */ c, /** @type {number} */ i) => el("th", { scope: "col", ...kind(i) }, c.name)))),
      el("tbody", {}, ...each(p.rows.slice(0, maxRows), (r) => el("tr", {}, ...r.map((/** @type {any} */ c, /** @type {number} */ i) => el("td", kind(i), c.text)))))),
    left > 0 && el("p", { class: "dim" }, w.n(w.t.more, left)));
}

/** The buttons of an item. @param {Options} o @param {string} name @param {...Child} buttons */
const acts = (o, name, ...buttons) => !!o.finger && el("div", { class: "acts", role: "group", "aria-label": name }, ...buttons);

/** A button. What is read out begins with what is seen. @param {string} text @param {string} about @param {() => void} click */
function button(text, about, click) {
  const b = el("button", { type: "button", "aria-label": about ? `${text}: ${about}` : text }, text);
  b.addEventListener("click", click);
  return b;
}

/** A button with which a guest says something of an item. @param {Words} w @param {Options} o @param {"want" | "pairs" | "choose" | "know" | "beers"} what @param {string} name */
const says = (w, o, what, name) => button(w.t[what], name, () => o.finger?.say(w.fill(w.t[`${what}Text`], { name })));

/** The name of a dish as the guest reads it. @param {any} d @returns {string} */
const called = (d) => d.nameIn || d.name;

/** Buttons of a dish; of many dishes they are drawn when they are wanted. @param {Words} w @param {boolean} later @param {any} d @param {() => HTMLElement[]} draw */
function rare(w, later, d, draw) {
  const more = button(w.t.options, called(d), () => {
    const all = draw();
    more.replaceWith(...all);
    /** @type {HTMLElement | null} */ (all[0].querySelector("summary"))?.focus();
  });
  return later ? [more] : draw();
}

/** What a dish might come without: what it is known to have, or what the guest writes. @param {Words} w @param {Options} o @param {any} d */
function without(w, o, d) {
  const text = (/** @type {string} */ what) => w.fill(w.t.withoutText, { name: called(d), what });
  const some = [...new Set([...(d.allergens ?? []), ...(d.inferred ?? [])])].map((a) => Object.hasOwn(w.t.allergens, a) ? w.t.allergens[a] : a);
  return el("details", {}, el("summary", { "aria-label": `${w.t.without}: ${called(d)}` }, w.t.without), el("div", {},
    ...some.map((a) => button(w.fill(w.t.withoutOne, { what: a }), called(d), () => o.finger?.say(text(a)))),
    button(w.t.withoutOther, called(d), () => o.finger?.write(w.fill(w.t.withoutBegin, { name: called(d) })))));
}

/** A form with the dates and the party of a stay. What it says are ordinary words. @param {Words} w @param {Options} o @param {any} d */
function changeTrip(w, o, d) {
  if (!o.finger) return false;
  const day = (/** @type {HTMLInputElement} */ i) => Date.parse(`${i.value}T00:00Z`);
  const input = (/** @type {Record<string, string>} */ attributes) => /** @type {HTMLInputElement} */ (el("input", { required: "", ...attributes }));
  const from = input({ type: "date", value: d.startDate }), to = input({ type: "date", value: d.endDate });
  const people = input({ type: "number", min: "1", max: "50", value: String(d.numberOfGuests), inputmode: "numeric" });
  let nights = day(to) - day(from);
  from.addEventListener("change", () => { // the stay moves as it is
    if (!(day(to) > day(from)) && from.value) to.value = new Date(day(from) + nights).toISOString().slice(0, 10);
  });
  to.addEventListener("change", () => {
    to.setCustomValidity(day(to) > day(from) ? "" : w.t.leaveAfter);
    if (day(to) > day(from)) nights = day(to) - day(from);
  });
  const long = (/** @type {HTMLInputElement} */ i) => new Intl.DateTimeFormat(w.locale, { dateStyle: "long", timeZone: "UTC" }).format(day(i));
  const form = el("form", { class: "trip" }, el("label", {}, w.t.arrive, from), el("label", {}, w.t.leave, to), el("label", {}, w.t.who, people),
    el("button", { class: "primary" }, w.t.change));
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    o.finger?.say(w.fill(w.t.changeText, { where: d.location, from: long(from), to: long(to), who: w.n(w.t.people, Number(people.value)) }));
  });
  return el("details", { class: "change" }, el("summary", {}, w.t.changeTrip), form);
}

/** How many of a dish: less, the number, more. @param {Words} w @param {Options} o @param {any} d */
function stepper(w, o, d) {
  const dish = { id: String(d.id), name: String(called(d)), price: d.price, lang: w.lang };
  const n = o.finger?.count(dish.id) ?? 0;
  const less = button("−", "", () => o.finger?.add(dish, -1));
  const more = button("+", "", () => o.finger?.add(dish, 1));
  less.setAttribute("aria-label", w.fill(w.t.less, { name: called(d) }));
  more.setAttribute("aria-label", w.fill(w.t.moreOf, { name: called(d) }));
  less.setAttribute("aria-disabled", String(n === 0));
  return el("div", { class: "stepper", "data-dish": dish.id }, less, el("output", {}, String(n)), more);
}

/** Says a price. @param {string} lang @param {{amount: number, currency: string}} m */
export const money = (lang, m) => new Words(lang).money(m);

/**
 * A button that asks the page for something. The page calls done of the
 * event's detail: with true when it is done, else it may be asked again.
 * @param {string} text
 * @param {string} event
 * @param {any} detail
 * @param {string} [said] when it is done
 */
function ask(text, event, detail, said = "") {
  const b = /** @type {HTMLButtonElement} */ (el("button", { type: "button" }, text));
  const done = (/** @type {boolean} */ ok) => {
    const now = ok ? el("span", { class: "dim", role: "status", tabindex: "-1" }, said) : b;
    b.disabled = false;
    if (ok) b.replaceWith(now);
    if (document.activeElement === document.body) now.focus(); // who goes by keyboard stays here
  };
  b.addEventListener("click", () => {
    b.disabled = true;
    b.dispatchEvent(new CustomEvent(event, { bubbles: true, detail: { ...detail, done } }));
  });
  return b;
}
