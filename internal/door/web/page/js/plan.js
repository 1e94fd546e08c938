// @ts-check
// The trip as the conversation has it: where, when, who, the chosen stay and
// meals, and what they come to. It stands beside the conversation where there is
// room, else folded above it.

import { $, h } from "./dom.js";
import { tongue } from "./i18n.js";
import { spoken } from "./words.js";

/**
 * @typedef {import("./turn.js").Turn} Turn
 * @typedef {{amount: number, currency: string}} Money
 * @typedef {{name: string, stays?: boolean, total?: Money, person?: Money}} Place
 * @typedef {{language: string, location: string, startDate: string, endDate: string, nights: number, numberOfGuests: number, stay: Place | null, meals: Place[], total?: Money}} Plan
 */

const wide = matchMedia("(min-width: 80rem)");

/** Shows the plan of a conversation, or nothing if it has none. @param {Turn[]} turns @param {import("./turn.js").Cards} cards */
export function showPlan(turns, cards) {
  const at = /** @type {HTMLDetailsElement} */ ($("#plan")), plan = planOf(turns.filter((turn) => !turn.el.hidden));
  const key = JSON.stringify(plan);
  if (at.dataset.shown === key) return;
  at.dataset.shown = key;
  at.hidden = !plan;
  at.classList.toggle("chosen", !!plan?.stay || !!plan?.meals.length); // until then the cards say it all
  if (!plan) return;
  const lang = tongue(plan.language), text = [`${spoken[lang].cards.trip}: ${plan.location}`, plan.stay?.name, plan.total && cards.money?.(lang, plan.total)].filter(Boolean).join(" · ");
  const card = cards.renderCard?.(/** @type {any} */ ({ name: "trip-plan", props: plan }), /** @type {any} */ ({ lang }));
  at.replaceChildren(h("summary", null, text), card ?? "");
  fold();
}

/** Where the plan has a place of its own it is open. */
const fold = () => { /** @type {HTMLDetailsElement} */ ($("#plan")).open = wide.matches; };
wide.addEventListener("change", fold);

/** @param {Turn[]} turns @returns {Plan | null} */
export function planOf(turns) {
  /** @type {Plan | null} */
  let plan = null;
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const turn of turns) {
    for (const { envelope: { name, props: p } } of turn.shown.values()) {
      const trip = name === "accommodations-list" ? p : p?.tripDetails;
      if (trip?.location) plan = heard(plan, trip, p.language);
      for (const i of trip && p.items || []) places.set(i.name, { ...i, stays: name === "accommodations-list" });
      if (plan?.stay) plan.stay = places.get(plan.stay.name) ?? plan.stay;
      if (name === "trip-pick" && p?.name) {
        plan ??= heard(null, { location: "" }, p.language);
        const place = places.get(p.name) ?? { name: p.name };
        if (place.stays) plan.stay = place;
        else if (!plan.meals.some((m) => m.name === place.name)) plan.meals.push(place);
      }
    }
    if (plan) drop(plan, turn);
  }
  if (plan) plan.total = total(plan);
  return plan;
}

/** The plan after a card says where, when and who: another place is another trip. @param {Plan | null} plan @param {any} trip @param {string} language @returns {Plan} */
function heard(plan, trip, language) {
  const { location, startDate = "", endDate = "", numberOfGuests = 0 } = trip;
  const nights = Math.round((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000) || 0;
  const same = plan?.location === location ? plan : null;
  const priced = same?.startDate === startDate && same.endDate === endDate && same.numberOfGuests === numberOfGuests;
  const stay = same?.stay && (priced ? same.stay : { name: same.stay.name, stays: true });
  return { language, location, startDate, endDate, nights, numberOfGuests, stay: stay ?? null, meals: same?.meals ?? [] };
}

/** Takes out what is chosen no longer, as tools say it. @param {Plan} plan @param {Turn} turn */
function drop(plan, turn) {
  for (const call of turn.work.calls.values()) {
    if (!/"(dropped|no_longer_chosen)"/.test(call.output)) continue;
    let out;
    try {
      out = JSON.parse(call.output);
    } catch {
      continue;
    }
    const gone = [out.dropped && out.name, ...(out.no_longer_chosen ?? []).map((/** @type {any} */ g) => g.name)];
    if (gone.includes(plan.stay?.name)) plan.stay = null;
    plan.meals = plan.meals.filter((m) => !gone.includes(m.name));
  }
}

/** What is known of the costs, in one currency. @param {Plan} plan @returns {Money | undefined} */
function total(plan) {
  const known = [plan.stay?.total, ...plan.meals.map((m) => m.person && { amount: m.person.amount * plan.numberOfGuests, currency: m.person.currency })].filter((m) => !!m);
  const currency = known[0]?.currency;
  return currency && known.every((m) => m.currency === currency) ? { amount: known.reduce((sum, m) => sum + m.amount, 0), currency } : undefined;
}
