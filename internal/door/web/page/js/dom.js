// @ts-check
// Elements made by hand: text is always text, never markup.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Props
 */

/**
 * Makes an element. A prop that is a function listens to the event of its name
 * (click, not onclick); class, text and value are set as such; true and false
 * put and leave out an attribute; everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") el.addEventListener(name, value);
    else if (name === "class") el.className = value;
    else if (name === "text") el.textContent = value;
    else if (name === "value") /** @type {any} */ (el).value = value;
    else if (value === true) el.setAttribute(name, "");
    else if (value !== false && value != null) el.setAttribute(name, String(value));
  }
  add(el, ...children);
  return el;
}

/**
 * Adds children; what is null, undefined or false is left out.
 * @param {ParentNode} el
 * @param {...Child} children
 */
export function add(el, ...children) {
  for (const c of children) {
    if (c !== null && c !== undefined && c !== false) el.append(/** @type {any} */ (c));
  }
}

/**
 * Puts other children into an element. Who has the focus in it keeps it: on what is called
 * the same, or else on the first button.
 * @param {HTMLElement} el
 * @param {...Child} children
 */
export function refill(el, ...children) {
  const called = (/** @type {Element | null} */ e) => e?.getAttribute("aria-label") || e?.textContent, had = document.activeElement, name = called(had);
  const inside = had !== el && el.contains(had);
  el.replaceChildren();
  add(el, ...children);
  if (!inside) return;
  const all = [...el.querySelectorAll("button")];
  (all.find((b) => called(b) === name) ?? all[0] ?? $("#main")).focus();
}

/**
 * The one element that a selector finds. It must be there.
 * @param {string} selector
 * @param {ParentNode} [from]
 * @returns {HTMLElement}
 */
export function $(selector, from = document) {
  const el = from.querySelector(selector);
  if (!(el instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return el;
}

/** Outlines on a grid of 24. @type {Record<string, string>} */
const shapes = {
  plus: "M12 5v14M5 12h14",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M7 7h10v10H7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 13l4 4L19 7",
  retry: "M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  opinion: "M4 5h16v11h-8l-4 4v-4H4z",
  up: "M7 11l4-7c1.5 0 2.5 1 2.2 2.6L12.6 10H19l-1.6 9H7zM7 11H4v8h3",
  down: "M7 13l4 7c1.5 0 2.5-1 2.2-2.6L12.6 14H19l-1.6-9H7zM7 13H4V5h3",
  arrow: "M12 5v14M6 13l6 6 6-6",
  memory: "M6 4h12v17l-6-4-6 4z",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  gear: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5",
  trace: "M4 6h7M8 12h9M13 18h7",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  beer: "M6 8h9v12H6zM15 11h3v6h-3M6 8c-1.5-3 2-5 3.5-3.500C11 2.5 16 4 15 8",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.500l3.500 2",
  table: "M3 9h18M7 9v10M17 9v10",
  menucard: "M4 17a8 8 0 0 1 16 0zM3 20h18M12 9V6.5",
  trip: "M12 21s7-6.2 7-11.500A7 7 0 0 0 5 9.500C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
};

/**
 * An icon, which says nothing to a screen reader.
 * @param {keyof typeof shapes} name
 */
export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", shapes[name] ?? "");
  svg.append(path);
  return svg;
}

/**
 * A button with an icon; its words are for who cannot see it, and on hover.
 * @param {string} shape
 * @param {string} label
 * @param {(e: Event) => void} click
 * @param {Props} [props]
 */
export function iconButton(shape, label, click, props = {}) {
  return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, click, ...props }, icon(shape));
}

/**
 * Opens a dialog over the page and takes it away when it is closed. The first
 * field in it has the focus, which goes back where it was, or else to the box
 * that one writes in.
 * @param {string} title
 * @param {(close: () => void) => Child[]} fill
 * @param {string} [kind] a class
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, fill, kind = "") {
  const before = document.activeElement;
  const close = () => dialog.close();
  const dialog = h("dialog", { class: `dialog ${kind}`, "aria-label": title,
    close: () => {
      dialog.remove();
      const to = before instanceof HTMLElement && before.isConnected ? before : document.querySelector("textarea");
      to?.blur(); // who has the focus already gets no cursor by having it again
      to?.focus();
    },
    click: (/** @type {Event} */ e) => { if (e.target === dialog) close(); } });
  add(dialog, h("div", { class: "sheet" }, h("h2", null, title), ...fill(close)));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
