// Package gazetteer knows the destinations that guests name, in Portuguese,
// English or Spanish, and finds them in what they say: "quero ir pra Floripa",
// "from Boston to Miami", "gramdo". It works offline, on a list of its own.
//
// [Read] finds the places in a text; [Find] tells which one a name alone means.
// Where a traveller would be asked which of several places is meant, both
// return all of them.
package gazetteer

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// Place is somewhere to go: a town, a beach, a region, a country. Name is how a
// Brazilian writes it. Country is an ISO 3166 code, empty for a part of the
// world; Region is the code of a state where that matters, or empty.
type Place struct {
	Name, Country, Region string
	Lat, Lon              float64
	Wide                  bool // a whole country or region
	town                  bool // a wide one that is a town too: São Paulo
}

// Contains reports whether q lies in the country or region p.
func (p Place) Contains(q Place) bool {
	return p.Wide && p != q && p.Country == q.Country && (p.Region == "" || slices.Contains(strings.Fields(p.Region), q.Region))
}

// Towns returns places to sleep at in a country or region, the best known first; none if
// p is one itself.
func (p Place) Towns() (all []Place) {
	if !p.Wide || p.town {
		return nil
	}
	for _, q := range book().towns {
		if p.Contains(*q) && (!q.Wide || q.town) {
			all = append(all, *q)
		}
	}
	return all
}

// Near returns other places within a few hours' drive, the nearest first. What is almost
// at the same spot is a part of p.
func (p Place) Near() (all []Place) {
	const part, far = 0.15, 2.5 // degrees
	away := func(q Place) float64 { return math.Hypot(p.Lat-q.Lat, (p.Lon-q.Lon)*math.Cos(p.Lat*math.Pi/180)) }
	for _, q := range book().towns {
		if d := away(*q); d > part && d < far && q.Country == p.Country && (!q.Wide || q.town) {
			all = append(all, *q)
		}
	}
	slices.SortStableFunc(all, func(a, b Place) int { return cmp.Compare(away(a), away(b)) })
	return all
}

// String tells a place from others of its name: "Portland, Oregon, Estados
// Unidos", or in Brazil "Gramado, RS".
func (p Place) String() string {
	parts := []string{p.Name, book().areas[p.Country+p.Region], book().areas[p.Country]}
	if p.Country == "BR" {
		parts = []string{p.Name, p.Region}
	}
	if strings.Contains(p.Region, " ") { // several states
		parts = parts[:1]
	}
	return strings.Join(slices.DeleteFunc(slices.Compact(parts), func(s string) bool { return s == "" }), ", ")
}

// Mention is a place that a text names, with the state or country that is said
// with it: "Portland, Oregon".
type Mention struct {
	Words    string  // text[From:To]
	From, To int     // in bytes
	Places   []Place // at least one; several if it may be any of them
	Origin   bool    // where the guest lives or comes from, not where they go
	Guess    bool    // spelt otherwise than any name we know
}

// Read returns the places that a text names, in its order and without overlap.
// A name that is a word too counts only where a place is meant: "ir para
// Bonito", not "um lugar bonito". Of a very long text it reads the beginning.
func Read(text string) []Mention {
	r := reader{index: book(), text: text}
	r.split()
	var all []Mention
	for _, f := range r.find() {
		if !f.sure {
			continue
		}
		m := Mention{From: r.toks[f.at].from, To: r.toks[f.end-1].to, Origin: f.origin, Guess: f.guess}
		m.Words = text[m.From:m.To]
		for _, p := range f.places {
			m.Places = append(m.Places, *p)
		}
		all = append(all, m)
	}
	return all
}

// Find returns the places that a name said alone may mean, or none. The name
// may be misspelt, and followed by its state or country.
func Find(name string) []Place {
	if all := Read(name); len(all) == 1 {
		return all[0].Places
	}
	return nil
}

// token is a word of a text.
type token struct {
	word        string // folded
	from, to    int    // in the text
	at          int    // in the folded text
	gap         rune   // ',', ':' or '.' where such a mark stands before it
	upper, loud bool   // a capital first; nothing but capitals
}

// reader reads one text.
type reader struct {
	*index
	text   string
	folded string // the words of toks, a space before each
	toks   []token
	shouts bool // capitals mean nothing here
}

// split cuts the text into tokens: the first thousand of the first 64 kB, lest
// a hostile text ask for much work.
func (r *reader) split() {
	var folded strings.Builder
	gap, capitals := '.', 0
	for i := 0; i < min(len(r.text), 1<<16) && len(r.toks) < 1000; {
		c, size := utf8.DecodeRuneInString(r.text[i:])
		t := token{from: i, gap: gap, upper: unicode.IsUpper(c), loud: unicode.IsUpper(c)}
		for i += size; inWord(c) && i < len(r.text); i += size {
			if c, size = utf8.DecodeRuneInString(r.text[i:]); !inWord(c) {
				break
			}
			t.loud = t.loud && !unicode.IsLower(c)
		}
		t.to = i
		switch t.word = lang.Fold(r.text[t.from:t.to]); {
		case t.word != "":
			folded.WriteByte(' ')
			t.at = folded.Len()
			folded.WriteString(t.word)
			if t.upper {
				capitals++
			}
			r.toks, gap = append(r.toks, t), 0
		case strings.ContainsRune(".!?¿¡\n;", c):
			gap = '.'
		case c == ':':
			gap = ':' // "destino: Natal"
		case gap == 0 && strings.ContainsRune(",()[]\"“”|–—>+•…", c):
			gap = ','
		}
	}
	r.folded, r.shouts = folded.String(), len(r.toks) > 3 && 3*capitals > 2*len(r.toks)
}

func inWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || c == '\u200d' || c == '\u00ad'
}

// finding is a name at the tokens from at to end.
type finding struct {
	at, end             int
	places              []*Place
	sure, origin, guess bool
}

// find looks for names, the longest first.
func (r *reader) find() (all []finding) {
	for i := 0; i < len(r.toks); {
		e, n := r.known(i)
		f := finding{at: i}
		_, likely := r.led(i)
		likely = likely || r.is(i-1, "in-the") || i == 0 && len(r.toks) < 3 || len(all) > 0 && r.listed(all[len(all)-1].end, i)
		if t := r.toks[i]; likely || len(t.word) > short && (i == 0 || t.upper && !r.shouts) {
			if near, more := r.misspelt(i, n); near != nil && (likely || i == 0 || more > 1) { // "o Natalo" may be anybody
				e, n, f.guess = near, more, true
			}
		}
		if e == nil || len(e.places) == 0 {
			i += max(n, 1)
			continue
		}
		f.places, f.end = e.places, i+n
		for r.within(&f) {
			f.sure = true
		}
		f.origin = r.origin(f)
		f.sure = f.sure || f.origin || r.meant(e, i, i+n)
		all = append(all, f)
		i = f.end
	}
	// A list is of one kind: what stands beside a place is a place.
	for k := 1; k < len(all); k++ {
		all[k].sure = all[k].sure || all[k-1].sure && r.listed(all[k-1].end, all[k].at)
	}
	for k := len(all) - 2; k >= 0; k-- {
		all[k].sure = all[k].sure || all[k+1].sure && !r.is(all[k].at-1, "the") && r.listed(all[k].end, all[k+1].at)
	}
	// A country or region named elsewhere tells which place is meant.
	for k := range all {
		for _, o := range all {
			if o.sure && !o.origin && len(o.places) == 1 && len(all[k].places) > 1 {
				all[k].keep(all[k].end, func(p *Place) bool { return o.places[0].Contains(*p) })
			}
		}
	}
	return all
}

// known returns what the longest known name at i means, and its tokens.
func (r *reader) known(i int) (*entry, int) {
	if i >= len(r.toks) {
		return nil, 0
	}
	for n := min(r.longest[r.toks[i].word], len(r.toks)-i); n > 0; n-- {
		e, t := r.entries[r.phrase(i, i+n)], r.toks[i]
		if e != nil && !r.broken(i, i+n) && (e.care != strict || t.loud || len(t.word) > 2 && t.to-t.from > len(t.word) || r.quiet(i)) {
			return e, n
		}
	}
	return nil, 0
}

// quiet reports whether the word at i, which is no name without its capitals, ends a clause of an English text where a place is
// meant: "how much is it in la?".
func (r *reader) quiet(i int) bool {
	if !r.is(i-1, "before-quiet") || i+1 < len(r.toks) && r.toks[i+1].gap == 0 && !r.is(i+1, "and") {
		return false
	}
	l, ok := lang.Detect(r.text)
	return ok && l == lang.English
}

// misspelt guesses which name of more than n words is at i.
func (r *reader) misspelt(i, n int) (*entry, int) {
	for k := min(4, len(r.toks)-i); k > n; k-- {
		odd := func(t token) bool { return r.common[t.word] == plain && len(t.word) > 3 }
		if !slices.ContainsFunc(r.toks[i:i+k], odd) || r.broken(i, i+k) {
			continue
		}
		if e := r.guess(lang.Squeeze(r.phrase(i, i+k)), k); e != nil {
			return e, k
		}
	}
	return nil, 0
}

// phrase is the folded text of the tokens from i to end.
func (r *reader) phrase(i, end int) string {
	return r.folded[r.toks[i].at : r.toks[end-1].at+len(r.toks[end-1].word)]
}

// broken reports whether a mark parts the tokens from i to end, other than the
// full stop of "St. Louis".
func (r *reader) broken(i, end int) bool {
	for k := i + 1; k < end; k++ {
		if gap := r.toks[k].gap; gap != 0 && (gap != '.' || len(r.toks[k-1].word) > 4) {
			return true
		}
	}
	return false
}

// is reports whether token i is one of the words of a cue, with no mark but a
// colon after it.
func (r *reader) is(i int, cue string) bool {
	if i < 0 || i >= len(r.toks) || !r.cues[cue][r.toks[i].word] {
		return false
	}
	return i+1 == len(r.toks) || r.toks[i+1].gap == 0 || r.toks[i+1].gap == ':'
}

// led reports whether the word before the name at i leads to a place, for sure
// or maybe: after "to" or "in" much else may stand.
func (r *reader) led(i int) (sure, maybe bool) {
	the := r.cues["article"][r.toks[i].word] // "no Rio"
	sure = r.is(i-1, "to") || r.is(i-2, "going") && (r.toks[i-1].word == "a" || r.toks[i-1].word == "to") ||
		the && (r.is(i-1, "to-the") || r.is(i-2, "to") && r.toks[i-1].word == "o")
	return sure, sure || r.is(i-1, "to-en")
}

// meant reports whether the name e at the tokens from i to end is a place here.
func (r *reader) meant(e *entry, i, end int) bool {
	t, last := r.toks[i], end == len(r.toks)
	sure, maybe := r.led(i)
	upper := t.upper && !r.shouts
	switch {
	case e.care == strict:
		return !r.shouts && (maybe || r.is(i-1, "the") || t.gap == '.' || r.quiet(i))
	case e.care == plain, sure, maybe && upper, i == 0 && last, i == 1 && r.is(0, "and") && (last || r.toks[end].gap != 0):
		return true
	case e.care == person || t.gap != '.':
		return e.care != person && upper
	}
	// A sentence starts with it: "Peru!", "Cuba em janeiro".
	return last || r.toks[end].gap == '.' || r.toks[end].gap == ':' || r.cues["when"][r.toks[end].word] || r.is(end, "for") && end+1 < len(r.toks) &&
		(r.cues["when"][r.toks[end+1].word] || r.toks[end+1].word[0] <= '9')
}

// listed reports whether only "e", "ou" or a comma parts two names.
func (r *reader) listed(end, at int) bool {
	return at == end && r.toks[at].gap == ',' || at == end+1 && r.is(end, "and") && r.toks[end].gap != '.'
}

// within takes in the state or country that follows a name, and keeps the
// places that are in it.
func (r *reader) within(f *finding) bool {
	i := f.end
	if i >= len(r.toks) || r.toks[i].gap == '.' {
		return false
	}
	t := r.toks[i]
	if (t.loud && !r.shouts || r.common[t.word] == plain) && f.keep(i+1, func(p *Place) bool { return strings.EqualFold(p.Region, t.word) }) {
		return true
	}
	if r.is(i, "inside") {
		i++
	}
	e, n := r.known(i)
	return e != nil && f.keep(i+n, func(p *Place) bool {
		return slices.ContainsFunc(e.places, func(w *Place) bool { return w.Contains(*p) })
	})
}

// keep keeps the places for which in holds, unless there are none.
func (f *finding) keep(end int, in func(*Place) bool) bool {
	kept := slices.DeleteFunc(slices.Clone(f.places), func(p *Place) bool { return !in(p) })
	if len(kept) > 0 {
		f.places, f.end = kept, end
	}
	return len(kept) > 0
}

// origin reports whether f is where the guest lives or comes from.
func (r *reader) origin(f finding) bool {
	i := f.at - 1
	if r.is(i, "the") && (r.is(i-1, "from") || r.is(i-1, "of") || r.is(i-1, "in")) {
		i-- // "from the US"
	}
	switch {
	case r.is(i, "from"):
		return !r.is(i-1, "apart")
	case r.is(i, "of") && r.is(i-1, "leaving"), r.is(i, "in") && r.is(i-1, "living"):
		return true
	case r.is(i, "back") && r.is(i-1, "returning"):
		return !r.is(i-2, "wishing")
	case f.at > 0 && !r.is(i, "of") || !r.is(f.end, "onward") || r.toks[f.end].gap == '.':
		return false
	}
	// "de Paris para Roma", but not "de Paris para dois".
	e, _ := r.known(f.end + 1)
	if e == nil {
		e, _ = r.known(f.end + 2) // "para a França"
	}
	return e != nil && len(e.places) > 0
}
