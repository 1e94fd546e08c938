// The view of MCP Apps: tells the host that it is there, and draws what the
// tools show. The host is the frame around this one, and nobody else is heard.
(() => {
  const main = document.querySelector("main");
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  let shown = null;
  let lang;

  const draw = () => main.replaceChildren(...(shown ? [module_cards.renderCard(shown, { lang })] : []));

  function adapt(context) {
    if (["light", "dark"].includes(context?.theme)) document.documentElement.dataset.theme = context.theme;
    if (typeof context?.locale === "string") {
      lang = context.locale;
      draw();
    }
  }

  // What the host says, by the names of the protocol.
  const heard = {
    "ui/notifications/tool-result": (p) => {
      const said = p?.content?.find((c) => c?.type === "text")?.text;
      shown = p?.structuredContent ?? (said ? { text: said } : null);
      draw();
    },
    "ui/notifications/host-context-changed": adapt,
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    if (data.id === "hello" && data.result) {
      adapt(data.result.hostContext);
      send({ method: "ui/notifications/initialized", params: {} });
    } else if (data.method && data.id !== undefined) { // ping, and that it will be taken away
      send({ id: data.id, result: {} });
    } else if (Object.hasOwn(heard, data.method ?? "")) {
      heard[data.method](data.params);
    }
  });

  // A frame must not lead away by itself: the host opens links.
  addEventListener("click", (e) => {
    const link = e.target instanceof Element ? e.target.closest("a[href]") : null;
    if (!link) return;
    e.preventDefault();
    send({ id: `link-${Date.now()}`, method: "ui/open-link", params: { url: link.href } });
  });

  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
  }).observe(document.documentElement);

  send({ id: "hello", method: "ui/initialize", params: { protocolVersion: "2026-01-26", appInfo: { name: "maitre", version: "1" }, appCapabilities: {} } });
})();
