package memory

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// Told are the kinds of things that a guest tells, in everyday words: what
// whoever listens to them says that it was.
var Told = []string{"allergy", "intolerance", "diet", "dislike", "like", "name", "budget", "party", "home", "manner", "fact"}

// A Telling is something that a guest told, as who listened puts it.
type Telling struct {
	Kind   string // of Told
	What   string // in the guest's words: "camarão"
	Person string // of whom; empty: the guest
	Count  int    // people that it holds for; 0: one
	Always bool   // meant beyond this conversation
	Over   bool   // it is no longer so
}

// mostWords is how many words a thing has that somebody must not have or likes:
// more is a sentence, of which a part may mean the opposite.
const mostWords = 5

// Propose makes candidates of what a guest told. A list of foods is as many.
// What cannot be kept under any key is an error that says why.
func Propose(t Telling) ([]Candidate, error) {
	what := strings.Join(strings.Fields(t.What), " ")
	c := Candidate{Scope: Session, Subject: User, Confidence: certain, Retract: t.Over, Value: what, Count: t.Count}
	if !hook.SameName(t.Person, "") {
		c.Subject, c.Person = Companion, strings.Join(strings.Fields(t.Person), " ")
		if hook.SameName(t.Person, hook.Companion) || len(strings.Fields(t.Person)) > mostWords { // a sentence is nobody's name
			c.Person = ""
		}
	}
	if t.Always || t.Over {
		c.Scope = Durable
	}
	foods := func(k Kind, key string) ([]Candidate, error) {
		var all []Candidate
		if len(strings.Fields(what)) > mostWords {
			return nil, fmt.Errorf("%q is a sentence: want one thing in one to %d words, each of several as a fact of its own", what, mostWords)
		}
		had := func(part string) bool { return k == Diet && !t.Over && grants(part) }
		some := slices.DeleteFunc(listOf(bare(what)), had)
		if len(some) == 0 || had(what) && len(some) == 1 {
			return nil, fmt.Errorf("%q says what somebody does have: note only what they do not, or how they eat", what)
		}
		for _, food := range some {
			if k == Diet && sipping[lang.Fold(food)] { // "não bebo"
				food = "alcohol"
				if l, _ := lang.Detect(what); l == lang.Portuguese {
					food = "álcool"
				}
			}
			c.Kind, c.Key, c.Value = k, key, food
			if key == "" {
				c.Key = class(lang.Fold(food))
			}
			all = append(all, c)
		}
		return spellOut(all), nil
	}
	if what == "" {
		return nil, fmt.Errorf("what was told is missing")
	}
	switch t.Kind {
	case "allergy", "intolerance":
		c.Scope = Durable
		return foods(Diet, t.Kind)
	case "diet":
		return foods(Diet, "restriction")
	case "dislike":
		return foods(Dislike, "")
	case "like":
		return foods(Preference, "")
	case "name":
		c.Kind, c.Key, c.Scope = Fact, "name", Durable
	case "budget":
		c.Kind, c.Key, c.Value = Budget, budgetKey(what), what
		if n, ok := amountIn(what); ok {
			c.Value = n
		} else {
			c.Key = "level"
		}
	case "party":
		c.Kind, c.Key, c.Scope = PartySize, "people", Session // the next time they may be others
		n, ok := amountIn(what)
		switch {
		case t.Count > 0:
			c.Value = strconv.Itoa(t.Count)
		case ok:
			c.Value = n
		default:
			return nil, fmt.Errorf("a party is a number of people, not %q", what)
		}
		c.Count = 0
	case "home":
		c.Kind, c.Key, c.Scope = Location, "home", Durable
	case "manner":
		if c.Kind, c.Key = Communication, mannerKey(what); c.Key == "language" { // "keep it short" is for now
			c.Scope = Durable
		}
	case "fact":
		c.Kind, c.Key = Fact, factKey(what)
	default:
		return nil, fmt.Errorf("there is no kind %q: it is one of %s", t.Kind, strings.Join(Told, ", "))
	}
	return []Candidate{c}, nil
}

// grants reports words that name a food which somebody does have: "come peixe",
// "fish yes", and not "no come peixe" or "come vegano".
func grants(what string) bool {
	words := strings.Fields(lang.Fold(what))
	if slices.ContainsFunc(words, func(w string) bool { return noes[w] || limiting[w] }) {
		return false
	}
	n := len(words)
	eats := n > 1 && having[words[0]] && edible(strings.Join(words[1:], " "))
	return eats || n > 1 && (granting[words[n-1]] || having[words[n-1]] && edible(words[0])) // "queijo ela come"
}

var (
	sipping  = set("bebo bebe bebem beben beber bebemos tomo toma tomar drink drinks drinking")
	having   = set("como come comem comen comemos eat eats bebo bebe drink drinks pode posso puede puedo can")
	granting = set("sim si yes ok pode puede fine")
	limiting = set("sem sin without free zero so somente apenas only just solo solamente")
)

// bare takes the words away that say no more than the kind does: "alergia a".
func bare(what string) string {
	words := strings.Fields(what)
	for len(words) > 1 && opens[lang.Fold(words[0])] {
		words = words[1:]
	}
	for len(words) > 1 && closes[lang.Fold(words[len(words)-1])] {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

var (
	opens  = lists()["opens"]
	closes = set("diet allergy allergic allergies intolerance intolerant alergia")
)

// listOf returns the things of a list, if all of them are foods; else the whole.
func listOf(what string) []string {
	var all []string
	for part := range strings.FieldsFuncSeq(joining.Replace(" "+what+" "), func(r rune) bool { return r == ',' || r == ';' || r == '/' }) {
		if part = bare(strings.TrimSpace(part)); part == "" {
			continue
		}
		if !edible(lang.Fold(part)) {
			return []string{what}
		}
		all = append(all, part)
	}
	if len(all) < 2 || edible(lang.Fold(what)) && things()[stems(lang.Fold(what))] != "" {
		return []string{what}
	}
	return all
}

var joining = strings.NewReplacer(" e ", ",", " and ", ",", " y ", ",", " ou ", ",", " or ", ",", " nem ", ",", " ni ", ",")

// amountIn returns the number of a text as digits: 1200 of "até R$ 1.200".
func amountIn(what string) (string, bool) {
	n, ok := understand.Amount(what)
	return strconv.FormatFloat(n, 'f', -1, 64), ok && n >= 1
}

func budgetKey(what string) string {
	for w := range strings.FieldsSeq(lang.Fold(what)) {
		switch {
		case starts(w, "noite", "night", "noche", "diaria"):
			return "max_night"
		case starts(w, "pessoa", "person", "cabeca", "head", "each", "cada", "cabeza", "pp"):
			return "max_person"
		}
	}
	return "max_total"
}

// starts reports whether a word begins in one of several ways.
func starts(word string, with ...string) bool {
	return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(word, w) })
}

func mannerKey(what string) string {
	for w := range strings.FieldsSeq(lang.Fold(what)) {
		if starts(w, "portug", "ingl", "engl", "espan", "span", "castel") {
			return "language"
		}
		if starts(w, "informal", "formal") {
			return "tone"
		}
		if starts(w, "list", "tabel", "table", "tabla", "texto", "text", "bullet", "topico") {
			return "format"
		}
	}
	return "style"
}

// Health reports whether words speak of somebody's health: an illness, a medicine, a
// pregnancy.
func Health(what string) bool {
	return understand.IsState(what) || understand.Says(what, "medicine")
}

// factKey finds the key of a fact by its words. What may concern health does.
func factKey(what string) string {
	folded := lang.Fold(what)
	health := Health(what)
	for _, key := range []string{"mobility", "birthday", "anniversary", "marital", "role", "company"} {
		if health && key != "mobility" {
			return "health"
		}
		end := ""
		if key == "role" { // of trades there are whole words: in "time" there is no "TI"
			end = " "
		}
		if slices.ContainsFunc(inLists()[key], func(w string) bool { return strings.Contains(" "+folded+" ", " "+lang.Fold(w)+end) }) {
			return key
		}
	}
	if (&Memory{Kind: Fact, Key: "other", Value: what}).dangerous() {
		return "health"
	}
	for w := range strings.FieldsSeq(folded) {
		switch {
		case lists()["pets"][w] || lists()["pets"][strings.TrimSuffix(w, "s")]:
			return "pet"
		case lists()["relatives"][w] || lists()["relatives"][strings.TrimSuffix(w, "s")]:
			return "family"
		}
	}
	return "other"
}
