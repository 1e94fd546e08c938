package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// infer returns the allergens that the restaurant does not state but the name,
// the description or the ingredients suggest. It would rather name one too
// many, but it honours what the card says: of a dish that is "sem glúten" or
// "vegano" what it is usually made with does not count. What the ingredients
// name outright counts all the same, and "sem lactose" is no promise to who
// must not have milk when there is cheese among them. Where the restaurant lists
// the ingredients and states that there are no allergens, what its kind of dish
// is usually made with does not count.
func infer(it Item) []string {
	k := knowledge()
	var said, made, named, without, lactose set
	name := strings.Fields(lang.Fold(it.Name))
	for _, text := range append([]string{it.Name, it.Description}, it.Tags...) {
		for _, c := range k.clauses(it.kindless(text)) {
			said |= c.has
			if c.ofAll(name) {
				without |= c.without
				lactose |= c.lactose
			}
		}
	}
	for _, text := range it.all() { // a translation may name more, and lifts nothing
		for _, c := range k.clauses(it.kindless(text)) {
			said |= c.has
		}
	}
	for _, ingredient := range it.Ingredients {
		for _, c := range k.clauses(ingredient) {
			made |= c.has
			named |= c.named
		}
	}
	if len(it.Ingredients) > 0 {
		said &^= lactose
	}
	found := (said|made)&^without | named
	for _, stated := range it.Allergens {
		found &^= bit(stated)
	}
	return found.names()
}

// kindless leaves out of a text of a dish of which the restaurant states all what kind of dish it is,
// if the text says what it is of, and that is listed: a "moqueca de banana" has what the card says, and
// a "moqueca" fish.
func (it Item) kindless(text string) string {
	if !it.None || len(it.Ingredients) == 0 || it.veiled() {
		return text
	}
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return kinds[lang.Fold(w)] })
	if len(rest) == len(words) {
		return text
	}
	o := knowledge().food
	made := o.Describe(strings.Join(it.Ingredients, ", "))
	if !slices.ContainsFunc(o.Read(strings.Join(rest, " ")), func(m ontology.Mention) bool { return o.Edible(m.Concept) && made.Has(m.Concept) }) {
		return text
	}
	return strings.Join(rest, " ")
}

// veiled reports whether an ingredient does not say what is in it: "molho da casa".
func (it Item) veiled() bool {
	return slices.ContainsFunc(it.Ingredients, func(x string) bool {
		words := strings.Fields(lang.Fold(x))
		return len(words) == 1 && bare[words[0]] || slices.ContainsFunc(words, func(w string) bool { return veils[w] })
	})
}

var kinds, veils, bare = book.Set("kinds"), book.Set("veiled"), book.Set("bare")

// A clause is a part of a text that what it rules out does not reach beyond.
type clause struct {
	has     set      // what is in what it names
	named   set      // of these, those that it names outright
	without set      // what it rules out
	lactose set      // leite, if it rules out lactose alone
	words   []string // its other words
	beside  bool     // it follows a com
}

// ofAll reports whether what a clause rules out goes for a whole dish, and not
// for a part of it: "bolo sem glúten", but not "com molho sem glúten", nor
// "sem glúten no molho".
func (c clause) ofAll(name []string) bool {
	return !c.beside && !slices.ContainsFunc(c.words, func(w string) bool {
		return len(w) > 3 && !general[w] && !slices.Contains(name, w)
	})
}

var (
	with    = lang.Set("com with con")
	without = lang.Set("sem sin without")
	free    = lang.Set("livre libre isento isenta exento free")
	freeOf  = lang.Set("de of from")
	nots    = lang.Set("nao no not non nunca never")
	holds   = lang.Set("contem leva tem usa contain contains contiene lleva tiene has have")
	adding  = lang.Set("de a o as os adicao adicion any added")
	joining = lang.Set("e ou nem or and y ni")
	vegan   = lang.Set("vegano vegana veganos veganas vegan")
	hedges  = lang.Set("opcao opcoes versao option version opcion disponivel available disponible pode podemos peca ask pide consulte consulta pedido request quase almost")
	general = book.Set("general")
	dropped = book.Set("dropped")
	// Before these "no" is not the Portuguese one, as in "bacalhau no leite".
	english = lang.Set("gluten wheat dairy milk egg eggs nuts peanuts fish shellfish soy sesame")
)

//go:embed data/friends.txt
var friendsText string

// friends has what things are made of that are called like something else.
var friends = sync.OnceValue(func() glossary[[]string] {
	all := newGlossary[[]string]()
	for made, names := range wordfile.Entries(friendsText) {
		all.add(names, func([]string) []string { return strings.Fields(made) })
	}
	return all
})

// plain folds a text and calls friends by what they are made of.
func plain(text string) []string {
	var all []string
	for words := strings.Fields(lang.Fold(text)); len(words) > 0; {
		made, n := friends().at(words)
		if n == 0 {
			made, n = words[:1], 1
		}
		all, words = append(all, made...), words[n:]
	}
	return all
}

// clauses takes a text apart. A thing with something ruled out is a clause of
// its own: "pão sem glúten com queijo de cabra" is two.
func (k *what) clauses(text string) []clause {
	var all []clause
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()/|—–\n", r) }) {
		words := plain(part)
		c := k.clause(words)
		at := slices.IndexFunc(words, func(w string) bool { return with[w] })
		if at < 0 || c.without|c.lactose == 0 {
			all = append(all, c)
			continue
		}
		all = append(all, k.clause(words[:at]))
		c = k.clause(words[at+1:])
		c.beside = true
		all = append(all, c)
	}
	return all
}

func (k *what) clause(words []string) clause {
	var c clause
	var animal set
	hedged := slices.ContainsFunc(words, func(w string) bool { return hedges[w] }) // "opção vegana": the dish is not
	for i := 0; i < len(words); i++ {
		w, n := words[i], 0
		if !hedged {
			n = k.ruledOut(&c, words[i:])
		}
		switch {
		case n > 0:
			i += n - 1
		case vegan[w] && !hedged && !slices.ContainsFunc(words[:i], func(w string) bool { return nots[w] }):
			animal = k.animal
		case w == "no":
			c.words = append(c.words, "em") // to the ontology it may be a Spanish one
		case !dropped[w]:
			c.words = append(c.words, w)
		}
	}
	c.named = k.named(c.words) &^ animal
	c.has = k.in(c.words)&^(c.without|animal) | c.named
	c.without |= animal
	return c
}

// ruledOut notes what words begin with ruling out, and returns how many of
// them that takes: "sem glúten nem ovos", "gluten free", "sem pressa".
func (k *what) ruledOut(c *clause, words []string) int {
	if _, n := k.spelt.at(words); n > 0 && n < len(words) && (words[n] == "free" || words[n] == "zero") {
		k.note(c, words)
		return n + 1
	}
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	i := 0
	switch w := words[0]; {
	case without[w], w == "no" && english[next], w == "zero" && k.note(&clause{}, words[1:]) > 0:
		i = 1
	case free[w] && freeOf[next], nots[w] && holds[next], holds[w] && next == "no":
		i = 2
	default:
		return 0
	}
	for i < len(words) && adding[words[i]] {
		i++
	}
	n := k.note(c, words[i:])
	if n == 0 && i < len(words) {
		return i + 1 // something that is no allergen
	}
	for n > 0 {
		i += n
		if n = 0; i+1 < len(words) && joining[words[i]] {
			if n = k.note(c, words[i+1:]); n > 0 {
				n++
			}
		}
	}
	return i
}

// note adds the allergen that words begin with to what a clause rules out, and
// returns how many words it has.
func (k *what) note(c *clause, words []string) int {
	s, n := k.spelt.at(words)
	if n > 0 && strings.HasPrefix(words[0], "lactos") {
		c.lactose |= s
	} else {
		c.without |= s
	}
	return n
}

// what is what is known of allergens, made ready.
type what struct {
	food     *ontology.Ontology
	concepts []int         // by allergen; -1: none
	spelt    glossary[set] // what the allergens are called
	knownIn  glossary[set]
	animal   set

	mu   sync.Mutex
	seen map[string]set // what is in short phrases: cards say the same ones over and over
}

var knowledge = sync.OnceValue(func() *what {
	k := &what{food: ontology.Default().Only(ontology.Comida | ontology.Bebida), spelt: newGlossary[set](), knownIn: newGlossary[set](), seen: map[string]set{}}
	for i, a := range allergens {
		id, ok := k.food.ID(a.concept)
		if !ok {
			id = -1
		}
		k.concepts = append(k.concepts, id)
		and := func(s set) set { return s | 1<<i }
		for _, name := range a.spellings() {
			k.spelt.add(lang.Fold(name), and)
		}
		for name, list := range wordfile.Entries(knownIn) {
			if name == lang.Fold(a.name) {
				k.knownIn.add(list, and)
			}
		}
		if a.ofAnimal {
			k.animal |= 1 << i
		}
	}
	return k
})

// named returns the allergens that words name themselves.
func (k *what) named(words []string) set {
	var s set
	for i := range words {
		found, _ := k.spelt.at(words[i:])
		s |= found
	}
	return s
}

// in returns the allergens of what words name.
func (k *what) in(words []string) set {
	if len(words) > 3 {
		return k.read(words)
	}
	key := strings.Join(words, " ")
	k.mu.Lock()
	s, ok := k.seen[key]
	k.mu.Unlock()
	if ok {
		return s
	}
	s = k.read(words)
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.seen) < phrasesSeen && len(key) < 80 {
		k.seen[key] = s
	}
	return s
}

// phrasesSeen is how many phrases are remembered.
const phrasesSeen = 4096

func (k *what) read(words []string) set {
	s := k.named(words)
	for i := range words {
		found, _ := k.knownIn.at(words[i:])
		s |= found
	}
	d := k.food.Describe(strings.Join(words, " "))
	var has set
	for i, c := range k.concepts {
		if c >= 0 && d.Has(c) {
			has |= 1 << i
		}
	}
	if has&bit("amendoim") != 0 {
		has &^= bit("castanhas") // the ontology counts peanuts among them, a cook does not
	}
	return s | has
}

// A glossary has what words mean, each word without plural and gender.
type glossary[V any] struct {
	means   map[string]V
	longest map[string]int // by its first word, how many words an entry has at most
}

func newGlossary[V any]() glossary[V] { return glossary[V]{map[string]V{}, map[string]int{}} }

// add changes what each phrase of a list means.
func (g glossary[V]) add(list string, change func(V) V) {
	for phrase := range strings.SplitSeq(list, ",") {
		if words := strings.Fields(phrase); len(words) > 0 {
			key, first := alike(words), same(words[0])
			g.means[key] = change(g.means[key])
			g.longest[first] = max(g.longest[first], len(words))
		}
	}
}

// at returns what the longest phrase means that words begin with, and its
// length; 0 if there is none.
func (g glossary[V]) at(words []string) (v V, n int) {
	if len(words) == 0 {
		return v, 0
	}
	for n := min(g.longest[same(words[0])], len(words)); n > 0; n-- {
		if v, ok := g.means[alike(words[:n])]; ok {
			return v, n
		}
	}
	return v, 0
}

func alike(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = same(w)
	}
	return strings.Join(all, " ")
}

// same is [lang.Same] of English words too.
func same(w string) string { return lang.Same(singular(w)) }

// singular takes the s of prawns, which is no plural in Portuguese, and leaves
// that of lentejas and swiss to others.
func singular(w string) string {
	if n := len(w); n > 4 && w[n-1] == 's' && !strings.ContainsRune("aeious", rune(w[n-2])) {
		return w[:n-1]
	}
	return w
}
