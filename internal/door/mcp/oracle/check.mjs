// Uses the doors of a server with the vendors' own clients.
//
//   node check.mjs completions URL    OpenAI's, at URL/v1, with a token in OPENAI_API_KEY
//   node check.mjs mcp URL PROGRAM    the protocol's two, at URL/mcp and over
//                                     the standard input of PROGRAM mcp
import assert from "node:assert/strict";

async function completions(base) {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({ baseURL: `${base}/v1`, maxRetries: 0 });
  assert.deepEqual((await client.models.list()).data.map((m) => m.id), ["maitre"]);

  const say = (content, headers, more = {}) =>
    client.chat.completions.create({ model: "maitre", messages: [{ role: "user", content }], ...more }, { headers });
  const asks = "Recomende cervejarias novas em San Diego";

  // A question, answered yes and no.
  for (const [answer, want] of [["sim", /não verificado na web/], ["não, obrigado", /Ficam as dicas/]]) {
    const thread = { "X-Session-Id": `whole-${answer.length}` };
    const first = await say(asks, thread);
    assert.match(first.choices[0].message.content, /^1\. .*\n2\. [^]*Quer saber mais/m);
    assert.equal(first.choices[0].finish_reason, "stop");
    assert.equal(first.usage.total_tokens, 0, "only rules decided");
    assert.equal(first.x_maitre.ui[0].name, "breweries-list");
    assert.match((await say(answer, thread)).choices[0].message.content, want);
  }

  // A stream says the same, and what it used.
  const stream = await say(asks, { "X-Session-Id": "stream" }, { stream: true, stream_options: { include_usage: true } });
  let text = "", usage = null, finish = null;
  const shown = [];
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    finish ??= chunk.choices[0]?.finish_reason ?? null;
    usage = chunk.usage ?? usage;
    shown.push(...(chunk.x_maitre?.ui ?? []));
  }
  assert.match(text, /^1\. .*\n2\. [^]*Quer saber mais/m);
  assert.deepEqual([usage.total_tokens, finish, shown.map((c) => c.name)], [0, "stop", ["breweries-list"]]);
  const helper = client.chat.completions.stream({ model: "maitre", messages: [{ role: "user", content: "Boa noite!" }] });
  assert.match((await helper.finalChatCompletion()).choices[0].message.content, /Boa noite/);

  // Who leaves does not hear the rest, and the thread is free again.
  const left = await say(asks, { "X-Session-Id": "left" }, { stream: true });
  for await (const _ of left) break;
  assert.ok(left.controller.signal.aborted);
  assert.match((await say("Boa noite!", { "X-Session-Id": "left" })).choices[0].message.content, /Boa noite/);

  // What is wrong with a request.
  const fails = (p, status, code) => assert.rejects(p, (e) => {
    assert.ok(e instanceof OpenAI.APIError);
    assert.deepEqual([e.status, e.code, e.type], [status, code, "invalid_request_error"]);
    return true;
  });
  await fails(say("oi", {}, { model: "gpt-9" }), 404, "model_not_found");
  await fails(say("oi", {}, { messages: [] }), 400, null);
  await fails(say("x".repeat(20_000), {}), 400, "long_message");
}

const tools = {
  find_breweries: [{ city: "San Diego", state: "CA" }, "breweries-list"],
  search_menu: [{ query: "moqueca" }, "dishes-list"],
  list_accommodations: [{ location: "Paraty", guests: 2 }, "accommodations-list"],
  list_restaurants: [{ location: "Paraty" }, "restaurants-list"],
  ask_my_data: [{ question: "quais cervejas eu compro mais?" }, "query-result"],
};

// tour uses all that there is. The clients check results against the tools'
// output schemas themselves.
async function tour(client, where) {
  const listed = (await client.listTools()).tools;
  assert.deepEqual(listed.map((t) => t.name).sort(), [...Object.keys(tools), "brewery_details"].sort(), where);
  for (const t of listed) {
    assert.equal(t._meta.ui.resourceUri, t._meta["ui/resourceUri"]);
    assert.ok(t.outputSchema, t.name);
  }
  for (const [name, [args, shows]] of Object.entries(tools)) {
    const res = await client.callTool({ name, arguments: args });
    assert.ok(!res.isError, `${where}: ${name}: ${JSON.stringify(res.content)}`);
    assert.equal(res.structuredContent.name, shows, where);
    assert.ok(res.content[0].text, where);
  }
  const bad = await client.callTool({ name: "find_breweries", arguments: { city: 7 } });
  assert.ok(bad.isError, where);
  const { contents: [view] } = await client.readResource({ uri: listed[0]._meta.ui.resourceUri });
  assert.equal(view.mimeType, "text/html;profile=mcp-app");
  assert.match(view.text, /^<!doctype html>/);
}

// details asks for the details of a brewery, and returns what came of it.
async function details(client) {
  const found = await client.callTool({ name: "find_breweries", arguments: tools.find_breweries[0] });
  return client.callTool({ name: "brewery_details", arguments: { breweryId: found.structuredContent.props.items[0].id } });
}

async function mcp(base, program) {
  const v1 = await import("@modelcontextprotocol/sdk/client/index.js");
  const v1http = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const v1stdio = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const v2 = await import("@modelcontextprotocol/client");
  const v2stdio = await import("@modelcontextprotocol/client/stdio");
  const url = new URL(`${base}/mcp`);
  const started = { command: program, args: ["mcp", "--db", "stdio.db"] };
  const info = { name: "oracle", version: "1" };
  const auto = { versionNegotiation: { mode: "auto" } };
  const ways = [
    ["1.x, HTTP", (o) => new v1.Client(info, o), () => new v1http.StreamableHTTPClientTransport(url), ElicitRequestSchema, false],
    ["1.x, stdio", (o) => new v1.Client(info, o), () => new v1stdio.StdioClientTransport(started), ElicitRequestSchema, true],
    ["2.x, HTTP", (o) => new v2.Client(info, { ...auto, ...o }), () => new v2.StreamableHTTPClientTransport(url), "elicitation/create", true],
    ["2.x, stdio", (o) => new v2.Client(info, { ...auto, ...o }), () => new v2stdio.StdioClientTransport(started), "elicitation/create", true],
  ];
  for (const [where, make, transport, elicit, asks] of ways) {
    const plain = make({});
    await plain.connect(transport());
    await tour(plain, where);
    assert.equal((await details(plain)).structuredContent.name, "brewery-details", where); // a call of its own is the answer
    await plain.close();
    if (!asks) continue; // over HTTP the old generation has no session to ask in
    for (const [answer, declined] of [[{ action: "accept", content: { approved: true } }, false], [{ action: "accept", content: { approved: false } }, true], [{ action: "decline" }, true]]) {
      const client = make({ capabilities: { elicitation: { form: {} } } });
      let asked = 0;
      client.setRequestHandler(elicit, async () => (asked++, answer));
      await client.connect(transport());
      const res = await details(client);
      assert.deepEqual([asked, Boolean(res.isError)], [1, declined], `${where}: ${JSON.stringify(answer)}`);
      await client.close();
    }
  }
}

const [mode, ...rest] = process.argv.slice(2);
await { completions, mcp }[mode](...rest);
console.log("ok");
