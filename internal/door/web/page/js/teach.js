// @ts-check
// Teaching: an owner says what a message meant or what is to be answered, and has the reader learn.

import { ApiError, api } from "./api.js";
import { h } from "./dom.js";
import { locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o } from "./owner-words.js";

/** What a message may have meant, in the order in which owners need it. */
const meanings = ["house_info", "find_dishes", "show_card", "about_dish", "order", "bill", "ask_staff", "tell", "more", "other", "find_breweries", "about_brewery", "plan_trip", "ask_purchases",
  "recall", "forget", "yes", "no", "greet", "thanks", "bye", "help", "smalltalk", "outside"];

/** @param {unknown} err */
const failed = (err) => say(err instanceof ApiError && err.status === 400 ? o("teachFailed") : t("failed"), true);

/**
 * What can be taught of a message.
 * @param {string} thread
 * @param {{run?: string, text: string}} m
 * @param {string} answer the one that was given
 * @param {() => void} changed
 */
export function teach(thread, m, answer, changed) {
  const act = h("select", null, ...meanings.map((a) => h("option", { value: a }, o(`act_${a}`))));
  const meant = async (/** @type {Event} */ e) => {
    e.preventDefault();
    await api("POST", "/lessons", { thread, run: m.run, act: act.value }).then(() => { say(o("lessonKept")); changed(); }, failed);
  };
  return h("details", { class: "teach" }, h("summary", null, o("teach")),
    h("form", { submit: meant }, h("label", null, o("meant"), act), h("div", { class: "row" }, h("button", { class: "plain" }, o("keepLesson")))),
    answerForm(m.text.includes("▒") ? "" : m.text, answer, changed));
}

/** @param {string} asked @param {string} answer @param {() => void} changed */
function answerForm(asked, answer, changed) {
  const ask = h("input", { type: "text", maxlength: 300, value: asked }), about = h("input", { type: "text", maxlength: 100, placeholder: o("aboutHint") });
  const text = h("textarea", { rows: 3, maxlength: 500, required: true, placeholder: clean(answer).slice(0, 120) });
  const submit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const body = { ask: about.value.trim() || !ask.value.trim() ? [] : [ask.value], about: about.value.trim() ? [about.value] : [], answer: text.value };
    await api("POST", "/answers", body).then(() => { say(o("answerKept")); text.value = about.value = ""; changed(); }, failed);
  };
  return h("form", { submit }, h("label", null, o("asked"), ask), h("label", null, o("about"), about), h("label", null, o("rightAnswer"), text),
    h("div", { class: "row" }, h("button", { class: "plain" }, o("keepAnswer"))));
}

/** What was taught, and the button that has the reader learn it. */
export function school() {
  let timer = 0, gone = false;
  const lessons = h("ul", { class: "lessons" }), answers = h("ul", { class: "lessons" }), state = h("div", { role: "status", class: "learning" });
  const learn = h("button", { type: "button", class: "primary", click: () => api("POST", "/learn").then(follow, failed) }, o("learn"));
  const undo = h("button", { type: "button", class: "plain", hidden: true, click: () => api("DELETE", "/learn").then(() => { say(o("undone")); follow(); }, failed) }, o("undo"));
  const stop = h("button", { type: "button", class: "plain", hidden: true, click: () => api("DELETE", "/learn").then(follow, failed) }, o("stopLearning"));
  const remove = (/** @type {string} */ path, /** @type {string} */ what) => h("button", { type: "button", class: "plain", "aria-label": `${o("remove")}: ${what}`,
    click: () => api("DELETE", path).then(load, failed) }, o("remove"));
  const load = async () => {
    const [l, a] = await Promise.all([api("GET", "/lessons"), api("GET", "/answers")]).catch(() => [{ lessons: [] }, { answers: [] }]);
    lessons.replaceChildren(...l.lessons.map((/** @type {any} */ x) => h("li", null, h("q", { dir: "auto" }, clean(x.text)), ` ${o(`act_${x.act}`)} `, remove(`/lessons/${encodeURIComponent(x.id)}`, clean(x.text)))));
    answers.replaceChildren(...a.answers.map((/** @type {any} */ x) => {
      const asked = clean(x.about?.length ? o("whenAbout", { what: x.about.join(", ") }) : (x.ask ?? []).join(" / "));
      return h("li", null, h("b", { dir: "auto" }, asked), " ", h("span", { dir: "auto" }, clean(typeof x.answer === "string" ? x.answer : Object.values(x.answer).join(" / "))), h("small", null, ` ${o("usedTimes", { n: x.used })} `), remove(`/answers/${x.id}`, asked));
    }));
    learn.disabled = !l.lessons.length;
    await follow();
  };
  const follow = async () => {
    clearTimeout(timer);
    const s = await api("GET", "/learn").catch(() => null);
    if (!s || gone) return;
    undo.hidden = !s.undo;
    state.replaceChildren(...progress(s));
    learn.hidden = s.state === "learning";
    stop.hidden = s.state !== "learning";
    stop.disabled = s.stops;
    if (s.state === "learning") timer = window.setTimeout(follow, 2000);
  };
  const el = h("section", { class: "school" }, h("h2", null, o("taught")), h("p", null, o("taughtText")), h("h3", null, o("lessons")), lessons, h("div", { class: "row" }, learn, stop, undo), state, h("h3", null, o("answers")), answers,
    h("details", { class: "teach" }, h("summary", null, o("newRule")), answerForm("", "", () => load())));
  return { el, load, leave: () => { gone = true; clearTimeout(timer); } };
}

/** What is to be said of the learning. @param {any} s */
function progress(s) {
  if (s.state === "learning") return [h("label", null, o(s.stops ? "stopsLearning" : "learning", { n: s.lines }), h("progress", { max: 100, value: s.percent }, `${s.percent} %`))];
  if (s.state === "failed") return [h("p", { class: "wrong" }, o("learnFailed"))];
  const r = s.report;
  if (s.state !== "done" || !r) return [];
  const share = (/** @type {number} */ n) => new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(n);
  const row = (/** @type {string} */ key) => h("tr", null, h("th", { scope: "row" }, o(`score_${key}`)), h("td", null, share(r.before[key])), h("td", null, share(r.after[key])));
  const changes = (/** @type {string} */ key, /** @type {any[]} */ all) => h("details", { class: "teach" }, h("summary", null, o(key, { n: all.length })),
    h("ul", null, ...all.slice(0, 20).map((x) => h("li", null, h("q", { dir: "auto" }, clean(x.text)), `: ${acts(x.was)} → ${acts(x.now)}`))));
  const acts = (/** @type {string[] | null} */ all) => (all ?? []).map((a) => o(`act_${a}`).replace(/^act_/, "")).join(", ") || "?";
  return [h("p", null, h("b", null, o(r.installed ? "learnt" : "notLearnt", { n: r.understood, of: r.taught }))),
    h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, o("keptLines", { n: r.kept })), h("th", { scope: "col" }, o("before")), h("th", { scope: "col" }, o("now")))),
      h("tbody", null, ...["acts_exact", "one_act_right", "must_nots_recall", "allergies_recall"].map(row))),
    changes("better", r.better ?? []), changes("worse", r.worse ?? [])];
}
