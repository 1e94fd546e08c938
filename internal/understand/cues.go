package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Cues that are no concept of the ontology.
const (
	cuePlace = 1<<16 + iota
	cueSaid  // the house used the word in its last words
	cueKind  // and a set of kinds
)

// cue marks tokens with what the ontology, the gazetteer and the house's last
// words know of them. The models learn how far to trust these lists.
func cue(text string, all []token, house string) {
	mean(all)
	o := ontology.Default()
	at := 0
	for _, m := range o.Read(text) {
		words := strings.Fields(m.Words)
		from := find(all, at, words)
		if from < 0 {
			if from = find(all, 0, words); from < 0 {
				continue
			}
		}
		at = from
		for i := from; i < min(from+len(words), len(all)); i++ {
			all[i].cues = append(all[i].cues, uint32(m.Concept))
			if k := o.KindsOf(m.Concept); k != 0 {
				all[i].cues = append(all[i].cues, cueKind+uint32(k))
			}
		}
	}
	for _, m := range gazetteer.Read(text) {
		for i := range all {
			if all[i].from >= m.From && all[i].to <= m.To {
				all[i].cues = append(all[i].cues, cuePlace)
			}
		}
	}
	if house == "" {
		return
	}
	said := map[string]bool{}
	for w := range strings.FieldsSeq(lang.Fold(house)) {
		if len(w) > 3 {
			said[lang.Stem(w)] = true
		}
	}
	for i := range all {
		if said[all[i].stem] {
			all[i].cues = append(all[i].cues, cueSaid)
		}
	}
}

// find returns where words stand among the tokens, from a place on, or -1.
func find(all []token, from int, words []string) int {
	if len(words) == 0 {
		return -1
	}
next:
	for i := from; i+len(words) <= len(all); i++ {
		for k, w := range words {
			if all[i+k].word != w {
				continue next
			}
		}
		return i
	}
	return -1
}

// mean marks tokens with what the thesaurus knows of them: of forms that overlap
// the longest, and what a word in it means alone.
func mean(all []token) {
	known := words()
	for i := 0; i < len(all); {
		n := 1
		for size := min(longestForm, len(all)-i); size > 0; size-- {
			m := known.of(phrase(all[i : i+size]))
			if size == 1 {
				m = known.alone(all[i].word, all[i].stem)
			}
			if len(m) == 0 {
				continue
			}
			for k := range size {
				all[i+k].means = m
				if own := known.alone(all[i+k].word, all[i+k].stem); size > 1 && len(own) > 0 {
					all[i+k].means = slices.Concat(m, own)
				}
			}
			n = size
			break
		}
		i += n
	}
}

func phrase(all []token) string {
	if len(all) == 1 {
		return all[0].word
	}
	var b strings.Builder
	for i := range all {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(all[i].word)
	}
	return b.String()
}

// classify gives every token a class: that of the thesaurus, else what the
// ontology or the gazetteer makes of it, else the word itself if it is a small one,
// else its shape.
func (m *message) classify() {
	for i := range m.tokens {
		t := &m.tokens[i]
		class, concept := uint32(0), uint32(0)
		if len(t.means) > 0 {
			class, concept = t.means[0].class, t.means[0].concept
		}
		for _, c := range t.cues {
			if c < cuePlace && concept == 0 {
				concept = mix(9, c)
			}
			if class == 0 && (c == cuePlace || c >= cueKind) {
				class = mix(8, c)
			}
		}
		if class == 0 {
			switch {
			case t.shape == mark || len(t.word) <= 3 && t.shape != number:
				class = m.words[i]
			case t.shape == number:
				class = 60 + uint32(min(len(t.word), 5))
			default:
				class = 50 + uint32(t.shape)
			}
		}
		if concept == 0 {
			concept = m.stems[i]
		}
		m.classes, m.concepts = append(m.classes, class), append(m.concepts, concept)
	}
}
