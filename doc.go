// Package maitre is a hospitality concierge: it talks with the guests of a bar,
// a restaurant or a hotel, in one program and as a family of small packages.
//
// This page is the tour of the code. Read it top down, or start at the door
// you came through. docs/build.md is for who builds an agent of their own, and
// the example below is that agent.
//
// # The door
//
// cmd/maitre is three lines; internal/door/cli has the table of commands and is
// the only place where parts are put together. internal/door/config is one table of
// settings that makes the flags, the environment variables, the file and the
// documentation. internal/door/server is the door over HTTP: its routes are one
// table, internal/door/agui makes the stream of the log, internal/door/web is the page.
//
// # The turn
//
// [Maitre.Turn] takes a guest's message to an answer: strike out what must not
// be kept, open the thread, ask the hooks what is known of the guest, and let the
// concierge (internal/concierge) decide, use the tools of every [Specialist] and
// answer; internal/concierge/guard holds the answer to the facts as it comes. With no model
// the route task (internal/concierge/route) chooses a specialist, and its graph answers.
// [Maitre.Say] is the same for doors where a guest can only write: it reads "a
// segunda" as the answer to a question that waits. The specialists are
// internal/specialist/menu, internal/specialist/beer, internal/specialist/trip, internal/specialist/data (questions about
// tables), internal/specialist/house and internal/specialist/memo (what is known of the guest), and
// internal/concierge/chat for small talk by rules; [Beer], [Menu], [Trip] and [Data] take
// what only this module can make, and are for cmd/maitre. Any other is made with
// [NewToolset] or [NewSpecialist]. Package scene is what tools share.
//
// # The graph
//
// An agent, or a specialist by rules, is a graph.Graph over a typed state: nodes return a new state,
// routes choose the next, a question to the guest is a node too, with a
// deadline. Every step is stored with its events by compare-and-swap, so any
// worker can go on where another stopped. agent is the loop of a model and its
// tools as a ready-made graph; ui is the envelope of what tools show.
//
// # The log
//
// What happens in a run is appended to the log, as event.Event values; what a
// client sees, the trace and the metrics (internal/operate/trace) and the replay are
// read from it. scrub strikes personal data and secrets out of every event, and
// [Maitre.Turn] out of the message itself, before anything is stored; the state
// of a graph is kept as its nodes make it, sealed for its guest. store/sqlite and
// store/postgres keep it all and pass one suite, store/storetest.
//
// # The decision
//
// Wherever a model could be asked something there is a task.Task: typed input
// and output, a prompt file, limits, a check, and a rule that decides the same
// in plain Go. [Tasks] lists them all, and so "maitre task" and "maitre eval"
// work for every one.
//
// # The model
//
// llm is what a model is to us: one method that streams. llm/gemini,
// llm/openai and llm/anthropic speak the vendors' protocols over net/http;
// retries, timeouts, the budget and recordings are wrapped around them in llm.
//
// # The guest
//
// hook is what surrounds a turn: what is known before it, what is learnt after
// it, what must hold whatever else is thought of. memory is such a hook, a book
// of what guests have told, which they can read, correct and have forgotten.
//
// # The search
//
// retrieve finds documents by words and by meaning and tries again until what
// it finds is near enough; embed makes the vectors, with a model or without,
// vector compares them, ontology knows what is a kind of what. semcache keeps
// answers by the wording of their questions, small words and order aside.
//
// # The operator's data
//
// safesql is the room in which SQL that a model wrote may run: other guests'
// rows are not there to be read. internal/figures/question writes such questions,
// internal/figures/table and internal/figures/chart count and draw.
//
// # The ground
//
// thread is the vocabulary of conversations, event that of the log; lang tells
// languages apart; scrub finds what must not be kept; internal/base/jsonl is the
// door for batches.
//
// Imports point down only; internal/archtest holds the table of what may
// import what. docs/architecture.md has the picture.
package maitre
