package route

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

// The files in words/ are lists of phrases for a person to extend, in all
// three languages, with or without accents. A section [3] is evidence of that
// weight for the specialist the file is named after: 1 is a hint, 5 settles
// most matters, 0 says nothing and hides what its words would say. Names in a
// section's head say what its phrases are: see marks. A star ends a word of
// which only the beginning is given, _ is any one word, and ~ marks a name
// that is a place only after a word of going there. Of phrases that overlap in
// a message the longest counts, and the words in it no more.
//
//go:embed words/*.txt
var words embed.FS

// marks are what a phrase is besides evidence.
type marks uint32

const (
	place   marks = 1 << iota
	going         // to be a place it must follow a word of going there
	pairing       // of food and drink
	brew          // a beer, a style or a brewer
	sales         // of whatever it is, or who buys
	polite        // small talk, if there is nothing else
	closing       // polite, and the end of a matter
	filler        // nothing, beside something polite
	answer        // yes or no
	follow        // goes on with the talk
	link          // may do so
	back          // points to the place spoken of
	shift         // leaves the talk
	diet          // says what someone is or likes
	ask           // wants something
	plain         // is near a word of ours and no misspelling of it
)

var markNames = map[string]marks{
	"place": place, "pairing": pairing, "brew": brew, "sales": sales, "polite": polite, "closing": closing, "filler": filler, "answer": answer,
	"follow": follow, "link": link, "back": back, "shift": shift, "diet": diet, "ask": ask, "plain": plain,
}

// sense is what a phrase means.
type sense struct {
	weight [len(specialists)]uint8
	marks
}

// tables are the phrases of all files, kept apart by what they tell, so that a
// phrase of one kind does not hide one of another.
type tables struct {
	topics   lexicon // weights, place, pairing, brew, sales
	courtesy lexicon // polite, closing, filler
	manner   lexicon // all other marks
	typos    func() typos
}

// load reads the files, once.
var load = sync.OnceValue(func() *tables {
	t := &tables{}
	files, err := words.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		text, err := words.ReadFile(path.Join("words", f.Name()))
		if err != nil {
			panic(err)
		}
		if err := t.add(strings.TrimSuffix(f.Name(), ".txt"), string(text)); err != nil {
			panic(fmt.Errorf("words/%s: %w", f.Name(), err))
		}
	}
	t.typos = sync.OnceValue(func() typos { return typosOf(&t.topics) })
	return t
})

// add reads a file of phrases.
func (t *tables) add(specialist, text string) error {
	var into *lexicon
	var means sense
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			var err error
			if means, err = parseSection(specialist, strings.Trim(line, "[]")); err != nil {
				return fmt.Errorf("line %d: %w", n+1, err)
			}
			switch {
			case means.marks&(polite|filler) != 0:
				into = &t.courtesy
			case means.marks&(answer|follow|link|back|shift|diet|ask|plain) != 0:
				into = &t.manner
			default:
				into = &t.topics
			}
		case into == nil:
			return fmt.Errorf("line %d: a phrase before any section", n+1)
		default:
			for phrase := range strings.SplitSeq(line, ",") {
				into.add(phrase, means)
			}
		}
	}
	return nil
}

// parseSection reads what stands between the brackets: "4 pairing".
func parseSection(specialist, head string) (sense, error) {
	var s sense
	for word := range strings.FieldsSeq(head) {
		m, isMark := markNames[word]
		isWeight := len(word) == 1 && '0' <= word[0] && word[0] <= '9'
		switch i := index(specialist); {
		case isMark:
			s.marks |= m
		case isWeight && i >= 0:
			s.weight[i] = word[0] - '0'
		case word != "0":
			return s, fmt.Errorf("section [%s]: %q is neither a weight nor a mark", head, word)
		}
	}
	return s, nil
}

func index(specialist string) int { return slices.Index(specialists[:], specialist) }
