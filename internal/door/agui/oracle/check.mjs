// Follows streams with the protocol's own clients.
//
//   node check.mjs golden URL DIR   POST URL/NAME for each DIR/NAME.json, which
//                                   says what the client then has
//   node check.mjs live URL         talk with a server: POST URL
//
// It fails when a client warns, refuses an event or ends with something else.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

const versions = ["1.0.0", "0.0.59"];

const complaints = [];
for (const level of ["warn", "error"]) {
  console[level] = (...words) => complaints.push(words.map(String).join(" "));
}

// follow runs an agent once and returns how it ended: null, or an error's words.
async function follow(agent, parameters) {
  complaints.length = 0;
  let failure = null;
  try {
    await agent.runAgent(parameters, { onRunErrorEvent: ({ event }) => void (failure = event.message) });
    return failure;
  } catch (error) {
    return String(error.message ?? error);
  }
}

// plain leaves what JSON has.
const plain = (value) => JSON.parse(JSON.stringify(value));

async function golden(base, dir) {
  for (const version of versions) {
    const { HttpAgent } = await import(`client-${version}`);
    for (const file of readdirSync(dir).filter((name) => name.endsWith(".json"))) {
      const name = file.slice(0, -".json".length);
      const want = JSON.parse(readFileSync(`${dir}/${file}`, "utf8"));
      if (want.since && version !== want.since) continue;
      const initialMessages = want.messages.filter((m) => m.role === "user");
      const agent = new HttpAgent({ url: `${base}/${name}`, threadId: "t1", initialMessages });
      const error = await follow(agent, { runId: "client-run" });
      const where = `${name}, client ${version}`;
      assert.deepEqual([error, complaints], [want.error ?? null, []], where);
      assert.deepEqual(plain(agent.messages), want.messages, where);
      assert.deepEqual(plain(agent.state), want.state, where);
      assert.deepEqual(plain(agent.pendingInterrupts), want.interrupts, where);
    }
  }
}

async function live(url) {
  for (const version of versions) {
    const { HttpAgent } = await import(`client-${version}`);
    const agent = new HttpAgent({ url });
    const said = ["Boa noite!", "Recomende cervejarias novas para mim", "Obrigado, até logo."];
    let questions = 0;
    for (const [i, content] of said.entries()) {
      agent.addMessage({ id: `said-${i}`, role: "user", content });
      let error = await follow(agent);
      assert.deepEqual([error, complaints], [null, []], `${content} client ${version}`);
      if (agent.pendingInterrupts.length > 0) {
        questions++;
        const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload: { approved: true } }));
        error = await follow(agent, { resume });
        assert.deepEqual([error, complaints], [null, []], `resuming after ${content} client ${version}`);
      }
      const last = agent.messages.at(-1);
      assert.equal(last.role, "assistant", `after ${content} client ${version}`);
      assert.ok(last.content, `after ${content} client ${version}`);
      assert.deepEqual(agent.messages.filter((m) => m.role === "user").map((m) => m.content), said.slice(0, i + 1), "every message of the guest's stands once");
      assert.equal(agent.messages[0].content, said[0], "and in its place");
    }
    assert.equal(questions, 1, `client ${version} is asked once`);
    const shown = agent.messages.filter((m) => m.role === "activity").map((m) => m.activityType);
    assert.deepEqual(shown, ["breweries-list", "brewery-details"], `client ${version}`);
  }
}

const [mode, ...rest] = process.argv.slice(2);
await { golden, live }[mode](...rest);
console.log("ok");
