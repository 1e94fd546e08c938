package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// memo is what an act about the house's book calls.
func (a asked) memo() []llm.ToolCall {
	in := args{}
	switch {
	case a.act == "recall" && !a.hasWord(forgetWords):
		return call("recall", in)
	case a.act == "recall", a.act == "forget": // "apague o que sabe da minha saúde" asks for nothing to be told
		what, except := a.forgotten()
		if what == "everything" && len(except) == 0 && !a.hasWord(ofAll) { // "tá, esquece": of what, if of anything, they see
			return call("recall", in)
		}
		in.put("what", what)
		in.put("except", except)
		return call("forget", in)
	case a.last == "consent" && a.act == "no" && !a.refusesFirst():
		return nil // "which of them is light? I can't eat much" goes on with something else
	case a.last == "consent" && a.act == "yes" && !a.says("keep") && slices.ContainsFunc(a.with, func(act string) bool { return act != "yes" && act != "tell" && !courtesies[act] }):
		return nil // the book tells whether "claro, e me traz a conta" is a yes to it
	case a.last == "consent":
		in.put("answer", a.act)
		if a.act == "yes" {
			in.put("only", a.named("food", "diet", "drink")) // "só a do camarão"
		}
		return call("consent", in)
	}
	return nil
}

// refusesFirst reports whether a message begins with a no, or speaks of keeping: an answer
// to whether something may be kept.
func (a asked) refusesFirst() bool {
	words := strings.Fields(lang.Squeeze(lang.Fold(a.text)))
	return slices.ContainsFunc(words[:min(len(words), 4)], func(w string) bool { return is(w, "refuse") }) ||
		slices.ContainsFunc(words, func(w string) bool { return is(w, "keep") })
}

// permission is a sentence that lets a need be kept, said beside something else, and that rest:
// "you can remember the nuts. Any dessert?"; empty: there is none.
func permission(message string) (sentence, rest string) {
	for _, sentence := range sentences(message) {
		p := asked{text: sentence, spans: understand.Read(sentence, understand.Before{}).Spans}
		rest = strings.TrimSpace(strings.Replace(message, sentence, "", 1))
		if p.says("may_keep") && !p.says("not") && !strings.Contains(sentence, "?") && wishes(rest) && (!p.says("keep") || p.has("food", "diet") || p.countWord(ofHealth) > 0) {
			return sentence, rest
		}
	}
	return "", ""
}

// wishes reports whether words ask for something that the house does.
func wishes(rest string) bool {
	acts := understand.Read(rest, understand.Before{}).Acts
	return len(strings.Fields(rest)) > 2 && len(acts) > 0 && acts[0].Score >= heardLeast && subjects[acts[0].Name] != "" && subjects[acts[0].Name] != "memory"
}

// permits records a permission, and returns the rest of the message.
func (c *Concierge) permits(o own, add func(act string, calls []llm.ToolCall, words string)) (rest string, ok bool) {
	sentence, rest := permission(o.Turn.Message)
	if o.Turn.Message, o.Did = sentence, ""; sentence == "" {
		return "", false
	}
	calls := c.keeping(o, understand.Read(sentence, understand.Before{}), nil)
	if calls != nil {
		add("keep", calls, "")
	}
	return rest, calls != nil
}

// keeping records what a guest says of having needs of people at the table kept: "pode
// guardar a alergia dela". Each clause is of whom it speaks ("keep mine, not hers"). If
// none names anybody, the house has not asked, and one alone has needs, it is of them.
func (c *Concierge) keeping(o own, r understand.Reading, facts []args) (calls []llm.ToolCall) {
	a := asked{text: o.Turn.Message, at: o.Scene}
	if c.Keeping == nil || !a.says("keep") && !a.says("may_keep") && o.Did != "consent" || does(r, "forget") && erases(a.text) {
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
	said := map[string]string{}
	for _, clause := range clauses(a.text) {
		if p := a.part(clause); !p.says("keep") && !p.says("may_keep") && !p.says("refuse") && !p.says("agree") {
			continue
		}
		for _, name := range a.ofClause(clause, who, needs) {
			said[name] += clause + ", "
		}
	}
	if len(who) == 1 && o.Did != "consent" && keepsNot(a.text) { // another no is of what they have: "ele não bebe, não guarde isso"
		said = map[string]string{who[0]: a.keepingWords()}
	}
	if len(said) == 0 || len(said) == 1 && said[""] != "" && o.Did == "consent" {
		switch {
		case o.Did == "consent":
			return nil
		case len(who) == 1:
			said[who[0]] = a.keepingWords()
		case keepsNot(a.text) && slices.Contains(who, ""): // of nobody else is it said
			said[""] = a.keepingWords()
		default:
			return nil
		}
	}
	for _, name := range who {
		words := strings.Trim(said[name], ", ")
		answer := c.Keeping(words, name, needs[name])
		if answer == "" && keepsNot(words) {
			answer = "no"
		} else if answer == "" && a.part(words).says("may_keep") {
			answer = "yes"
		}
		if answer == "" && words != "" && len(said) > 1 {
			answer = map[bool]string{true: "no", false: "yes"}[a.part(words).says("refuse")]
		}
		if answer == "" || words == "" {
			continue
		}
		in := args{"answer": answer, "words": words}
		in.put("person", name)
		calls = append(calls, call("consent", in)...)
	}
	return calls
}

// keepingWords are the clauses of a message that speak of keeping something.
func (a asked) keepingWords() string {
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(clauses(a.text), func(s string) bool { return !a.part(s).says("keep") && !a.part(s).says("may_keep") }), ","))
}

// ofClause are those of some people whom a clause speaks of: by name, as "hers", or as the
// guest's own.
func (a asked) ofClause(clause string, who []string, needs map[string][]string) (of []string) {
	of = slices.DeleteFunc(a.spokenOf(clause), func(name string) bool { return !slices.Contains(who, name) })
	others := slices.DeleteFunc(slices.Clone(who), func(name string) bool { return name == "" })
	p := a.part(clause)
	if len(of) == 0 && len(others) == 1 && p.says("theirs") {
		of = others
	}
	own := slices.ContainsFunc(needs[""], func(need string) bool { return strings.Contains(stemmed(clause), stemmed(need)) })
	if len(of) == 0 && slices.Contains(who, "") && (own || p.says("ours")) {
		of = []string{""}
	}
	return of
}

// stemmed is a text of the stems of its words: "peanuts" is told of by "the peanut thing".
func stemmed(text string) string {
	all := strings.Fields(words(text))
	for i, w := range all {
		all[i] = lang.Stem(w)
	}
	return " " + strings.Join(all, " ") + " "
}

// clauses cuts a message at its marks, before "but" and before what something is for: "guarda isso,
// pra eu não repetir".
func clauses(message string) []string {
	return strings.FieldsFunc(turning().ReplaceAllString(message, ","), func(r rune) bool { return strings.ContainsRune(",;.:!?\n", r) })
}

var turning = pattern.Of(`(?i)\s(?:mas|but|pero|porém|só que|assim|así|so(?: that)?|p(?:a)?ra (?:que|eu|a gente|nós|não|no))\s`)

// forgotten is what is to be forgotten: a thing that is named, a person, or
// everything, of which something may stay ("esqueça tudo menos o amendoim").
func (a asked) forgotten() (what string, except []string) {
	named := a.named("food", "diet", "drink", "taste", "name", "fact", "cuisine")
	if who := a.spokenOf(a.text); len(who) == 1 && who[0] != "" && len(a.named("food", "diet", "drink")) == 0 { // "tudo o que sabe da Lia"
		return who[0], nil
	}
	all := strings.Fields(lang.Fold(a.text))
	isAll := slices.ContainsFunc(all, func(w string) bool { return everything[w] })
	if slices.ContainsFunc(all, func(w string) bool { return stays[w] }) && (isAll || len(named) > 0) {
		return "everything", named
	}
	if isAll && slices.ContainsFunc(all, func(w string) bool { return knows[w] }) {
		return "everything", nil // "tudo o que sabe de mim, que amanhã volto pra casa"
	}
	if len(named) > 0 {
		return named[0], nil
	}
	if who := understand.Whose(a.text, len(a.text)-1); who[0] != "" && who[0] != hook.Companion {
		return who[0], nil
	}
	if slices.ContainsFunc(strings.Fields(lang.Fold(a.text)), func(w string) bool { return ofHealth[lang.Stem(w)] }) {
		return "health", nil
	}
	if _, object := orderToForget(a.text); object != "" { // "the drink bit", "isso"
		head := thatIs().Split(object, 2)[0]
		if strings.TrimSpace(head) != "" && (asked{text: head}).countWord(ofAll) == 0 {
			return strings.TrimSpace(head), nil
		}
	}
	return "everything", nil
}

// thatIs finds where words go on to say of a thing which it is: "o bar de que falei".
var thatIs = pattern.Of(`(?i)\b(?:(?:de |lo )?que|that|which|where|onde|donde)\b`)

// erases reports whether a message has a verb of forgetting: "apaga isso", and not "não
// guarde isso", which holds until the guests leave.
func erases(message string) bool {
	return slices.ContainsFunc(strings.Fields(words(message)), func(w string) bool { return forgetWords[lang.Stem(w)] })
}

// keepsNot reports whether a message asks not to keep something: "não guarde isso".
func keepsNot(message string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		p := asked{text: c}
		return p.says("keep") && p.says("not")
	})
}

// erasesAll reports whether a message asks to have all forgotten that is known of the guest,
// and for nothing else, whatever the house has asked before: "apaga tudo, meu nome também".
func (a asked) erasesAll(beside []aside) bool {
	all := func(x aside) bool {
		words := strings.Fields(words(x.sentence))
		verb := slices.IndexFunc(words, func(w string) bool { return forgetWords[lang.Stem(w)] })
		return x.subject == "forget" && verb >= 0 && slices.ContainsFunc(words[verb:min(len(words), verb+3)], func(w string) bool { return everything[w] }) &&
			!slices.ContainsFunc(words[max(0, verb-3):verb], func(w string) bool { return is(w, "not") }) &&
			slices.ContainsFunc(words, func(w string) bool { return ofGuest[w] }) && !slices.ContainsFunc(words, func(w string) bool { return stays[w] })
	}
	if !slices.ContainsFunc(beside, all) {
		return false
	}
	r := understand.Read(a.text, understand.Before{})
	a.spans = r.Spans
	what, except := a.forgotten()
	return what == "everything" && len(except) == 0 && !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return x.Name != "forget" && !courtesies[x.Name] })
}

// erasesBut reports whether all but something is to be forgotten; of an order that may be said too.
func (a asked) erasesBut() bool {
	all := strings.Fields(words(a.text))
	verb := slices.IndexFunc(all, func(w string) bool { return forgetWords[lang.Stem(w)] })
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(all[max(0, verb):], func(w string) bool { return set[w] })
	}
	return verb >= 0 && has(everything) && has(stays) && !strings.Contains(a.text, "?") && (len(a.tab()) == 0 || a.last == "memory")
}

var forgetWords = stemSet("esqueca esquece esquecer apague apaga apagar exclua excluir delete forget erase wipe borra borre borrar olvida olvide olvidar elimina elimine eliminar deleta deletar esquecam apaguem olvidate olvidese olvidense olvidalo olvidala olvides borralo borrala borrame borrelo borres eliminalo eliminala")

// ofHealth are words for all that is known of somebody's body and diet.
var ofHealth = stemSet("saude health salud medico medica medical alimentacao dieta diet alimentar alergias allergies alergias restricoes restrictions restricciones")

// ofGuest are words of who means themselves: "meu nome", "de mim".
var ofGuest = lang.Set("nome name nombre mim")

// ofAll are words for all that is known of somebody.
var ofAll = lang.Set("tudo todo todos todas everything all dados data datos que what whatever informacoes informacion memoria memory perfil profile")

// everything and knows are words of "all that you know".
var everything, knows = lang.Set("tudo todo everything all"), lang.Set("sabe sabes sabem sepa sepas saiba souber know knew tiene tienes tem guardou guardaste have")

// stays are words for what is excepted, leftWords for what is still there.
var leftWords, stays = lang.Set("left remains sobrou restou ficou sobra resta quedo queda sobro"), lang.Set("menos exceto excepto except salvo but fora tirando")

// named returns the words of the spans of some kinds.
func (a asked) named(kinds ...string) (texts []string) {
	for _, s := range a.spans {
		if slices.Contains(kinds, s.Kind) {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

// told are the facts about people that a message tells, for the remember tool, after
// what the guest said before. Who asks to have something forgotten tells nothing; what is only
// not to be kept holds until they leave.
func told(r understand.Reading, message string, said ...string) (facts []args) {
	if slices.ContainsFunc(r.Acts, func(a understand.Act) bool {
		return a.Name == "forget" && (erases(message) || !keepsNot(message)) || a.Name == "recall"
	}) {
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
		if i > 0 && ofTaste(r.Spans[i-1], s) {
			continue // it is told with the drink
		}
		if i+1 < len(r.Spans) && ofTaste(s, r.Spans[i+1]) { // "cerveja amarga" is no dislike of beer
			s.Text += " " + r.Spans[i+1].Text
			needs = slices.DeleteFunc(needs, func(n understand.Need) bool { return n.From == s.From || n.From == r.Spans[i+1].From })
		}
		if kind == "" || kind == "name" && !understand.Introduces(message, &s) || kind != "name" && vague(s.Text) { // "sobremesa" is nothing to go without
			continue
		}
		if i := slices.IndexFunc(needs, func(n understand.Need) bool { return n.From == s.From }); i >= 0 {
			add(needs[i].What, kind, needs[i].Of, s.When == "always", needs[i].Over)
			continue
		}
		if kind == "allergy" || kind == "intolerance" || kind == "diet" {
			continue // of somebody who does not come, or said twice
		}
		if kind == "like" && s.Of == "" {
			continue // no tool obeys it, and who learns from the message says so
		}
		of := []string{""}
		if s.Of != "" {
			of = understand.Whose(message, s.From, said...)
			if len(of) == 1 && of[0] == "" {
				of = []string{hook.Companion}
			}
		}
		add(s.Text, kind, of, s.When == "always", s.Drop || s.When == "past")
	}
	for _, n := range needs {
		if !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.From == n.From && factKind(s) != "" }) { // who drives, or is under age
			add(n.What, n.Kind, n.Of, false, n.Over)
		}
	}
	for _, f := range facts { // "aqui é a Rosa": what Rosa must not have is the guest's own
		if f["kind"] == "name" && f["person"] == nil {
			name, _ := f["what"].(string)
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

// ofTaste reports whether what is disliked is something that tastes so: "cerveja amarga".
func ofTaste(thing, taste understand.Span) bool {
	return thing.P == "dislike" && taste.P == "dislike" && (thing.Kind == "food" || thing.Kind == "drink") && taste.Kind == "taste" && taste.From == thing.To+1
}

// factKind is the kind of fact that a span tells, or "": what is only asked about
// tells nothing.
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

// beyondTold leaves out of a message that tells something the wishes that are made of
// nothing else: "meu marido não come porco" asks for no dish.
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

// ofOther gives what is told of "her" to who is named in the same sentence, or to the only
// other person at the table who has a name, if the message names nobody.
func ofOther(facts []args, o own) []args {
	a := asked{text: o.Turn.Message, at: o.Scene}
	plan, _ := a.planned()
	others := slices.DeleteFunc(slices.Clone(o.Scene.Table), func(p hook.Person) bool { return p.Name == "" })
	young := func(name string) bool { return asked{text: name}.says("children") }
	kids := slices.DeleteFunc(slices.Clone(others), func(p hook.Person) bool { return !young(p.Name) })
	for _, f := range facts {
		if f["person"] == plan.Place.Name && plan.Place.Name != "" { // "vamos a Salvador" names nobody
			f["person"] = hook.Companion
		}
		if name, _ := f["person"].(string); len(kids) == 1 && young(name) && !(asked{text: name}).says("own") && len(hook.Among(others, name)) == 0 {
			f["person"] = kids[0].Name // "o pequeno" is the only child there is
		}
		if f["person"] != hook.Companion {
			continue
		}
		what, _ := f["what"].(string)
		in := strings.Join(slices.DeleteFunc(sentences(a.text), func(s string) bool { return !strings.Contains(s, what) }), "")
		if before, _, _ := strings.Cut(in, what); a.part(before).says("one_of") {
			continue // "um é alérgico a camarão e minha filha quer massa"
		}
		who := a.spokenOf(in)
		if len(who) == 0 && a.says("third") && len(others) == 1 && !others[0].Is(hook.Companion) && !hook.Speaks(a.text, others[0].Name) {
			who = []string{others[0].Name}
		}
		if len(who) == 1 {
			f["person"] = who[0]
		}
	}
	return slices.DeleteFunc(facts, func(f args) bool { // "e lembra da pimenta" tells of nobody else
		what, _ := f["what"].(string)
		return f["person"] == hook.Companion && f["kind"] == "dislike" && slices.ContainsFunc(others, func(p hook.Person) bool {
			return slices.ContainsFunc(slices.Concat(p.Allergies, p.Diets, p.Dislikes), func(need string) bool { return understand.Alike(need, what) })
		})
	})
}

// withFish makes what is told of who has no meat, and does eat fish after all, a diet of its own.
func withFish(facts []args, o own) []args {
	for _, f := range facts {
		what, _ := f["what"].(string)
		name, _ := f["person"].(string)
		at := hook.Among(o.Scene.Table, name)
		if f["over"] != true || len(at) != 1 || !fishes[lang.Fold(what)] {
			continue
		}
		p := o.Scene.Table[at[0]]
		told := slices.ContainsFunc(slices.Concat(p.Allergies, p.Diets), func(need string) bool { return understand.Alike(need, what) })
		if !told && slices.ContainsFunc(p.Diets, func(need string) bool { return meatless[lang.Fold(need)] }) {
			delete(f, "over")
			f["kind"], f["what"] = "diet", "pescetariano"
			if o.Scene.Language == lang.English {
				f["what"] = "pescatarian"
			} else if said := strings.Fields(lang.Fold(name)); slices.ContainsFunc(slices.Concat(said[:min(2, len(said))], p.Diets), woman) {
				f["what"] = "pescetariana"
			}
		}
	}
	return facts
}

// woman reports whether a word is of a woman: "minha", "vegetariana".
func woman(word string) bool {
	return strings.HasSuffix(word, "a") || word == "mulher" || word == "mujer" || word == "mae"
}

// fishes and meatless are words for fish, and for the needs of who has no meat.
var fishes, meatless = lang.Set("peixe peixes pescado pescados fish"), lang.Set("carne carnes meat vegetariano vegetariana vegetarian")

// rights reports whether a message puts right of whom something was told.
func rights(r understand.Reading, o own) bool {
	to, _ := r.Moved(o.Turn.Message)
	return len(to) > 0 && len(o.Scene.Said) > 0
}

// moved takes what is told of somebody, where a message puts right whose it is, from who was said
// to have it. If the message does not say what, it is what the guest told last: "não sou eu, é
// minha mãe".
func moved(facts []args, r understand.Reading, o own) []args {
	to, from := r.Moved(o.Turn.Message)
	need := func(f args) bool { return f["kind"] != "like" && f["kind"] != "name" && f["over"] == nil }
	if len(to) == 0 {
		return facts
	}
	tells := slices.ContainsFunc(facts, need)
	for i := len(o.Scene.Said) - 1; !tells && i >= max(0, len(o.Scene.Said)-recentlySaid); i-- {
		for _, f := range told(understand.Read(o.Scene.Said[i], understand.Before{}), o.Scene.Said[i], o.Scene.Said[:i]...) {
			who, _ := f["person"].(string)
			if need(f) && !hook.SameName(who, to[0]) && (len(from) == 0 || slices.ContainsFunc(from, func(name string) bool { return hook.SameName(name, who) })) {
				from, tells = []string{who}, true
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

// recentlySaid is how many messages back a guest puts right what they told.
const recentlySaid = 3
