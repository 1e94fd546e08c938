// @ts-check
// Who may do what: accesses of owners and staff, and the journal of who changed what.

import { ApiError, api } from "./api.js";
import { h, refill } from "./dom.js";
import { locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o, words } from "./owner-words.js";
import "./house-words.js";

/**
 * @typedef {{id: string, name?: string, guest: string, role?: string, created: string, used?: string, revoked?: string}} Access
 * @typedef {{at: string, by: string, role?: string, did: string, of?: string, note?: string}} Change
 */

/** Shows the part. @param {HTMLElement} at */
export function show(at) {
  const name = h("input", { type: "text", required: true, maxlength: 60, autocomplete: "off" });
  const role = h("select", null, h("option", { value: "staff" }, o("role_staff")), h("option", { value: "owner" }, o("role_owner")));
  const made = h("p", { class: "secret", role: "status" });
  const list = h("tbody"), changes = h("tbody");
  const submit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      const got = await api("POST", "/access", { name: name.value, role: role.value });
      made.replaceChildren(o("secretOnce", { name: clean(got.access.name) }), " ", h("code", null, got.secret));
      name.value = "";
    } catch {
      say(o("accessFailed"), true);
    }
    load();
  };
  const end = (/** @type {Access} */ a) => api("DELETE", `/access/${encodeURIComponent(a.id)}`)
    .then(load, (err) => say(err instanceof ApiError && err.code === "own_access" ? o("ownAccess") : t("failed"), true));
  const load = async () => {
    const [who, did] = await Promise.all([api("GET", "/access"), api("GET", "/journal")]).catch(() => [{ access: [] }, { changes: [] }]);
    refill(list, ...who.access.map((/** @type {Access} */ a) => h("tr", null, h("td", null, clean(a.name || a.guest)), h("td", null, o(`role_${a.role || "owner"}`)),
      h("td", null, a.revoked ? o("over", { day: time(a.revoked) }) : a.used ? o("usedAt", { day: time(a.used) }) : o("neverUsed")),
      h("td", null, a.id === who.own ? o("you") : !a.revoked && h("button", { type: "button", class: "plain", "aria-label": `${o("revoke")}: ${clean(a.name || a.guest)}`, click: () => end(a) }, o("revoke"))))));
    changes.replaceChildren(...did.changes.map((/** @type {Change} */ one) => ({ ...one, did: routes[one.did] ?? one.did })).map((c) => h("tr", null, h("td", null, time(c.at)), h("td", null, c.by === "command line" ? o("commandLine") : clean(c.by)), h("td", null, done(c.did)), h("td", null, noted(c)))));
  };
  at.append(h("h2", null, o("access")), h("p", null, o("accessText")),
    h("form", { submit }, h("label", null, o("accessName"), name), h("label", null, o("role"), role), h("div", { class: "row" }, h("button", { class: "primary" }, o("giveAccess")))),
    made, table(["name", "role", "state", ""], list), h("h3", null, o("journal")), table(["when", "who", "what", ""], changes));
  load();
  return () => {};
}

/** @param {string[]} keys @param {HTMLElement} body */
const table = (keys, body) => h("div", { class: "wide", tabindex: 0 }, h("table", null, h("thead", null, h("tr", null, ...keys.map((key) => key ? h("th", { scope: "col" }, o(key)) : h("td")))), body));

/** The commands that do what a route does. @type {Record<string, string>} */
const routes = { "maitre menu import": "POST /api/v1/card/publish", "maitre link": "POST /api/v1/links", "maitre link revoke": "DELETE /api/v1/links/{id}", "maitre house set": "PUT /api/v1/house/facts",
  "maitre token create": "POST /api/v1/access", "maitre token revoke": "DELETE /api/v1/access/{id}", "maitre requests set": "POST /api/v1/requests/{id}", "maitre data add": "POST /api/v1/tables", "maitre data remove": "DELETE /api/v1/tables/{id}" };

/** What a route does, in words; the route itself where there are none. @param {string} did */
const done = (did) => words.pt[`did ${did}`] ? o(`did ${did}`) : did.replace("/api/v1", "");

/** What a change says of itself; the program's own words in it are those of the page. @param {Change} c */
const noted = (c) => clean(c.note ?? "").split(/(, |: )/).map((w) => !/\/(requests|access|facts)/.test(c.did) ? w : ["did_", "role_", ""].map((of) => of + w).filter((key) => words.pt[key]).map((key) => o(key))[0] ?? w).join("");

/** @param {string} iso */
const time = (iso) => new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(new Date(iso));
