// @ts-check
// What people of the house do in the guest's conversation: who has it, and what they say.

import { api } from "./api.js";
import { t } from "./i18n.js";
import { clean } from "./markdown.js";
import { announce, banner } from "./notice.js";

/** Ids of messages that a person wrote begin so. */
export const personID = "person-";

let timer = 0, thread = "", version = 0, looks = 0;

/**
 * Looks, now and then while something waits for the staff, what they have said. The look that
 * began last decides whether there is another: an answer that was slow to come may be from
 * before a request was filed.
 * @param {import("./chat.js").Chat} chat
 */
export async function watch(chat) {
  clearTimeout(timer);
  const id = chat.thread, look = ++looks;
  if (!id) return;
  const talk = await api("GET", `/threads/${encodeURIComponent(id)}/staff`).catch(() => null);
  if (id !== chat.thread || look !== looks) return;
  if (talk && (thread !== id || talk.version !== version) && talk.version > 0) await hear(chat, id).then(() => { [thread, version] = [id, talk.version]; }, () => {});
  if (id !== chat.thread || look !== looks) return;
  if (talk && !chat.run) banner(talk.person ? t("personHas", { name: clean(talk.person) }) : "");
  if (!talk || talk.open > 0) timer = window.setTimeout(() => watch(chat), document.hidden ? 20_000 : 3000);
}

/** Shows what people said and is not shown yet. @param {import("./chat.js").Chat} chat @param {string} id */
async function hear(chat, id) {
  const view = await api("GET", `/threads/${encodeURIComponent(id)}`);
  const turn = chat.turns.at(-1);
  if (id !== chat.thread || !turn) return;
  for (const m of view.messages ?? []) {
    if (!String(m.id).startsWith(personID) || chat.turns.some((other) => other.texts.has(m.id))) continue;
    turn.begin();
    turn.message(m);
    announce(String(m.content));
  }
}
