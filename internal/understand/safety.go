package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Need is something that somebody at the table must not have.
type Need struct {
	What string   `json:"what"` // the guest's words: "camarão", "celíaca"
	Kind string   `json:"kind"` // allergy, intolerance or diet
	Of   []string `json:"of"`   // whose it is: "minha irmã"; "" is the guest, Somebody an unnamed companion
	Over bool     `json:"over,omitempty"`

	From int `json:"-"` // in the message, in bytes
	To   int `json:"-"`

	from, to int // tokens
}

// Somebody is the owner of a need of whom the message does not say who it is.
const Somebody = "companion"

// Needs hears what people at the table must not have: words of allergy, illness or
// a refusal to eat near a food ("a boca incha com camarão", "não como porco"), and
// diets said of somebody ("minha filha é celíaca"). These are rules and not learned,
// so that no score decides about an allergy: in doubt a need holds. What is denied
// or past is Over; what is supposed, or said of somebody who does not come, is left
// out.
func Needs(text string) []Need {
	h := hear(text)
	var all []Need
	for from := 0; from < len(h.tokens); {
		to := from
		for to < len(h.tokens) && !ending[h.tokens[to].word] {
			to++
		}
		asked := to < len(h.tokens) && h.tokens[to].word == "?"
		all = h.sentence(all, from, to, asked)
		from = to + 1
	}
	return all
}

// Whose returns whose something is that stands at a byte of a message: the people of
// the clause it stands in, see [Need].
func Whose(text string, at int) []string {
	h := hear(text)
	i := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > at })
	if i < 0 {
		return []string{Somebody}
	}
	return h.whose(i)
}

// hearing is a message with what its words mean.
type hearing struct {
	text   string
	tokens []token
	has    []classes // by token
	foods  []int     // by token: where the food ends that begins there, or 0
	diets  []int     // the same for a diet or an illness that excludes foods
	people []person
}

// classes are the classes of the thesaurus of all forms that a token is in.
type classes uint16

const (
	allergic classes = 1 << iota
	reacts
	cannot
	denied
	past
	stopped
	supposed
	quoted
	kin
	away
	sick
	allergen
)

// classNames are the thesaurus' names of classes, and conceptNames those of concepts
// that mean something else than their class.
var (
	classNames = map[uint32]classes{
		hash("allergy"): allergic, hash("reaction"): reacts, hash("severity"): reacts, hash("cannot_eat"): cannot, hash("diet"): sick, hash("illness"): sick, hash("belief"): sick,
		hash("fast"): sick, hash("time_past"): past, hash("hypothetical"): supposed, hash("quoted"): quoted, hash("joking"): quoted,
		hash("kin"): kin, hash("child"): kin, hash("friend_colleague"): kin,
	}
	conceptNames = map[uint32]classes{
		hash("no_restriction"): denied, hash("not_allergy_just_dislike"): denied, hash("outgrew_allergy"): stopped, hash("can_eat_now"): stopped, hash("no_longer"): stopped,
		hash("pregnant"): sick, hash("breastfeeding"): sick, hash("sober"): sick, hash("alcoholic_recovery"): sick, hash("quit_drinking"): sick, hash("designated_driver"): sick,
		hash("ex_partner"): away, hash("deceased_kin"): away, hash("single_person"): away, hash("newlywed_married"): away, hash("company_group"): away,
	}
)

// means marks a form of the thesaurus with one of its senses.
func (h *hearing) means(i, size int, m meaning) {
	if (m.class == hash("allergen") || m.class == hash("food_group")) && !linking[h.tokens[i].word] {
		h.foods[i] = i + size
		h.has[i] |= allergen
	}
	c, ok := conceptNames[m.concept]
	if !ok {
		c = classNames[m.class]
	}
	for k := range size {
		h.has[i+k] |= c
	}
}

// person is somebody who is spoken of.
type person struct {
	from, to int // tokens
	name     string
}

func hear(text string) *hearing {
	h := &hearing{text: text, tokens: tokens(text)}
	// The thesaurus writes "can't" as two words.
	h.tokens = slices.DeleteFunc(h.tokens, func(t token) bool { return t.word == "'" || t.word == "’" || t.word == "*" || t.word == "\"" })
	h.mark()
	return h
}

// mark finds what the words of a message mean: every form of the thesaurus counts,
// also one inside another ("alergia" in "alergia a camarão").
func (h *hearing) mark() {
	n := len(h.tokens)
	h.has, h.foods, h.diets = make([]classes, n), make([]int, n), make([]int, n)
	known := words()
	for i := range h.tokens {
		for size := 1; size <= min(longestForm, n-i); size++ {
			if senses := known.of(phrase(h.tokens[i : i+size])); len(senses) > 0 {
				h.means(i, size, senses[0]) // its usual one
			}
		}
	}
	o := ontology.Default()
	at := 0
	for _, m := range o.Read(h.text) {
		words := strings.Fields(m.Words)
		from := find(h.tokens, at, words)
		if from < 0 {
			continue
		}
		at = from
		switch to := from + len(words); {
		case o.KindsOf(m.Concept)&(ontology.Comida|ontology.Bebida) != 0:
			if len(o.Excluded("sem "+m.Words)) > 0 { // not "comer"
				h.foods[from] = max(h.foods[from], to)
			}
		case !m.Negated && len(o.Excluded(m.Words)) > 0:
			h.diets[from] = max(h.diets[from], to)
		}
	}
	for i := range h.tokens { // "lactose intolerant" is a form of lactose
		for k := i; k < h.foods[i]; k++ {
			if h.has[k]&allergic != 0 {
				h.foods[i] = k
			}
		}
		if h.foods[i] <= i {
			h.foods[i] = 0
		}
	}
	for i := 0; i+1 < n; i++ { // "não como", "doesn't really eat"
		for k := i + 1; negating[h.tokens[i].word] && k < min(n, i+4); k++ {
			if eating[h.tokens[k].word] {
				for x := i; x <= k; x++ {
					h.has[x] |= cannot
				}
				break
			}
			if h.foods[k] > 0 || h.tokens[k].shape == mark {
				break
			}
		}
	}
	h.findPeople()
}

// findPeople finds those who are called by what they are to the guest, with the
// words that tell them from others: "minha irmã mais nova", "my 3 year old son".
func (h *hearing) findPeople() {
	for i := 0; i < len(h.tokens); i++ {
		if h.has[i]&kin == 0 || ownWord[h.tokens[i].word] || h.has[i]&away != 0 {
			continue
		}
		from, to := i, i+1
		for to < len(h.tokens) && h.has[to]&kin != 0 && !owning[h.tokens[to].word] && !determining[h.tokens[to].word] && h.tokens[to].word != "e" {
			to++
		}
		for k := i; k > max(0, i-5); k-- {
			w := h.tokens[k-1].word
			if owning[w] || determining[w] {
				from = k - 1
				break
			}
			if ending[w] || w == "," || h.has[k-1]&(allergic|cannot) != 0 || linkers[w] {
				break
			}
		}
		for to < len(h.tokens) && (telling[h.tokens[to].word] || h.tokens[to].shape == number && to+1 < len(h.tokens) && telling[h.tokens[to+1].word] ||
			h.tokens[to].word == "de" && to+1 < len(h.tokens) && h.tokens[to+1].shape == number) {
			to++
		}
		if to < len(h.tokens) && h.tokens[to].shape == capital && h.diets[to] == 0 && h.foods[to] == 0 {
			to++ // "minha filha Bia"
		}
		if determining[h.tokens[from].word] && from < i {
			from++
		}
		for to > from+1 && h.tokens[to-1].word == "s" { // "my wife's"
			to--
		}
		h.people = append(h.people, person{from, to, h.text[h.tokens[from].from:h.tokens[to-1].to]})
		i = max(i, to-1)
	}
}

// sentence adds what a sentence tells.
func (h *hearing) sentence(all []Need, from, to int, asked bool) []Need {
	add := func(a, b int, kind string, mark int) {
		if slices.ContainsFunc(all, func(n Need) bool { return n.from < b && a < n.to }) {
			return
		}
		over, out := h.mood(from, mark, to)
		if out {
			return
		}
		n := Need{What: h.text[h.tokens[a].from:h.tokens[b-1].to], From: h.tokens[a].from, To: h.tokens[b-1].to, Kind: kind, Of: h.whose(mark), Over: over, from: a, to: b}
		if nobody := slices.ContainsFunc(h.tokens[max(from, mark-4):mark], func(t token) bool { return none[t.word] }); nobody {
			n.Over = true
		}
		all = append(all, n)
	}
	for i := from; i < to; i++ {
		if i+2 < to && freeing[phrase(h.tokens[i:i+2])] && (i == from || !negating[h.tokens[i-1].word]) && !asked { // "she is fine with lactose"
			for _, f := range h.list(i+2, to, 1) {
				before := len(all)
				if add(f[0], f[1], "allergy", i); len(all) > before {
					all[before].Over = true
				}
			}
		}
		switch has := h.has[i]; {
		case has&allergic != 0 && (i == from || h.has[i-1]&allergic == 0):
			end := i
			for end < to && h.has[end]&allergic != 0 && h.foods[end] == 0 {
				end++
			}
			kind := "allergy"
			if w := h.tokens[i].stem; strings.HasPrefix(w, "intoler") || strings.HasPrefix(w, "sens") {
				kind = "intolerance"
			}
			found := h.list(end, to, 2)
			if len(found) == 0 && (!asked || h.named(from, i)) {
				found = h.unknown(end, to)
			}
			if len(found) == 0 {
				found = h.before(from, i)
			}
			for _, f := range found {
				add(f[0], f[1], kind, i)
			}
		case has&reacts != 0:
			found := h.list(i+1, to, 4)
			if len(found) == 0 {
				found = h.before(from, i)
			}
			for _, f := range found {
				add(f[0], f[1], "intolerance", i)
			}
		case has&cannot != 0 && (i == from || h.has[i-1]&cannot == 0):
			end := i
			for end < to && h.has[end]&cannot != 0 && h.foods[end] == 0 {
				end++
			}
			if asked && !h.named(from, i) { // "não pode trocar o arroz?"
				continue
			}
			found := h.list(end, to, 1)
			if near := i - 1; len(found) == 0 && near >= from { // "porco eu não como"
				if first[h.tokens[near].word] || pronouns[h.tokens[near].word] || h.tokens[near].word == "," {
					near--
				}
				for k := near; k >= max(from, near-2); k-- {
					if h.foods[k] == near+1 {
						found = [][2]int{{k, near + 1}}
					}
				}
			}
			for _, f := range found {
				add(f[0], f[1], "diet", i)
			}
		}
		if h.diets[i] > i && h.has[i]&sick != 0 && h.isSaidOf(from, i, asked) {
			add(i, h.diets[i], "diet", i)
		}
	}
	return all
}

// list returns the foods from a token on: with no more than some words of no meaning
// before the first, and only commas, articles and conjunctions between them.
func (h *hearing) list(from, to, words int) (all [][2]int) {
	for i := from; i < to; {
		switch {
		case h.foods[i] > i:
			all = append(all, [2]int{i, min(h.foods[i], to)})
			i = h.foods[i]
		case h.startsPerson(i):
			return all
		case linking[h.tokens[i].word]:
			if h.tokens[i].word == "," && len(all) == 0 {
				return nil
			}
			i++
		case len(all) == 0 && words > 0 && h.has[i]&(allergic|cannot) == 0 && h.tokens[i].shape != mark:
			words--
			i++
		default:
			return all
		}
	}
	return all
}

// before returns the food that a word is said of from behind: "peanut allergy",
// "camarão me dá alergia", "tem castanha? sou alérgico". One that is far must be a
// usual allergen.
func (h *hearing) before(from, i int) [][2]int {
	for k := i - 1; k >= max(0, i-20); k-- {
		if h.foods[k] > k && h.foods[k] <= i && (k >= from && i-k < 6 || h.has[k]&allergen != 0) {
			return [][2]int{{k, h.foods[k]}}
		}
	}
	return nil
}

// unknown returns the word of a substance that no list has: "alérgica a xilose".
func (h *hearing) unknown(from, to int) [][2]int {
	if from == 0 || from >= to {
		return nil
	}
	i := from
	for i < to && preposed[h.tokens[i].word] {
		i++
	}
	if i < to && (i > from || preposed[h.tokens[from-1].word]) && len(h.tokens[i].word) > 3 && h.tokens[i].shape == word && !vague[h.tokens[i].word] && h.has[i] == 0 {
		return [][2]int{{i, i + 1}}
	}
	return nil
}

// isSaidOf reports whether a diet is somebody's, and not a dish's: "ela é vegana",
// "dois veganos", and not "algo vegano" or "o risoto é vegano?".
func (h *hearing) isSaidOf(from, i int, asked bool) bool {
	if i > from && (h.has[i-1]&sick != 0 || linkers[h.tokens[i-1].word]) && i-1 > from && h.diets[i-2] > 0 { // "celíaca e vegana"
		return h.isSaidOf(from, i-2, asked)
	}
	for k := i - 1; k >= max(from, i-4); k-- {
		w := h.tokens[k].word
		switch {
		case dishes[w] || h.foods[k] > 0:
			return false
		case first[w], counting[w]:
			return true
		case h.isThird(k):
			return !asked || h.named(from, k)
		case h.inPerson(k):
			return true
		case w == ",":
			return false
		}
	}
	return i == from && !asked
}

// mood tells how a word is meant in its sentence: over, or not meant at all.
func (h *hearing) mood(from, i, to int) (over, out bool) {
	begin, end := h.clause(from, i, to)
	for k := begin; k < end; k++ {
		if h.has[k]&(denied|stopped) != 0 && !(h.has[k]&stopped != 0 && h.has[i]&(cannot|sick) != 0 && h.has[k]&cannot == 0 && h.has[i]&allergic == 0) {
			over = true
		}
		if h.has[k]&quoted != 0 {
			out = true
		}
	}
	for k := from; k < i; k++ {
		if h.has[k]&supposed != 0 && unreal[h.tokens[k].word] {
			out = true
		}
	}
	for k := max(begin, i-3); k < i; k++ {
		switch w := h.tokens[k].word; {
		case negating[w] && h.has[i]&cannot == 0, w == "era", w == "was" && h.has[i]&allergic != 0, w == "tinha", w == "used", w == "tenia":
			over = true
		}
	}
	if strings.Contains(" "+phrase(h.tokens[from:to])+" ", " ja fui ") {
		over = true
	}
	for k := from; k < to; k++ {
		if absent[h.tokens[k].word] && k > from && (negating[h.tokens[k-1].word] || absentAlone[h.tokens[k].word]) && h.named(from, to) {
			out = true
		}
	}
	return over, out
}

// clause returns the clause of a token: what stands between commas and words such as
// "mas".
func (h *hearing) clause(from, i, to int) (begin, end int) {
	begin, end = i, i+1
	for begin > from && h.tokens[begin-1].word != "," && !contrasting[h.tokens[begin-1].word] {
		begin--
	}
	for end < to && h.tokens[end].word != "," && !contrasting[h.tokens[end].word] {
		end++
	}
	return begin, end
}

func (h *hearing) startsPerson(i int) bool {
	return slices.ContainsFunc(h.people, func(p person) bool { return p.from <= i && i < p.to })
}

func (h *hearing) inPerson(i int) bool { return h.startsPerson(i) }

// named reports whether somebody is spoken of between two tokens.
func (h *hearing) named(from, to int) bool {
	return slices.ContainsFunc(h.people, func(p person) bool { return p.from >= from && p.from < to }) ||
		slices.ContainsFunc(h.tokens[from:to], func(t token) bool { return first[t.word] || pronouns[t.word] })
}

// whose returns whose a need is that is spoken of at a token: the subject nearest
// before it. A verb of the first person is the guest's; of one that needs a subject
// and has none it is not said who that is.
func (h *hearing) whose(i int) []string {
	theirs, ours := false, false // a verb was passed that is somebody else's, or of us all
	for k := i; k >= 0; k-- {
		w := h.tokens[k].word
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to-1 == k }); p >= 0 {
			if all := h.together(p); !ours || all[0] == "" {
				return all
			}
			return append([]string{""}, h.together(p)...)
		}
		switch {
		case h.isName(k):
			return []string{h.text[h.tokens[k].from:h.tokens[k].to]}
		case someone[w]:
			return []string{Somebody}
		case myself[w] && !(k == i && h.has[k]&reacts != 0):
			return h.withMe(k)
		case we[w] && k > 0 && (h.tokens[k-1].word == "de" || h.tokens[k-1].word == "of"):
			return []string{Somebody} // "dois de nós"
		case we[w]:
			ours = true
		case first[w] && !theirs && !ours:
			return []string{""}
		case h.isThird(k) || pronouns[w]:
			theirs = true
		case ending[w] && !theirs:
			k = 0
		}
	}
	switch {
	case ours:
		return []string{"", Somebody}
	case theirs:
		for _, p := range h.people { // "é alérgica a camarão, a minha irmã"
			if p.from > i && p.from-i < 8 {
				return []string{p.name}
			}
		}
		return []string{Somebody}
	}
	return []string{""}
}

// isName reports whether a token is the name of a person: "a Ana é vegana".
func (h *hearing) isName(k int) bool {
	t := &h.tokens[k]
	if t.shape != capital || len(t.word) < 2 || h.foods[k] > 0 || h.diets[k] > 0 || h.has[k]&^kin != 0 || first[t.word] || pronouns[t.word] || small[t.word] {
		return false
	}
	begins := k == 0 || ending[h.tokens[k-1].word]
	return k+1 < len(h.tokens) && h.isThird(k+1) || negating[h.next(k)] && h.next(k) != "no" || !begins && determining[h.tokens[k-1].word]
}

// isThird reports whether a token is a verb of the third person: "é" is, "e" is not.
func (h *hearing) isThird(k int) bool {
	t := &h.tokens[k]
	return third[t.word] && (t.word != "e" || h.text[t.from:t.to] != "e" && h.text[t.from:t.to] != "E")
}

func (h *hearing) next(k int) string {
	if k+1 < len(h.tokens) {
		return h.tokens[k+1].word
	}
	return ""
}

// together returns a person with those whom "e" joins: "meu marido e meu filho".
func (h *hearing) together(p int) []string {
	all := []string{h.people[p].name}
	for p > 0 {
		at := h.people[p].from
		for at > 0 && determining[h.tokens[at-1].word] {
			at--
		}
		if at == 0 || !linkers[h.tokens[at-1].word] && h.tokens[at-1].word != "," {
			return all
		}
		if me := at - 2; me >= 0 && (h.tokens[me].word == "eu" || h.tokens[me].word == "i" || h.tokens[me].word == "yo" || h.tokens[me].word == "me") {
			return append([]string{""}, all...)
		}
		if h.people[p-1].to != at-1 {
			return all
		}
		p--
		all = append([]string{h.people[p].name}, all...)
	}
	if at := h.people[0].from; at > 1 && linkers[h.tokens[at-1].word] && (h.tokens[at-2].word == "eu" || h.tokens[at-2].word == "i" || h.tokens[at-2].word == "yo" || h.tokens[at-2].word == "me") {
		return append([]string{""}, all...)
	}
	return all
}

// withMe returns the guest with those whom "e" joins to them: "meu marido e eu".
func (h *hearing) withMe(me int) []string {
	if me > 1 && linkers[h.tokens[me-1].word] {
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to == me-1 }); p >= 0 {
			return append([]string{""}, h.together(p)...)
		}
	}
	return []string{""}
}

// Small words of the three languages.
var (
	ending      = lang.Set(". ! ? ;")
	linkers     = lang.Set("e and y & nem ni or ou")
	contrasting = lang.Set("mas but pero porem so although embora porque because pois")
	linking     = lang.Set(", e and y ou or nem ni a ao aos as o os to the el la los las al de do da dos das com con with any qualquer nenhum nenhuma cualquier tudo que tem tipo nada all and/or / comer eat have drink beber tomar : (")
	preposed    = lang.Set("a ao aos as o os to the al la los las el")
	owning      = lang.Set("meu minha meus minhas nosso nossa nossos nossas my our mi mis nuestro nuestra nuestros nuestras su seu sua")
	determining = lang.Set("a o as os the el la los las um uma un una an")
	ownWord     = lang.Set("casal grupo familia family familia couple infantil kids")
	telling     = lang.Set("dela dele deles delas mais velho velha novo nova anos ano meses mes old year mayor menor pequeno pequena pequena chico chica")
	first       = lang.Set("eu i yo me mim sou soy tenho tengo am im estou estoy fico sofro posso puedo como bebo tomo evito consigo virei nos we somos temos tenemos comemos podemos")
	we          = lang.Set("nos us we nosotros somos temos comemos podemos tenemos")
	third       = lang.Set("e eh is s has tem es tiene esta are sao son ta fica pode puede come comem comen doesn doesnt tienen podem pueden")
	pronouns    = lang.Set("ele ela eles elas he she they ella ellos ellas")
	myself      = lang.Set("eu i yo me mim")
	someone     = lang.Set("alguem someone somebody alguien gente pessoa person persona")
	none        = lang.Set("ninguem nobody nadie nenhum nenhuma none ninguno ninguna noone")
	eating      = lang.Set("como come comemos comem comen comer eat eats eating posso pode podemos podem puede puedo pueden aguenta aguento tolera tolero digere digiero bebo bebe bebem beben drink drinks")
	freeing     = map[string]bool{"fine with": true, "ok with": true, "okay with": true, "can eat": true, "pode comer": true, "posso comer": true, "puede comer": true, "puedo comer": true, "come sim": true, "como sim": true, "ta liberado": true, "bem com": true, "bien con": true}
	negating    = lang.Set("nao n no not nunca never nem sem without sin nenhum nenhuma isn isnt aren arent don dont doesn doesnt tampoco jamais ninguem nobody nadie")
	counting    = lang.Set("um uma dois duas tres quatro one two three four un una uno dos cuatro 1 2 3 4 5 6 alguns algumas some algunos varios several")
	dishes      = lang.Set("algo prato pratos opcao opcoes comida cardapio menu dish dishes food option options something anything plato platos opcion opciones carta receita versao version sobremesa dessert postre cerveja beer cerveza restaurante restaurant restaurantes restaurants lugar place pizza hamburguer burger queijo vinho")
	unreal      = lang.Set("fosse were tivesse fuera tuviera imagina imagine suponha supondo suppose supongamos hipoteticamente hypothetically digamos seria would finge pretend")
	absent      = lang.Set("vem vai come coming viene veio came here aqui casa home mora lives vive")
	absentAlone = lang.Set("mora lives vive")
	small       = lang.Set("o a e que quem what who there it this that isso esse essa aqui esto este esta hay tem the")
	vague       = lang.Set("nada nothing tudo everything todo alguma algumas algum alguns something anything algo coisa coisas things food comida alimento gente people pessoas voce you isso esse essa that this trabalho work segunda monday muita muito very certain certos")
)
