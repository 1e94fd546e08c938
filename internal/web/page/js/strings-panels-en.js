// @ts-check
/** @type {Record<string, string>} */
export const strings = {
  loading: "Reading…", failed: "I could not read this just now.", denied: "Only who runs the house may see this.", again: "Try again", download: "Download JSON",
  memoryNone: "I know nothing of you yet. What you tell in a conversation shows up here, and can be forgotten at any time.",
  sure: "{p} sure", since: "since {date}", said: "said once|said {n} times", session: "in this conversation only", retired: "no longer holds",
  forget: "Forget", forgetOf: "Forget: {what}", forgetAll: "Forget everything", forgetAsk: "Forget all I know of you? This cannot be undone.", forgetYes: "Yes, forget everything", forgot: "Forgotten.",
  export: "Take my data", health: "Health", healthAsk: "May I remember what concerns your health, such as allergies?", healthYes: "You let me remember what concerns your health.",
  healthNo: "I keep nothing that concerns your health.", allow: "Yes, you may", deny: "No, do not keep this",
  traceNone: "Nothing has happened in this conversation yet.", took: "took {time}", at: "at {at}, took {time}", tokens: "{n} token|{n} tokens", cost: "cost {usd}", unpriced: "cost unknown",
  rule: "rules", byRule: "by rules, no AI", byModel: "by {by}", instead: "instead of the model: {why}", details: "Details", searched: "{n} web search|{n} web searches",
  step: "step", decision: "decision", tool: "tool", model: "model", question: "question", ui: "card", retrieval: "search",
  stage: "Stage", query: "Search", near: "Similarity", hits: "Found", time: "Time",
  original: "the question as it is", paraphrase: "in other words", ontology: "with the ontology", global: "all documents",
  CACHE_HIT: "from the cache", CACHE_MISS: "not in the cache", ended: "done", "run failed": "failed", cancelled: "stopped", running: "under way", waiting: "waits for an answer",
  error: "error", answered: "answered", declined: "declined", "timed out": "no answer",
  boardNone: "Nobody has talked to the house yet. The numbers come with the first conversation.",
  turns: "Turns", latency: "Mean time a turn", cache: "Cache hit rate", saved: "Searches saved", savedOf: "{usd} saved", spent: "Cost of models", unknownOf: "{n} decision without a price|{n} decisions without a price",
  para: "Paraphrases used", gain: "mean gain of {p} in similarity", outOf: "of {n} search|of {n} searches", toolTime: "Mean time of a tool", toolErrors: "{n} error|{n} errors",
  runs: "Turns by how they ended", tools: "Tools", decisions: "Who decided", opinions: "Opinions", memories: "Memory", questions: "Questions", asked: "asked", nothing: "Nothing yet.",
  name: "Name", count: "Times", positive: "helped", negative: "did not help", correction: "correction", preference: "preference",
  memory_retrieved: "looked up", memory_candidate: "candidate", memory_rejected: "rejected", memory_saved: "saved", memory_voted: "confirmed", memory_kept: "kept", memory_retired: "retired",
  feedback_asked: "opinion asked", hook_error: "failure",
};
