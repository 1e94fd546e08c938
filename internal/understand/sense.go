package understand

import "slices"

// Sense is a word of a text with what the thesaurus knows of it.
type Sense struct {
	Word, Stem string
	own        []meaning // of the word alone
	form       []meaning // of several words that it stands among: "ao vivo"
}

// Senses are those of the words of a text.
func Senses(text string) (list []Sense) {
	all, known := tokens(text), words()
	mean(all)
	for _, t := range all {
		if t.shape != mark {
			own := known.alone(t.word, t.stem)
			list = append(list, Sense{t.word, t.stem, own, t.means[:max(0, len(t.means)-len(own))]})
		}
	}
	return list
}

// Is reports whether a word in its usual sense is of one of some classes of the thesaurus.
func (s *Sense) Is(classes []string) bool { return isOf(s.own, classes) }

// In reports the same of the words among which it stands, or of it alone.
func (s *Sense) In(classes []string) bool {
	return isOf(append(slices.Clip(s.form), s.own...), classes)
}

func isOf(all []meaning, classes []string) bool {
	return len(all) > 0 && slices.ContainsFunc(classes, func(c string) bool { return all[0].class == hash(c) })
}

// Means reports whether a word, or those among which it stands, has one of some meanings of
// the thesaurus, or is of one of its classes: "estaciono" is parking.
func (s *Sense) Means(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		h := hash(n)
		return slices.ContainsFunc(slices.Concat(s.form, s.own), func(m meaning) bool { return m.concept == h || m.class == h })
	})
}

// But is a word without some of the meanings of the thesaurus.
func (s *Sense) But(names []string) Sense {
	named := func(m meaning) bool {
		return slices.ContainsFunc(names, func(n string) bool { return m.concept == hash(n) })
	}
	return Sense{s.Word, s.Stem, slices.DeleteFunc(slices.Clone(s.own), named), slices.DeleteFunc(slices.Clone(s.form), named)}
}

// Known reports whether the thesaurus knows a word by itself.
func (s *Sense) Known() bool { return len(s.own) > 0 }

// Same reports whether two words mean the same.
func (s *Sense) Same(o *Sense) bool {
	theirs := slices.Concat(o.own, o.form)
	return s.Stem == o.Stem || slices.ContainsFunc(slices.Concat(s.own, s.form), func(m meaning) bool { return slices.Contains(theirs, m) })
}
