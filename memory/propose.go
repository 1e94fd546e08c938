package memory

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Told are the kinds of things that a guest tells, in everyday words: what whoever listens to
// them says that it was.
var Told = []string{"allergy", "intolerance", "diet", "dislike", "like", "name", "budget", "party", "home", "manner", "fact"}

// A Telling is something that a guest told, as who listened puts it.
type Telling struct {
	Kind   string // of Told
	What   string // in the guest's words: "camarão"
	Person string // of whom; empty: the guest
	Count  int    // people that it holds for; 0: one
	Always bool   // meant beyond this conversation
	Over   bool   // it is no longer so
	Per    string // of a budget: person or night; empty: what its words say
}

// mostWords is how many words a thing has that somebody must not have or likes: more is a
// sentence, of which a part may mean the opposite.
const mostWords = 5

// Propose makes candidates of what a guest told. A list of foods is as many. What cannot be
// kept under any key is an error that says why.
func Propose(t Telling) ([]Candidate, error) {
	what := strings.Join(strings.Fields(t.What), " ")
	if what == "" {
		return nil, fmt.Errorf("what was told is missing")
	}
	c := Candidate{Scope: Session, Subject: User, Confidence: certain, Retract: t.Over, Value: what, Count: t.Count}
	if !hook.SameName(t.Person, "") {
		c.Subject = Companion
		if name := strings.Fields(t.Person); !hook.SameName(t.Person, hook.Companion) && len(name) <= mostWords { // a sentence is nobody's name
			c.Person = strings.Join(name, " ")
		}
	}
	if lasts := t.Kind == "allergy" || t.Kind == "intolerance" || t.Kind == "name" || t.Kind == "home"; t.Always || t.Over || lasts {
		c.Scope = Durable
	}
	if t.Kind == "diet" && Measures(what) {
		t.Kind = "fact"
	}
	switch t.Kind {
	case "allergy", "intolerance":
		return c.foods(Diet, t.Kind)
	case "diet":
		return c.foods(Diet, "restriction")
	case "dislike":
		return c.foods(Dislike, "")
	case "like":
		return c.foods(Preference, "")
	case "name":
		c.Kind, c.Key = Fact, "name"
	case "budget":
		if ofADish(what) {
			return nil, errors.New(OfADish)
		}
		c.Kind, c.Key = Budget, map[string]string{"person": "max_person", "night": "max_night", "all": "max_total"}[t.Per]
		n, ok := amountIn(what)
		switch {
		case !ok:
			c.Key = "level"
		case c.Key == "":
			c.Key = budgetKey(what)
			fallthrough
		default:
			c.Value = n
		}
	case "party":
		n, ok := amountIn(what)
		if t.Count > 0 {
			n, ok = strconv.Itoa(t.Count), true
		}
		if !ok {
			return nil, fmt.Errorf("a party is a number of people, not %q", what)
		}
		c.Kind, c.Key, c.Scope, c.Value, c.Count = PartySize, "people", Session, n, 0 // the next time they may be others
	case "home":
		c.Kind, c.Key = Location, "home"
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

// foods are candidates of what is eaten and drunk, or not: one of each thing of a list.
func (c Candidate) foods(k Kind, key string) (all []Candidate, err error) {
	what := c.Value
	if len(strings.Fields(what)) > mostWords {
		return nil, fmt.Errorf("%q is a sentence: want one thing in one to %d words, each of several as a fact of its own", what, mostWords)
	}
	had := func(part string) bool { return k == Diet && !c.Retract && grants(part) }
	some := slices.DeleteFunc(listOf(bare(what)), had)
	if len(some) == 0 || had(what) && len(some) == 1 {
		return nil, fmt.Errorf("%q says what somebody does have: note only what they do not, or how they eat", what)
	}
	for _, food := range some {
		words := wordsOf(food)
		if n := len(words); k == Diet && n > 0 && n < 4 && is(words[n-1], "sipping") { // "não bebo", "doesn't drink"
			food = "alcohol"
			if l, _ := lang.Detect(what); l == lang.Portuguese {
				food = "álcool"
			}
		}
		if c.Kind, c.Key, c.Value = k, key, food; key == "" {
			c.Key = class(food)
		}
		all = append(all, c)
	}
	return spellOut(all), nil
}

// spellOut gives what is misspelt in candidates of what one must not eat its right name. Then
// there is no doubt of what is meant.
func spellOut(found []Candidate) []Candidate {
	for i := range found {
		c := &found[i]
		right := spelt(c.Value)
		if c.Kind != Diet || right == "" {
			continue
		}
		if c.Value = right; c.Confidence == guessed {
			c.Confidence = implied
		}
	}
	return found
}

// grants reports words that name a food which somebody does have: "come peixe", "fish yes",
// "queijo ela come", and not "no come peixe" or "come vegano".
func grants(what string) bool {
	words := strings.Fields(lang.Fold(what))
	n := len(words)
	if n < 2 || hasAny(words, "no") || hasAny(words, "limiting") {
		return false
	}
	return is(words[n-1], "granting") || is(words[0], "having") && edible(strings.Join(words[1:], " ")) || is(words[n-1], "having") && edible(words[0])
}

// bare takes the words away that say no more than the kind does: "alergia a".
func bare(what string) string {
	words := strings.Fields(what)
	for len(words) > 1 && is(lang.Fold(words[0]), "opens") {
		rest := strings.Join(words[1:], " ")
		if hasAny(words[:1], "no") && len(ontology.Default().Read(rest)) == 0 { // "no mastica bien" is not what one goes without
			break
		}
		words = words[1:]
	}
	for len(words) > 1 && is(lang.Fold(words[len(words)-1]), "closes") {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// listOf returns the things of a list, if all of them are foods; else the whole.
func listOf(what string) []string {
	var all []string
	for _, part := range joined().Split(what, -1) {
		if part = bare(strings.TrimSpace(part)); part == "" {
			continue
		}
		if !edible(lang.Fold(part)) {
			return []string{what}
		}
		all = append(all, part)
	}
	if len(all) < 2 || edible(lang.Fold(what)) && things()[stems(what)] != "" {
		return []string{what}
	}
	return all
}

var joined = pattern.Of(`[,;/]|\s(?:e|and|y|ou|or|nem|ni)\s`)

// amountIn returns the number of a text as digits: 1200 of "até R$ 1.200".
func amountIn(what string) (string, bool) {
	n, ok := understand.Amount(what)
	return strconv.FormatFloat(n, 'f', -1, 64), ok && n >= 1
}

// ofADish reports whether a limit is that of each dish: "75 cada prato".
func ofADish(what string) bool { return keyOf(what, "", "max_dish") != "" }

func budgetKey(what string) string { return keyOf(what, "max_total", "max_night", "max_person") }

func mannerKey(what string) string { return keyOf(what, "style", "language", "tone", "format") }

// keyOf returns the first of some keys that a word of a text is for, by how it begins.
func keyOf(what, other string, keys ...string) string {
	for w := range strings.FieldsSeq(lang.Fold(what)) {
		for _, key := range keys {
			if starts(w, lists()[key]...) {
				return key
			}
		}
	}
	return other
}

// starts reports whether a word begins in one of several ways.
func starts(word string, with ...string) bool {
	return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(word, w) })
}

// factKey finds the key of a fact by its words. What may concern health does.
func factKey(what string) string {
	words := plainWords(what)
	folded := " " + strings.Join(words, " ") + " "
	begins := func(key string) bool {
		return slices.ContainsFunc(lists()[key], func(w string) bool { return strings.Contains(folded, " "+w) })
	}
	whole := func(key string) bool { // words, and no beginnings: in "time" there is no "TI"
		for i := range words {
			for n := i + 1; n <= min(i+longestName, len(words)); n++ {
				if w := strings.Join(words[i:n], " "); is(w, key) || is(strings.TrimSuffix(w, "s"), key) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case begins("mobility"):
		return "mobility"
	case Health(what):
		return "health"
	case begins("birthday"):
		return "birthday"
	case begins("anniversary"):
		return "anniversary"
	case begins("marital"):
		return "marital"
	case whole("role"):
		return "role"
	case begins("company"):
		return "company"
	case dangerous(Fact, "other", what):
		return "health"
	case whole("pets"):
		return "pet"
	case whole("relatives"):
		return "family"
	}
	return "other"
}
