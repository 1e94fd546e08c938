// @ts-check
// A subset of Markdown, as nodes: the words are a model's, so nothing in them
// is ever markup. There are no images, links lead to http, https and mailto
// only and show where, and signs that turn the direction of writing are
// dropped.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** More than anybody reads; what is beyond is not drawn. */
const maxText = 60_000, maxRows = 100, maxColumns = 12, maxDepth = 4;

/** Bidirectional overrides and isolates, and control signs but tab and new line. */
const unsafe = /[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F]/g;

/** @param {string} text */
export const clean = (text) => text.replace(/\r\n?/g, "\n").replace(unsafe, "");

/**
 * Draws a text into an element. Blocks that have not changed since the last
 * time are left as they are, so that what is being read and selected stays.
 * @param {HTMLElement} el
 * @param {string} text
 */
export function draw(el, text) {
  const cut = text.length > maxText;
  const all = blocks(clean(cut ? text.slice(0, maxText) : text));
  if (cut) all.push(`\u0000${t("cut")}`);
  const drawn = /** @type {string[]} */ (/** @type {any} */ (el).drawn ?? []);
  all.forEach((src, i) => {
    if (drawn[i] === src && el.children[i]) return;
    const node = src[0] === "\u0000" ? h("p", { class: "muted" }, src.slice(1)) : block(src, 0);
    if (el.children[i]) el.children[i].replaceWith(node);
    else el.append(node);
  });
  while (el.children.length > all.length) el.lastElementChild?.remove();
  /** @type {any} */ (el).drawn = all;
}

const fence = /^ {0,3}(```|~~~)/, item = /^(\s*)([-*+•]|\d{1,4}[.)])\s+(.*)$/;
const heading = /^#{1,6}\s+/, rule = /^ {0,3}([-*_])(\s*\1){2,}\s*$/, quote = /^>\s?/;

/** @param {string} line */
const isRow = (line) => line.trimStart().startsWith("|");

/**
 * Parts a text into blocks, each as it is written.
 * @param {string} text
 * @returns {string[]}
 */
function blocks(text) {
  /** @type {string[]} */
  const all = [];
  /** @type {string[]} */
  let now = [];
  let kind = "";
  const end = () => {
    if (now.length) all.push(now.join("\n"));
    now = [];
    kind = "";
  };
  for (const line of text.split("\n")) {
    if (kind === "code") {
      now.push(line);
      if (fence.test(line)) end();
      continue;
    }
    const is = fence.test(line) ? "code" : !line.trim() ? "" : rule.test(line) ? "rule" : heading.test(line) ? "heading"
      : item.test(line) || (kind === "list" && /^\s{2,}/.test(line)) ? "list" : isRow(line) ? "table" : quote.test(line) ? "quote" : "text";
    if (is !== kind || is === "heading" || is === "rule") end();
    if (is) {
      now.push(line);
      kind = is;
    }
  }
  end();
  return all;
}

/** @param {string} src @param {number} depth @returns {HTMLElement} */
function block(src, depth) {
  const lines = src.split("\n"), first = lines[0];
  if (fence.test(first)) {
    const body = lines.slice(1, lines.length > 1 && fence.test(lines[lines.length - 1]) ? -1 : undefined);
    return h("pre", { tabindex: 0 }, h("code", null, body.join("\n")));
  }
  if (rule.test(first)) return h("hr");
  if (heading.test(first)) {
    const level = first.search(/[^#]/);
    return h(level < 2 ? "h3" : "h4", { dir: "auto" }, ...inline(first.replace(heading, ""), 0));
  }
  if (item.test(first)) return list(lines, depth);
  if (isRow(first)) return table(lines);
  if (quote.test(first)) {
    const inner = lines.map((l) => l.replace(quote, "")).join("\n");
    return h("blockquote", null, ...(depth < maxDepth ? blocks(inner).map((b) => block(b, depth + 1)) : [inner]));
  }
  return h("p", { dir: "auto" }, ...lines.flatMap((l, i) => [i > 0 && h("br"), ...inline(l, 0)]));
}

/** @param {string[]} lines @param {number} depth @returns {HTMLElement} */
function list(lines, depth) {
  const first = item.exec(lines[0]), indent = first?.[1].length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? "");
  const el = h(ordered ? "ol" : "ul", { start: ordered ? parseInt(first?.[2] ?? "1", 10) : null });
  /** @type {string[]} */
  let inner = [];
  /** @type {HTMLElement | null} */
  let last = null;
  const end = () => {
    if (last && inner.length) {
      if (depth < maxDepth && inner.some((l) => item.test(l))) last.append(list(inner.filter((l) => l.trim()), depth + 1));
      else last.append(" ", ...inline(inner.map((l) => l.trim()).join(" "), 0));
    }
    inner = [];
  };
  for (const line of lines) {
    const m = item.exec(line);
    if (m && m[1].length <= indent + 1) {
      end();
      last = h("li", { dir: "auto" }, ...inline(m[3], 0));
      el.append(last);
    } else inner.push(line);
  }
  end();
  return el;
}

/** @param {string[]} lines @returns {HTMLElement} */
function table(lines) {
  const cells = (/** @type {string} */ l) => l.trim().replace(/^\||\|$/g, "").split("|").slice(0, maxColumns).map((c) => c.trim());
  const divider = lines.length > 1 && /^[\s|:-]+$/.test(lines[1]);
  const rows = lines.slice(divider ? 2 : 0);
  const row = (/** @type {"th" | "td"} */ tag, /** @type {string} */ l) =>
    h("tr", null, ...cells(l).map((c) => h(tag, { dir: "auto" }, ...inline(c, 0))));
  return h("div", { class: "scroll", role: "region", "aria-label": t("table"), tabindex: 0 },
    h("table", null, divider && h("thead", null, row("th", lines[0])), h("tbody", null, ...rows.slice(0, maxRows).map((l) => row("td", l)))),
    rows.length > maxRows && h("p", { class: "muted" }, t("moreRows", { n: rows.length - maxRows })));
}

const address = /^(https?:\/\/|mailto:)[^\s<>"'`]+/i;

/**
 * Draws what stands in a line: code, strong, emphasis, links.
 * @param {string} s
 * @param {number} depth
 * @returns {(Node | string)[]}
 */
function inline(s, depth) {
  /** @type {(Node | string)[]} */
  const out = [];
  let plain = "";
  const put = (/** @type {Node} */ node, /** @type {number} */ length) => {
    if (plain) out.push(plain);
    plain = "";
    out.push(node);
    return length;
  };
  for (let i = 0; i < s.length; ) {
    const c = s[i];
    let used = 0;
    if (c === "\\" && /[\\`*_[\]()#+\-.!|~<>]/.test(s[i + 1] ?? "")) {
      plain += s[i + 1];
      used = 2;
    } else if (c === "`") {
      const end = s.indexOf("`", i + 1);
      if (end > i + 1) used = put(h("code", null, s.slice(i + 1, end)), end + 1 - i);
    } else if ((c === "*" || c === "_") && depth < maxDepth) {
      const mark = s[i + 1] === c ? c + c : c;
      const end = s.indexOf(mark, i + mark.length);
      const inner = s.slice(i + mark.length, end);
      const within = c === "_" && /\w/.test(s[i - 1] ?? ""); // snake_case
      if (end > 0 && inner && inner === inner.trim() && !within) {
        used = put(h(mark.length === 2 ? "strong" : "em", null, ...inline(inner, depth + 1)), end + mark.length - i);
      }
    } else if (c === "!" && s[i + 1] === "[") {
      used = 1; // an image is no more than a link to it
    } else if (c === "[") {
      const m = /^\[([^\][]{0,300})\]\(\s*([^\s()]{1,2000})\s*\)/.exec(s.slice(i, i + 2400));
      if (m) {
        const node = link(m[2], m[1]);
        if (node) used = put(node, m[0].length);
        else { plain += m[1]; used = m[0].length; }
      } else {
        const id = /^\[[a-z0-9]+(-[a-z0-9]+)+\]/.exec(s.slice(i, i + 80)); // of a dish, in answers of long ago
        if (id) { plain = plain.replace(/ $/, ""); used = id[0].length; }
      }
    } else if ((c === "h" || c === "m" || c === "H") && !/\w/.test(s[i - 1] ?? "")) {
      const m = address.exec(s.slice(i, i + 2000));
      const url = m?.[0].replace(/[.,;:!?)\]]+$/, "") ?? "";
      const node = url && link(url, "");
      if (node) used = put(node, url.length);
    }
    if (!used) {
      plain += c;
      used = 1;
    }
    i += used;
  }
  if (plain) out.push(plain);
  return out;
}

/**
 * A link that shows where it leads, or null if it may not.
 * @param {string} to
 * @param {string} text empty: the address itself
 */
export function link(to, text) {
  let url;
  try {
    url = new URL(to);
  } catch {
    return null;
  }
  const mail = url.protocol === "mailto:";
  if (!mail && url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username || url.password) return null;
  const where = mail ? url.pathname : url.hostname;
  const name = text.trim();
  return h("a", { href: url.href, target: "_blank", rel: "noopener noreferrer", dir: "auto" },
    name || where, Boolean(name) && name !== where && h("span", { class: "host" }, ` (${where})`));
}
