// @ts-check
// Teaching: an owner says what a message meant or what is to be answered, and has the reader learn.

import { ApiError, api } from "./api.js";
import { h, refill } from "./dom.js";
import { locale, t } from "./i18n.js";
import { clean } from "./markdown.js";
import { say } from "./notice.js";
import { o } from "./owner-words.js";

/** What a message may have meant, for who finds it in no sentence of their own. */
const meanings = ["house_info", "find_dishes", "show_card", "about_dish", "order", "bill", "ask_staff", "tell", "more", "other", "find_breweries", "about_brewery", "plan_trip", "ask_purchases",
  "recall", "forget", "yes", "no", "greet", "thanks", "bye", "help", "smalltalk", "outside"];

/** @param {unknown} err */
const failed = (err) => say(err instanceof ApiError && err.status === 400 ? o("teachFailed") : t("failed"), true);

/**
 * What can be taught of a message: what it meant, the right answer, or the dish that it called by another name.
 * @param {string} thread
 * @param {{run?: string, text: string}} m
 * @param {string} answer the one that was given
 * @param {() => void} changed
 */
export function teach(thread, m, answer, changed) {
  const keep = (/** @type {string} */ act) => api("POST", "/lessons", { thread, run: m.run, act }).then(() => { say(o("lessonKept")); changed(); }, failed);
  const name = nameForm(changed);
  return h("details", { class: "teach", toggle: name.load }, h("summary", null, o("teach")), meaningForm(keep), answerForm(m.text.includes("▒") ? "" : m.text, answer, changed), name.el);
}

/** Asks what a guest wanted, in a sentence, and which of the nearest meanings that is. @param {(act: string) => Promise<void>} keep */
function meaningForm(keep) {
  const said = h("input", { type: "text", maxlength: 300, required: true, placeholder: o("saidHint"), autocomplete: "off" }), choice = h("form", { hidden: true, class: "choice" });
  const ask = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const got = await api("POST", "/meanings", { said: said.value }).catch(failed);
    if (!got) return;
    const all = h("fieldset", null, h("legend", null, o("isThis")), ...got.meanings.map((/** @type {string} */ act, /** @type {number} */ i) =>
      h("label", { class: "check" }, h("input", { type: "radio", name: "act", value: act, checked: i === 0 }), o(`act_${act}`))));
    const other = h("select", null, h("option", { value: "" }, "—"), ...meanings.filter((a) => !got.meanings.includes(a)).map((a) => h("option", { value: a }, o(`act_${a}`))));
    choice.replaceChildren(all, h("label", null, o("anotherMeaning"), other), h("div", { class: "row" }, h("button", { class: "plain" }, o("keepLesson"))));
    choice.onsubmit = (now) => { now.preventDefault(); keep(other.value || String(new FormData(choice).get("act"))); };
    choice.hidden = false;
    all.querySelector("input")?.focus();
  };
  return h("div", null, h("form", { submit: ask }, h("label", null, o("saidWanted"), said), h("div", { class: "row" }, h("button", { class: "plain" }, o("understandIt")))), choice);
}

/** Asks which dish a guest called by a name that the card does not have. @param {() => void} changed */
function nameForm(changed) {
  const word = h("input", { type: "text", required: true, maxlength: 60, placeholder: o("itsNameHint"), autocomplete: "off" }), dish = h("select", { required: true });
  const submit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const path = `/card/items/${encodeURIComponent(dish.value)}/words/${encodeURIComponent(word.value.trim())}`, kept = { word: word.value.trim(), dish: dish.selectedOptions[0].text };
    await api("PUT", path).then(() => {
      say(o("wordKept", kept), false, { label: o("undoIt"), click: () => api("DELETE", path).then(changed, failed) });
      word.value = "";
      changed();
    }, () => say(o("wordFailed"), true));
  };
  const el = h("form", { submit, hidden: true }, h("label", null, o("itsName"), word), h("label", null, o("dish"), dish), h("div", { class: "row" }, h("button", { class: "plain" }, o("keepWord"))));
  const load = async () => {
    if (dish.options.length) return;
    const rows = await dishes();
    dish.replaceChildren(...rows.map((r) => h("option", { value: r.item.id }, clean(r.item.name))));
    el.hidden = !rows.length;
  };
  return { el, load };
}

/** The dishes of the card, or none where it is not changed here. @returns {Promise<{item: any}[]>} */
const dishes = () => api("GET", "/card").then((c) => c.rows.filter((/** @type {any} */ r) => r.item), () => []);

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
  const lessons = h("ul", { class: "lessons" }), answers = h("ul", { class: "lessons" }), names = h("ul", { class: "lessons" }), named = h("h3", { hidden: true }, o("cardWords")), state = h("div", { role: "status", class: "learning" });
  const learn = h("button", { type: "button", class: "primary", click: () => api("POST", "/learn").then(follow, failed) }, o("learn"));
  const undo = h("button", { type: "button", class: "plain", hidden: true, click: () => api("DELETE", "/learn").then(() => { say(o("undone")); follow(); }, failed) }, o("undo"));
  const stop = h("button", { type: "button", class: "plain", hidden: true, click: () => api("DELETE", "/learn").then(follow, failed) }, o("stopLearning"));
  const remove = (/** @type {string} */ path, /** @type {string} */ what) => h("button", { type: "button", class: "plain", "aria-label": `${o("remove")}: ${what}`,
    click: () => api("DELETE", path).then(load, failed) }, o("remove"));
  const load = async () => {
    const [l, a, card] = await Promise.all([api("GET", "/lessons"), api("GET", "/answers"), dishes()]).catch(() => [{ lessons: [] }, { answers: [] }, []]);
    refill(names, ...card.flatMap(({ item }) => (item.also ?? []).map((/** @type {string} */ word) => h("li", null, h("q", { dir: "auto" }, clean(word)), ` ${clean(item.name)} `,
      remove(`/card/items/${encodeURIComponent(item.id)}/words/${encodeURIComponent(word)}`, clean(word))))));
    refill(lessons, ...l.lessons.map((/** @type {any} */ x) => h("li", null, h("q", { dir: "auto" }, clean(x.text)), ` ${o(`act_${x.act}`)} `, remove(`/lessons/${encodeURIComponent(x.id)}`, clean(x.text)))));
    refill(answers, ...a.answers.map((/** @type {any} */ x) => {
      const asked = clean(x.about?.length ? o("whenAbout", { what: x.about.join(", ") }) : (x.ask ?? []).join(" / "));
      return h("li", null, h("b", { dir: "auto" }, asked), " ", h("span", { dir: "auto" }, clean(typeof x.answer === "string" ? x.answer : Object.values(x.answer).join(" / "))), h("small", null, ` ${o("usedTimes", { n: x.used })} `), remove(`/answers/${x.id}`, asked));
    }));
    named.hidden = !names.childElementCount;
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
  const el = h("section", { class: "school" }, h("h2", null, o("taught")), h("p", null, o("taughtText")), h("h3", null, o("lessons")), lessons, h("div", { class: "row" }, learn, stop, undo), state, h("h3", null, o("answers")), answers, named, names,
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
