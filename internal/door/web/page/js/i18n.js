// @ts-check
// Speaks to the guest: only the words of the language that is needed are loaded.

import { locales, spoken } from "./words.js";

/** @typedef {import("./words.js").Lang} Lang */

/** @type {Record<Lang, () => Promise<any>>} */
const dictionaries = {
  pt: () => import("./words-pt.js"),
  en: () => import("./words-en.js"),
  es: () => import("./words-es.js"),
};

/** How each language is called by those who speak it. @type {Record<Lang, string>} */
export const languages = { pt: "Português", en: "English", es: "Español" };

/** @type {Lang} */
export let lang = "pt";

/** The language as Intl and the lang attribute write it. */
export const locale = () => locales[lang];

/** What the guest chose, or else the first of the browser's languages that we speak. */
export function preferred() {
  const wanted = [localStorage.getItem("maitre.lang") ?? "", ...navigator.languages];
  for (const w of wanted) {
    const code = w.slice(0, 2).toLowerCase();
    if (code in dictionaries) return /** @type {Lang} */ (code);
  }
  return "pt";
}

/**
 * Speaks a language from now on.
 * @param {Lang} to
 */
export async function speak(to) {
  await dictionaries[to]();
  lang = to;
  document.documentElement.lang = locale();
  translate(document);
}

/**
 * Gets the words of a language for what is said in it, whatever the page's is.
 * @param {string} [of] any text: what we do not speak is left alone
 * @returns {Promise<boolean>} they have come just now
 */
export async function learn(of = "") {
  if (!Object.hasOwn(dictionaries, of) || Object.hasOwn(spoken, of)) return false;
  return dictionaries[/** @type {Lang} */ (of)]().then(() => true, () => false);
}

/** A language whose words are there: the one wanted, or else the page's. @param {string} [wanted] */
export const tongue = (wanted = "") => (Object.hasOwn(spoken, wanted) ? wanted : lang);

/**
 * A text, with what is in {braces} filled in. A number n chooses between the
 * two forms of "one|many".
 * @param {string} key
 * @param {Record<string, string | number>} [fill]
 * @param {string} [of] a language that is spoken: see tongue
 */
export function t(key, fill = {}, of = lang) {
  let text = spoken[of]?.page[key] ?? key;
  if ("n" in fill && text.includes("|")) text = text.split("|")[fill.n === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(fill[name] ?? whole));
}

/** @param {string} key */
export const has = (key) => key in spoken[lang].page;

/**
 * Fills in the words of elements that say which: data-t for their text,
 * data-t-label and data-t-hint for what is read out and what an empty box says.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const el of root.querySelectorAll("[data-t]")) el.textContent = t(el.getAttribute("data-t") ?? "");
  for (const el of root.querySelectorAll("[data-t-label]")) {
    const label = t(el.getAttribute("data-t-label") ?? "");
    el.setAttribute("aria-label", label);
    if (el.tagName === "BUTTON") el.setAttribute("title", label);
  }
  for (const el of root.querySelectorAll("[data-t-hint]")) el.setAttribute("placeholder", t(el.getAttribute("data-t-hint") ?? ""));
}

/** Milliseconds as people say them. @param {number} ms */
export function duration(ms) {
  const [value, unit] = ms < 1000 ? [Math.max(1, Math.round(ms)), "ms"] : [ms / 1000, "s"];
  return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value)} ${unit}`;
}

/** How many days ago something was, by the calendar; negative: in the past. @param {Date} date */
function daysTo(date) {
  const start = (/** @type {Date} */ d) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
  return Math.round((start(date) - start(new Date())) / 86_400_000);
}

/** When something was, seen from today. @param {string} iso */
export function when(iso) {
  const date = new Date(iso);
  if (isNaN(date.getTime())) return "";
  if (daysTo(date) > -2) return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(date);
  if (daysTo(date) > -7) return new Intl.DateTimeFormat(locale(), { weekday: "long" }).format(date);
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" }).format(date);
}

/** The day of something, as the heading of a list: today, yesterday, this week, or its month. @param {string} iso */
export function day(iso) {
  const date = new Date(iso), days = daysTo(date);
  if (isNaN(days)) return "";
  if (days > -2) return capital(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.min(days, 0), "day"));
  if (days > -7) return t("lastDays");
  return capital(new Intl.DateTimeFormat(locale(), { month: "long", year: "numeric" }).format(date));
}

/** @param {string} s */
const capital = (s) => s.charAt(0).toLocaleUpperCase(locale()) + s.slice(1);
