package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Need is something that somebody at the table must not have.
type Need struct {
	What string   `json:"what"` // the guest's words: "camarão", "celíaca"
	Kind string   `json:"kind"` // allergy, intolerance or diet
	Of   []string `json:"of"`   // whose it is: "minha irmã"; "" is the guest, Somebody an unnamed companion
	Over bool     `json:"over,omitempty"`

	// Plain says that the words say so themselves, whatever the reader makes of them.
	Plain bool `json:"plain,omitempty"`

	// Sober says that somebody drives or is under age: it is theirs alone.
	Sober bool `json:"sober,omitempty"`

	From int `json:"-"` // in the message, in bytes
	To   int `json:"-"`
}

// Somebody is the owner of a need of whom the message does not say who it is.
const Somebody = "companion"

// Needs returns what people at the table must not have, of a message and its reading.
// In doubt an allergy is one; what is denied or past is Over; what is supposed, or
// said of somebody who does not come, is left out.
// Said are the guest's messages before it, oldest first: "ela" may be somebody there.
func (r *Reading) Needs(text string, said ...string) (all []Need) {
	h := hear(text, r.Spans)
	grounds := h.grounds()
	for i := range h.things {
		t := &h.things[i]
		if t.span < 0 {
			continue
		}
		s := &r.Spans[t.span]
		kind := map[string]string{"allergy": "allergy", "intolerance": "intolerance", "cannot": "diet"}[s.P]
		if kind == "" || courses[lang.Fold(s.Text)] || kind == "diet" && isMedicine(s.Text) {
			continue
		}
		if words := strings.Fields(lang.Fold(s.Text)); kind == "diet" && grounds[i].lacks() && grounds[i].why != "lacks-reason" && seasoning[words[len(words)-1]] { // "um suco sem açúcar para ele"
			continue
		}
		n := Need{What: s.Text, Kind: kind, Of: h.called(s, grounds[i], said), Over: s.Drop || s.When == "past", Plain: grounds[i].plain(), From: s.From, To: s.To}
		if in := h.sentenceOf(t.from, h.sentences()); n.Over && n.Plain && !s.Drop && !grounds[i].over && !slices.ContainsFunc(h.tokens[in.from:in.to], func(t token) bool { return pastWords[t.word] }) {
			n.Over = false // no score alone makes it past
		}
		if n.Over && (h.anew(t, grounds[i]) || h.reminds(h.sentenceOf(t.from, h.sentences())) || s.When != "past" && h.abstains(t) && !h.withdrawn(h.sentenceOf(t.from, h.sentences()), t.from)) {
			n.Over = false
		}
		if n.Over && !h.takesBack(t, grounds[i]) {
			continue
		}
		if h.sober(t) {
			n.What = alcohol(text)
		}
		if s.Of == "other" && (!n.Plain || len(n.Of) == 0 || n.Of[0] == "" || n.Of[0] == Somebody) { // of somebody who does not come
			continue
		}
		if n.Kind == "diet" && len(n.Of) > 0 && n.Of[0] == Somebody && h.ofThat(t) {
			continue
		}
		if len(n.Of) > 0 && !n.Over && !slices.Contains(n.Of, "") && meToo().MatchString(lang.Fold(text[s.To:])) {
			n.Of = append(slices.Clone(n.Of), "")
		}
		if len(n.Of) > 0 && !slices.ContainsFunc(all, n.repeats) {
			all = append(all, n)
		}
	}
	stated := slices.Clone(all)
	all = slices.DeleteFunc(all, func(n Need) bool { // "he is allergic to nuts, so nothing that is of nuts" takes nothing back
		return n.Over && slices.ContainsFunc(stated, func(o Need) bool {
			return !o.Over && lang.Fold(o.What) == lang.Fold(n.What) && slices.Equal(o.Of, n.Of)
		})
	})
	for _, n := range append(h.minors(said), h.drivers()...) {
		all = slices.DeleteFunc(all, func(had Need) bool { // "she is driving, so she won't drink"
			return n.What == drinksOf(h.text) && had.What == alcohol(h.text) && slices.Equal(had.Of, n.Of)
		})
		if !slices.ContainsFunc(all, func(had Need) bool { return lang.Fold(had.What) == lang.Fold(n.What) && slices.Equal(had.Of, n.Of) }) {
			all = append(all, n)
		}
	}
	return all
}

// meToo follows what somebody must not have where the guest must not either: "minha mãe é alérgica a leite e eu também".
var meToo = pattern.Of(`^\s*(?:(?:e|y|and) )?(?:(?:eu|yo|me|i am|i m) (?:tambem|tb|tbm|tambien|too|as well)|so am i)\b`)

var pastWords = lang.Set("era eram was were tinha used tenia had fui foi fue fomos tive teve tuve been antes before outgrew curou curei curada passou paso deixei deixou deje dejo parei parou stopped quit quando cuando when crianca menino menina nino nina kid child anymore longer mais mas nunca never already ja ya superou superei virou volvi voltei")

// misses reports whether somebody has not had a dish for a while, or never, and does not say
// that they must not: "faz anos que não como feijoada". Who has had no meat for years goes
// without it.
func (h *hearing) misses(t *thing) bool {
	s := h.sentenceOf(t.from, h.sentences())
	group := slices.ContainsFunc(h.tokens[t.from:t.to], func(t token) bool { return foodGroups[t.word] })
	return !t.allergen && !t.state && !group && !h.sober(t) && longAgo().MatchString(lang.Fold(h.text[h.tokens[s.from].from:h.tokens[t.from].from])) &&
		!slices.ContainsFunc(h.has[s.from:s.to], func(r role) bool { return r&(allergy|intolerance) != 0 })
}

var (
	longAgo    = pattern.Of(`\b(?:(?:faz|fazem|ha|tem|hace|hacia) .*\bque (?:\w+ )?(?:nao|no|n)\b|quanto tempo .*\b(?:nao|no)\b|nunca (?:comi|bebi|tomei|provei|experimentei|comimos|probe|he probado)|never (?:had|tried|eaten|tasted)|(?:haven|hasn|have|has)(?:\W?t| not) (?:had|eaten|tasted|tried))\b`)
	foodGroups = lang.Set("carne carnes meat porco pork cerdo boi vaca beef res peixe peixes fish pescado frango galinha chicken pollo marisco mariscos camarao shrimp alcool alcohol acucar sugar azucar doce doces sweets dulce dulces pao bread pan fritura frituras leite milk leche queijo cheese queso ovo ovos egg eggs huevo huevos cafe coffee cafeina caffeine sal salt pimenta refrigerante soda gaseosa")
)

// joins reports whether the guest asks to have what somebody else has, and says of nobody that they
// must not: "they got the pudding? could I have one too".
func (h *hearing) joins() bool {
	return havingToo().MatchString(lang.Fold(h.text)) && !slices.ContainsFunc(h.has, func(r role) bool { return r&(triggering|lacks) != 0 })
}

var havingToo = pattern.Of(`\b(?:(?:can|could|may) (?:i|we) (?:have|get|order|try)|i ll have|we ll have|i d like|posso (?:pedir|ter|comer|provar)|podemos pedir|quero|queria|queremos|me traz|me ve|quiero|quisiera|puedo (?:pedir|comer|probar)|podemos pedir|me trae|me da)\b.*\b(?:too|as well|tambem|tb|tbm|tambien|igual)\b`)

// wonders reports whether the clause of a thing asks whether somebody may have it.
func (h *hearing) wonders(t *thing) bool {
	s := h.sentenceOf(t.from, h.sentences())
	begin, end := h.clause(s, t.from)
	return s.asked && !t.state && (h.permits(begin, end) || !t.allergen && h.asksIn(begin, end, holding)) // "o pudim leva ovo?"
}

// Wonders returns the clauses of a message that ask whether somebody may have something: "o quindim dá pra mim" of
// "tenho alergia a ovo, o quindim dá pra mim?".
func Wonders(text string) (all []string) {
	h := hear(text, nil)
	for _, s := range h.sentences() {
		for i := s.from; s.asked && i < s.to; {
			begin, end := h.clause(s, i)
			if h.permits(begin, end) {
				all = append(all, text[h.tokens[begin].from:h.tokens[end-1].to])
			}
			i = end + 1
		}
	}
	return all
}

// permits reports whether some tokens speak of what may be had, and of nobody who must not.
func (h *hearing) permits(begin, end int) bool {
	return h.asksIn(begin, end, permitting)
}

// asksIn reports whether some tokens have a word, and tell of nobody who must not have something.
func (h *hearing) asksIn(begin, end int, words map[string]bool) bool {
	return slices.ContainsFunc(h.tokens[begin:end], func(t token) bool { return words[t.word] }) &&
		!slices.ContainsFunc(h.tokens[begin:end], func(t token) bool { return negating[t.word] }) && !slices.ContainsFunc(h.has[begin:end], func(r role) bool { return r&(triggering|lacks) != 0 })
}

var permitting = lang.Set("pode posso podemos podem possa possam possamos pueda puedan podamos da rola serve puedo puede podemos pueden sirve can could may ok okay safe fine seguro segura tranquilo tranquila")

// holding are words by which it is asked what is in a dish.
var holding = lang.Set("leva levam tem contem lleva llevan tiene contiene has have contain contains made feito feita hecho hecha vem viene")

// ofThat reports whether a question is whether a dish is what a thing says: "is that one vegan?"
func (h *hearing) ofThat(t *thing) bool {
	s := h.sentenceOf(t.from, h.sentences())
	return s.asked && slices.ContainsFunc(h.tokens[max(s.from, t.from-4):t.from], func(t token) bool { return thisDish[t.word] })
}

var thisDish = lang.Set("isso isto esse essa este esta esto eso ese esa that this it")

// isMedicine reports whether words name a medicine and not which: it is nobody's diet.
func isMedicine(text string) bool {
	all := sensesOf(tokens(text))
	return len(Foods(text)) == 0 && slices.ContainsFunc(all, func(m meaning) bool { return m.class == classMedicine }) && !slices.ContainsFunc(all, func(m meaning) bool {
		return roleOf(m)&stateOrIll != 0 || m.class == classAllergen || m.class == classFoodGroup
	})
}

var classMedicine = hash("medicine")

// Refers reports whether a need of a message only names somebody of whom it was told
// before: "o que o vegetariano pode comer?".
func Refers(text string, n Need, said []string) bool {
	before := strings.Fields(lang.Fold(text[:n.From]))
	if len(before) == 0 || !naming[before[len(before)-1]] || n.Over || n.Kind != "diet" || len(Foods(n.What)) > 0 {
		return false
	}
	if raw := strings.Fields(text[:n.From]); len(raw) > 1 {
		if verb := raw[len(raw)-2]; verb != "e" && singular[lang.Fold(verb)] || strings.HasSuffix(verb, "'s") || strings.HasSuffix(verb, "’s") {
			return false // "a Ana é a vegana" tells of her
		}
	}
	same := lang.Stem(lang.Fold(strings.Fields(n.What + " .")[0]))
	return slices.ContainsFunc(tokens(strings.Join(said, " ")), func(t token) bool { return len(t.word) > shortWord && lang.Stem(t.word) == same })
}

var naming = lang.Set("o a os as the el la los las pro pra pros pras do da al del")

// seasoning is what a dish may be wished for without as a matter of taste.
var seasoning = lang.Set("acucar azucar sugar sal salt pimenta pimiento pepper cebola cebolla onion onions alho ajo garlic coentro cilantro coriander gelo hielo ice molho salsa sauce gordura grasa fritura frituras")

// courses are parts of a card, which nobody must go without: "tem sobremesa para ela?".
var courses = lang.Set("sobremesa sobremesas entrada entradas prato pratos principal principais dessert desserts starter starters main mains postre postres plato platos petisco petiscos snack snacks")

// repeats reports whether a need says once more what another does: "está dirigindo,
// não bebe".
func (n *Need) repeats(other Need) bool {
	return lang.Fold(n.What) == lang.Fold(other.What) && n.Kind == other.Kind && n.Over == other.Over && slices.Equal(n.Of, other.Of)
}

// Needs returns what people at the table must not have, of a message alone.
func Needs(text string) []Need {
	r := Read(text, Before{})
	return r.Needs(text)
}

// Whose returns whose something is that stands at a byte of a message, after those
// that were said before: see [Need].
func Whose(text string, at int, said ...string) []string {
	h := hear(text, nil)
	i := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > at })
	if i < 0 {
		return []string{Somebody}
	}
	return h.whose(i).after(said)
}

// after returns the names of who owns a need, by what was said before.
func (o owner) after(said []string) []string {
	if o.they != "" {
		if name := standsFor(o.they, said); name != "" {
			return []string{name}
		}
	}
	return o.of
}

// called returns the names of whose a need is. Nobody is who does not come.
func (h *hearing) called(s *Span, g ground, said []string) []string {
	gone := func(name string) bool {
		return slices.ContainsFunc(h.people, func(p person) bool { return p.gone && p.name == name })
	}
	o := h.owners(g)
	of := slices.DeleteFunc(o.after(said), gone)
	sure := o.sure || len(of) == 1 && of[0] != "" && of[0] != Somebody
	switch self := len(of) == 1 && of[0] == ""; {
	case len(h.people) == 0 && g.at > 0 && own[h.tokens[g.at-1].word]: // "minha alergia"
		return []string{""}
	case len(of) == 0, sure, self == (s.Of == ""):
		return of
	case s.Of == "":
		return []string{""}
	case s.Of == "companion" && len(h.people) == 1:
		return []string{h.people[0].name}
	}
	return []string{Somebody}
}

var own = lang.Set("meu minha meus minhas my mine mi mis mia mio")

// alcohol is its word in the language of a text.
func alcohol(text string) string {
	if l, _ := lang.Detect(text); l == lang.Portuguese {
		return "álcool"
	}
	return "alcohol"
}

// least is how likely the reader must find it that somebody must not have a thing, by
// the words that say so: measured on writers that a reader was not trained on. What
// is plain needs no reader.
var least = map[string]float32{
	"reacts": 0.2, "reacts-before": 0.2, "reacts-earlier": 0.2, "refuses-asked": 0.8, "quits-asked": 0.8,
	"lacks-reason": 0.2, "lacks": 0.6, "lacks-for": 0.4, "lacks-served": 1, "lacks-asked": 1, "asked-reason": 0.6, "asked": 0.92, "none-reason": 0.75, "none": 0.8, "host": 1,
	"state-said": 0.3, "state": 0.6, "state-asked": 0.6, "state-dish": 0.9,
}

// leastUnknown is how likely it must be of a word that no list knows.
const leastUnknown = 0.8

// settle puts right what spans say of who must not have what, by the rules, and adds
// what the reader has overlooked: no score alone decides about an allergy.
func (r *Reader) settle(m *message, spans []Span, forget bool) []Span {
	h := hear(m.text, spans)
	grounds := h.grounds()
	shares := r.sharesOf(m, h, grounds, spans)
	var added []Span
	for i, g := range grounds {
		t := &h.things[i]
		if t.span < 0 {
			if g.any && least[g.why] == 0 {
				added = append(added, h.span(t, g))
				suppose(&added[len(added)-1])
			} else if (least[g.why] == 0 || t.sure && g.why == "state-said" && (!g.over || h.withdrawn(h.sentenceOf(t.from, h.sentences()), t.from)) || g.lacks() && shares[i] > 0 && shares[i] >= least[g.why]) && !g.out {
				added = append(added, h.span(t, g))
			}
			continue
		}
		s := &spans[t.span]
		if g.any {
			suppose(s)
			continue
		}
		if h.empty(t) {
			if s.P != "want" && s.P != "like" {
				s.P = ""
			}
			continue
		}
		if h.wonders(t) && s.P != "want" {
			s.P = ""
			continue
		}
		if h.misses(t) || h.joins() {
			s.P = "want"
			continue
		}
		need, unknown := least[g.why], !t.known && least[g.why] > 0
		if need > 0 && (s.P == "allergy" || s.P == "intolerance" || s.P == "cannot") && h.liked(t) {
			s.P = "like"
			continue
		}
		if (s.P == "allergy" || s.P == "intolerance") && g.why != "host" && g.why != "asked" && g.why != "lacks-asked" {
			need, unknown = min(need, 0.5), false // in doubt an allergy is one
		}
		switch never := s.P == "allergy" || s.P == "intolerance" || s.P == "cannot"; {
		case g.out || shares[i] < need || unknown && (t.state && shares[i] < 0.97 || shares[i] < leastUnknown):
			if never {
				s.P = ""
				if g.lacks() {
					s.P = "not"
				}
			}
		case s.Kind == "fact" && s.P != "allergy":
		case g.over && !never && least[g.why] > 0:
		default:
			h.assign(s, g)
			if !never || least[g.why] == 0 && g.p != "cannot" && (g.p != "dislike" || s.P != "allergy") {
				s.P = g.p
			}
			s.Drop = g.why != "instead" && ((s.Drop || forget) && (h.unsays(t, g) || g.over) || g.over && s.When != "past")
		}
	}
	for i := range spans {
		if s := &spans[i]; s.P == "dislike" {
			at := max(0, slices.IndexFunc(h.tokens, func(t token) bool { return t.from >= s.From }))
			if h.assign(s, ground{at: at}); h.likedAt(at) {
				s.P = "like" // "prefiro vinho tinto"
			}
		}
	}
	if len(added) > 0 {
		spans = append(spans, added...)
		slices.SortStableFunc(spans, func(a, b Span) int { return a.From - b.From })
	}
	return spans
}

// suppose makes what whoever must not have of a span a wish for this once: "para quem não come ovo" is
// without eggs.
func suppose(s *Span) {
	if s.P, s.Of, s.Drop = "not", "", false; s.Kind == "diet" {
		s.P = "want"
	}
}

// unsays reports whether the sentence of a thing has a word that takes it back: nothing is
// withdrawn because a score says so. What is plainly said of somebody is by its own clause
// alone, or by a word such as "forget": "sorry, Ana is the vegan, not Rui".
func (h *hearing) unsays(t *thing, g ground) bool {
	s := h.sentenceOf(t.from, h.sentences())
	begin, end := s.from, s.to
	if g.plain() {
		begin, end = h.clause(s, t.from)
	}
	return slices.ContainsFunc(h.tokens[s.from:s.to], func(t token) bool { return forgetting[t.word] }) ||
		slices.ContainsFunc(h.tokens[begin:end], func(t token) bool { return negating[t.word] || unsaying[lang.Stem(t.word)] })
}

var unsaying = stems("scratch ignore ignora disregard desconsidera esquece esqueca esquecer apaga apagar apague deleta deletar delete remove remover retira retirar tira tirar exclui excluir exclua limpa forget erase remove drop clear wipe scrap olvida olvidar olvide olvidate borra borrar borre elimina eliminar elimine quita quitar mais anymore longer over corrige correct mistake engano erro errado equivoque wrong sorry desculpa perdon passou curou sarou old antiga antigo vieja viejo")

// stems are the stems of words.
func stems(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[lang.Stem(w)] = true
	}
	return all
}

// empty reports whether a thing is made of verbs, pronouns and words such as "tudo":
// nobody does without "everything". "Não bebe" is a thing: it means alcohol.
func (h *hearing) empty(t *thing) bool {
	if h.sober(t) || t.allergen { // "soy" is also a verb
		return false
	}
	for k := t.from; k < t.to; k++ {
		w := h.tokens[k].word
		if h.has[k]&(allergy|intolerance) == 0 && !vague[w] && !eating[w] && !pronouns[w] && !first[w] && !third[w] && !linking[w] && !counting[w] && !negating[w] {
			return false
		}
	}
	return true
}

// sober reports whether a thing says that somebody drinks no alcohol: "não bebe",
// "designated driver".
func (h *hearing) sober(t *thing) bool {
	if slices.ContainsFunc(h.has[t.from:t.to], func(r role) bool { return r&dry != 0 }) {
		return true
	}
	verb := slices.ContainsFunc(h.tokens[t.from:t.to], func(t token) bool { return drinking[t.word] })
	return verb && slices.ContainsFunc(h.has[t.from:t.to], func(r role) bool { return r&(state|refuses) != 0 })
}

// liked reports whether a thing is what somebody says that they like, just before it:
// "adoro camarão e sou alérgica a lula".
func (h *hearing) liked(t *thing) bool { return h.likedAt(t.from) }

// likedAt reports whether a verb of liking stands before the words that begin at a token.
func (h *hearing) likedAt(from int) bool {
	k := from - 1
	for k > 0 && (determining[h.tokens[k].word] || belonging[h.tokens[k].word] || h.thingAt(k) != nil && h.has[k] == 0 || linkers[h.tokens[k].word]) {
		k--
	}
	if k > 0 && bringing[h.tokens[k].word] && able[h.tokens[k-1].word] { // "pode trazer leite"
		k--
	} else if k < 0 || !loving[h.tokens[k].word] {
		return false
	}
	return !slices.ContainsFunc(h.tokens[max(0, k-3):k], func(t token) bool { return negating[t.word] })
}

var bringing = lang.Set("trazer traer mandar llevar levar caprichar colocar botar poner bring")

var loving = lang.Set("adoro adora adoramos amo ama amamos gosto gosta gostamos curto love loves like likes encanta encantan gusta gustan prefiro prefere preferimos preferem prefiero prefiere prefieren prefer prefers")

// owners returns whose the ground of a need is. What is only left out, or asked
// about, is for who has the reason: "sem leite, minha filha é alérgica".
func (h *hearing) owners(g ground) owner {
	at := g.at
	if o := h.whose(at); o.sure && len(o.of) == 1 && o.of[0] != "" && o.of[0] != Somebody && o.they == "" {
		return o // "Ana is vegan, and Rui can't have nuts"
	}
	if h.cause >= 0 && least[g.why] > 0 && !strings.HasPrefix(g.why, "state") && !strings.HasPrefix(g.why, "reacts") {
		if who, _ := h.forWhom(at); who == "" {
			at = h.cause
		}
	}
	return h.whose(at)
}

// assign says in a span whose the need is, if the words say so.
func (h *hearing) assign(s *Span, g ground) {
	o := h.owners(g)
	switch of := o.of; {
	case s.Of == "other" || !o.sure:
	case len(of) > 1 && s.Of == "party":
	case len(of) > 1 && of[0] != "":
		s.Of = "companion"
	case of[0] == "":
		s.Of = ""
	case s.Of == "":
		s.Of = "companion"
	case of[0] != Somebody:
		s.Of = "companion"
	}
}

// ownRole returns what a thing says itself: "lactose intolerant", "nut allergy".
func (h *hearing) ownRole(t *thing) string {
	for k := t.from; k < t.to; k++ {
		switch {
		case h.has[k]&intolerance != 0:
			return "intolerance"
		case h.has[k]&allergy != 0:
			return "allergy"
		}
	}
	return ""
}

// span makes one of a thing that the reader has overlooked.
func (h *hearing) span(t *thing, g ground) Span {
	s := Span{Kind: "food", P: g.p, Drop: g.over, From: h.tokens[t.from].from, To: h.tokens[t.to-1].to}
	s.Text = h.text[s.From:s.To]
	if t.state {
		s.Kind = "diet"
	}
	h.assign(&s, g)
	return s
}

// sharesOf returns how likely each thing of a message is something that somebody must not
// have. What is left out in one breath ("no meat, no fish and no eggs") is as likely as the
// likeliest of it.
func (r *Reader) sharesOf(m *message, h *hearing, grounds []ground, spans []Span) []float32 {
	all, found := make([]float32, len(grounds)), r.shares(m, spans)
	for i := range h.things {
		if at := h.things[i].span; at >= 0 {
			all[i] = found[at]
		}
		for k := i; k > 0 && grounds[k].lacks() && grounds[k-1].why == grounds[k].why && h.listed(&h.things[k-1], &h.things[k]); k-- {
			all[k], all[k-1] = max(all[k], all[k-1]), max(all[k], all[k-1])
		}
	}
	return all
}

// listed reports whether two things are of one list: "no meat, no fish".
func (h *hearing) listed(a, b *thing) bool {
	apart := false
	for k := a.to; k < b.from; k++ {
		w := h.tokens[k].word
		if !linking[w] && !lacking[w] {
			return false
		}
		apart = apart || w == "," || linkers[w] || lacking[w]
	}
	return apart
}

// shares returns how likely each span is something that somebody must not have.
func (r *Reader) shares(m *message, spans []Span) []float32 {
	var places []place
	for i := range spans {
		p := place{Kind: slices.Index(Kinds, spans[i].Kind)}
		p.From = slices.IndexFunc(m.tokens, func(t token) bool { return t.to > spans[i].From })
		for p.To = p.From; p.To < len(m.tokens) && m.tokens[p.To].from < spans[i].To; p.To++ {
		}
		places = append(places, p)
	}
	all := make([]float32, len(spans))
	f, scores := make([]feature, 0, 256), make([]float32, valueCount)
	for i, p := range places {
		f = m.ofSpan(f[:0], p, spans[:i], places)
		clear(scores)
		r.attributes.addAll(f, scores)
		all[i] = share(scores[:len(Attributes[0].Values)], firstNever, lastNever)
	}
	return all
}
