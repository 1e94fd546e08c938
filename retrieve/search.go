package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/vector"
)

// A Search is a question to a collection.
type Search struct {
	Text string
	K    int // how many; 0: 25

	// Keep has the hard constraints, obeyed before anything is ranked; nil is
	// none. Several goroutines may ask it at once. It must neither change the
	// document nor use the collection, which is locked.
	Keep func(d *Doc) bool

	Way Way // for comparing the two

	rules string // the question that says what is ruled out; empty: Text
	all   bool   // also what is far, among the nearest 800
}

// A Way is how a collection is searched; the zero value is both ways together.
type Way int

// The ways of searching.
const (
	Both     Way = iota
	ByVector     // by meaning
	ByWords      // by BM25
)

// A Hit is a document found.
type Hit struct {
	*Doc
	Rank   float64 `json:"rank"`                // what the order goes by; comparable within one search only
	Cosine float32 `json:"cosine"`              // of the document's vector and the question's
	Words  float64 `json:"words"`               // BM25, over words and concepts
	Facets float64 `json:"facets"`              // how much of what was asked it is, from 0 to 1
	Ruled  bool    `json:"ruled_out,omitempty"` // it has what the question rules out, so it stands last
}

// Result is what a search found, best first.
type Result struct {
	Hits   []Hit
	Best   float32 // the highest cosine of a document not ruled out, however few hits were asked for
	Vector []float32
}

const defaultK = 25

// Search finds the documents nearest to a text, by its meaning and by its
// words. A document that has what the text rules out ("sem queijo") comes
// after all others.
func (c *Collection) Search(ctx context.Context, s Search) (Result, error) {
	if strings.TrimSpace(s.Text) == "" {
		return Result{}, fmt.Errorf("searching %s: there are no words to search for", c.name)
	}
	if err := c.Sync(ctx); err != nil {
		return Result{}, err
	}
	if res, ok := c.again(s); ok {
		return res, ctx.Err()
	}
	q, err := embed.One(ctx, c.embedder, llm.Query, cut(s.Text))
	if err != nil {
		return Result{}, fmt.Errorf("embedding the question: %w", err)
	}
	return c.rank(s, q)
}

// A question is what the scores of documents hang on, besides the documents.
type question struct{ text, rules string }

// scored is a question and what all documents score for it, before any is left out.
type scored struct {
	vector []float32
	hits   []scoredHit
	err    error
}

type scoredHit struct {
	Hit
	apart bool // it is of another kind than was asked for
}

// again searches a small collection, such as a card, of which one turn asks the same several
// times with other constraints. It is false of a larger one, and where an embedder costs.
func (c *Collection) again(s Search) (Result, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	k := c.most(s)
	if !c.info.Local || len(c.docs) > min(8*k, few) || len(s.Text)+len(s.rules) > few {
		return Result{}, false
	}
	was := c.scored.Get(question{s.Text, s.rules}, func() (sc scored) {
		if sc.vector, sc.err = embed.One(context.Background(), c.embedder, llm.Query, s.Text); sc.err == nil {
			sc.hits, sc.err = c.score(Search{Text: s.Text, rules: s.rules}, sc.vector, 8*k)
		}
		return sc
	})
	return c.order(s, was.vector, was.hits), was.err == nil
}

// few is how many documents a collection has at most whose last scores are kept, and bytes a
// question.
const few = 400

// cut keeps a question short: what is longer than that is no question.
func cut(text string) string {
	const most = 4 << 10
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// The shares in a hit's rank.
const (
	cosineShare = 1.0
	wordsShare  = 0.5
	facetShare  = 1.0
	beside      = 0.5 // of the weight of what a thing is to go with
	otherKind   = 0.5 // of the rank of a thing of another kind than was asked for is left
)

func (c *Collection) rank(s Search, q []float32) (Result, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	s.Text = cut(s.Text)
	found, err := c.score(s, q, 8*c.most(s))
	if err != nil {
		return Result{}, err
	}
	s.Keep = nil // was asked
	return c.order(s, q, found), nil
}

// most is how many documents a search returns.
func (c *Collection) most(s Search) int { return min(cmp.Or(max(0, s.K), defaultK), len(c.docs)) }

// score returns candidates with what they score.
func (c *Collection) score(s Search, q []float32, n int) ([]scoredHit, error) {
	found, err := c.candidates(s, q, n)
	if err != nil {
		return nil, err
	}
	facets := c.facets(s.Text)
	kinds := c.onto.Kinds(s.Text)
	excluded := c.onto.Excluded(cut(cmp.Or(s.rules, s.Text)))
	all := make([]scoredHit, len(found))
	for i, h := range found {
		it := c.docs[h.Doc.ID]
		h.Ruled, h.Facets = c.onto.Breaks(&it.is, excluded), c.meets(facets, it)
		all[i] = scoredHit{h, kinds.Apart(it.is.Kinds)}
	}
	return all, nil
}

// order returns the best of what was found.
func (c *Collection) order(s Search, q []float32, found []scoredHit) Result {
	top := 0.0
	kept := make([]*scoredHit, 0, len(found))
	for i, h := range found {
		if s.Keep == nil || s.Keep(h.Doc) {
			kept, top = append(kept, &found[i]), max(top, h.Words)
		}
	}
	res := Result{Vector: q, Hits: make([]Hit, 0, len(kept))}
	for _, found := range kept {
		h := found.Hit
		if !s.shows(h, c.info.Floor) {
			continue
		}
		if s.Way != ByWords {
			h.Rank = cosineShare * float64(h.Cosine)
		}
		if s.Way != ByVector && top > 0 {
			h.Rank += wordsShare * h.Words / top
		}
		if s.Way == Both {
			h.Rank += facetShare * h.Facets
			if h.Rank > 0 && found.apart {
				h.Rank *= otherKind
			}
		}
		if !h.Ruled {
			res.Best = max(res.Best, h.Cosine)
		}
		res.Hits = append(res.Hits, h)
	}
	slices.SortFunc(res.Hits, better)
	res.Hits = res.Hits[:min(c.most(s), len(res.Hits))]
	return res
}

// shows reports whether a candidate is worth showing: near enough, or with a
// word of the question.
func (s *Search) shows(h Hit, floor float32) bool {
	near, named := h.Cosine >= floor, h.Words > 0
	switch s.Way {
	case ByVector:
		return near || s.all
	case ByWords:
		return named
	}
	return near || named || s.all
}

// A facet is one thing asked for, and how much it tells documents apart.
type facet struct {
	ontology.Facet
	weight float64
}

func (c *Collection) facets(text string) []facet {
	var all []facet
	for _, f := range c.onto.Facets(text) {
		df := 0
		for _, concept := range f.Any {
			df = max(df, c.words.with(conceptTerm(concept)))
		}
		w := math.Sqrt(math.Log(1 + float64(len(c.docs)+1)/float64(df+1)))
		if f.Beside {
			w *= beside
		}
		all = append(all, facet{f, w})
	}
	return all
}

// meets is how much of what was asked a document is.
func (c *Collection) meets(facets []facet, it *item) float64 {
	var sum, all float64
	for _, f := range facets {
		sum += f.weight * c.onto.Meets(f.Facet, &it.is)
		all += f.weight
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

func better(a, b Hit) int {
	switch {
	case a.Ruled && !b.Ruled:
		return 1
	case b.Ruled && !a.Ruled:
		return -1
	}
	return cmp.Or(cmp.Compare(b.Rank, a.Rank), strings.Compare(a.Doc.ID, b.Doc.ID))
}

// candidates returns the n best by vector and the n best by words; of all, the
// nearest 800.
func (c *Collection) candidates(s Search, q []float32, n int) ([]Hit, error) {
	byWords := n
	if s.all {
		n, byWords = chunks, 0
	}
	var keep func(string) bool
	if s.Keep != nil {
		keep = func(id string) bool { return s.Keep(c.docs[id].doc) }
	}
	near, err := c.vectors.Top(nil, vector.Query{Vector: q, K: n, Floor: -2, Keep: keep})
	if err != nil {
		return nil, err
	}
	terms := c.words.question(asked(c.onto, s.Text))
	found := make([]Hit, 0, len(near)+byWords)
	seen := make(map[string]bool, len(near))
	for _, h := range near {
		it := c.docs[h.ID]
		seen[h.ID] = true
		found = append(found, Hit{Doc: it.doc, Cosine: h.Score, Words: float64(c.words.score(it, terms))})
	}
	var named []Hit
	for id, it := range c.docs {
		if byWords == 0 || seen[id] {
			continue
		}
		if w := c.words.score(it, terms); w > 0 && (keep == nil || keep(id)) {
			named = append(named, Hit{Doc: it.doc, Words: float64(w)})
		}
	}
	slices.SortFunc(named, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Words, a.Words), strings.Compare(a.ID, b.ID)) })
	for _, h := range named[:min(byWords, len(named))] {
		h.Cosine = c.vectors.Cosine(h.ID, q)
		found = append(found, h)
	}
	return found, nil
}

// Why returns the concepts by which a document was found for a text, the most
// telling first.
func (c *Collection) Why(text, id string) []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	it, ok := c.docs[id]
	if !ok {
		return nil
	}
	asked := map[int]float64{}
	for _, w := range c.onto.Query(cut(text)) {
		asked[w.Concept] = w.Weight
	}
	share := map[string]float64{}
	var names []string
	for _, w := range it.is.About {
		r := c.onto.Rarity(w.Concept)
		if s := asked[w.Concept] * w.Weight * r * r; s > 0 && asked[w.Concept] > 0 {
			names = append(names, c.onto.Name(w.Concept))
			share[c.onto.Name(w.Concept)] = s
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(share[b], share[a]), strings.Compare(a, b)) })
	return names[:min(8, len(names))]
}
