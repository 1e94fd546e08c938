package understand

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/lang"
)

// meaning is what the thesaurus knows of a word: words of one concept mean the
// same in the three languages, and concepts of one class are of a kind. Both are
// hashes of their names, 0 for none.
type meaning struct{ concept, class uint32 }

// longestForm is how many words a form of the thesaurus has at most.
const longestForm = 5

// senses is how many meanings of a form are kept: pepino is a vegetable and trouble.
const senses = 3

//go:embed words.bin
var packedWords []byte

// thesaurus is the words of words/*.txt by the hashes of their forms, in order:
// forms[i] means means[i].
type thesaurus struct {
	forms []uint32
	means []meaning
}

// words is the thesaurus, unpacked.
var words = sync.OnceValue(func() (t thesaurus) {
	data := packedWords
	next := func() (n uint32) { n, data = binary.LittleEndian.Uint32(data), data[4:]; return n }
	concepts := make([]meaning, next())
	for i := range concepts {
		concepts[i] = meaning{next(), next()}
	}
	n := int(next())
	t.forms, t.means = make([]uint32, n), make([]meaning, n)
	for i := range n {
		t.forms[i] = next()
		t.means[i] = concepts[binary.LittleEndian.Uint16(data)]
		data = data[2:]
	}
	return t
})

// of returns what a form means, its usual sense first.
func (t *thesaurus) of(form string) []meaning {
	h := formHash(form)
	from, ok := slices.BinarySearch(t.forms, h)
	if !ok {
		return nil
	}
	to := from + 1
	for to < len(t.forms) && t.forms[to] == h {
		to++
	}
	return t.means[from:to]
}

// formHash is another hash than that of features: no two forms have the same.
func formHash(form string) uint32 { return hash("=" + form) }

// PackWords makes words.bin of text files with lines of
//
//	book_table < service_request : reservar, marcar mesa | book, save us a table | reservar, apartar mesa
//
// It holds the concepts with their classes, and then each form with its concept.
func PackWords(files fs.FS) ([]byte, error) {
	names, err := fs.Glob(files, "*.txt") // in order
	if err != nil {
		return nil, err
	}
	type form struct {
		hash    uint32
		concept int
	}
	var concepts []meaning
	var forms []form
	had := map[uint32][]int{}
	spelt := map[uint32]string{}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(data)) {
			head, list, ok := strings.Cut(line, ":")
			name, class, ok2 := strings.Cut(head, "<")
			if !ok || !ok2 || strings.HasPrefix(line, "#") {
				continue
			}
			m := meaning{hash(strings.TrimSpace(name)), hash(strings.TrimSpace(class))}
			k := slices.Index(concepts, m)
			if k < 0 {
				k, concepts = len(concepts), append(concepts, m)
			}
			for f := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == '|' }) {
				f = lang.Squeeze(lang.Fold(f))
				h := formHash(f)
				if f == "" || len(had[h]) == senses || slices.Contains(had[h], k) {
					continue
				}
				if s := spelt[h]; s != "" && s != f {
					return nil, fmt.Errorf("%q and %q have the same hash: leave one out", s, f)
				}
				had[h], spelt[h], forms = append(had[h], k), f, append(forms, form{h, k})
			}
		}
	}
	slices.SortStableFunc(forms, func(a, b form) int { return cmp.Compare(a.hash, b.hash) })
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(concepts)))
	for _, m := range concepts {
		out = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, m.concept), m.class)
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(forms)))
	for _, f := range forms {
		out = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint32(out, f.hash), uint16(f.concept))
	}
	return out, nil
}
