// @ts-check
// Whose page it is: the name, the mark and the colour of the house, and its first line.

import { api } from "./api.js";
import { lang } from "./i18n.js";
import { clean } from "./markdown.js";

/** @type {{name?: string, welcome?: any, color?: string, mark?: string, own: boolean, open?: boolean}} */
export let house = { own: false };

/** Reads it and shows it on the page. */
export async function meetHouse() {
  house = await api("GET", "/house").catch(() => house);
  const { style } = document.documentElement;
  for (const [name, light, dark] of /** @type {[string, number, number][]} */ ([["--accent", 0.42, 0.82], ["--accent-hover", 0.36, 0.87]])) { // as dark, or as light, as a text must be on every ground
    if (house.color) style.setProperty(name, `light-dark(oklch(from ${house.color} min(l, ${light}) c h), oklch(from ${house.color} max(l, ${dark}) c h))`);
    else style.removeProperty(name);
  }
  for (const img of document.querySelectorAll("img.mark")) img.setAttribute("src", house.mark ?? "/page/img/mark.svg");
}

/** What the house is called. */
export const houseName = () => clean(house.name ?? "") || "maitre";

/** A text of the house in the language of the page. @param {any} text */
export const inWords = (text) => clean(typeof text === "string" ? text : text?.[lang] ?? text?.[""] ?? Object.values(text ?? {})[0] ?? "");
