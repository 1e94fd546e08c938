// @ts-check
// The page. It puts its parts together; begin reading at chat.js.

import { Bill } from "./bill.js";
import { houseName, meetHouse } from "./brand.js";
import { Chat } from "./chat.js";
import { $ } from "./dom.js";
import { drafts, outbox } from "./draft.js";
import { History } from "./history.js";
import { preferred, speak, t } from "./i18n.js";
import { banner, say } from "./notice.js";
import { watch } from "./staff.js";
import { applyTheme, enterByLink, nameOf, openSettings, openSignIn, openTrouble, trouble, whoAmI } from "./session.js";

applyTheme();
const entered = enterByLink();
const first = entered.then(whoAmI);
first.catch(() => {}); // who meets them tries again
// Cards are there before anything is drawn, so that nothing moves when they are.
const [cards] = await Promise.all([import("./cards.js").catch(() => ({})), speak(preferred()), meetHouse()]);
$(".brand h1").textContent = houseName();

/** @type {import("./session.js").Session | null} */
let session = null;

const wide = matchMedia("(min-width: 60rem)");
const side = $("#side");

/** Opens or closes the list of conversations where there is no room for it beside. @param {boolean} open */
function drawer(open) {
  side.classList.toggle("open", open);
  side.inert = !wide.matches && !open;
  $("#main").inert = !wide.matches && open;
  $("#shade").hidden = wide.matches || !open;
  $("#menu").setAttribute("aria-expanded", String(open));
}

/** The thread that the address names. */
const named = () => new URLSearchParams(location.hash.slice(1)).get("t") ?? "";

const chat = new Chat(cards, {
  opened: (id) => {
    if (named() !== id) history.pushState(null, "", id ? `#t=${encodeURIComponent(id)}` : location.pathname);
    threads.select(id);
    head();
    watch(chat);
  },
  spoke: () => { threads.load().then(head); watch(chat); },
  changed: (id) => others.postMessage(id),
  trace: () => later(import("./trace.js"), (m) => m.openTrace(chat.thread)),
  name: () => (session?.name && session.by !== "default" ? nameOf(session) : ""), // whom a demonstration takes for the guest is not greeted
});

const threads = new History({
  open: (id) => { drawer(false); if (id !== chat.thread) chat.open(id); chat.home(); head(); },
  gone: (id) => { if (id === chat.thread) chat.fresh(); },
});

// Tabs tell each other what was said where; what was said elsewhere is found
// when the guest comes back to this one.
const others = new BroadcastChannel("maitre");
others.addEventListener("message", (e) => {
  threads.load().then(head);
  if (e.data === chat.thread) chat.refresh();
});
document.addEventListener("visibilitychange", async () => {
  if (document.hidden || !session) return;
  const [id, before] = [chat.thread, threads.spoken(chat.thread)];
  await threads.load();
  if (id === chat.thread && before && threads.spoken(id) !== before) chat.refresh();
});

function head() {
  const title = threads.title(chat.thread) || t("newConversation");
  $("#title").textContent = title;
  document.title = chat.thread ? `${title} · ${houseName()}` : houseName();
  $("#trace").hidden = $("#export").hidden = !chat.thread;
}

/**
 * Opens a part of the page that is not needed at first.
 * @param {Promise<any>} part
 * @param {(m: any) => void} open
 */
function later(part, open) {
  part.then(open).catch(() => say(t("failed"), true));
}

/** Reads who the guest is and shows what is theirs. @param {boolean} same guest as before @param {ReturnType<typeof whoAmI>} [asked] */
async function meet(same, asked) {
  try {
    session = await (asked ?? whoAmI());
  } catch {
    banner(t("offline"));
    setTimeout(() => meet(same), 3000);
    return;
  }
  banner("");
  $("#who").textContent = nameOf(session);
  $("#where").textContent = session?.table ? t("atTable", { table: session.table }) : session?.city ?? "";
  $("#house").hidden = !session?.staff;
  if (!session) {
    chat.fresh();
    const signIn = () => openSignIn(null, () => meet(false));
    if (trouble) openTrouble(signIn);
    else signIn();
    return;
  }
  if (!same) {
    drafts.clear();
    Bill.clear();
  }
  outbox.of(session.guest);
  const list = threads.load();
  const begun = named() || outbox.get()[0]?.thread; // what did not arrive is sent where it was said
  if (same && begun) await chat.open(begun);
  else chat.fresh();
  await list;
  head();
}

$(".skip").addEventListener("click", (e) => { e.preventDefault(); chat.box.focus(); }); // the address names the thread
$("#menu").addEventListener("click", () => { drawer(true); $("#new").focus(); });
for (const id of ["#shade", "#unmenu"]) $(id).addEventListener("click", () => { drawer(false); $("#menu").focus(); });
addEventListener("keydown", (e) => { if (e.key === "Escape" && side.classList.contains("open")) { drawer(false); $("#menu").focus(); } });
wide.addEventListener("change", () => drawer(false));
$("#new").addEventListener("click", () => { drawer(false); chat.fresh(); chat.box.focus(); });
$("#person").addEventListener("click", () => threads.flush() || openSignIn(session, () => meet(false)));
$("#settings").addEventListener("click", () => openSettings(() => { threads.render(); chat.redraw(); head(); }));
$("#memory").addEventListener("click", () => later(import("./memory.js"), (m) => m.openMemory(() => { chat.fresh(); threads.load().then(head); }, (/** @type {string} */ id) => threads.title(id))));
$("#trace").addEventListener("click", () => later(import("./trace.js"), (m) => m.openTrace(chat.thread)));
$("#export").addEventListener("click", () => later(import("./export.js"), (m) => m.openExport(chat.thread, threads.title(chat.thread))));
addEventListener("hashchange", () => { if (location.hash.startsWith("#c=")) location.reload(); }); // a link, in a page that is open
addEventListener("popstate", () => { if (named() !== chat.thread) named() ? chat.open(named()) : chat.fresh(); });
addEventListener("offline", () => banner(t("offline")));
addEventListener("online", () => { banner(""); say(t("online")); threads.load().then(head); chat.resend(); });

// A phone's keyboard takes the page's room without telling the page's height.
const view = window.visualViewport;
const resize = () => document.documentElement.style.setProperty("--height", view && view.scale < 1.01 ? `${Math.round(view.height)}px` : "100dvh");
view?.addEventListener("resize", resize);
resize();

drawer(false);
await meet(!await entered, first);
document.documentElement.dataset.ready = "true";
performance.mark("ready");
