// @ts-check
// What the house says of itself: its name and looks, its hours, and what guests ask of it.

import { ApiError, api } from "./api.js";
import { meetHouse } from "./brand.js";
import "./card-words.js";
import { picture } from "./dish.js";
import { h } from "./dom.js";
import { hoursField } from "./hours.js";
import { say } from "./notice.js";
import { o } from "./owner-words.js";
import "./house-words.js";
import { t } from "./i18n.js";

const texts = ["address", "contact", "booking", "order", "payment", "parking", "wifi", "children", "pets", "dress", "speaks"];
const numbers = ["seats", "stay", "slot", "lead"];

/** Shows the part. @param {HTMLElement} at */
export function show(at) {
  const form = h("form", { class: "house", novalidate: true });
  let unsaved = false, gone = false;
  const load = async () => {
    try {
      const got = await api("GET", "/house/facts");
      if (!gone) fill(got);
    } catch {
      say(t("failed"), true);
    }
  };
  /** @param {{version: number, facts: any, hours: string}} got */
  const fill = ({ version, facts, hours }) => {
    unsaved = false;
    const changed = () => { unsaved = true; };
    const name = h("input", { type: "text", maxlength: 80, value: facts.name ?? "", "data-fact": "name", autocomplete: "organization", input: changed });
    const color = h("input", { type: "color", value: facts.color ?? "#8a3a22", "data-fact": "color", input: () => { plain.checked = false; changed(); } });
    const plain = h("input", { type: "checkbox", checked: !facts.color, change: changed });
    const mark = picture(facts.mark ?? "", (err) => say(err instanceof ApiError ? o(`err_${err.code}`).replace(/^err_.*/, t("failed")) : t("failed"), true));
    const open = hoursField("hours", facts.hours ?? "", changed), kitchen = hoursField("kitchen", facts.kitchen ?? "", changed);
    const holidays = h("input", { type: "text", value: (facts.holidays ?? []).join(", "), "data-fact": "holidays", placeholder: "2026-12-24, 2027-02-16", input: changed });
    const said = wordings(["welcome", ...texts], facts, changed);
    const seats = numbers.map((key) => h("input", { type: "number", min: 0, value: facts.tables?.[key] ?? "", "data-fact": key, input: changed }));
    const collect = () => {
      const tables = seats[0].value ? Object.fromEntries(numbers.map((key, i) => [key, Number(seats[i].value)])) : undefined;
      return { name: name.value.trim(), color: plain.checked ? "" : color.value, mark: mark.value(), hours: open.value(), kitchen: kitchen.value(), country: facts.country,
        holidays: holidays.value.split(/[\s,;]+/).filter(Boolean), tables, ...said.values() };
    };
    const submit = async (/** @type {Event} */ e) => {
      e.preventDefault();
      for (const el of form.querySelectorAll("[aria-invalid]")) el.removeAttribute("aria-invalid");
      try {
        fill(await api("PUT", "/house/facts", { version, facts: collect() }));
        say(o("houseSaved"));
        await meetHouse();
        dispatchEvent(new Event("house"));
      } catch (err) {
        wrong(err);
      }
    };
    const wrong = (/** @type {unknown} */ err) => {
      const code = err instanceof ApiError ? err.code : "", fact = code.replace(/^wrong_/, "");
      if (code === "changed") return say(o("houseChanged"), true);
      if (fact === code) return say(t("failed"), true);
      const field = form.querySelector(`[data-fact="${CSS.escape(fact === "tables" ? "seats" : fact)}"]`);
      const box = field instanceof HTMLFieldSetElement ? field.querySelector("[data-fact]") ?? field : field;
      for (let el = box?.closest("details"); el; el = el.parentElement?.closest("details")) el.open = true;
      box?.setAttribute("aria-invalid", "true");
      if (box instanceof HTMLElement) box.focus();
      const why = ["hours", "kitchen", "holidays", "tables", "name"].includes(fact) ? `bad_${fact === "kitchen" ? "hours" : fact}` : "bad_text";
      say(o(why, { what: o(label(fact)) }), true);
    };
    form.onsubmit = submit;
    form.replaceChildren(
      h("label", null, o("houseName"), name), said.field("welcome"),
      h("fieldset", { class: "looks" }, h("legend", null, o("looks")), h("div", { class: "row" }, h("label", null, o("color"), color), h("label", { class: "check" }, plain, o("plainColor"))), mark.el),
      open.el, kitchen.el, hours ? h("p", { class: "muted", role: "status" }, `${o("guestsHear")} ${hours}`) : "",
      h("label", null, o("holidays"), holidays),
      h("fieldset", { class: "texts" }, h("legend", null, o("houseTexts")), said.select, ...texts.map(said.field)),
      h("details", { open: Boolean(facts.tables) }, h("summary", null, o("tablesOf")), h("p", null, o("tablesOfText")), h("div", { class: "numbers" }, ...seats.map((box, i) => h("label", null, o(numbers[i]), box)))),
      h("div", { class: "row save" }, h("button", { class: "primary" }, o("saveHouse"))));
  };
  at.append(h("h2", null, o("house")), h("p", null, o("houseText")), form);
  load();
  const stay = (/** @type {BeforeUnloadEvent} */ e) => { if (unsaved) e.preventDefault(); };
  addEventListener("beforeunload", stay);
  return () => { gone = true; removeEventListener("beforeunload", stay); };
}

/**
 * Fields for texts, which are of all languages or of one: the select says of which.
 * @param {string[]} keys @param {any} facts @param {() => void} changed
 */
function wordings(keys, facts, changed) {
  /** @type {Record<string, Record<string, string>>} */
  const texts = Object.fromEntries(keys.map((key) => [key, typeof facts[key] === "string" ? { "": facts[key] } : { ...facts[key] }]));
  const boxes = new Map(keys.map((key) => [key, h("input", { type: "text", maxlength: 500, "data-fact": key, autocomplete: "off", input: (/** @type {any} */ e) => { texts[key][which.value] = e.target.value; changed(); } })]));
  const draw = () => boxes.forEach((box, key) => {
    box.value = texts[key][which.value] ?? "";
    box.placeholder = which.value ? texts[key][""] ?? "" : texts[key].pt ?? "";
  });
  const which = h("select", { change: draw }, h("option", { value: "" }, o("allLanguages")), h("option", { value: "pt" }, "português"), h("option", { value: "en" }, "English"), h("option", { value: "es" }, "español"));
  draw();
  return {
    select: h("label", null, o("textLanguage"), which),
    field: (/** @type {string} */ key) => h("label", null, o(label(key)), /** @type {HTMLElement} */ (boxes.get(key))),
    values: () => Object.fromEntries(keys.map((key) => [key, Object.fromEntries(Object.entries(texts[key]).filter(([, v]) => v.trim()))])),
  };
}

/** The words of a fact; some are those of a request, too. @param {string} fact */
const label = (fact) => ({ order: "orderHow", booking: "bookingHow", tables: "seats", name: "houseName" })[fact] ?? fact;
