package understand

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// hearing is a message with what its words say of who must not have what.
type hearing struct {
	text   string
	lang   lang.Language
	tokens []token
	has    []role // by token
	things []thing
	people []person
	cut    []sentence
	cause  int      // the token that first says why, or -1
	late   []ground // of things that the rules add
}

// role is a set of what a word does in a sentence about what somebody must not have:
// roles.txt has the words of each.
type role uint32

const (
	allergy     role = 1 << iota // alergia
	pen                          // adrenalina: of who has an allergy
	intolerance                  // intolerante
	reacts                       // incha, passa mal
	refuses                      // não come, can't have
	quits                        // evita, cortou; o médico proibiu
	lacks                        // sem, except
	state                        // celíaca, grávida, kosher
	ill                          // varfarina, cirurgia: limits for some
	dislikes                     // odeia
	likes                        // adora, quer, só bebe
	free                         // come de tudo
	unreal                       // se eu fosse
	quoted                       // no filme
	kin                          // irmã, chefe
	away                         // ex-marido
	sure                         // celíaca, and not "de dieta"
	generic                      // tem gente que
	dry                          // sóbrio, motorista da vez
	eldest                       // mais velha, behind an article
	she                          // esposa
	he                           // marido
	void                         // "pera aí", "graças a Deus", joelho: no food, no state and nobody
	missing                      // "couldn't make it"
	name                         // by the reader
)

var roleNames = []string{"allergy", "pen", "intolerance", "reacts", "refuses", "quits", "lacks", "state", "ill", "dislikes", "likes", "free", "unreal", "quoted", "kin", "away", "sure", "generic", "dry", "eldest", "she", "he", "void", "missing"}

//go:embed roles.txt
var rolesText string

// roles are those of roles.txt: by concept and by class. A concept that is left out of
// a role counts for none of its class.
var roles = sync.OnceValue(func() (r struct {
	concepts, classes, not map[uint32]role
	forms                  map[string]role
},
) {
	r.concepts, r.classes, r.not, r.forms = map[uint32]role{}, map[uint32]role{}, map[uint32]role{}, map[string]role{}
	for name, all := range wordfile.Entries(rolesText) {
		name, said := strings.CutPrefix(name, "said ")
		one := role(1) << slices.Index(roleNames, name)
		if said {
			for _, form := range wordfile.List(all) {
				r.forms[form] |= one
			}
			continue
		}
		for c := range strings.FieldsSeq(all) {
			switch c[0] {
			case '@':
				r.classes[hash(c[1:])] |= one
			case '-':
				r.not[hash(c[1:])] |= one
			default:
				r.concepts[hash(c)] |= one
			}
		}
	}
	return r
})

func roleOf(m meaning) role {
	r := roles()
	return r.concepts[m.concept] | r.classes[m.class]&^r.not[m.concept]
}

// thing is a food, a drink or a state of somebody that a message names.
type thing struct {
	from, to int  // tokens
	span     int  // the reader's, or -1
	state    bool // celíaca, and not camarão
	known    bool // by a list
	allergen bool
	sure     bool // a state that is one without doubt
}

// hear marks what the words of a message mean. Every form of the thesaurus counts,
// also one inside another ("alergia" in "alergia a camarão").
func hear(text string, spans []Span) *hearing {
	h := &hearing{text: text, tokens: tokens(text)}
	h.tokens = slices.DeleteFunc(h.tokens, func(t token) bool { return t.shape == mark && strings.Contains("'’*\"“”«»", t.word) })
	l, _ := lang.Detect(text)
	h.lang = l
	for i := range h.tokens {
		h.tokens[i].word = slip(h.tokens[i].word)
		switch t := &h.tokens[i]; {
		case t.word == "no" && l == lang.Portuguese:
			t.word = "na" // "no bolo", which is no denial
		case t.word == "el" && strings.ToLower(text[t.from:t.to]) == "él":
			t.word = "ele"
		case t.word == "como" && (strings.ToLower(text[t.from:t.to]) == "cómo" || i+1 < len(h.tokens) && (relating[h.tokens[i+1].word] || conditional[h.tokens[i+1].word] || isStateForm(h.tokens[i+1].word))):
			t.word = "how" // "anota como vegano", which is no verb
		}
	}
	n := len(h.tokens)
	h.has = make([]role, n)
	foods, states, allergens := make([]int, n), make([]int, n), make([]bool, n)
	known, said := words(), phrasesOf(h.tokens)
	for i := range h.tokens {
		for size := 1; size <= min(longestForm, n-i); size++ {
			form := said.of(i, i+size)
			if len(form) < 2 {
				continue
			}
			for k := range size {
				h.has[i+k] |= roles().forms[form]
			}
			for _, m := range slices.Concat(known.of(form), known.otherwise(form)) {
				r := roleOf(m)
				for k := range size {
					h.has[i+k] |= r
				}
				if r&(state|ill) != 0 {
					states[i] = i + size
				}
				if m.class == classAllergen || m.class == classFoodGroup {
					if !linking[h.tokens[i].word] && !linkers[h.tokens[i].word] {
						foods[i], allergens[i] = i+size, allergens[i] || m.class == classAllergen
					}
				}
			}
		}
	}
	for i := range h.tokens {
		if h.tokens[i].word == "soy" && (l == lang.English || len(h.tokens) == 1 || i > 0 && (preposed[h.tokens[i-1].word] || h.tokens[i-1].word == "and" || h.tokens[i-1].word == "or")) { // a verb in Spanish
			foods[i], allergens[i] = max(foods[i], i+1), true
		}
	}
	h.negatedVerbs()
	h.ontologyFoods(foods)
	for i := range h.tokens { // "lactose intolerant" is a form of lactose
		for k := i; k < foods[i]; k++ {
			if h.has[k]&(allergy|intolerance|refuses) != 0 && !allergens[k] {
				foods[i] = k
			}
		}
	}
	h.findThings(spans, foods, states, allergens)
	h.findPeople()
	h.troubles()
	return h
}

// phrases are the words of some tokens in one text, of which those of any tokens in a row
// are a part.
type phrases struct {
	text string
	at   []int // where each begins, and where one more would
}

func phrasesOf(all []token) phrases {
	var b strings.Builder
	at := make([]int, len(all)+1)
	for i := range all {
		b.WriteString(all[i].word)
		b.WriteByte(' ')
		at[i+1] = b.Len()
	}
	return phrases{b.String(), at}
}

// of returns the words of tokens; the one at to is not included.
func (p phrases) of(from, to int) string { return strings.TrimSuffix(p.text[p.at[from]:p.at[to]], " ") }

// otherwise returns what the thesaurus knows of a form that it has in other words:
// "remédio pra pressão" is "remédio de pressão".
func (t *thesaurus) otherwise(form string) []meaning {
	if !strings.Contains(form, " na ") && !strings.Contains(form, " para ") && !strings.Contains(form, " pra ") {
		return nil
	}
	return t.of(inOtherWords.Replace(form))
}

var inOtherWords = strings.NewReplacer(" na ", " no ", " para a ", " da ", " pra ", " de ", " para ", " de ")

var classAllergen, classFoodGroup = hash("allergen"), hash("food_group")

// negatedVerbs marks a no before a verb of eating ("não come", "doesn't really eat") or of
// liking, and what is left of all that somebody eats: "come de tudo menos".
func (h *hearing) negatedVerbs() {
	say := func(i, k int, r role) {
		for ; i <= k; i++ {
			h.has[i] = h.has[i]&^free | r
		}
	}
	for i := range h.tokens {
		if eating[h.tokens[i].word] {
			k, all := i+1, false
			for ; k < min(len(h.tokens)-1, i+6) && (vague[h.tokens[k].word] || linking[h.tokens[k].word] || h.tokens[k].word == "qualquer"); k++ {
				all = all || everything[h.tokens[k].word]
			}
			if all && excepting[h.tokens[k].word] {
				say(i, k, quits)
			}
		}
		if !negating[h.tokens[i].word] && !(h.tokens[i].word == "t" && i > 0 && h.tokens[i-1].word == "won") { // "won't"
			continue
		}
		for k := i + 1; k < min(len(h.tokens), i+4) && h.tokens[k].shape != mark && !conditional[h.tokens[k].word]; k++ {
			if eating[h.tokens[k].word] || abstaining[h.tokens[k].word] || drinking[h.tokens[k].word] && slices.ContainsFunc(h.tokens[i:k], func(t token) bool { return coming[t.word] }) { // "não vou beber"
				say(i, k, refuses)
				break
			}
			if loving[h.tokens[k].word] || h.tokens[k].word == "fa" || h.tokens[k].word == "fan" {
				say(i, k, dislikes)
				break
			}
		}
	}
}

var (
	abstaining = lang.Set("drinking bebendo bebiendo") // "isn't drinking"
	everything = lang.Set("tudo todo everything anything qualquer cualquier")
	excepting  = lang.Set("menos exceto excepto except but salvo tirando fora")
)

func (h *hearing) ontologyFoods(foods []int) {
	o := ontology.Default()
	at := 0
	for _, m := range o.Read(h.text) {
		words := strings.Fields(m.Words)
		from := find(h.tokens, at, words)
		if from < 0 || h.has[from+len(words)-1]&dry != 0 { // the ontology has a driver go without alcohol
			continue
		}
		at = from
		if o.KindsOf(m.Concept)&(ontology.Comida|ontology.Bebida) != 0 && len(o.Excluded("sem "+m.Words)) > 0 { // not "comer"
			foods[from] = max(foods[from], from+len(words))
		}
	}
}

// findThings unites what the reader found with what the lists know.
func (h *hearing) findThings(spans []Span, foods, states []int, allergens []bool) {
	taken := make([]bool, len(h.tokens))
	for s := range spans {
		sp := &spans[s]
		from := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > sp.From })
		to := from
		for to >= 0 && to < len(h.tokens) && h.tokens[to].from < sp.To {
			to++
		}
		if from < 0 || to <= from || h.onlySays(sp.Kind, from, to) || h.isVoid(from, to) {
			continue
		}
		for k := from; k < to; k++ {
			taken[k] = true
			if sp.Kind == "name" {
				h.has[k] |= name
			}
		}
		if !mayBeNeed[sp.Kind] {
			continue
		}
		if k := from - 1; k >= 0 && to == from+1 && belonging[h.tokens[k].word] && foods[from] == 0 && h.has[from]&(state|ill) == 0 && len(Foods(sp.Text)) == 0 && len(Foods(phrase(h.tokens[k:to]))) > 0 {
			from, sp.From, sp.Text = k, h.tokens[k].from, h.text[h.tokens[k].from:sp.To] // "mar" is no food, "do mar" is
		}
		t := thing{from: from, to: to, span: s}
		for k := from; k < to; k++ {
			t.known = t.known || foods[k] > 0 || h.has[k]&(state|ill) != 0
			t.state = t.state || h.has[k]&(state|ill) != 0
			t.allergen = t.allergen || allergens[k]
		}
		t.state = sp.Kind == "diet" && (t.state || !t.known)
		h.things = append(h.things, t)
	}
	for i := range h.tokens {
		to := max(foods[i], states[i])
		if to <= i || slices.Contains(taken[i:to], true) || h.has[i]&(allergy|intolerance|void) != 0 {
			continue
		}
		for k := i; k < to; k++ {
			taken[k] = true
		}
		h.things = append(h.things, thing{from: i, to: to, span: -1, state: foods[i] <= i, known: true, allergen: allergens[i], sure: h.has[i]&sure != 0})
	}
	h.unheard(taken)
	slices.SortFunc(h.things, func(a, b thing) int { return a.from - b.from })
}

// isVoid reports whether words are no food and no state: "pera aí", "cirurgia no joelho".
func (h *hearing) isVoid(from, to int) bool {
	if h.has[from]&ill != 0 {
		to = min(to+2, len(h.has))
	}
	return slices.ContainsFunc(h.has[from:to], func(r role) bool { return r&void != 0 })
}

// onlySays reports whether words say that somebody goes without something, and name
// nothing: "meu pai não bebe", "intolerante". They are heard as what they say, whatever a
// reader takes them for.
func (h *hearing) onlySays(kind string, from, to int) bool {
	says := true
	for k := from; k < to; k++ {
		if (kind == "fact" || kind == "drink") && h.has[k]&refuses != 0 && drinking[h.tokens[k].word] {
			return true
		}
		says = says && h.has[k]&(allergy|intolerance) != 0
	}
	return says
}

var mayBeNeed = lang.Set("food drink taste diet beer_style fact cuisine")
