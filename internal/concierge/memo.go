package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
)

// memo is what an act about the house's book calls.
func (a asked) memo() []llm.ToolCall {
	in := args{}
	switch {
	case a.act == "recall" && !a.says("erase"):
		return call("recall", in)
	case a.act == "recall", a.act == "forget": // "apague o que sabe da minha saúde" asks for nothing to be told
		what, except := a.forgotten()
		if what == "everything" && len(except) == 0 && !a.says("all_known") { // "tá, esquece": of what, if of anything, they see
			return call("recall", in)
		}
		in.put("what", what)
		in.put("except", except)
		return call("forget", in)
	case a.last == "consent":
		in.put("answer", a.act)
		if a.act == "yes" {
			in.put("only", a.named("food", "diet", "drink")) // "só a do camarão"
		}
		return call("consent", in)
	}
	return nil
}

// keeping records what a guest says of having needs of people at the table kept: "pode guardar a alergia dela". Each clause is of whom
// it speaks ("keep mine, not hers"). If none names anybody, the house has not asked, and one alone has needs, it is of them.
func (c *Concierge) keeping(o own, r understand.Reading, facts []args) (calls []llm.ToolCall) {
	a := asked{text: o.Turn.Message, at: o.Scene}
	asks := o.Did == "consent"
	if c.Keeping == nil || !a.says("keep") && !a.says("may_keep") && !asks || does(r, "forget") && a.says("erase") {
		return nil
	}
	needs := map[string][]string{}
	var who []string
	for _, p := range o.Scene.Table {
		if some := slices.Concat(p.Allergies, p.Diets); len(some) > 0 && !p.Is(hook.Companion) {
			who, needs[p.Name] = append(who, p.Name), some
		}
	}
	for _, f := range facts { // told in this message
		name, _ := f["person"].(string)
		if what, _ := f["what"].(string); f["kind"] != "like" && f["kind"] != "name" && f["over"] == nil && name != hook.Companion && needs[name] == nil {
			who, needs[name] = append(who, name), []string{what}
		}
	}
	said, keeping := map[string]string{}, ""
	for _, clause := range clauses(a.text) {
		p := a.part(clause)
		if p.says("keep") || p.says("may_keep") {
			keeping += clause + ", "
		} else if !p.says("refuse") && !p.says("agree") {
			continue
		}
		for _, name := range a.ofClause(clause, who, needs) {
			said[name] += clause + ", "
		}
	}
	refuses := keepsNot(a.text)
	switch unnamed := len(said) == 0 || len(said) == 1 && said[""] != "" && asks; {
	case unnamed && asks:
		return nil // the answer is of all
	case len(who) == 1 && !asks && (unnamed || refuses): // another no is of what they have: "ele não bebe, não guarde isso"
		said = map[string]string{who[0]: keeping}
	case unnamed && refuses && slices.Contains(who, ""): // of nobody else is it said
		said[""] = keeping
	case unnamed:
		return nil
	}
	for _, name := range who {
		words := strings.Trim(said[name], ", ")
		if words == "" {
			continue
		}
		answer := c.Keeping(words, name, needs[name])
		switch p := a.part(words); {
		case answer != "":
		case keepsNot(words), len(said) > 1 && p.says("refuse"):
			answer = "no"
		case p.says("may_keep"), len(said) > 1:
			answer = "yes"
		default:
			continue
		}
		in := args{"answer": answer, "words": words}
		in.put("person", name)
		calls = append(calls, call("consent", in)...)
	}
	return calls
}

// ofClause are those of some people whom a clause speaks of: by name, as "hers", or as the guest's own.
func (a asked) ofClause(clause string, who []string, needs map[string][]string) (of []string) {
	of = slices.DeleteFunc(a.spokenOf(clause), func(name string) bool { return !slices.Contains(who, name) })
	others := slices.DeleteFunc(slices.Clone(who), func(name string) bool { return name == "" })
	p := a.part(clause)
	if len(of) == 0 && len(others) == 1 && p.says("theirs") {
		of = others
	}
	own := slices.ContainsFunc(needs[""], func(need string) bool { return understand.Alike(clause, need) })
	if len(of) == 0 && slices.Contains(who, "") && (own || p.says("ours")) {
		of = []string{""}
	}
	return of
}

// clauses cuts a message at its marks, before "but" and before what something is for: "guarda isso, pra eu não repetir".
func clauses(message string) []string {
	return strings.FieldsFunc(turning().ReplaceAllString(message, ","), func(r rune) bool { return strings.ContainsRune(",;.:!?\n", r) })
}

var turning = pattern.Of(`(?i)\s(?:mas|but|pero|porém|só que|assim|así|so(?: that)?|p(?:a)?ra (?:que|eu|a gente|nós|não|no))\s`)

// keepsNot reports whether a message asks not to keep something: "não guarde isso".
func keepsNot(message string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool { return asked{text: c}.says("keep") && asked{text: c}.says("not") })
}

// forgotten is what is to be forgotten: a thing that is named, a person, or everything, of which something may stay ("esqueça tudo
// menos o amendoim").
func (a asked) forgotten() (what string, except []string) {
	named, all := a.named("food", "diet", "drink", "taste", "name", "fact", "cuisine"), a.says("everything")
	who := a.spokenOf(a.text)
	switch {
	case len(who) == 1 && len(a.named("food", "diet", "drink")) == 0: // "tudo o que sabe da Lia"
		return who[0], nil
	case a.says("but_for") && (all || len(named) > 0):
		return "everything", named
	case all && a.says("knows"): // "tudo o que sabe de mim, que amanhã volto pra casa"
		return "everything", nil
	case len(named) > 0:
		return named[0], nil
	case a.says("health"):
		return "health", nil
	}
	if _, order := orderToForget(a.text); order != "" { // "the drink bit"
		head := strings.TrimSpace(thatIs().Split(order, 2)[0])
		if head != "" && !(asked{text: head}).says("all_known") {
			return head, nil
		}
	}
	return "everything", nil
}

// thatIs finds where words go on to say of a thing which it is: "o bar de que falei".
var thatIs = pattern.Of(`(?i)\b(?:(?:de |lo )?que|that|which|where|onde|donde)\b`)

// named returns the words of the spans of some kinds.
func (a asked) named(kinds ...string) (texts []string) {
	for _, s := range a.spans {
		if slices.Contains(kinds, s.Kind) {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

// erasing returns the calls of forget for a message that orders to erase notes (all about the guest, one need of a person, or a
// person) and the rest of the message: "apaga a alergia do meu filho". Each call names one thing of one person. The house's last
// question does not change the reading.
func (a asked) erasing() (calls []llm.ToolCall, rest string) {
	clause, object := orderToForget(a.text)
	if object == "" {
		return nil, ""
	}
	rest = strings.TrimSpace(strings.Replace(a.text, clause, "", 1))
	p := a.part(object)
	p.spans = understand.Read(object, understand.Before{}).Spans
	if p.says("everything") {
		except := p.named("food", "diet", "drink", "name")
		of := a.last == "memory" || len(a.tab()) == 0 && (a.says("of_guest") || p.says("knows")) // and not the order
		if !of || len(understand.People(object)) > 0 || p.says("but_for") != (len(except) > 0) {
			return nil, ""
		}
		in := args{"what": "everything"}
		in.put("except", except)
		return call("forget", in), rest
	}
	who, foods := p.spokenOf(object), understand.Foods(object)
	if len(who) == 0 && p.says("theirs") {
		at := strings.Index(a.text, clause) + len(clause)
		if name := a.standsFor(spot{from: at - 1, to: at}, true); len(hook.Among(a.at.Table, name)) == 1 {
			who = append(who, name)
		}
	}
	r := understand.Read(a.text, understand.Before{Last: "memory"}) // "esquece o camarão, quero a moqueca" changes an order
	if len(foods) > 0 && !p.says("matter") && (!does(r, "forget") || does(r, "order") || does(r, "find_dishes")) {
		return nil, ""
	}
	own := len(who) == 0 && p.says("ours")
	for _, x := range a.at.Table {
		if len(who) > 0 && !slices.Contains(who, x.Name) || own && x.Name != "" {
			continue
		}
		not := func(need string) bool { return !understand.Alike(object, need) && !akin(object, need) }
		some := slices.DeleteFunc(slices.Concat(x.Allergies, x.Diets, x.Dislikes), not)
		if len(some) == 0 && p.says("allergy") && len(foods) == 0 && (len(who) > 0 || own || a.onlyAllergic(x)) {
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
	if len(calls) == 0 && len(foods) == 0 && !p.says("allergy") && !p.has("diet", "drink") {
		for _, name := range who {
			calls = append(calls, call("forget", args{"what": name})...)
		}
	}
	return calls, rest
}

// onlyAllergic reports whether nobody else at the table has an allergy.
func (a asked) onlyAllergic(x hook.Person) bool {
	return !slices.ContainsFunc(a.at.Table, func(y hook.Person) bool { return y.Name != x.Name && len(y.Allergies) > 0 })
}

// akin reports whether words have one of the same beginning as a state of somebody: "a amamentação" of "amamentando".
func akin(words, state string) bool {
	const begins = 6
	return !understand.Edible(state) && slices.ContainsFunc(spots(words), func(w spot) bool {
		return slices.ContainsFunc(spots(state), func(s spot) bool {
			return len(w.word) >= begins && len(s.word) >= begins && w.word[:begins] == s.word[:begins]
		})
	})
}

// orderToForget is the clause of a message that begins with a verb of forgetting, and the words after that verb: "então apaga | a parte
// da gravidez".
func orderToForget(message string) (clause, object string) {
	const mostBefore = 8 // "na verdade a gente brigou, então você pode"
	for _, sentence := range sentences(message) {
		for _, clause := range clauses(sentence) {
			all := spots(clause)
			at := slices.IndexFunc(all, func(w spot) bool { return is(w.word, "erase") })
			if at < 0 || at > mostBefore {
				continue
			}
			before := asked{text: clause[:all[at].from]}
			if !before.says("not") && !before.says("me") && (!strings.Contains(sentence, "?") || before.says("safe")) { // "pode apagar isso?", and not "eu vou esquecer"
				return clause, strings.TrimSpace(clause[all[at].to:])
			}
		}
	}
	return "", ""
}

// told returns the facts about people that a message tells, for the remember tool; said are the guest's messages before it. A
// message that asks to erase tells no fact. A fact that is not to be kept holds until the guest leaves.
func told(r understand.Reading, message string, said ...string) (facts []args) {
	whole := asked{text: message}
	keeps := (whole.says("keep") || whole.says("may_keep")) && !keepsNot(message)
	if does(r, "recall") && !whole.says("may_keep") || does(r, "forget") && (whole.says("erase") || !keepsNot(message)) {
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
	ofTaste := func(thing, taste understand.Span) bool { // "cerveja amarga" is no dislike of beer
		return thing.P == "dislike" && taste.P == "dislike" && (thing.Kind == "food" || thing.Kind == "drink") && taste.Kind == "taste" && taste.From == thing.To+1
	}
	for i, s := range r.Spans {
		kind := factKind(s)
		if kind == "" && keeps && s.P == "like" && s.Of == "" {
			kind = "like" // "guarda que prefiro suco"
		}
		if i > 0 && ofTaste(r.Spans[i-1], s) {
			continue
		}
		if i+1 < len(r.Spans) && ofTaste(s, r.Spans[i+1]) {
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
				of = understand.Whose(message, s.From, said...)
				if len(of) == 1 && of[0] == "" {
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

// beyondTold leaves out of a message that tells something the wishes that are made of nothing else: "meu marido não come porco" asks for
// no dish.
func beyondTold(parts []asked, message string) []asked {
	tells := slices.ContainsFunc(parts, func(a asked) bool { return a.act == "tell" })
	if !tells || strings.Contains(message, "?") || (asked{text: message}).says("what_may") {
		return parts
	}
	return slices.DeleteFunc(parts, func(a asked) bool {
		dishes := a.act == "find_dishes" || a.act == "about_dish" || a.act == "order"
		return dishes && !slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind != "people" && s.Kind != "name" && factKind(s) == "" })
	})
}

// ofOther gives what is told of "her" to who is named in the same sentence, or to the only other person at the table who has a name, if
// the message names nobody.
func ofOther(facts []args, o own) []args {
	a := asked{text: o.Turn.Message, at: o.Scene}
	others := slices.DeleteFunc(slices.Clone(o.Scene.Table), func(p hook.Person) bool { return p.Name == "" })
	young := func(name string) bool { return asked{text: name}.says("children") }
	kids := slices.DeleteFunc(slices.Clone(others), func(p hook.Person) bool { return !young(p.Name) })
	for _, f := range facts {
		name, _ := f["person"].(string)
		what, _ := f["what"].(string)
		if len(kids) == 1 && young(name) && !(asked{text: name}).says("own") && len(hook.Among(others, name)) == 0 {
			f["person"] = kids[0].Name // "o pequeno" is the only child there is
		}
		if name != hook.Companion {
			continue
		}
		in := strings.Join(slices.DeleteFunc(sentences(a.text), func(s string) bool { return !strings.Contains(s, what) }), "")
		if before, _, _ := strings.Cut(in, what); a.part(before).says("one_of") {
			continue // "um é alérgico a camarão e minha filha quer massa"
		}
		if who := a.spokenOf(in); len(who) == 1 {
			f["person"] = who[0]
		} else if len(who) == 0 && a.says("third") && len(others) == 1 && !others[0].Is(hook.Companion) {
			f["person"] = others[0].Name
		}
	}
	return slices.DeleteFunc(facts, func(f args) bool { // "e lembra da pimenta" tells of nobody else
		what, _ := f["what"].(string)
		return f["person"] == hook.Companion && f["kind"] == "dislike" && slices.ContainsFunc(others, func(p hook.Person) bool {
			return slices.ContainsFunc(slices.Concat(p.Allergies, p.Diets, p.Dislikes), func(need string) bool { return understand.Alike(need, what) })
		})
	})
}

// rights reports whether a message puts right of whom something was told.
func rights(r understand.Reading, o own) bool {
	to, _ := r.Moved(o.Turn.Message)
	return len(to) > 0 && len(o.Scene.Said) > 0
}

// moved takes what is told of somebody, where a message puts right whose it is, from who was said to have it. If the message does not
// say what, it is what the guest told last: "não sou eu, é minha mãe".
func moved(facts []args, r understand.Reading, o own) []args {
	to, from := r.Moved(o.Turn.Message)
	need := func(f args) bool { return f["kind"] != "like" && f["kind"] != "name" && f["over"] == nil }
	if len(to) == 0 {
		return facts
	}
	for _, f := range slices.Clone(facts) {
		if who, _ := f["person"].(string); f["over"] != nil && !slices.ContainsFunc(facts, need) && !hook.SameName(who, to[0]) {
			facts = append(facts, args{"what": f["what"], "kind": f["kind"], "person": to[0]}) // "it is my aunt's allergy, I do eat fish"
		}
	}
	for i := len(o.Scene.Said) - 1; !slices.ContainsFunc(facts, need) && i >= max(0, len(o.Scene.Said)-3); i-- {
		for _, f := range told(understand.Read(o.Scene.Said[i], understand.Before{}), o.Scene.Said[i], o.Scene.Said[:i]...) {
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
		had := slices.DeleteFunc(slices.Clone(o.Scene.Table), func(p hook.Person) bool {
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

// tells remembers the fact in a sentence to the staff: of "avisem o chef que sou celíaca" that the guest is celíaca.
func (h *hearing) tells(x aside, kind string) {
	passed := x.sentence
	if m := saysThat().FindStringIndex(passed); m != nil {
		passed = passed[m[1]:]
	}
	of := func(clause string) []args {
		return ofOther(told(understand.Reading{Spans: understand.Read(clause, understand.Before{}).Spans}, clause), h.o)
	}
	whole := of(h.a.text)
	for _, facts := range [][]args{of(passed), whole} {
		for i, f := range facts { // whose it is may stand before: "my wife has gout, the doctor says no wine"
			if at := slices.IndexFunc(whole, func(w args) bool { return w["what"] == f["what"] && w["person"] != nil }); at >= 0 && f["person"] == nil {
				facts[i] = whole[at]
			}
		}
		if len(facts) > 0 && kind != "" && x.subject != "person" && x.subject != "ask" {
			h.add("tell", call("remember", args{"facts": facts}), "")
			return
		}
	}
}
