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
		return nil, errors.New("what was told is missing")
	}
	c := t.candidate(what)
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
		c.budget(t.Per)
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
		if c.Kind, c.Key = Communication, keyOf(what, "style", "language", "tone", "format"); c.Key == "language" { // "keep it short" is for now
			c.Scope = Durable
		}
	case "fact":
		c.Kind, c.Key = Fact, factKey(what)
	default:
		return nil, fmt.Errorf("there is no kind %q: it is one of %s", t.Kind, strings.Join(Told, ", "))
	}
	return []Candidate{c}, nil
}

// candidate says of whom and for how long something is told.
func (t Telling) candidate(what string) Candidate {
	c := Candidate{Scope: Session, Subject: User, Confidence: certain, Retract: t.Over, Value: what, Count: t.Count}
	if !hook.SameName(t.Person, "") {
		c.Subject = Companion
		if name := strings.Fields(t.Person); !hook.SameName(t.Person, hook.Companion) && len(name) <= mostWords { // a sentence is nobody's name
			c.Person = strings.Join(name, " ")
		}
	}
	if t.Always || t.Over || slices.Contains([]string{"allergy", "intolerance", "name", "home"}, t.Kind) {
		c.Scope = Durable
	}
	return c
}

// budget makes a budget of a value: an amount for each person, each night or in all, or a level.
func (c *Candidate) budget(per string) {
	n, ok := amountIn(c.Value)
	c.Kind = Budget
	switch {
	case !ok:
		c.Key = "level"
	case per == "person", per == "night":
		c.Key, c.Value = "max_"+per, n
	default:
		c.Key, c.Value = keyOf(c.Value, "max_total", "max_night", "max_person"), n
	}
}

// amountIn returns the number of a text as digits: 1200 of "até R$ 1.200".
func amountIn(what string) (string, bool) {
	n, ok := understand.Amount(what)
	return strconv.FormatFloat(n, 'f', -1, 64), ok && n >= 1
}

// keyOf returns the first of some keys one of whose words a text has, by how it begins.
func keyOf(what, other string, keys ...string) string {
	if i := slices.IndexFunc(keys, func(key string) bool { return begins(what, key) }); i >= 0 {
		return keys[i]
	}
	return other
}

// factKey finds the key of a fact by its words. What may concern health does.
func factKey(what string) string {
	for _, key := range []string{"mobility", "health", "birthday", "anniversary", "marital", "role", "company"} {
		if key != "role" && begins(what, key) || key == "health" && Health(what) || key == "role" && hasWhole(what, key) {
			return key
		}
	}
	switch {
	case dangerous(Fact, "other", what):
		return "health"
	case hasWhole(what, "pets"):
		return "pet"
	case hasWhole(what, "relatives"):
		return "family"
	}
	return "other"
}

// foods are candidates of what is eaten and drunk, or not: one of each thing of a list.
func (c Candidate) foods(k Kind, key string) (all []Candidate, err error) {
	what := c.Value
	if len(strings.Fields(what)) > mostWords {
		return nil, fmt.Errorf("%q is a sentence: want one thing in one to %d words, each of several as a fact of its own", what, mostWords)
	}
	some := listOf(bare(what))
	if needs := understand.Needs(what); k == Diet && len(needs) == 1 && needs[0].Plain && !needs[0].Over { // "não bebo" is no alcohol
		some = []string{needs[0].What}
	}
	for _, food := range some {
		if c.Kind, c.Key, c.Value = k, key, bare(food); key == "" {
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

// bare takes the words away that say no more than the kind does: "alergia a".
func bare(what string) string {
	words := strings.Fields(what)
	for len(words) > 1 && is(lang.Fold(words[0]), "opens") {
		rest := strings.Join(words[1:], " ")
		if is(lang.Fold(words[0]), "no") && len(ontology.Default().Read(rest)) == 0 { // "no mastica bien" is not what one goes without
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
		if !Edible(part) {
			return []string{what}
		}
		all = append(all, part)
	}
	if len(all) < 2 || things()[stems(what)] != "" {
		return []string{what}
	}
	return all
}

var joined = pattern.Of(`[,;/]|\s(?:e|and|y|ou|or|nem|ni)\s`)
