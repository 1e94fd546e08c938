package retrieve

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// words score documents by BM25 over terms: the stems of their words and, as
// terms of their own, the concepts they are about. So a concept that half the
// collection shares says little, and a rare one much.
type words struct {
	ids   map[string]int32 // of terms
	count []int            // documents that have a term
	docs  int
	total float64 // of the documents' sizes
}

// A term says how often it is in a document.
type term struct {
	id int32
	n  float32
}

const (
	saturation = 1.2  // k1
	lengthNorm = 0.25 // b
)

func newWords() *words { return &words{ids: map[string]int32{}} }

// put counts a document's terms, and gives them to it.
func (x *words) put(it *item, terms map[string]float32) {
	it.terms = make([]term, 0, len(terms))
	size := 0.0 // exact, and so the same in any order
	for t, n := range terms {
		it.terms = append(it.terms, term{x.id(t), n})
		size += float64(n)
	}
	slices.SortFunc(it.terms, func(a, b term) int { return cmp.Compare(a.id, b.id) })
	it.size = float32(size)
	x.add(it, 1)
}

func (x *words) id(t string) int32 {
	id, ok := x.ids[t]
	if !ok {
		id = int32(len(x.count))
		x.ids[t] = id
		x.count = append(x.count, 0)
	}
	return id
}

// add counts a document once more, or once less.
func (x *words) add(it *item, n int) {
	for _, t := range it.terms {
		x.count[t.id] += n
	}
	x.docs += n
	x.total += float64(n) * float64(it.size)
}

// with is how many documents have a term.
func (x *words) with(t string) int {
	if id, ok := x.ids[t]; ok {
		return x.count[id]
	}
	return 0
}

// A question is terms with what each counts, in one order: sums of floats depend on it.
func (x *words) question(terms map[string]float32) []term {
	var all []term
	n := float64(x.docs)
	for _, t := range sortedKeys(terms) {
		if df := float64(x.with(t)); df > 0 {
			all = append(all, term{x.ids[t], terms[t] * float32(math.Log(1+(n-df+0.5)/(df+0.5))) * (saturation + 1)})
		}
	}
	return all
}

// score returns what a document scores for a question.
func (x *words) score(it *item, question []term) (score float32) {
	mean := float32(x.total / max(float64(x.docs), 1))
	for _, q := range question {
		at, ok := slices.BinarySearchFunc(it.terms, q.id, func(t term, id int32) int { return cmp.Compare(t.id, id) })
		if ok {
			n := it.terms[at].n
			score += q.n * n / (n + saturation*(1-lengthNorm+lengthNorm*it.size/mean))
		}
	}
	return score
}

// termsOf returns those of a document: a word of its title counts twice.
func termsOf(it *item) map[string]float32 {
	ts := map[string]float32{}
	stems(ts, it.doc.Title, 2)
	stems(ts, it.doc.Text, 1)
	concepts(ts, it.is.About)
	return ts
}

func stems(into map[string]float32, text string, weight float32) {
	for w := range strings.FieldsSeq(lang.Fold(text)) {
		if len(w) > 2 && !stop[w] {
			into[lang.Stem(w)] += weight
		}
	}
}

// asked is the terms of a question. Words that name a concept count less than
// words that name none: the concept is a term itself.
func asked(o *ontology.Ontology, text string) map[string]float32 {
	question := map[string]float32{}
	stems(question, text, 1)
	for _, m := range o.Read(text) {
		for w := range strings.FieldsSeq(m.Words) {
			if s := lang.Stem(w); question[s] > 0 {
				question[s] = 0.3
			}
		}
	}
	concepts(question, o.Query(text))
	return question
}

//go:embed stop.txt
var stopText string

// stop has words that say how something is asked, not what.
var stop = wordfile.Sets(stopText).Set("stop")

// concepts adds concepts as terms; what a text is against is no term of it.
func concepts(into map[string]float32, about []ontology.Weight) {
	for _, w := range about {
		if w.Weight > 0 {
			into[conceptTerm(w.Concept)] += float32(w.Weight)
		}
	}
}

func conceptTerm(concept int) string { return "#" + strconv.Itoa(concept) }
