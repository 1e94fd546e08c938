// @ts-check
// The owner's page: what guests asked of the house and said to it, its card, the codes of its tables, who may do what.

import { house, houseName, meetHouse } from "./brand.js";
import { $, h, refill } from "./dom.js";
import { preferred, speak, t } from "./i18n.js";
import { banner } from "./notice.js";
import "./guests-words.js";
import { o } from "./owner-words.js";
import { applyTheme, nameOf, openSignIn, whoAmI } from "./session.js";

applyTheme();
await Promise.all([speak(preferred()), meetHouse()]);

/**
 * The parts of the page, each in a module that shows it and returns how to leave it.
 * @type {{name: string, owner: boolean, load: () => Promise<{show: (at: HTMLElement, session: any) => () => void}>}[]}
 */
const parts = [
  { name: "inbox", owner: false, load: () => import("./inbox.js") },
  { name: "house", owner: true, load: () => import("./house.js") },
  { name: "card", owner: false, load: () => import("./card.js") },
  { name: "guests", owner: true, load: () => import("./guests.js") },
  { name: "data", owner: true, load: () => import("./data.js") },
  { name: "tables", owner: true, load: () => import("./tables.js") },
  { name: "access", owner: true, load: () => import("./access.js") },
];

/** @type {import("./session.js").Session | null} */
let session = null;
let leave = () => {};
let turn = 0;

const title = () => (houseName() === "maitre" ? o("title") : houseName());

/** Shows the part that the address names, or the first. */
async function show() {
  const now = ++turn;
  leave();
  leave = () => {};
  const mine = parts.filter((p) => session?.operator || (session?.staff && !p.owner));
  const part = mine.find((p) => `#${p.name}` === location.hash) ?? (house.own ? mine[0] : mine.find((p) => p.name === "house") ?? mine[0]); // who has told nothing begins there
  $("#title").textContent = document.title = title();
  $("#person").textContent = session ? nameOf(session) : t("signIn");
  refill($("#tabs"), ...mine.map((p) => h("button", { type: "button", "aria-current": p === part ? "page" : null,
    click: () => { location.hash = p.name; } }, o(p.name))));
  $("#tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  if (!part) {
    $("#main").replaceChildren(h("p", null, o("denied")));
    return;
  }
  const module = await part.load();
  if (now !== turn) return; // another part was chosen while this one was fetched
  const section = h("section", { "aria-label": o(part.name) });
  $("#main").replaceChildren(section);
  leave = module.show(section, session);
}

/** Reads who asks. */
async function meet() {
  try {
    session = await whoAmI();
  } catch {
    banner(t("offline"));
    setTimeout(meet, 3000);
    return;
  }
  banner("");
  await show();
  if (!session) openSignIn(null, meet);
}

$("#person").addEventListener("click", () => openSignIn(session, meet));
addEventListener("hashchange", () => { $("#toasts").replaceChildren(); show(); }); // what was said of another part
addEventListener("house", () => { $("#title").textContent = document.title = title(); });

await meet();
document.documentElement.dataset.ready = "true";
