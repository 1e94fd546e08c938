package understand

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Labelled is a message with what it means, as in readings/*.jsonl.
type Labelled struct {
	By    string `json:"by"`
	Lang  string `json:"lang"`
	Last  string `json:"last"`
	House string `json:"house,omitempty"`
	Text  string `json:"text"`
	Acts  []Act  `json:"acts"`
	Spans []Span `json:"spans"`
}

// Before is what the house did before the message.
func (l *Labelled) Before() Before { return Before{Last: l.Last, House: l.House} }

// Lines reads labelled messages, one JSON object a line. It returns the first
// line that is none.
func Lines(r io.Reader) (all []Labelled, err error) {
	for l := range jsonl.Lines(r) {
		var x Labelled
		err := l.Err
		if err == nil {
			err = json.Unmarshal(l.Data, &x)
		}
		if err == nil {
			err = x.locate()
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", l.Number, err)
		}
		all = append(all, x)
	}
	return all, nil
}

// locate finds the spans in the text.
func (l *Labelled) locate() error {
	at := 0
	for i := range l.Spans {
		s := &l.Spans[i]
		k := strings.Index(l.Text[at:], s.Text)
		if k < 0 || s.Text == "" {
			return fmt.Errorf("the span %q is not in the text, after the one before it", s.Text)
		}
		s.From, s.To = at+k, at+k+len(s.Text)
		at = s.To
	}
	return nil
}

// example is a message as the trainer sees it: features by number.
type example struct {
	acts  []uint32
	parts [][]uint32 // of its clauses
	sizes []int      // of its clauses, in tokens
	meant []bool     // by act
	rows  [][]uint32 // of its tokens
	tags  []int
	spans []spanExample
}

type spanExample struct {
	features []uint32
	values   []int // by attribute; -1: it does not have it
}

func newExample(l *Labelled) example {
	m := newMessage(l.Text, l.Before())
	x := example{acts: m.ofMessage(nil), meant: make([]bool, len(Acts)), tags: make([]int, len(m.tokens))}
	for _, c := range m.clauses() {
		x.parts, x.sizes = append(x.parts, m.ofClause(nil, c)), append(x.sizes, c.To-c.From)
	}
	for _, a := range l.Acts {
		if i := slices.Index(Acts, a.Name); i >= 0 {
			x.meant[i] = true
		}
	}
	var places []place
	var spans []Span
	for _, s := range l.Spans {
		p := place{From: -1, Kind: slices.Index(Kinds, s.Kind)}
		for i, t := range m.tokens {
			if t.from < s.To && s.From < t.to {
				if p.From < 0 {
					p.From = i
				}
				p.To = i + 1
			}
		}
		if p.From < 0 || p.Kind < 0 || x.tags[p.From] != 0 {
			continue // within a token of the span before
		}
		for i := p.From; i < p.To; i++ {
			x.tags[i] = 2*p.Kind + 2
		}
		x.tags[p.From]--
		places, spans = append(places, p), append(spans, s)
	}
	for i := range m.tokens {
		x.rows = append(x.rows, m.ofToken(nil, i))
	}
	for i, p := range places {
		e := spanExample{features: m.ofSpan(nil, p, spans[:i], places)}
		for _, a := range Attributes {
			v := -1
			if a.has(spans[i].Kind) {
				v = max(0, slices.Index(a.Values, spans[i].Get(a.Name)))
			}
			e.values = append(e.values, v)
		}
		x.spans = append(x.spans, e)
	}
	return x
}

// Fingerprint returns a hash of what the trainer sees of some messages: it is another once features are.
func Fingerprint(lines []Labelled) []byte {
	sum := sha256.New()
	for i := range lines {
		fmt.Fprint(sum, newExample(&lines[i]))
	}
	return sum.Sum(nil)
}

// A recipe is how a model is learned. The numbers were found by trying on groups
// of writers that were held out, none of them in readings/held.txt.
type recipe struct {
	passes int
	rate   float32 // how far a step goes
	sparse float32 // how much reason a weight needs not to be zero
	hide   float32 // the share of features that is hidden at each step, so that none is relied on alone
	idf    float64 // how much less a feature counts that is often true
	bytes  int     // of weights.bin
}

var (
	actRecipe       = recipe{passes: 4, rate: 0.7, sparse: 0.1, hide: 0.05, idf: 1, bytes: 1_600_000}
	tagRecipe       = recipe{passes: 4, rate: 0.7, sparse: 0.2, hide: 0.5, bytes: 1_450_000}
	attributeRecipe = recipe{passes: 4, rate: 0.3, sparse: 0.5, hide: 0.2, bytes: 530_000}
)

// ridge draws weights to zero; lettersWeigh is what a group of letters counts
// beside a word; tagReluctance is added to the score of no span: a span too many
// costs more than the likelihood says. tagScale makes up for the features that were
// hidden while learning and all speak in the end.
const (
	ridge         = 1
	lettersWeigh  = 0.4
	tagReluctance = 0.3
	tagScale      = 0.75
)

// Train learns from labelled messages, and returns a file of weights for Open. The
// same messages give the same file.
func Train(lines []Labelled) []byte {
	all := make([]example, len(lines))
	half := func(from int) func() {
		return func() {
			for i := from; i < len(lines); i += 2 {
				all[i] = newExample(&lines[i])
			}
		}
	}
	parallel(half(0), half(1))
	w := &weights{}
	parallel(func() {
		v := enumerate(all, ofActs, actRecipe)
		learn, rest := apart(lines, all)
		w.least, w.sure = calibrate(fitActs(learn, v), rest)
		w.acts = fitActs(all, v)
		w.attributes = fitAttributes(all, enumerate(all, ofSpans, attributeRecipe))
	}, func() { w.tags, w.step = fitTags(all, enumerate(all, ofTokens, tagRecipe)) })
	return w.encode()
}

// apart returns the examples of four fifths of the writers, and those of the others.
func apart(lines []Labelled, all []example) (learn, rest []example) {
	number := map[string]int{}
	for i := range lines {
		n, ok := number[lines[i].By]
		if !ok {
			n = len(number)
			number[lines[i].By] = n
		}
		if n%5 == 1 {
			rest = append(rest, all[i])
		} else {
			learn = append(learn, all[i])
		}
	}
	return learn, rest
}

// calibrate finds the score from which on an act is meant, and how the margin of
// the scores becomes the chance that the acts are right, on lines of writers that
// the model did not learn from.
func calibrate(f *fit, rest []example) (least float32, sure [2]float32) {
	scores := make([][]float32, len(rest))
	for i := range rest {
		scores[i] = make([]float32, len(Acts))
		f.actScores(&rest[i], scores[i])
	}
	var margins []float32
	var right []bool
	top := -1
	for _, try := range []float32{0, -0.4, -0.2, 0.2, 0.4, 0.6} {
		var m []float32
		var r []bool
		exact := 0
		for i := range rest {
			found, margin := decide(scores[i], try)
			ok := true
			for a, meant := range rest[i].meant {
				ok = ok && meant == slices.Contains(found, a)
			}
			if ok {
				exact++
			}
			m, r = append(m, margin), append(r, ok)
		}
		if exact > top {
			top, least, margins, right = exact, try, m, r
		}
	}
	sure = [2]float32{1, 0}
	for range 300 { // steps of gradient descent on two numbers
		var g [2]float32
		for i, m := range margins {
			p := float32(logistic(float64(sure[0]*m + sure[1])))
			if right[i] {
				p--
			}
			g[0], g[1] = g[0]+p*m, g[1]+p
		}
		n := float32(max(1, len(margins)))
		sure[0], sure[1] = sure[0]-g[0]/n, sure[1]-g[1]/n
	}
	return least, sure
}

// rare is how many messages, tokens or spans a feature must be true of to be
// learned: what was seen less often is chance.
const rare = 2

// vocabulary is the features that a model learns, by number, and what each counts.
type vocabulary struct {
	recipe
	features []feature
	value    []float32
	reach    []float32 // the root of how often it was true: what its weights are worth when there is no room for all
}

// unknown is the number of a feature that is not learned.
const unknown = math.MaxUint32

// enumerate replaces the features of examples by their numbers. The rows of one
// model are picked from an example by of.
func enumerate(all []example, of func(*example) [][]uint32, r recipe) vocabulary {
	v := vocabulary{recipe: r}
	seen := map[feature]int{}
	for i := range all {
		for _, row := range of(&all[i]) {
			slices.Sort(row)
			for k, f := range row {
				if k == 0 || row[k-1] != f {
					seen[f]++
				}
			}
		}
	}
	for f, n := range seen {
		if n >= rare {
			v.features = append(v.features, f)
		}
	}
	slices.Sort(v.features) // the map's order decides nothing
	number := make(map[feature]uint32, len(v.features))
	for i, f := range v.features {
		number[f] = uint32(i)
		value := float32(math.Pow(math.Log(float64(len(all))/float64(seen[f])+1)/5, r.idf))
		if f&1 == 1 {
			value *= lettersWeigh
		}
		v.value, v.reach = append(v.value, max(value, 0.01)), append(v.reach, sqrt(float32(min(seen[f], 100))))
	}
	for i := range all {
		for _, row := range of(&all[i]) {
			for k, f := range row {
				if n, ok := number[f]; ok {
					row[k] = n
				} else {
					row[k] = unknown
				}
			}
		}
	}
	return v
}

func ofActs(x *example) [][]uint32   { return append([][]uint32{x.acts}, x.parts...) }
func ofTokens(x *example) [][]uint32 { return x.rows }
func ofSpans(x *example) (rows [][]uint32) {
	for i := range x.spans {
		rows = append(rows, x.spans[i].features)
	}
	return rows
}

func parallel(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}

// fit is a set of weights while they are learned, by feature and class: FTRL
// (McMahan 2013), which keeps a weight at zero until there is enough reason.
type fit struct {
	vocabulary
	classes int
	w, z, n []float32
	chance  *rand.PCG
	active  []int
}

func newFit(v vocabulary, classes int) *fit {
	size := len(v.features) * classes
	return &fit{v, classes, make([]float32, size), make([]float32, size), make([]float32, size), rand.NewPCG(1, 2), nil}
}

// each calls do for every example of every pass, in an order of chance that is
// the same each time.
func (f *fit) each(all []example, do func(x *example)) {
	chance := rand.New(rand.NewPCG(3, 4))
	order := chance.Perm(len(all))
	for range f.passes {
		chance.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		for _, i := range order {
			do(&all[i])
		}
	}
}

// some appends the features that are known, but for a random share.
func (f *fit) some(to, row []uint32) []uint32 {
	least, bits := uint64(f.hide*256), uint64(0)
	for i, x := range row {
		if i%8 == 0 {
			bits = f.chance.Uint64()
		}
		if x != unknown && bits&255 >= least {
			to = append(to, x)
		}
		bits >>= 8
	}
	return to
}

// score adds the weights of features to the scores of the classes.
func (f *fit) score(features []uint32, scores []float32) {
	for _, x := range features {
		if x == unknown {
			continue
		}
		row, v := f.w[int(x)*f.classes:][:len(scores)], f.value[x]
		for c, w := range row {
			scores[c] += w * v
		}
	}
}

// learn moves the weights of features against a gradient by class.
func (f *fit) learn(features []uint32, gradient []float32, scale float32) {
	f.active = f.active[:0]
	for c, g := range gradient {
		if abs(g) >= 0.01 {
			f.active = append(f.active, c)
		}
	}
	for _, x := range features {
		if x == unknown {
			continue
		}
		value, row := f.value[x]*scale, int(x)*f.classes
		for _, c := range f.active {
			g, at := gradient[c]*value, row+c
			old := sqrt(f.n[at])
			f.n[at] += g * g
			now := sqrt(f.n[at])
			z := f.z[at] + g - (now-old)/f.rate*f.w[at]
			f.z[at] = z
			switch {
			case z > f.sparse:
				f.w[at] = (f.sparse - z) / ((1+now)/f.rate + ridge)
			case z < -f.sparse:
				f.w[at] = (-f.sparse - z) / ((1+now)/f.rate + ridge)
			default:
				f.w[at] = 0
			}
		}
	}
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// fitActs learns a logistic regression for each act. Its score is that of the
// message and that of the clause that speaks most for it.
func fitActs(all []example, v vocabulary) *fit {
	f := newFit(v, len(Acts))
	var row []uint32
	scores, gradient := make([]float32, len(Acts)), make([]float32, len(Acts))
	f.each(all, func(x *example) {
		row = f.some(row[:0], x.acts)
		whole := x.acts
		x.acts = row
		at := f.actScores(x, scores)
		x.acts = whole
		for a := range scores {
			scores[a] = float32(logistic(float64(scores[a])))
			if x.meant[a] {
				scores[a]--
			}
		}
		f.learn(row, scores, norm(len(x.tags)))
		for i, part := range x.parts {
			clear(gradient)
			for a, s := range scores {
				if at[a] == i {
					gradient[a] = s
				}
			}
			f.learn(part, gradient, norm(x.sizes[i]))
		}
	})
	return f
}

// actScores fills in the scores of the acts, and tells for each the clause that
// speaks most for it.
func (f *fit) actScores(x *example, scores []float32) (at []int) {
	clear(scores)
	f.score(x.acts, scores)
	parts := make([]float32, len(x.parts)*len(Acts))
	for i, p := range x.parts {
		f.score(p, parts[i*len(Acts):(i+1)*len(Acts)])
	}
	return pool(scores, parts, len(x.tags), x.sizes)
}

func fitAttributes(all []example, v vocabulary) *fit {
	f := newFit(v, valueCount)
	scores := make([]float32, valueCount)
	var row []uint32
	f.each(all, func(x *example) {
		for _, s := range x.spans {
			clear(scores)
			row = f.some(row[:0], s.features)
			f.score(row, scores)
			const factor = 0.25 // of each span there are about as many
			at := 0
			for i, a := range Attributes {
				part := scores[at : at+len(a.Values)]
				at += len(a.Values)
				if s.values[i] < 0 {
					clear(part)
					continue
				}
				for v := range part {
					part[v] *= factor
				}
				softmax(part)
				part[s.values[i]]--
			}
			f.learn(row, scores, factor)
		}
	})
	return f
}

// fitTags learns a conditional random field: the weights of features by tag, and
// what it is worth that one tag follows another.
func fitTags(all []example, v vocabulary) (f *fit, step []float32) {
	f = newFit(v, tagCount)
	step = make([]float32, tagCount*tagCount)
	squares, steps := make([]float32, len(step)), make([]float32, len(step))
	var scores []float32
	var rows [][]uint32
	var field crf
	f.each(all, func(x *example) {
		n := len(x.tags)
		if n == 0 {
			return
		}
		scores, rows = sized(scores, n*tagCount), slices.Grow(rows[:0], n)[:n]
		clear(scores)
		for i := range n {
			rows[i] = f.some(rows[i][:0], x.rows[i])
			f.score(rows[i], scores[i*tagCount:(i+1)*tagCount])
		}
		clear(steps)
		field.gradient(scores, x.tags, step, steps)
		for i := range n {
			f.learn(rows[i], scores[i*tagCount:(i+1)*tagCount], 1)
		}
		for k, g := range steps {
			if abs(g) > 0.005 {
				squares[k] += g * g
				step[k] -= 0.3 * g / sqrt(squares[k]+1)
			}
		}
	})
	for i := range f.w {
		f.w[i] *= tagScale
	}
	if bias, ok := slices.BinarySearch(f.features, mix(fBias)); ok {
		f.w[bias*tagCount] += tagReluctance / f.value[bias]
	}
	return f, step
}
