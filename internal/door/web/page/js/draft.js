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

  /** Forgets all of them: somebody else sits here now. */
  clear() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  },
};

/** What was sent and did not arrive, in order. It goes with the drafts. */
export const outbox = {
  /** @param {string} thread @returns {{id: string, text: string}[]} */
  get: (thread) => JSON.parse(drafts.get(`unsent.${thread}`) || "[]"),

  /** @param {string} thread @param {{id: string, text: string}[]} all */
  set: (thread, all) => drafts.set(`unsent.${thread}`, all.length ? JSON.stringify(all) : ""),
};
