// @ts-check
// What the guest has written and not sent, for each conversation. It lives as
// long as the tab, and through a reload.

const prefix = "maitre.draft.";

export const drafts = {
  /** @param {string} thread empty: the one that is not begun yet */
  get: (thread) => sessionStorage.getItem(prefix + thread) ?? "",

  /** @param {string} thread @param {string} text */
  set(thread, text) {
    if (text) sessionStorage.setItem(prefix + thread, text);
    else sessionStorage.removeItem(prefix + thread);
  },

  /** Forgets all of them, and what did not arrive: somebody else sits here now. */
  clear() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    localStorage.removeItem(unsent);
  },
};

/**
 * @typedef {{id: string, text: string, thread: string, tab: string, at: number}} Unsent
 */

const unsent = "maitre.unsent";

/** @returns {{guest: string, all: Unsent[]}} */
const kept = () => JSON.parse(localStorage.getItem(unsent) || '{"guest":"","all":[]}');

/** This tab, through a reload. */
const tab = sessionStorage.getItem("maitre.tab") ?? Math.random().toString(36).slice(2);
sessionStorage.setItem("maitre.tab", tab);

/**
 * What was sent and did not arrive, in order. It outlives the tab: a telephone
 * closes what it does not show. Another tab leaves to this one what is young.
 */
export const outbox = {
  /** Whose it is: what is somebody else's is forgotten. @param {string} guest */
  of(guest) {
    const had = kept();
    if (had.guest !== guest) localStorage.setItem(unsent, JSON.stringify({ guest, all: [] }));
  },

  /** @param {string} [thread] @returns {Unsent[]} */
  get: (thread) => kept().all.filter((m) => thread === undefined || m.thread === thread),

  /** @param {string} thread @param {string} id @param {string} text */
  add(thread, id, text) {
    const had = kept();
    if (!had.all.some((m) => m.id === id)) localStorage.setItem(unsent, JSON.stringify({ ...had, all: [...had.all, { id, text, thread, tab, at: Date.now() }] }));
  },

  /** Takes out what has arrived. @param {string[]} ids */
  arrived(ids) {
    const had = kept();
    if (had.all.some((m) => ids.includes(m.id))) localStorage.setItem(unsent, JSON.stringify({ ...had, all: had.all.filter((m) => !ids.includes(m.id)) }));
  },

  /** Whether this tab is to send a message. @param {Unsent} m */
  ours: (m) => m.tab === tab || Date.now() - m.at > 30_000,
};
