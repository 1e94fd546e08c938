package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
)

func isSafety(p hook.Person) bool { return p.Safety() }

// note remembers what a message tells of people, whatever else it asks for, and what it says of having that kept. It returns the facts.
func (h *hearing) note(r understand.Reading, message string) []args {
	facts := h.moved(h.ofOther(told(r, message, h.o.Scene.Said...)), r)
	silent := func(f args) bool { return f["silent"] == true }
	if some := slices.DeleteFunc(slices.Clone(facts), func(f args) bool { return !silent(f) }); len(some) > 0 {
		h.add("silent", call("remember", args{"facts": some}), "")
		facts = slices.DeleteFunc(facts, silent)
	}
	if len(facts) > 0 {
		h.add("tell", call("remember", args{"facts": facts}), "")
	}
	if keep := h.keeping(r, facts); keep != nil {
		others := !slices.ContainsFunc(facts, func(f args) bool { return f["person"] == nil })
		if keepsNot(h.a.text) && len(facts) > 0 && others && onlyTold(h.steps) { // said back as what holds for now alone
			h.steps[len(h.steps)-1].Act = "held"
		}
		h.add("keep", keep, "")
	}
	return facts
}

// told are the facts about people that a message tells, for the remember tool; said are the guest's messages before it. A message that asks
// to erase tells none. A fact that is not to be kept holds until the guest leaves.
func told(r understand.Reading, message string, said ...string) (facts []args) {
	keeps := says(message, "keep", "may_keep") && !keepsNot(message)
	if does(r, "recall") && !says(message, "may_keep") || does(r, "forget") && (says(message, "erase") || !keepsNot(message)) && !r.Corrects(message) {
		return nil
	}
	add := func(what, kind string, of []string, always, over bool) {
		for _, who := range of {
			f := args{"what": what, "kind": kind}
			f.put("person", who)
			f.put("always", always)
			f.put("over", over)
			facts = append(facts, f)
		}
	}
	needs := slices.DeleteFunc(r.Needs(message, said...), func(n understand.Need) bool { return understand.Refers(message, n, said) })
	for i, s := range r.Spans {
		kind := factKind(s)
		if kind == "" && keeps && s.P == "like" && s.Of == "" {
			kind = "like" // "guarda que prefiro suco"
		}
		if i > 0 && tastes(r.Spans[i-1], s) {
			continue
		}
		if i+1 < len(r.Spans) && tastes(s, r.Spans[i+1]) { // "cerveja amarga" is no dislike of beer
			s.Text += " " + r.Spans[i+1].Text
			needs = slices.DeleteFunc(needs, func(n understand.Need) bool { return n.From == s.From || n.From == r.Spans[i+1].From })
		}
		need := slices.IndexFunc(needs, func(n understand.Need) bool { return n.From == s.From })
		switch {
		case kind == "", kind == "name" && !understand.Introduces(message, &s), kind != "name" && vague(s.Text): // "sobremesa" is nothing to go without
		case need >= 0:
			add(needs[need].What, kind, needs[need].Of, s.When == "always", needs[need].Over)
		case kind == "allergy" || kind == "intolerance" || kind == "diet": // of somebody who does not come, or said twice
		case kind == "like" && s.Of == "" && !keeps: // no tool obeys it, and who learns from the message says so
		default:
			of := []string{""}
			if s.Of != "" {
				if of = understand.Whose(message, s.From, said...); len(of) == 1 && of[0] == "" {
					of = []string{hook.Companion}
				}
			}
			if kind == "dislike" && understand.Says(message, "not_allergy_just_dislike") {
				add(s.Text, "allergy", of, false, true)
			}
			add(s.Text, kind, of, s.When == "always", s.Drop || s.When == "past")
		}
	}
	for _, n := range needs {
		if !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.From == n.From && factKind(s) != "" }) { // who drives, or is under age
			add(n.What, n.Kind, n.Of, false, n.Over)
		}
	}
	for _, f := range facts { // "aqui é a Rosa": what Rosa must not have is the guest's own
		if name, _ := f["what"].(string); f["kind"] == "name" && f["person"] == nil {
			for _, x := range facts {
				if who, _ := x["person"].(string); who != "" && hook.SameName(who, name) {
					delete(x, "person")
				}
			}
		}
	}
	for _, n := range understand.Minors(message, said...) {
		if !slices.ContainsFunc(needs, func(had understand.Need) bool { return had.Sober && slices.Equal(had.Of, n.Of) }) {
			facts = append(facts, args{"what": n.What, "kind": n.Kind, "person": n.Of[0], "silent": true})
		}
	}
	return facts
}

// tastes reports whether a span says how the thing before it tastes, which is disliked: "cerveja amarga".
func tastes(thing, taste understand.Span) bool {
	return thing.P == "dislike" && taste.P == "dislike" && (thing.Kind == "food" || thing.Kind == "drink") && taste.Kind == "taste" && taste.From == thing.To+1
}

// factKind is the kind of fact that a span tells, or "": what is only asked about tells nothing.
func factKind(s understand.Span) string {
	switch {
	case s.Of == "other":
	case s.P == "allergy", s.P == "intolerance", s.P == "dislike":
		return s.P
	case s.P == "cannot":
		return "diet"
	case s.P == "like" && s.When == "always":
		return "like"
	case s.Kind == "name" && s.Of == "":
		return "name"
	}
	return ""
}

// does reports whether a reading has an act.
func does(r understand.Reading, act string) bool {
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Name == act })
}

// ofOther gives what is told of "her" to who is named in the same sentence, or to the only other person at the table who has a name.
func (h *hearing) ofOther(facts []args) []args {
	others := slices.DeleteFunc(slices.Clone(h.o.Scene.Table), func(p hook.Person) bool { return p.Name == "" })
	kids := slices.DeleteFunc(slices.Clone(others), func(p hook.Person) bool { return !says(p.Name, "children") })
	for _, f := range facts {
		name, _ := f["person"].(string)
		what, _ := f["what"].(string)
		if len(kids) == 1 && says(name, "children") && !says(name, "own") && len(hook.Among(others, name)) == 0 {
			f["person"] = kids[0].Name // "o pequeno" is the only child there is
		}
		if name != hook.Companion {
			continue
		}
		in := asked{at: h.o.Scene}
		for _, s := range h.a.sentences() {
			if strings.Contains(s.text, what) {
				in.text += s.text + " "
			}
		}
		before, _, _ := strings.Cut(in.text, what)
		if says(before, "one_of") { // "um é alérgico a camarão e minha filha quer massa"
			continue
		}
		if who := in.spokenOf(); len(who) == 1 {
			f["person"] = who[0]
		} else if len(who) == 0 && h.a.says("third") && len(others) == 1 && !others[0].Is(hook.Companion) {
			f["person"] = others[0].Name
		}
	}
	return facts
}

// moved takes what is told of somebody, where a message puts right whose it is, from who was said to have it. If the message does not
// say what, it is what the guest told last: "não sou eu, é minha mãe".
func (h *hearing) moved(facts []args, r understand.Reading) []args {
	at := h.o.Scene
	to, from := r.Moved(h.o.Turn.Message)
	need := func(f args) bool { return f["kind"] != "like" && f["kind"] != "name" && f["over"] == nil }
	if len(to) == 0 {
		return facts
	}
	for _, f := range slices.Clone(facts) {
		if who, _ := f["person"].(string); f["over"] != nil && !slices.ContainsFunc(facts, need) && !hook.SameName(who, to[0]) {
			facts = append(facts, args{"what": f["what"], "kind": f["kind"], "person": to[0]}) // "it is my aunt's allergy, I do eat fish"
		}
	}
	for i := len(at.Said) - 1; !slices.ContainsFunc(facts, need) && i >= max(0, len(at.Said)-3); i-- {
		for _, f := range told(understand.Read(at.Said[i], understand.Before{}), at.Said[i], at.Said[:i]...) {
			if who, _ := f["person"].(string); need(f) && !hook.SameName(who, to[0]) && (len(from) == 0 || slices.Contains(from, who)) {
				from = []string{who}
				now := args{"what": f["what"], "kind": f["kind"]}
				now.put("person", to[0])
				facts = append(facts, now)
			}
		}
	}
	for _, f := range slices.DeleteFunc(slices.Clone(facts), func(f args) bool { return !need(f) }) {
		what, _ := f["what"].(string)
		who, _ := f["person"].(string)
		had := slices.DeleteFunc(slices.Clone(at.Table), func(p hook.Person) bool {
			has := func(n string) bool { return understand.Alike(n, what) }
			return p.Is(who) || len(from) > 0 && !slices.ContainsFunc(from, p.Is) || !slices.ContainsFunc(slices.Concat(p.Allergies, p.Diets), has)
		})
		for _, p := range had {
			if len(from) > 0 || len(had) == 1 {
				over := args{"what": what, "kind": f["kind"], "over": true}
				over.put("person", p.Name)
				facts = append(facts, over)
			}
		}
	}
	return facts
}

// toldOf is those of whom the message tells what they must not have; "me" is the guest.
func (o own) toldOf() (who []string) {
	for _, st := range o.Steps {
		for _, x := range st.Calls {
			facts, _ := argsOf(x)["facts"].([]any)
			for _, f := range facts {
				fact, _ := f.(map[string]any)
				kind, _ := fact["kind"].(string)
				name, _ := fact["person"].(string)
				if x.Name == "remember" && fact["over"] != true && slices.Contains([]string{"allergy", "intolerance", "diet"}, kind) {
					if name == "" {
						name = "me"
					}
					who = append(who, name)
				}
			}
		}
	}
	return who
}

// keeping records what a guest says of having needs of people at the table kept: "pode guardar a alergia dela". Each clause is of whom it
// speaks ("keep mine, not hers"); one that names nobody is of all whose needs are told, where the house has not asked.
func (h *hearing) keeping(r understand.Reading, facts []args) (calls []llm.ToolCall) {
	asks := h.o.Did == "consent"
	if h.c.Keeping == nil || !h.a.says("keep", "may_keep") && !asks || does(r, "forget") && h.a.says("erase") {
		return nil
	}
	needs := map[string][]string{}
	var who []string
	note := func(name string, some ...string) {
		if len(some) > 0 && name != hook.Companion && needs[name] == nil {
			who, needs[name] = append(who, name), some
		}
	}
	for _, p := range h.o.Scene.Table {
		note(p.Name, slices.Concat(p.Allergies, p.Diets)...)
	}
	for _, f := range facts {
		name, _ := f["person"].(string)
		if what, _ := f["what"].(string); f["kind"] != "like" && f["kind"] != "name" && f["over"] == nil {
			note(name, what)
		}
	}
	words, unnamed := map[string]string{}, ""
	for _, clause := range h.a.wholeClauses() {
		keeps := clause.says("keep", "may_keep")
		if !keeps && !clause.says("refuse", "agree") {
			continue
		}
		of := clause.ofClause(who, needs)
		for _, name := range of {
			words[name] += clause.text + ", "
		}
		if keeps && len(of) == 0 {
			unnamed += clause.text + ", "
		}
	}
	switch {
	case asks && (len(words) == 0 || len(words) == 1 && words[""] != ""):
		return nil // the answer is of all
	case len(words) == 0 && len(who) == 1:
		words[who[0]] = unnamed
	case len(words) == 0 && keepsNot(h.a.text) && slices.Contains(who, ""):
		words[""] = unnamed
	}
	for _, name := range who {
		said := strings.Trim(words[name], ", ")
		if said == "" {
			continue
		}
		answer := h.c.Keeping(said, name, needs[name])
		switch {
		case answer != "":
		case keepsNot(said), len(words) > 1 && says(said, "refuse"):
			answer = "no"
		case says(said, "may_keep"), len(words) > 1:
			answer = "yes"
		default:
			continue
		}
		in := args{"answer": answer, "words": said}
		in.put("person", name)
		calls = append(calls, call("consent", in)...)
	}
	return calls
}

// ofClause are those of some people whom a clause speaks of: by name, as "hers", or as the guest's own.
func (a asked) ofClause(who []string, needs map[string][]string) (of []string) {
	of = slices.DeleteFunc(a.spokenOf(), func(name string) bool { return !slices.Contains(who, name) })
	others := slices.DeleteFunc(slices.Clone(who), func(name string) bool { return name == "" })
	if len(of) == 0 && len(others) == 1 && a.says("theirs") {
		return others
	}
	own := slices.ContainsFunc(needs[""], func(need string) bool { return understand.Alike(a.text, need) })
	if len(of) == 0 && slices.Contains(who, "") && (own || a.says("ours")) {
		return []string{""}
	}
	return of
}

// wholeClauses cuts words at their marks and before what turns or explains them: "guarda isso, pra eu não repetir".
func (a asked) wholeClauses() (all []asked) {
	for _, text := range strings.FieldsFunc(turning().ReplaceAllString(a.text, ","), func(r rune) bool { return strings.ContainsRune(",;.:!?\n", r) }) {
		a.text = strings.TrimSpace(text)
		all = append(all, a)
	}
	return all
}

var turning = pattern.Of(`(?i)\s(?:mas|but|pero|porém|só que|assim|así|so(?: that)?|p(?:a)?ra (?:que|eu|a gente|nós|não|no))\s`)

// keepsNot reports whether a message asks not to keep something: "não guarde isso".
func keepsNot(message string) bool {
	return slices.ContainsFunc(asked{text: message}.wholeClauses(), func(c asked) bool { return c.says("keep") && c.says("not") })
}

// forgets are the calls for words that order to erase notes: all about the guest, one need of a person, or a person. Each call names one thing
// of one person; nil: words order no such thing.
func (a asked) forgets() (calls []llm.ToolCall) {
	object := a.toErase()
	if object.text == "" {
		return nil
	}
	if object.says("everything") {
		except := object.spanned("food", "diet", "drink", "name")
		of := a.last == "memory" || len(a.tab()) == 0 && object.says("of_guest", "knows") // and not the order
		if !of || len(understand.People(object.text)) > 0 || object.says("but_for") != (len(except) > 0) {
			return nil
		}
		in := args{"what": "everything"}
		in.put("except", except)
		return call("forget", in)
	}
	who, foods := object.spokenOf(), understand.Foods(object.text)
	own := len(who) == 0 && object.says("ours")
	if len(who) == 0 && object.says("theirs") {
		if name := a.standsFor(spot{from: len(a.text) - 1}); len(hook.Among(a.at.Table, name)) == 1 {
			who = append(who, name)
		}
	}
	r := understand.Read(a.text, understand.Before{Last: "memory"}) // "esquece o camarão, quero a moqueca" changes an order
	if len(foods) > 0 && !object.says("matter") && (!does(r, "forget") || does(r, "order") || does(r, "find_dishes")) {
		return nil
	}
	for _, x := range a.at.Table {
		if len(who) > 0 && !slices.Contains(who, x.Name) || own && x.Name != "" {
			continue
		}
		some := slices.DeleteFunc(slices.Concat(x.Allergies, x.Diets, x.Dislikes), func(need string) bool { return !understand.Alike(object.text, need) })
		alone := !slices.ContainsFunc(a.at.Table, func(y hook.Person) bool { return y.Name != x.Name && len(y.Allergies) > 0 })
		if len(some) == 0 && object.says("allergy") && len(foods) == 0 && (len(who) > 0 || own || alone) {
			some = x.Allergies
		}
		for _, need := range some {
			in := args{"what": need}
			in.put("person", x.Name)
			calls = append(calls, call("forget", in)...)
		}
		if len(calls) > 0 && len(who) == 0 && x.Name == "" {
			break // of what the guest and others have it is the guest's
		}
	}
	if len(calls) == 0 && len(foods) == 0 && !object.says("allergy") && len(object.spanned("diet", "drink")) == 0 {
		for _, name := range who {
			calls = append(calls, call("forget", args{"what": name})...)
		}
	}
	return calls
}

// spanned are the words of the spans of some kinds.
func (a asked) spanned(kinds ...string) (texts []string) {
	for _, s := range a.spans {
		if slices.Contains(kinds, s.Kind) {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

// toErase is what words behind a verb of forgetting name: "a parte da gravidez" of "então apaga a parte da gravidez". It is empty where
// nothing is ordered to be forgotten.
func (a asked) toErase() asked {
	const mostBefore = 8 // "na verdade a gente brigou, então você pode"
	for _, sentence := range a.sentences() {
		for _, clause := range sentence.wholeClauses() {
			all := spots(clause.text)
			at := slices.IndexFunc(all, func(w spot) bool { return is(w.word, "erase") })
			if at < 0 || at > mostBefore {
				continue
			}
			if before := clause.text[:all[at].from]; !says(before, "not", "me") && (!strings.Contains(sentence.text, "?") || says(before, "safe")) { // "pode apagar isso?", and not "eu vou esquecer"
				a.text = strings.TrimSpace(clause.text[all[at].to:])
				a.spans = understand.Read(a.text, understand.Before{}).Spans
				return a
			}
		}
	}
	a.text = ""
	return a
}

// forget is what is called for the act forget, of words that name no note: a thing, a person, health, or everything.
func (a asked) forget() []llm.ToolCall {
	if calls := a.forgets(); calls != nil {
		return calls
	}
	named, who, all := a.spanned("food", "diet", "drink", "taste", "name", "fact", "cuisine"), a.spokenOf(), a.says("everything")
	in := args{"what": "everything"}
	switch {
	case len(who) == 1 && len(a.spanned("food", "diet", "drink")) == 0: // "tudo o que sabe da Lia"
		in["what"] = who[0]
	case a.says("but_for") && (all || len(named) > 0):
		in.put("except", named)
	case all && a.says("knows"):
	case len(named) > 0:
		in["what"] = named[0]
	case a.says("health"):
		in["what"] = "health"
	case !a.says("all_known"): // "tá, esquece": of what, if of anything, they see
		return call("recall", args{})
	}
	return call("forget", in)
}

// consent is the answer to the question whether something may be kept, of some of it if the words name it: "só a do camarão".
func (a asked) consent() []llm.ToolCall {
	in := args{"answer": a.act}
	if a.act == "yes" {
		in.put("only", a.spanned("food", "diet", "drink"))
	}
	return call("consent", in)
}

// goesOn reports whether a message asks for more than a hook's reply answers: "sim. e tem sobremesa?".
func (o own) goesOn() bool {
	a := asked{text: o.Turn.Message, at: o.Scene, last: o.Did}
	hesitates := o.Turn.Reply == texts.In(o.Scene.Language).Memory.Maybe && len(strings.Fields(a.text)) > 5
	r := understand.Read(a.text, understand.Before{})
	to, _ := r.Moved(a.text)
	return hesitates || len(to) > 0 && len(o.Scene.Said) > 0 || a.says("erase") && len(a.sentences()) > 1 || len(a.forgets()) > 0
}
