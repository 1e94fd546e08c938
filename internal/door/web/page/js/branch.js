// @ts-check
// The branches of a conversation: what is edited or tried again is said beside
// what was said before, and what follows belongs to one of them.

/** @typedef {{id: string}} Said the id of a message, which may end in .re.ID (said instead of it) or .on.ID (said after its answer) */

/** What a message is called, and where in the conversation it says that it was said. @param {string} id */
const read = (id) => /** @type {string[]} */ (id.match(/^(.*?)(?:\.(re|on)\.(.*))?$/));

/** @param {Said} said */
export const own = (said) => read(said.id)[1];

/**
 * Finds what is shown: from the beginning on one of the versions of what was
 * said there, the chosen one, else the one that was gone on with last. The
 * server counts likewise: see thread.Standing.
 * @template {Said} T
 * @param {T[]} all in the order in which they were said
 * @param {Set<T>} chosen
 * @returns {{path: T[], versions: (one: T) => T[]}}
 */
export function branch(all, chosen) {
  /** @type {Map<string, T>} */
  const named = new Map();
  /** @type {Map<T, T | null>} */
  const before = new Map();
  /** @type {Map<T | null, T[]>} */
  const next = new Map();
  all.forEach((one, i) => {
    const [, name, how, of] = read(one.id), other = named.get(of);
    const after = other ? (how === "re" ? before.get(other) ?? null : other) : all[i - 1] ?? null;
    named.set(name, one);
    before.set(one, after);
    next.set(after, [...next.get(after) ?? [], one]);
  });
  const standing = new Set();
  for (let one = all.at(-1) ?? null; one; one = before.get(one) ?? null) standing.add(one);
  const path = [];
  for (let some = next.get(null); some; some = next.get(path[path.length - 1])) {
    path.push(some.find((one) => chosen.has(one)) ?? some.find((one) => standing.has(one)) ?? some[some.length - 1]);
  }
  return { path, versions: (one) => next.get(before.get(one) ?? null) ?? [one] };
}
