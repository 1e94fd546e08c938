package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// A statement is what a cell says of allergens: "leite e ovo; pode conter soja; sem glúten".
type statement struct {
	has, may, without set
	tags, nuts, odd   []string // what there is not, as tags have it: "sem glúten"; which nuts there are; what is not understood
	none              bool     // it says that there are no allergens
	traces, denied    bool     // what is read stands behind "pode conter", or behind "sem glúten"
}

// none has the words by which a cell says that an item has no allergens.
var none = pattern.Of(`^(?:nenhum|none|ninguno|nao contem|no contiene|(?:nenhum|sem|sin|no|nao contem|no contiene|livre de) (?:alerg\w+|allergens))$`)

// parts are what a sentence of a cell is taken apart at: "leite, ovo e soja" has three.
var parts = pattern.Of(`(?i)[,/()\[\]+&]|\s(?:e|y|and)\s`)

// statementOf reads a cell that tells of allergens, every word of it: what is not understood ("amendoinn") may be one. "Pode
// conter" counts up to the next such word or the end of a sentence, and from the beginning where the column is of traces. A
// denial counts for what it names: of "sem glúten e leite" nobody knows whether there is milk.
func statementOf(cell string, traces bool) (st statement) {
	for sentence := range strings.FieldsFuncSeq(cell, func(r rune) bool { return strings.ContainsRune(";|.", r) }) {
		st.traces, st.denied = traces, false
		for _, part := range parts().Split(sentence, -1) {
			if none().MatchString(lang.Fold(part)) {
				st.none = true
			} else {
				st.read(part)
			}
		}
	}
	silent := cell != "" && st.has|st.may == 0 && len(st.tags)+len(st.odd) == 0 && !st.none
	if silent || st.none && st.has != 0 || st.has&st.without != 0 {
		st.odd = append(st.odd, cell)
	}
	return st
}

// read reads a part of a statement: "contém leite", "sem soja", "avelã".
func (st *statement) read(part string) {
	words, from := plain(part), 0
	for i := 0; i < len(words); {
		var c clause
		n, traces, holds := knowledge().ruledOut(&c, words[i:]), is(words[i], "traces"), is(words[i], "holds") || is(words[i], "with")
		if n == 0 && !traces && !holds && !is(words[i], "joining") {
			i++
			continue
		}
		st.name(words[from:i], part)
		switch {
		case n > 0:
			st.deny(c, part)
		case traces:
			st.traces, st.denied = true, false
		case holds && (i == 0 || !is(words[i-1], "traces")):
			st.traces, st.denied = false, false
		}
		i += max(n, 1)
		from = i
	}
	if st.name(words[from:], part); from > 0 && from == len(words) && is(words[from-1], "traces") { // "leite (traços)"
		st.odd = append(st.odd, part)
	}
}

// deny notes what a part rules out.
func (st *statement) deny(c clause, part string) {
	st.denied, st.without = true, st.without|c.without
	for _, name := range c.without.names() {
		st.tags = add(st.tags, "sem "+name)
	}
	if c.lactose != 0 {
		st.tags = add(st.tags, "sem lactose")
	} else if c.without == 0 {
		st.odd = append(st.odd, part)
	}
}

// name notes the allergens that words of a part name, and which nuts: a word for one kind, and not just another for all ("nuts").
func (st *statement) name(words []string, part string) {
	found := allergensOf(strings.Join(words, " "))
	switch strange := knowledge().strange(words); {
	case strange != "":
		st.odd = append(st.odd, strange)
	case st.denied && found != 0:
		st.odd = append(st.odd, part)
	case st.traces:
		st.may |= found
	default:
		st.has |= found
		said := strings.ToLower(oneLine(part))
		if _, n := knowledge().spelt.at(words); found == setOf(nuts) && (n < len(words) || slices.Contains(Lists()["anvisa"], said)) {
			st.nuts = add(st.nuts, said)
		}
	}
}

// strange returns the first of some words that neither is of an allergen's name nor says nothing beside one.
func (k *what) strange(words []string) string {
	foods := k.food.Read(strings.Join(words, " "))
	for i := 0; i < len(words); {
		_, n := k.spelt.at(words[i:])
		_, known := k.knownIn.at(words[i:])
		n = max(n, known)
		for _, m := range foods {
			if strings.HasPrefix(strings.Join(words[i:], " ")+" ", m.Words+" ") && k.in(m.Words) != 0 {
				n = max(n, len(strings.Fields(m.Words)))
			}
		}
		if n == 0 && !is(words[i], "beside_allergen") {
			return words[i]
		}
		i += max(n, 1)
	}
	return ""
}
