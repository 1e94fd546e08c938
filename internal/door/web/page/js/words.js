// @ts-check
// The words of the page. Every language has a file of its own, words-pt.js and
// so on, which puts them here when it is imported.

/**
 * @typedef {"pt" | "en" | "es"} Lang
 * @typedef {{page: Record<string, string>, panels: Record<string, string>, cards: Record<string, any>}} Words
 */

/** The languages that were imported. @type {Record<string, Words>} */
export const spoken = {};

/** The languages as Intl and the lang attribute write them; Spanish as Brazil's neighbours do. @type {Record<string, string>} */
export const locales = { pt: "pt-BR", en: "en-US", es: "es-AR" };
