// @ts-check
// The trip as the conversation has it: where, when, who, the chosen stay and
// meals, and what they come to. It stands beside the conversation where there is
// room, else folded above the box to write in.

import { $, h } from "./dom.js";
import { tongue } from "./i18n.js";
import { spoken } from "./words.js";
import { factsOf } from "./work.js";

/**
 * @typedef {import("./turn.js").Turn} Turn
 * @typedef {{amount: number, currency: string}} Money
 * @typedef {{name: string, total?: Money}} Place
 * @typedef {{location: string, startDate: string, endDate: string, nights: number, stay?: Place, meals?: Place[]}} Stop
 * @typedef {{language: string, numberOfGuests: number, stops: Stop[], total?: Money}} Plan as trip.TripProps, and in which language
 */

const wide = matchMedia("(min-width: 80rem)");

/** Shows the plan of a conversation, or nothing if it has none. @param {Turn[]} turns @param {import("./turn.js").Host} host */
export function showPlan(turns, { cards, finger }) {
  const at = /** @type {HTMLDetailsElement} */ ($("#plan")), plan = planOf(turns.filter((turn) => !turn.el.hidden));
  const key = JSON.stringify(plan);
  if (at.dataset.shown === key) return;
  at.dataset.shown = key;
  at.hidden = !plan;
  at.classList.toggle("chosen", !!plan && (plan.stops.length > 1 || chosen(plan).length > 0)); // until then the cards say it all
  if (!plan) return;
  const lang = tongue(plan.language), where = plan.stops.map((s) => s.location).join(" → ");
  const text = [`${spoken[lang].cards.trip}: ${where}`, plan.total && cards.money?.(lang, plan.total)].filter(Boolean).join(" · ");
  const card = cards.renderCard?.(/** @type {any} */ ({ name: "trip-plan", props: plan }), /** @type {any} */ ({ lang, finger }));
  at.replaceChildren(h("summary", null, text), card ?? "");
  fold();
}

/** Where the plan has a place of its own it is open. */
const fold = () => { /** @type {HTMLDetailsElement} */ ($("#plan")).open = wide.matches; };
wide.addEventListener("change", fold);

/** The trip as the last card of some turns has it, without what was given up since. @param {Turn[]} turns @returns {Plan | null} */
export function planOf(turns) {
  /** @type {Plan | null} */
  let plan = null;
  for (const turn of turns) {
    for (const { envelope: { props: p } } of turn.shown.values()) {
      if (p?.trip?.stops?.length) plan = { ...p.trip, language: p.language };
    }
    const gone = [...turn.work.calls.values()].filter((c) => c.name === "choose_place").map((c) => factsOf(c.output)).filter((out) => out.dropped).map((out) => out.name);
    if (!plan || !gone.length) continue;
    const left = (/** @type {Place | undefined} */ p) => p && !gone.includes(p.name);
    plan = { ...plan, stops: plan.stops.map((s) => ({ ...s, stay: left(s.stay) ? s.stay : undefined, meals: s.meals?.filter(left) })) };
    const sums = chosen(plan).flatMap((p) => p.total ?? []);
    plan.total = sums.length && sums.every((m) => m.currency === sums[0].currency) ? { amount: sums.reduce((n, m) => n + m.amount, 0), currency: sums[0].currency } : undefined;
  }
  return plan;
}

/** @param {Plan} plan */
const chosen = (plan) => plan.stops.flatMap((s) => [s.stay ?? [], s.meals ?? []].flat());
