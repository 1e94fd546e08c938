// Package maitre is a hospitality concierge: it talks with the guests of a bar,
// a restaurant or a hotel, in one program and as a family of small packages.
//
// This page is the tour of the code. Read it top down, or start at the door
// you came through.
//
// # The door
//
// cmd/maitre is three lines; internal/cli has a file for each command and is
// the only place where parts are put together. internal/config is one table of
// settings that makes the flags, the environment variables, the file and the
// documentation.
//
// # The turn
//
// [Maitre.Turn] takes a guest's message to an answer: store what was said,
// decide, tell the answer as it comes, store it. Today one specialist answers,
// internal/chat, which does small talk.
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
// retries, fallbacks, timeouts, the budget and recordings are wrapped around
// them in llm.
//
// # The ground
//
// thread is the vocabulary of conversations and store/sqlite keeps them; lang
// tells languages apart; internal/jsonl is the door for batches.
//
// Imports point down only; internal/archtest holds the table of what may
// import what. docs/architecture.md has the picture.
package maitre
