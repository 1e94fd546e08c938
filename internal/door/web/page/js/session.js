// @ts-check
// Who the guest is: a sample customer in a demonstration, or whoever has a
// token. And what they set: language and appearance.

import { ApiError, api } from "./api.js";
import { h, icon, openDialog } from "./dom.js";
import { lang, languages, speak, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";

/** @typedef {{guest: string, by: string, operator: boolean, staff: boolean, demo: boolean, name?: string, city?: string, table?: string}} Session */

/** @returns {Promise<Session | null>} null: they must sign in first */
export async function whoAmI() {
  try {
    return await api("GET", "/session");
  } catch (err) {
    if (!(err instanceof ApiError) || err.status !== 401) throw err;
    if (err.code === "link_ended") trouble = err.code;
    return null;
  }
}

/** What is wrong with the link by which the guest came: "" or the server's code. */
export let trouble = "";

/** Comes in by the code of a link, if the address has one, and takes it out of the address. @returns {Promise<boolean>} somebody came in */
export async function enterByLink() {
  const code = new URLSearchParams(location.hash.slice(1)).get("c");
  if (!code) return false;
  history.replaceState(null, "", location.pathname);
  try {
    await api("POST", "/session/link", { code });
    return true;
  } catch (err) {
    trouble = err instanceof ApiError ? err.code : "internal";
    return false;
  }
}

/** Says why a link does not open, and whom to ask. @param {() => void} signIn */
export function openTrouble(signIn) {
  const known = trouble === "link_ended" || trouble === "link_unknown";
  openDialog(t("linkTrouble"), (close) => [h("p", null, t(known ? trouble : "failed")), h("p", null, t("linkAsk")), h("div", { class: "row end" },
    h("button", { type: "button", class: "plain", click: () => { close(); signIn(); } }, t("signIn")))]);
}

/** Asks a guest who came by a link for their name. @param {Session} session @param {() => void} changed */
function openName(session, changed) {
  openDialog(t("whoAmI"), (close) => {
    const box = h("input", { type: "text", maxlength: 60, autocomplete: "given-name", value: session.name ?? "", "aria-label": t("yourName"), placeholder: t("yourName") });
    const done = (/** @type {Promise<any>} */ asked) => asked.then(() => { close(); changed(); }, () => say(t("failed"), true));
    const submit = (/** @type {Event} */ e) => { e.preventDefault(); done(api("PATCH", "/session", { name: box.value })); };
    return [h("p", null, t("atTable", { table: clean(session.table ?? "") })), h("form", { submit }, box, h("div", { class: "row end" },
      h("button", { type: "button", class: "plain", click: () => { close(); openSignIn(session, changed, true); } }, t("signIn")),
      h("button", { type: "button", class: "plain", click: () => done(api("DELETE", "/session")) }, t("signOut")),
      h("button", { class: "primary" }, t("save"))))];
  });
}

/** @param {Session | null} s */
export const nameOf = (s) => clean(s?.name ?? "") || (s?.by === "link" ? "" : s?.guest) || t("guest");

/**
 * Asks who the guest is. changed is called when they are somebody else; named: a guest of a table wants to sign in.
 * @param {Session | null} session
 * @param {() => void} changed
 * @param {boolean} [named]
 */
export async function openSignIn(session, changed, named = false) {
  if (session?.by === "link" && !named) return openName(session, changed);
  if (!session?.demo || session.by === "token") return openToken(session, changed);
  /** @type {{id: string, name: string, city: string}[]} */
  const guests = (await api("GET", "/session/guests").catch(() => ({}))).guests ?? [];
  const keep = keeps(session);
  openDialog(t("whoAmI"), (close) => {
    const become = async (/** @type {() => Promise<any>} */ ask) => {
      try {
        await ask();
        close();
        changed();
      } catch {
        say(t("failed"), true);
      }
    };
    return [
      h("p", null, t("whoText")), keep.el,
      h("ul", { class: "people" }, ...guests.map((g) => h("li", null,
        h("button", { type: "button", class: "person", "aria-pressed": g.id === session.guest ? "true" : "false",
          click: () => become(() => api("POST", "/session", { guest: g.id, keep: keep.yes() })) },
          icon(g.id === session.guest ? "check" : "person"), h("span", null, h("b", null, clean(g.name)), h("small", null, clean(g.city))))))),
      h("div", { class: "row end" },
        session.by === "cookie" && h("button", { type: "button", class: "plain", click: () => become(() => api("DELETE", "/session")) }, t("signOut")),
        h("button", { type: "button", class: "plain", click: close }, t("close"))),
    ];
  });
}

/** Asks the guest of a table whether what they said is theirs when they sign in. @param {Session | null} session */
function keeps(session) {
  const box = h("input", { type: "checkbox" });
  return { el: session?.by === "link" && h("label", { class: "check" }, box, t("keepSaid")), yes: () => box.checked };
}

/** @param {Session | null} session @param {() => void} changed */
function openToken(session, changed) {
  const keep = keeps(session), table = session?.by === "link";
  openDialog(t("whoAmI"), (close) => {
    const box = h("input", { type: "password", required: true, autocomplete: "off", "aria-label": t("token"), "aria-describedby": "wrong-token" });
    const wrong = h("p", { id: "wrong-token", class: "wrong", role: "alert" });
    const submit = async (/** @type {Event} */ e) => {
      e.preventDefault();
      try {
        await api("POST", "/session", { token: box.value.trim(), keep: keep.yes() });
        close();
        changed();
        return;
      } catch (err) {
        wrong.textContent = t(!(err instanceof ApiError) ? "failed" : err.status === 401 ? "wrongToken" : err.code === "network" ? "error_network" : "failed");
      }
      box.setAttribute("aria-invalid", "true");
      box.select();
    };
    const out = (/** @type {string} */ where) => api("DELETE", `/session${where}`).then(() => { close(); changed(); }, () => say(t("failed"), true));
    return [h("p", null, session && !table ? t("signedInAs", { name: nameOf(session) }) : t("signInToken")), h("form", { submit }, box, wrong, keep.el,
      h("div", { class: "row end" },
        session && !table && h("button", { type: "button", class: "plain", click: () => out("?everywhere=true") }, t("signOutEverywhere")),
        h("button", { type: "button", class: "plain", click: () => session && !table ? out("") : close() }, t(session && !table ? "signOut" : "cancel")),
        h("button", { class: "primary" }, t("signIn"))))];
  });
}

/** Applies what was chosen before. */
export function applyTheme() {
  const { dataset } = document.documentElement;
  dataset.theme = localStorage.getItem("maitre.theme") ?? "auto";
  dataset.contrast = localStorage.getItem("maitre.contrast") ?? (matchMedia("(prefers-contrast: more)").matches ? "more" : "");
}

/** @param {() => void} changed the language */
export function openSettings(changed) {
  openDialog(t("settings"), (close) => {
    const setLang = async (/** @type {string} */ code) => {
      localStorage.setItem("maitre.lang", code);
      await speak(/** @type {any} */ (code));
      close();
      changed();
    };
    const setTheme = (/** @type {string} */ name) => {
      localStorage.setItem("maitre.theme", name);
      applyTheme();
    };
    const setContrast = (/** @type {string} */ name) => {
      localStorage.setItem("maitre.contrast", name);
      applyTheme();
    };
    const { theme: now, contrast = "" } = document.documentElement.dataset;
    return [
      choice(t("language"), "lang", Object.entries(languages), lang, setLang),
      choice(t("theme"), "theme", [["auto", t("themeAuto")], ["light", t("themeLight")], ["dark", t("themeDark")]], now ?? "auto", setTheme),
      choice(t("contrast"), "contrast", [["", t("contrastPlain")], ["more", t("contrastMore")]], contrast, setContrast),
      h("div", { class: "row end" }, h("button", { type: "button", class: "plain", click: close }, t("close"))),
    ];
  });
}

/**
 * @param {string} legend @param {string} name @param {string[][]} options @param {string} now @param {(value: string) => void} choose
 */
function choice(legend, name, options, now, choose) {
  return h("fieldset", null, h("legend", null, legend), h("div", { class: "segments" }, ...options.map(([value, label]) =>
    h("label", { lang: name === "lang" ? value : null }, h("input", { type: "radio", name, value, checked: value === now, change: () => choose(value) }), h("span", null, label)))));
}
