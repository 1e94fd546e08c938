package memory

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// about is what follows from a memory's words, found out once: a guest may have
// ten thousand of them, and every message asks.
type about struct {
	folded string // key and value, each word between spaces
	begins uint64 // how the words begin, a bit each: most searches end here
	danger bool
	vector atomic.Pointer[[]float32]
}

// words returns what follows from the memory's words.
func (m *Memory) words() *about {
	if m.about != nil {
		return m.about
	}
	return m.read()
}

func (m *Memory) read() *about {
	a := &about{folded: " " + strings.Join(strings.FieldsFunc(lang.Fold(m.Key+" "+m.Value), notWord), " ") + " "}
	said := " " + lang.Fold(string(m.Kind)) + a.folded
	for w := range strings.FieldsSeq(said) {
		a.begins |= beginning(w)
	}
	a.danger = m.Safety() || slices.ContainsFunc(dangers, func(d begun) bool { return d.in(said, a.begins) })
	return a
}

// beginning is one of 64 bits that stands for how a word begins.
func beginning(word string) uint64 {
	bit := uint(word[0])
	if len(word) > 1 {
		bit = bit*7 + uint(word[1])
	}
	return 1 << (bit % 64)
}

// begun is how words begin that are looked for.
type begun struct {
	text string // after a space
	bit  uint64
}

// in reports whether words of a folded text begin so, of which the bits are
// known.
func (b begun) in(folded string, begins uint64) bool {
	return begins&b.bit != 0 && strings.Contains(folded, b.text)
}

// dangerous reports whether to overlook a memory may harm, going by what it
// says too: an operator, or an older version, may have filed it elsewhere.
func (m *Memory) dangerous() bool { return m.words().danger }

// embedded returns the vector of what the memory says.
func (m *Memory) embedded() []float32 {
	a := m.words()
	if v := a.vector.Load(); v != nil {
		return *v
	}
	// The local embedder computes: it cannot fail and asks nobody.
	v, err := embed.Local().Embed(context.Background(), llm.Document, []string{m.Value})
	if err != nil {
		return nil
	}
	a.vector.Store(&v[0])
	return v[0]
}

// dangers are how words begin that speak of what may harm.
var dangers = beginnings(`
	alerg, allerg, anafil, anaphyl, epipen, epi pen, intoler, celiac, coeliac, lactos, gluten, choque, sulfit, histamin,
	diabet, glicemi, insulin, hiperten, hyperten, pressao alta, colesterol, cholesterol, gota, gastrit, reflux, ulcera, colite, crohn, renal, kidney,
	cardiac, cardiop, marcapass, pacemaker, asma, asthma, epilep, imunoss, immuno, quimio, chemo, transplant, bariatr, fenilceton, favismo, enxaqueca, migraine,
	gravid, gestant, pregnan, embaraz, amament, lactant, breastf, nursing,
	remedio, medica, medicine, anticoag, warfarin, varfarin,
	vegan, vegetar, pescetar, pescatar, ovolact, halal, kosher, kasher, jain, muculman, muslim, judeu, judia, jewish, adventist, ramada,
	dieta, diet, low carb, cetogen, keto, fodmap, restri, religi,
	nao come, nao pode, nao bebe, nao consom, nao toler, nao ingere, no come, no puede, not eat, not drink, never eat, cannot eat, can t eat, doesn t eat, don t eat, doesn t drink, cannot have, can t have,
	evita, avoid, abstem, sobri, teetotal, alcoolatra, alcoholic, faz mal, passa mal, passo mal, me faz mal, mata, incha, sem acucar, sem sal, sem leite, sem carne, sugar free, dairy free, nut free,
	mobilid, cadeirant, cadeira de rodas, wheelchair, muleta, crutch, disfag, engasg, chok`)

// beginnings returns the parts of a list, each to be looked for where a word
// begins.
func beginnings(list string) (all []begun) {
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		all = append(all, begun{" " + part, beginning(part)})
	}
	return all
}
