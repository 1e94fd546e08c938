package understand

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

//go:embed weights.bin
var shipped []byte

// Default returns the reader that maitre ships.
var Default = sync.OnceValue(func() *Reader {
	r, err := Open(shipped)
	if err != nil {
		panic(err) // the file lies beside the code, and a test opens it
	}
	return r
})

// Reader is a set of learned models, read-only and safe for concurrent use.
type Reader struct {
	acts, tags, attributes *table

	step  []float32 // from tag × to tag: what it is worth that one follows the other
	least float32   // the score from which on an act is meant
	sure  [2]float32
}

// weights are what the trainer has learned, by bucket and class.
type weights struct {
	acts, tags, attributes *fit
	step                   []float32
	least                  float32
	sure                   [2]float32 // scale and shift from the acts' margin to the odds that they are right
}

// encode writes weights as a file for Open.
func (w *weights) encode() []byte {
	var out []byte
	for _, f := range []*fit{w.acts, w.tags, w.attributes} {
		out = append(out, f.encode()...)
	}
	for _, f := range slices.Concat(w.step, []float32{w.least}, w.sure[:]) {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return append(out, make([]byte, stampSize)...)
}

// stampSize is the length of the last bytes of weights.bin, which no reader needs:
// a hash of what it was learned from, by command train.
const stampSize = 8

// Open makes a reader of a file of weights.
func Open(data []byte) (*Reader, error) {
	r := &Reader{}
	var err error
	for _, t := range []struct {
		to      **table
		classes int
	}{{&r.acts, len(Acts)}, {&r.tags, tagCount}, {&r.attributes, valueCount}} {
		if *t.to, data, err = openTable(data, t.classes); err != nil {
			return nil, err
		}
	}
	rest := make([]float32, max(0, len(data)-stampSize)/4)
	if len(rest) != tagCount*tagCount+3 {
		return nil, fmt.Errorf("%w: it has %d numbers at its end, not %d", errWeights, len(rest), tagCount*tagCount+3)
	}
	for i := range rest {
		rest[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	r.step, rest = rest[:tagCount*tagCount], rest[tagCount*tagCount:]
	r.least, r.sure = rest[0], [2]float32(rest[1:])
	return r, nil
}

// Read reads a message.
func (r *Reader) Read(text string, b Before) Reading {
	m := newMessage(text, b)
	if len(m.tokens) == 0 {
		return Reading{Acts: []Act{}, Spans: []Span{}}
	}
	var out Reading
	out.Acts, out.Sure = r.actsOf(&m)
	out.Spans = r.settle(&m, r.spans(&m), len(out.Acts) > 0 && out.Acts[0].Name == "forget")
	return out
}

// actsOf returns the acts of a message, the likeliest first, and the chance that
// they are right.
func (r *Reader) actsOf(m *message) (all []Act, sure float64) {
	scores := r.scores(m)
	found, margin := decide(scores, r.least)
	for _, a := range found {
		all = append(all, Act{Name: Acts[a], Score: logistic(float64(scores[a]))})
	}
	return all, logistic(float64(r.sure[0]*margin + r.sure[1]))
}

// scores returns how much speaks for each act of Acts.
func (r *Reader) scores(m *message) []float32 {
	scores := make([]float32, len(Acts))
	f := m.ofMessage(make([]feature, 0, 1024))
	r.acts.addAll(f, scores)
	clauses := m.clauses()
	parts, sizes := make([]float32, len(clauses)*len(Acts)), make([]int, len(clauses))
	for i, c := range clauses {
		f, sizes[i] = m.ofClause(f[:0], c), c.To-c.From
		r.acts.addAll(f, parts[i*len(Acts):(i+1)*len(Acts)])
	}
	pool(scores, parts, len(m.tokens), sizes)
	return scores
}

// pool makes the scores of acts of the sums for the message and for each of its
// clauses, and tells for each act the clause that speaks most for it.
func pool(scores, parts []float32, n int, sizes []int) (at []int) {
	at = make([]int, len(scores))
	for a := range scores {
		var top float32
		for i, size := range sizes {
			if s := parts[i*len(scores)+a] * norm(size); i == 0 || s > top {
				top, at[a] = s, i
			}
		}
		scores[a] = scores[a]*norm(n) + top
	}
	return at
}

// decide returns the acts whose score is above the least and the best, and by how
// much the nearest act would have to change to be decided otherwise.
func decide(scores []float32, least float32) (found []int, margin float32) {
	best := 0
	for a, s := range scores {
		if s > scores[best] {
			best = a
		}
	}
	margin = scores[best] - least
	for a, s := range scores {
		if a == best || s > least {
			found = append(found, a)
		}
		if a != best {
			margin = min(margin, abs(s-least))
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return found, margin
}

// Likely returns all acts by how likely a message means them, the likeliest first: the
// runners-up where the first proves wrong.
func Likely(text string, b Before) (all []Act) {
	m := newMessage(text, b)
	for i, s := range Current().scores(&m) {
		all = append(all, Act{Name: Acts[i], Score: logistic(float64(s))})
	}
	slices.SortStableFunc(all, func(x, y Act) int { return cmp.Compare(y.Score, x.Score) })
	return all
}

// norm keeps long messages from shouting: the factor for the features of n tokens.
func norm(n int) float32 { return float32(0.7 / math.Sqrt(float64(n+1))) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Says reports whether a text has a word of a concept or a class of the thesaurus: "conta"
// is of payment.
func Says(text, name string) bool {
	m, h := newMessage(text, Before{}), hash(name)
	return slices.ContainsFunc(m.tokens, func(t token) bool {
		return slices.ContainsFunc(t.means, func(m meaning) bool { return m.concept == h || m.class == h })
	})
}

// installed is the reader that has taken the place of the shipped one.
var installed atomic.Pointer[Reader]

// Install makes a reader the one that Read uses; nil: the shipped one.
func Install(r *Reader) { installed.Store(r) }

// Current is the reader that Read uses.
func Current() *Reader {
	if r := installed.Load(); r != nil {
		return r
	}
	return Default()
}

// recently are readings of messages: every turn reads the words of its whole conversation again, and several packages read the
// same message.
var recently = recent.Table[asked, Reading]{Size: 1024}

// asked is what a reading hangs on.
type asked struct {
	by     *Reader
	text   string
	before Before
}

// Kept is how long a message is at most whose reading is kept, in bytes: a book that somebody pastes is read anew.
const Kept = 4000

// Read reads a message with the reader that maitre ships, or one that a house has taught: see Install. The caller may change
// what it returns.
func Read(text string, b Before) Reading {
	by := Current()
	if len(text)+len(b.House) > Kept {
		return by.Read(text, b)
	}
	r := recently.Get(asked{by, text, b}, func() Reading { return by.Read(text, b) })
	r.Acts, r.Spans = slices.Clone(r.Acts), slices.Clone(r.Spans)
	return r
}
