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
func (t thesaurus) of(form string) []meaning {
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

// alone returns what one word means: as it is, without a pronoun at its end
// (guárdela, mostrarme), or as other words of its stem.
func (t thesaurus) alone(word, stem string) []meaning {
	if m := t.of(word); len(m) > 0 || len(word) < leastStemmed {
		return m
	}
	for _, p := range clitics {
		if verb, ok := strings.CutSuffix(word, p); ok && len(verb) >= 3 {
			if m := t.of(verb); len(m) > 0 {
				return m
			}
		}
	}
	return t.of(stemMark + stem)
}

// leastStemmed is how many letters a word has of which the stem is looked up.
const leastStemmed = 5

// stemMark tells stems from forms.
const stemMark = "~"

// clitics are pronouns at the end of Spanish and Portuguese verbs. The longest first.
var clitics = strings.Fields("noslo nosla melo mela selo sela telo tela los las les nos lhe lo la le me te se")

// formHash is another hash than that of features: no two forms have the same.
func formHash(form string) uint32 { return hash("a" + form) }

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
	var forms, stems []form
	had := map[uint32][]int{}
	spelt := map[uint32]string{}
	add := func(to []form, f string, concept int) ([]form, error) {
		h := formHash(f)
		if len(had[h]) == senses || slices.Contains(had[h], concept) {
			return to, nil
		}
		if s := spelt[h]; s != "" && s != f {
			return nil, fmt.Errorf("%q and %q have the same hash: leave one out", s, f)
		}
		had[h], spelt[h] = append(had[h], concept), f
		return append(to, form{h, concept}), nil
	}
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
				if f == "" {
					continue
				}
				if forms, err = add(forms, f, k); err != nil {
					return nil, err
				}
				if len(f) < leastStemmed || strings.Contains(f, " ") {
					continue
				}
				if stems, err = add(stems, stemMark+lang.Stem(f), k); err != nil {
					return nil, err
				}
			}
		}
	}
	forms = append(forms, stems...)
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
