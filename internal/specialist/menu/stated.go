package menu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A statement is what a cell says of allergens: "leite e ovo; pode conter soja; sem glúten".
type statement struct {
	has, may, without set
	tags, nuts        []string // what there is not, as tags have it: "sem glúten"; which nuts there are: "avelã"
	none              bool     // it says that there are no allergens
	odd               []oddity

	traces, denied bool // what is named next there may be; it follows a denial
}

// An oddity is a part of a cell that is not understood, "amendoinn", and why.
type oddity struct{ what, why string }

// none has the words by which a cell says that an item has no allergens.
var none = map[string]bool{
	"nenhum": true, "none": true, "ninguno": true, "nao contem": true, "no contiene": true, "sem alergenos": true, "sem alergenicos": true,
	"nenhum alergeno": true, "nao contem alergenos": true, "nao contem alergenicos": true, "livre de alergenos": true, "no allergens": true,
	"allergen free": true, "contains no allergens": true, "sin alergenos": true, "no contiene alergenos": true,
}

// statementOf reads a cell that tells of allergens, every word of it: what is not understood ("amendoinn") may be one. "Pode
// conter" counts up to the next such word or the end of a sentence, and from the beginning where the column is of traces. A
// denial counts for what it names: of "sem glúten e leite" nobody knows whether there is milk.
func statementOf(cell string, traces bool) (st statement) {
	for sentence := range strings.FieldsFuncSeq(cell, func(r rune) bool { return strings.ContainsRune(";|.", r) }) {
		st.traces, st.denied = traces, false
		for part := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(",/()[]+&", r) }) {
			if none[lang.Fold(part)] {
				st.none = true
				continue
			}
			for words := plain(part); len(words) > 0; {
				n := slices.IndexFunc(append(words, "and"), func(w string) bool { return is(w, "and") })
				st.clause(words[:n], part)
				words = words[min(n+1, len(words)):]
			}
		}
	}
	switch said := st.has | st.may; {
	case cell != "" && said == 0 && len(st.tags)+len(st.odd) == 0 && !st.none:
		st.doubt(cell, "allergen %q is not known")
	case st.none && st.has != 0 || st.has&st.without != 0:
		st.doubt(cell, "%q says of an allergen that it is there, and that it is not")
	}
	return st
}

func (st *statement) doubt(what, why string) {
	st.odd = append(st.odd, oddity{what, fmt.Sprintf(why, short(what))})
}

// clause reads words of a part of a cell that no "e" takes apart.
func (st *statement) clause(words []string, part string) {
	var names []string
	named := func() {
		st.name(names, part)
		names = nil
	}
	for i := 0; i < len(words); i++ {
		var c clause
		w, n := words[i], knowledge().ruledOut(&c, words[i:])
		switch {
		case n > 0:
			named()
			st.deny(c, strings.Join(words[i:i+n], " "))
			i += n - 1
		case is(w, "traces"):
			named()
			if st.traces, st.denied = true, false; i == len(words)-1 { // "leite (traços)"
				st.doubt(part, "%q: write what there may be traces of behind these words, as in \"pode conter leite\"")
			}
		case is(w, "holds") || is(w, "with"):
			if named(); i == 0 || !is(words[i-1], "traces") {
				st.traces, st.denied = false, false
			}
		case is(w, "joining"):
			named()
		default:
			names = append(names, w)
		}
	}
	named()
}

// deny notes what a clause rules out.
func (st *statement) deny(c clause, said string) {
	st.denied, st.without = true, st.without|c.without
	for _, name := range c.without.names() {
		st.tags = add(st.tags, "sem "+name)
	}
	if c.lactose != 0 {
		st.tags = add(st.tags, "sem lactose")
	}
	if c.without|c.lactose == 0 {
		st.doubt(said, "allergen %q is not known")
	}
}

// name notes the allergens that words name, and which nuts: a word for one kind, and not just another for all ("nuts").
func (st *statement) name(words []string, part string) {
	k, said := knowledge(), strings.Join(words, " ")
	odd := k.strange(words)
	switch is := allergensOf(said); {
	case odd != "":
		st.doubt(odd, "allergen %q is not known")
	case st.denied && is != 0:
		st.doubt(said, "%q follows a denial: say of each whether it is there, as in \"sem glúten; contém leite\"")
	case st.traces:
		st.may |= is
	default:
		if st.has |= is; is == setOf(nuts) {
			if slices.Equal(words, plain(part)) {
				said = oneLine(part)
			}
			listed := slices.IndexFunc(Lists()["anvisa"], func(x string) bool { return lang.Fold(x) == lang.Fold(said) })
			if listed >= 0 {
				said = Lists()["anvisa"][listed]
			}
			if _, n := k.spelt.at(words); n < len(words) || listed >= 0 {
				st.nuts = add(st.nuts, said)
			}
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
			if food := strings.Fields(m.Words); k.in(m.Words) != 0 && len(food) <= len(words)-i && slices.Equal(food, words[i:i+len(food)]) {
				n = max(n, len(food))
			}
		}
		if n == 0 && !is(words[i], "beside_allergen") {
			return words[i]
		}
		i += max(n, 1)
	}
	return ""
}
