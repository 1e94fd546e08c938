package retrieve

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// index scores documents by BM25 over terms: the stems of their words and, as
// terms of their own, the concepts they are about. So a concept that half the
// collection shares says little, and a rare one much.
type index struct {
	slots map[string]int32 // where a document stands
	docs  []string         // by slot; "" is none
	sizes []float32        // by slot: the sum of its terms' counts
	post  map[string][]posting
	total float64 // of sizes
}

// A posting says how often a term is in a document. Those of documents that
// are no more stay until there are too many of them.
type posting struct {
	slot int32
	n    float32
}

const (
	saturation = 1.2  // k1
	lengthNorm = 0.25 // b
)

func newIndex() *index {
	return &index{slots: map[string]int32{}, post: map[string][]posting{}}
}

func (x *index) put(id string, terms map[string]float32) {
	x.remove(id)
	slot := int32(len(x.docs))
	size := 0.0 // exact, and so the same in any order
	for t, n := range terms {
		x.post[t] = append(x.post[t], posting{slot, n})
		size += float64(n)
	}
	x.slots[id] = slot
	x.docs, x.sizes = append(x.docs, id), append(x.sizes, float32(size))
	x.total += float64(float32(size))
}

func (x *index) remove(id string) {
	slot, ok := x.slots[id]
	if !ok {
		return
	}
	x.total -= float64(x.sizes[slot])
	x.docs[slot] = ""
	delete(x.slots, id)
	if dead := len(x.docs) - len(x.slots); dead > 64 && dead > len(x.slots) {
		x.compact()
	}
}

// compact forgets the documents that are no more.
func (x *index) compact() {
	to := make([]int32, len(x.docs))
	live := int32(0)
	for slot, id := range x.docs {
		if to[slot] = -1; id != "" {
			to[slot], x.slots[id] = live, live
			x.docs[live], x.sizes[live] = id, x.sizes[slot]
			live++
		}
	}
	x.docs, x.sizes = x.docs[:live], x.sizes[:live]
	for t, ps := range x.post {
		kept := ps[:0]
		for _, p := range ps {
			if to[p.slot] >= 0 {
				kept = append(kept, posting{to[p.slot], p.n})
			}
		}
		if x.post[t] = kept; len(kept) == 0 {
			delete(x.post, t)
		}
	}
}

// count is how many documents have a term.
func (x *index) count(term string) int {
	n := 0
	for _, p := range x.post[term] {
		if x.docs[p.slot] != "" {
			n++
		}
	}
	return n
}

// scores returns what each document, by its slot, scores for the terms of a
// question.
func (x *index) scores(question map[string]float32) []float32 {
	scores := make([]float32, len(x.docs))
	n := float64(len(x.slots))
	mean := float32(x.total / max(n, 1))
	for _, t := range slices.Sorted(maps.Keys(question)) { // in one order: sums of floats depend on it
		weight, ps := question[t], x.post[t]
		df := float64(x.count(t))
		w := weight * float32(math.Log(1+(n-df+0.5)/(df+0.5))) * (saturation + 1)
		for _, p := range ps {
			if x.docs[p.slot] != "" {
				scores[p.slot] += w * p.n / (p.n + saturation*(1-lengthNorm+lengthNorm*x.sizes[p.slot]/mean))
			}
		}
	}
	return scores
}

// terms of a document: a word of its title counts twice.
func terms(it *item) map[string]float32 {
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
			into["#"+strconv.Itoa(w.Concept)] += float32(w.Weight)
		}
	}
}
