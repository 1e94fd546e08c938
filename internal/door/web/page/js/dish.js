// @ts-check
// A dish of the card in a dialog: its words in all languages, its allergens by the list
// of a law, its photo.

import { ApiError, send } from "./api.js";
import { h, openDialog } from "./dom.js";
import { lang, locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { o } from "./owner-words.js";
import { spoken } from "./words.js";

/** @typedef {import("./card.js").Row} Row @typedef {import("./card.js").Cells} Cells */

const long = ["description", "ingredients"], translated = ["name_pt", "name_en", "name_es", "description_pt", "description_en", "description_es"];
const side = 1600; // pixels of a photo as it is sent

/** An allergen in the language of the page. @param {string} name */
export const label = (name) => spoken[lang]?.cards.allergens[name] ?? o(name);

/**
 * Opens a dish.
 * @param {Row} r
 * @param {import("./card.js").Card} card
 * @param {(cells: Cells | null) => void} change null: it goes from the card
 * @param {(err: unknown) => void} failed
 */
export function editDish(r, card, change, failed) {
  /** @type {Record<string, HTMLInputElement | HTMLTextAreaElement>} */
  const fields = {};
  const field = (/** @type {string} */ column) => {
    const el = long.includes(column) || column.startsWith("description") ? h("textarea", { rows: 2 }) : h("input", { type: "text", autocomplete: "off" });
    el.value = written(column, r.cells[column]);
    el.name = column;
    fields[column] = el;
    return h("label", null, o(`col_${column}`), el);
  };
  const states = allergens(r, card.lists), ways = options(r), photo = picture(r.cells.photo ?? "", failed);
  openDialog(clean(r.item?.name ?? r.cells.name ?? o("addDish")), (close) => [h("form", { submit: (/** @type {Event} */ e) => {
    e.preventDefault();
    const cells = Object.fromEntries(Object.entries(fields).map(([column, el]) => [column, el.value]));
    change({ ...cells, ...states.cells(), options: ways.value(), photo: photo.value() });
    close();
  } },
  ...["name", "price", "description", "ingredients"].map(field), states.el, ways.el,
  ...["also", "tags", "hours", "serves"].map(field), photo.el,
  h("details", null, h("summary", null, o("translations")), ...translated.map(field)),
  h("div", { class: "row end" },
    r.line > 0 && h("button", { type: "button", class: "plain", click: () => { change(null); close(); } }, o("removeDish")),
    h("button", { type: "button", class: "plain", click: close }, t("cancel")), h("button", { class: "primary" }, o("keepDish"))))], "dish");
}

/**
 * What a dish contains and may contain, by the list of a law: stated apart from what
 * follows from its ingredients.
 * @param {Row} r
 * @param {Record<string, string[]>} lists
 */
function allergens(r, lists) {
  const split = (/** @type {string} */ text) => text.split(/[;,|]/).map((s) => s.trim()).filter(Boolean);
  const it = r.item, nuts = it?.nuts ?? [];
  const said = new Map(/** @type {[string, string][]} */ ([
    ...(it ? it.may ?? [] : split(r.cells.may ?? "")).map((/** @type {string} */ a) => [a, "may"]),
    ...(it ? [...(it.allergens ?? []).filter((/** @type {string} */ a) => a !== "castanhas" || !nuts.length), ...nuts] : split(r.cells.allergens ?? "")).map((/** @type {string} */ a) => [a, "allergens"])]));
  const none = h("input", { type: "checkbox", checked: Boolean(it?.none) });
  const grid = h("div", { class: "states" });
  let touched = false;
  const draw = () => {
    const names = [...new Set([...(lists[law.value] ?? []), ...said.keys()])];
    grid.replaceChildren(...names.map((name) => {
      const inferred = it?.inferred?.includes(name);
      const select = h("select", { change: () => { touched = true; said.set(name, select.value); if (select.value === "allergens") none.checked = false; } },
        ...["", "allergens", "may"].map((s) => h("option", { value: s }, o(s ? `col_${s}` : "unsaid"))));
      select.value = said.get(name) ?? "";
      return h("label", null, label(name), select, inferred && h("small", { class: "needs" }, o("isInferred")));
    }));
  };
  const law = h("select", { change: draw }, ...Object.keys(lists).sort().reverse().map((l) => h("option", { value: l }, o(`law_${l}`))));
  if (lang === "pt") law.value = "anvisa";
  none.addEventListener("change", () => { touched = true; for (const [name, s] of said) if (none.checked && s === "allergens") said.set(name, ""); draw(); });
  draw();
  const of = (/** @type {string} */ s) => [...said].filter(([, v]) => v === s).map(([name]) => name).join("; ");
  return {
    el: h("fieldset", null, h("legend", null, o("allergensOf")), h("label", null, o("law"), law), grid, h("label", { class: "check" }, none, o("noneOf"))),
    /** @returns {Cells} */
    cells: () => (touched ? { allergens: of("allergens") || (none.checked ? "nenhum" : ""), may: of("may") } : {}),
  };
}

/** What stands before the allergens of an option in its cell: the first are those that are written. */
const told = { contains: ["contém", "contains", "contiene"], may: ["pode conter", "may contain", "puede contener"], without: ["sem", "without", "sin"] };

/**
 * The options and extras of a dish, each with its price and its allergens: "Grande; 60 | sem queijo; sem leite".
 * @param {Row} r
 */
function options(r) {
  const list = h("div", { class: "options" });
  /** @param {string} text @param {string[]} [inferred] */
  const add = (text, inferred = []) => {
    const [name, ...parts] = text.split(";").map((s) => s.trim()), n = list.childElementCount + 1;
    const values = /** @type {Record<string, string>} */ ({ name });
    for (const part of parts) {
      const [key, words] = Object.entries(told).find(([, all]) => all.some((w) => part.toLowerCase().startsWith(`${w} `))) ?? ["price", [""]];
      values[key] = part.slice((words.find((w) => part.toLowerCase().startsWith(`${w} `)) ?? "").length).trim();
    }
    const field = (/** @type {string} */ key, /** @type {string} */ label) => h("label", null, o(label), h("input", { type: "text", autocomplete: "off", "data-way": key, value: values[key] ?? "" }));
    const one = h("fieldset", null, h("legend", null, o("optionNo", { n })), field("name", "optionName"), field("price", "optionPrice"), field("contains", "col_allergens"), field("may", "col_may"), field("without", "optionWithout"),
      inferred.length ? h("small", { class: "needs" }, o("inferred", { what: inferred.map(label).join(", ") })) : null,
      h("button", { type: "button", class: "plain", "aria-label": `${o("removeOption")}: ${name || n}`, click: () => { one.remove(); more.focus(); } }, o("removeOption")));
    list.append(one);
    return one;
  };
  (r.cells.options ?? "").split("|").filter((s) => s.trim()).forEach((s, i) => add(s, r.item?.options?.[i]?.inferred));
  const more = h("button", { type: "button", class: "plain", click: () => add("").querySelector("input")?.focus() }, o("addOption"));
  const plain = (/** @type {string} */ s) => s.replace(/[;|]/g, ",").trim();
  return {
    el: h("details", { open: Boolean(r.cells.options) }, h("summary", null, o("optionsOf")), h("p", null, o("optionsText")), list, more),
    value: () => [...list.children].map((one) => {
      const at = (/** @type {string} */ key) => plain(/** @type {HTMLInputElement} */ (one.querySelector(`[data-way="${key}"]`)).value);
      return at("name") && [at("name"), at("price"), ...Object.entries(told).map(([key, [word]]) => at(key) && `${word} ${at(key)}`)].filter(Boolean).join("; ");
    }).filter(Boolean).join(" | "),
  };
}

/** A photo, sent as soon as it is chosen. @param {string} value @param {(err: unknown) => void} failed */
export function picture(value, failed) {
  const img = h("img", { alt: o("photoOf") }), note = h("small", null), input = h("input", { type: "file", accept: "image/jpeg,image/png,image/webp" });
  const remove = h("button", { type: "button", class: "plain", click: () => draw("") }, o("removePhoto"));
  const draw = (/** @type {string} */ to) => {
    value = to;
    const ours = /^[0-9a-f]{32}\.jpg$/.test(to);
    if (ours) img.src = `/api/v1/photos/${to}`;
    img.hidden = !ours;
    note.textContent = ours ? "" : clean(to);
    remove.hidden = !to;
  };
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const res = await send("POST", "/api/v1/card/photos", { body: await smaller(file) });
      draw((await res.json()).photo);
    } catch (err) {
      failed(err instanceof ApiError && (err.code === "unreadable" || err.code === "too_large") ? new ApiError(422, "photo") : err);
    }
    input.value = "";
  });
  draw(value);
  return { el: h("div", { class: "photo" }, img, note, h("div", { class: "row" }, h("label", { class: "file" }, o("choosePhoto"), input), remove)), value: () => value };
}

/** A photo of a telephone made smaller and upright; what the browser cannot read goes as it is, and the server says why. @param {File} file @returns {Promise<Blob>} */
async function smaller(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap || file.size > 30 << 20) return file.slice(0, 9 << 20);
  const by = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", { width: Math.max(1, Math.round(bitmap.width * by)), height: Math.max(1, Math.round(bitmap.height * by)) });
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((b) => resolve(b ?? file), "image/jpeg", 0.9));
}

/** A cell as people write it in the language of the page: a price is 38,00 and not 38.00. @param {string} column @param {string} [value] */
export const written = (column, value = "") => column === "price" && /^\d+\.\d+$/.test(value) ? value.replace(".", 0.5.toLocaleString(locale())[1]) : value;
