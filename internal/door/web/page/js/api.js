// @ts-check
// Requests to the server: JSON in, JSON out, and errors with a code.

/** Why a request was refused. code is the server's; "network" if none came. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {number} [wait] seconds */
  constructor(status, code, wait = 0) {
    super(code);
    this.status = status;
    this.code = code;
    this.wait = wait;
  }
}

let skew = 0;

/** The server's time, by which questions expire. */
export const serverNow = () => Date.now() + skew;

/**
 * Sends a request. It fails with an ApiError and with nothing else, but for the
 * AbortError of its signal.
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signal?: AbortSignal, keepalive?: boolean}} [o]
 * @returns {Promise<Response>}
 */
export async function send(method, path, o = {}) {
  const headers = new Headers(o.headers);
  headers.set("Accept-Language", document.documentElement.lang);
  const by = method !== "GET" && localStorage.getItem("maitre.staff"); // who of the house's people does it, where no access has a name
  if (by) headers.set("Maitre-By", encodeURIComponent(by));
  const file = o.body instanceof Blob;
  if (o.body !== undefined && !file) headers.set("Content-Type", "application/json");
  let res;
  try {
    res = await fetch(path, {
      method, headers, signal: o.signal, keepalive: o.keepalive, cache: "no-store", credentials: "same-origin", redirect: "error",
      body: o.body === undefined || file ? o.body : JSON.stringify(o.body),
    });
  } catch (err) {
    if (o.signal?.aborted) throw err;
    throw new ApiError(0, "network");
  }
  const date = Date.parse(res.headers.get("Date") ?? "");
  if (date) {
    const off = date - Date.now();
    skew = Math.abs(off) > 2000 ? off : 0; // the header counts whole seconds
  }
  if (res.ok) return res;
  const said = await res.json().catch(() => null);
  throw new ApiError(res.status, String(said?.error?.code ?? "internal"), Number(res.headers.get("Retry-After")) || 0);
}

/**
 * Sends a request whose answer is JSON, or nothing.
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function api(method, path, body) {
  const res = await send(method, `/api/v1${path}`, { body });
  return res.status === 204 ? null : res.json().catch(() => { throw new ApiError(res.status, "internal"); });
}

/** An id that nobody else has. */
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
