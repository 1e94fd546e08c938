// @ts-check
// What a guest may say next with one finger: an answer to what was asked, or a
// question that fits what was just shown. A button says ordinary words.

import { t } from "./i18n.js";

/** @typedef {{name: string, props: any}} Card */

/**
 * Returns what to offer after an answer.
 * @param {string} text of the answer
 * @param {Card[]} cards that are shown with it, or the tools it comes of, where it is words alone
 * @param {string} lang of the answer, which is spoken
 * @returns {string[]} words that a guest may say
 */
export function offers(text, cards, lang) {
  const asked = answers(text, lang);
  if (asked.length) return asked;
  const shown = cards.findLast((c) => Object.hasOwn(next, c.name));
  return [...told(text, lang), ...(shown ? next[shown.name](shown.props).filter((key) => !cards.some((c) => c.name === lists[key])).map((key) => t(key, {}, lang)) : [])].slice(0, 3);
}

/** What a text tells the guest to say, as in “say ‘send the order’”; not what cannot be undone, of which a colon tells. @param {string} text @param {string} lang */
function told(text, lang) {
  const all = text.matchAll(new RegExp(`(?<!\\p{L})${t("nextSays", {}, lang)} “([^”]{2,80})”(?!:)`, "gu"));
  return [...all].map(([, words]) => words[0].toUpperCase() + words.slice(1));
}

/**
 * What may be answered to the last question of a text: yes or no, or one of
 * what it names, as in "Which one: A, B or C?".
 * @param {string} text @param {string} lang
 */
function answers(text, lang) {
  const both = [t("nextYes", {}, lang), t("nextNo", {}, lang)];
  if (text.slice(-160).includes(t("nextYesOrNo", {}, lang))) return both;
  const questions = text.match(/[^.!?\n]+\?(?=$|[\s)])/g) ?? [];
  const last = questions.at(-1)?.replace(/^[\s*_¿-]+/, "").trim() ?? "";
  if (!last || text.length - text.lastIndexOf("?") > 160) return []; // it was not the point
  const clause = last.split(":").at(-1)?.replace(/^[\s¿]+/, "") ?? last;
  const or = t("nextOr", {}, lang);
  if (last.includes(":") && clause.includes(or)) return named(clause.slice(0, -1), or);
  const yes = new RegExp(`^(${t("nextAsksYes", {}, lang).replaceAll(", ", "|")})(?!\\p{L})`, "iu");
  return yes.test(clause) && !clause.includes(or) ? both : [];
}

/** The names in "A (R$ 10), B or C". @param {string} list @param {string} or */
function named(list, or) {
  const all = list.replaceAll(/\s*\([^)]*\)/g, "").split(or).flatMap((s) => s.split(", ")).map((s) => s.trim().replace(/,$/, "")).filter(Boolean);
  return all.length < 9 && all.every((s) => s.length < 60) ? all : [];
}

/** What of a trip fits a card: what is not chosen yet, and what the rest comes to. @param {any} p @param {...string} some */
function ofTrip(p, ...some) {
  const stops = p.trip?.stops ?? [], stay = stops.some((/** @type {any} */ s) => s.stay), meals = stops.some((/** @type {any} */ s) => s.meals?.length);
  return some.filter((key) => key === "nextStay" ? !stay : key === "nextEat" ? !meals : key === "nextTrip" ? stay || meals : true);
}

/** The list that a question is answered with, which may be there already. @type {Record<string, string>} */
const lists = { nextStay: "accommodations-list", nextEat: "restaurants-list" };

/**
 * Which questions follow a card, by its kind, the best first.
 * @type {Record<string, (props: any) => string[]>}
 */
const next = {
  "dishes-list": (p) => {
    const courses = new Set((p.items ?? []).map((/** @type {any} */ d) => d.course));
    const drinks = courses.has("drink") || courses.has("beer");
    return [!drinks && "nextDrink", !courses.has("dessert") && "nextDessert", drinks && "nextMain", p.items?.length > 1 && "nextCheaper"].filter(Boolean);
  },
  "accommodations-list": (p) => ofTrip(p, "nextCheaper", "nextEat", "nextTrip"),
  "restaurants-list": (p) => ofTrip(p, "nextCheaper", "nextStay", "nextTrip"),
  "trip-pick": (p) => ofTrip(p, "nextStay", "nextEat", "nextTrip"),
  "breweries-list": (p) => {
    const types = new Set((p.items ?? []).map((/** @type {any} */ b) => b.type));
    return [types.size > 1 && types.has("brewpub") && "nextBrewpubs", "nextBought"].filter(Boolean);
  },
  "brewery-details": () => ["nextBreweries", "nextBought"],
  ask_purchases: (p) => p.nothing_found ? ["nextBought", "nextBreweries"] : ["nextChart", "nextCompare", "nextBought"],
  "query-result": () => ["nextChart", "nextSpent", "nextBreweries"],
  chart: () => ["nextSpent", "nextBreweries"],
};
