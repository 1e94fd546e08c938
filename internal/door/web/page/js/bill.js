// @ts-check
// What the guest has counted of the dishes that were shown, and what it comes
// to. It lives as long as the tab, for each conversation.

import { $, h } from "./dom.js";
import { t } from "./i18n.js";
import { locales } from "./words.js";

/**
 * @typedef {{amount: number, currency: string}} Money
 * @typedef {{id: string, name: string, price: Money, lang: string}} Dish lang is that of its card
 */

const prefix = "maitre.bill.";

export class Bill {
  /**
   * @param {(text: string) => void} say
   * @param {(m: Money) => string} money
   */
  constructor(say, money) {
    this.say = say;
    this.money = money;
    this.el = $("#bill");
    this.thread = "";
    /** @type {Record<string, {dish: Dish, n: number}>} */
    this.lines = {};
  }

  /** Goes to a conversation. @param {string} thread */
  at(thread) {
    this.thread = thread;
    try {
      this.lines = JSON.parse(sessionStorage.getItem(prefix + thread) ?? "{}");
    } catch {
      this.lines = {};
    }
    this.#draw();
  }

  /** @param {string} id of a dish */
  count(id) {
    return Object.hasOwn(this.lines, id) ? this.lines[id].n : 0;
  }

  /** @param {Dish} dish @param {number} by */
  add(dish, by) {
    const n = Math.min(99, Math.max(0, this.count(dish.id) + by));
    if (n) this.lines[dish.id] = { dish, n };
    else delete this.lines[dish.id];
    this.#keep();
  }

  #keep() {
    sessionStorage.setItem(prefix + this.thread, JSON.stringify(this.lines));
    this.#draw();
  }

  /** Forgets all bills: somebody else sits here now. */
  static clear() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  }

  #draw() {
    for (const el of document.querySelectorAll("[data-dish]")) count(el, this.count(el.getAttribute("data-dish") ?? ""));
    const all = Object.values(this.lines);
    const here = this.el.contains(document.activeElement);
    this.el.hidden = all.length === 0;
    if (here && this.el.hidden) $("#box").focus();
    const total = { amount: all.reduce((sum, l) => sum + l.n * l.dish.price.amount, 0), currency: all[0]?.dish.price.currency ?? "BRL" };
    $("output", this.el).textContent = all.length ? t("billSum", { n: all.reduce((sum, l) => sum + l.n, 0), price: this.money(total) }) : "";
    $(".order", this.el).onclick = () => {
      this.say(this.#words("billSend", all));
      this.#clear(); // the conversation has it now, and would count it twice
    };
    $(".ask", this.el).onclick = () => this.say(this.#words("billAsk", all));
    $(".clear", this.el).onclick = () => this.#clear();
  }

  #clear() {
    this.lines = {};
    this.#keep();
  }

  /** What a guest says who wants all this. @param {"billAsk" | "billSend"} key @param {{dish: Dish, n: number}[]} all */
  #words(key, all) {
    const lang = all.at(-1)?.dish.lang ?? "pt";
    return t(key, { what: new Intl.ListFormat(locales[lang]).format(all.map((l) => `${l.n} ${l.dish.name}`)) }, lang);
  }
}

/** Shows how many of a dish there are. @param {Element} stepper @param {number} n */
function count(stepper, n) {
  $("output", stepper).textContent = String(n);
  $("button", stepper).setAttribute("aria-disabled", String(n === 0));
}
