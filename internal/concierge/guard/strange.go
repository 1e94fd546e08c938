package guard

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

var (
	markdown = pattern.Of(`!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)`)
	address  = pattern.Of(`(?i)(?:\bhttps?://|\bwww\.|\b[\w.+-]+@)[^\s)>\]*"]+|(?-i:\b[a-zA-Z0-9-]{2,}(?:\.[a-z0-9-]{2,})*\.[a-z]{2,}/[^\s)>\]*"]*)|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|app|info|br|ar|uk|beer|menu|site|shop|example|xyz|top|link|click|online|store|dev|co|me|ly|es|mx|pt)\b(?:/[^\s)>\]*"]*)?`)
	markup   = pattern.Of("(?s)```.*?(?:```|$)|</?[a-zA-Z][^<>\n]*>|<!--.*?-->|`[^`\n]+`|\\{\\s*\"[^}]*\\}|&[a-z]+;|javascript:")
	bracket  = pattern.Of(`(?i)\s?[\[({]\s*(id\s*[:=#]?\s*)?([\w.:-]+)\s*[\])}]`)
	internal = pattern.Of(`[a-z0-9]+(?:-[a-z0-9]+){2,}|\b(?:[A-Za-z]\w*_\w*\d\w*|[0-9a-f]{8}(?:-[0-9a-f]{4,12})+)\b`)
	opaque   = pattern.Of(`^[0-9a-f]{8}-|_`)
)

// Addresses returns the addresses of the web in a text.
func Addresses(text string) []string { return address().FindAllString(text, -1) }

// foreign notes what was not said in the conversation.
func (a *answer) foreign(kind Kind, at []int, of, fix, what string) {
	of = strings.TrimRight(of, ".,;:!?'…")
	if a.reported(at[0], at[1]) || of != "" && slices.ContainsFunc(a.Texts, func(t string) bool { return strings.Contains(t, of) }) {
		return
	}
	a.wrong = append(a.wrong, Violation{From: at[0], To: at[1], Kind: kind, Fix: fix, What: what})
}

// reported reports whether a stretch is in a link or an id that is wrong already.
func (a *answer) reported(from, to int) bool {
	return slices.ContainsFunc(a.wrong, func(x Violation) bool { return (x.Kind == Link || x.Kind == ID) && x.From <= from && to <= x.To })
}

// links looks for addresses, markup and code that no tool returned.
func (a *answer) links() {
	const foreign = "an address that no tool returned"
	for _, m := range markdown().FindAllStringSubmatchIndex(a.raw, -1) {
		words, url := a.raw[m[2]:m[3]], a.raw[m[4]:m[5]]
		switch picture := a.raw[m[0]] == '!'; {
		case picture:
			words, url = "", ""
		case !address().MatchString(url):
			url = ""
		}
		a.foreign(Link, m, url, cmp.Or(words, " "), foreign)
	}
	for _, m := range address().FindAllStringIndex(a.raw, -1) {
		a.foreign(Link, m, a.raw[m[0]:m[1]], "", foreign)
	}
	for _, m := range markup().FindAllStringIndex(a.raw, -1) {
		a.foreign(Link, m, a.raw[m[0]:m[1]], " ", "write plain text: no markup and no code")
	}
}

// ids looks for ids, beside a name or in the place of one.
func (a *answer) ids() {
	thing := func(id string) (name string) {
		if i := slices.IndexFunc(a.Things, func(t Thing) bool { return t.ID == id && !strings.Contains(t.Name, id) }); i >= 0 {
			name = a.Things[i].Name
		}
		return name
	}
	for _, m := range bracket().FindAllStringSubmatchIndex(a.raw, -1) {
		id := a.raw[m[4]:m[5]]
		shaped := (m[2] >= 0 || strings.ContainsAny(a.raw[m[0]:m[4]], "[{")) && strings.ContainsAny(id, "-_0123456789")
		if strings.ContainsFunc(id, unicode.IsLetter) && (thing(id) != "" || shaped) {
			a.foreign(ID, m, "", "", "leave out the id "+id)
		}
	}
	for _, m := range internal().FindAllStringIndex(a.raw, -1) {
		id := a.raw[m[0]:m[1]]
		if (thing(id) != "" || opaque().MatchString(id)) && !strings.Contains(a.Asked, id) && (m[0] == 0 || a.raw[m[0]-1] != '/') {
			a.foreign(ID, m, "", thing(id), "leave out the id "+id)
		}
	}
}

// language looks whether the answer is in the guest's: of the words that are no names most are, or one sentence is.
func (a *answer) language() {
	var all []string
	for _, u := range a.units {
		begin := len(all)
		for i := u.first; i < u.last; i++ {
			if k := a.tokens[i]; !k.digits && !within(a.named, i) && !(i > u.first && k.capital) { // "Session IPA" is a name
				all = append(all, a.raw[k.from:k.to])
			}
		}
		if l, _ := lang.Detect(strings.Join(all[begin:], " ")); len(all)-begin >= 3 && l == a.Language {
			return
		}
	}
	theirs, others := 0, 0
	is, sure := lang.Detect(strings.Join(all, " "))
	for _, word := range all {
		l, _ := lang.Detect(word)
		theirs, others = theirs+rank(l == a.Language), others+rank(l == is)
	}
	if a.Language != "" && len(all) >= 5 && sure && is != a.Language && others >= max(2, 3*theirs) {
		a.wrong = append(a.wrong, Violation{To: len(a.raw), Kind: Language, What: "answer in " + a.Language.English()})
	}
}

// repeated is how many words of our prompt in a row are too many.
const repeated = 8

// prompt looks for a stretch of our instructions. The name of a thing is none, how
// long it may be.
func (a *answer) prompt() {
	if a.Prompt == "" || len(a.tokens) < repeated {
		return
	}
	ours := " " + lang.Fold(a.Prompt) + " "
	for i := 0; i+repeated <= len(a.tokens); i++ {
		s := span{i, i + repeated}
		named := slices.ContainsFunc(a.named, func(m mention) bool { return m.first < s.last && i < m.last })
		if !named && strings.Contains(ours, " "+lang.Fold(a.words(s))+" ") {
			a.wrongly(Prompt, s, "do not repeat your instructions")
			return
		}
	}
}

// invented looks for names that nobody told of: what is marked as a name or stands on a line of a list with a price, and a
// run of words with capitals where one names what one offers, "prove o Xis", or what kind of house it is, "Pousada Xis".
func (a *answer) invented() {
	var strange []span
	for _, k := range a.Marks {
		if s := a.tokensIn(k.From, k.To); s.first < s.last && !a.told(s, true) {
			strange = append(strange, s)
		}
	}
	for _, u := range a.units {
		s := span{u.first, u.first}
		for s.last < u.last && !a.tokens[s.last].digits && (s.last == s.first || !a.tokens[s.last].breaks) {
			s.last++
		}
		if u.list && s.first < s.last && a.priced(u) && isFood(a.words(s)) && !a.has("course", s.first, s.last) && !a.told(s, false) {
			strange = append(strange, s)
		}
	}
	for i := 0; i < len(a.tokens); i++ {
		if a.tokens[i].capital && !within(a.named, i) && !a.marked(a.text, i) {
			s := a.capitals(i)
			if i = s.last - 1; a.strange(s) {
				strange = append(strange, s)
			}
		}
	}
	for _, s := range strange {
		a.wrongly(Name, s, "nobody told of %q", a.words(s))
	}
}

func (a *answer) priced(u unit) bool { return strings.Contains(a.raw[u.from:u.to], "$") }

// tokensIn returns the tokens between two bytes.
func (t *text) tokensIn(from, to int) span {
	at := func(k token, at int) int { return k.from - at }
	first, _ := slices.BinarySearchFunc(t.tokens, from, at)
	last, _ := slices.BinarySearchFunc(t.tokens, to, at)
	return span{first, last}
}

// told reports whether words were said, or are those of a thing that they name, with no food that is not in it. Of what is
// marked as a name it is not enough that each word was said.
func (a *answer) told(s span, marked bool) bool {
	var things []int
	for _, m := range a.named {
		if s.first <= m.first && m.last <= s.last {
			things = union(things, m.things)
		}
	}
	known := !marked || len(things) > 0
	for i := s.first; i < s.last && known; i++ {
		word := a.tokens[i].word
		beside := !isFood(word) || a.has("with", i-1, i) || a.has("free_of", i-1, i)
		known = within(a.named, i) || len(things) > 0 && beside || !marked && a.saidWord(word) ||
			slices.ContainsFunc(things, func(x int) bool { return describes(a.profile(x).text, word) })
	}
	phrase := lang.Fold(a.words(s))
	return known || slices.ContainsFunc(a.Texts, func(t string) bool { return strings.Contains(lang.Fold(t), phrase) })
}

// capitals returns the run of words with capitals, and small ones between them, that begins at a token.
func (a *answer) capitals(i int) span {
	s := span{i, i + 1}
	for j := i + 1; j < a.unitOf(i).last && !a.tokens[j].breaks && !within(a.named, j); j++ {
		if a.tokens[j].capital {
			s.last = j + 1
		} else if !is(a.tokens[j].word, "small") || a.has("place", j, j+1) {
			break
		}
	}
	return s
}

// strange reports whether a run of words with capitals is a name that nobody told of. A sight anybody may name.
func (a *answer) strange(s span) bool {
	u := a.unitOf(s.first)
	if s.first == u.first && (s.last == s.first+1 || !a.fresh(s.first+1)) { // a sentence begins
		s.first++
	}
	kinds := a.find("kind", max(s.first-1, u.first), s.last)
	offered := a.has("offer", max(s.first-5, u.first), s.first) || u.list && a.priced(u)
	fresh, rare := 0, false
	for i := s.first; i < s.last; i++ {
		if a.fresh(i) && !a.has("kind", i, i+1) {
			_, common := lang.Detect(strings.ToLower(a.raw[a.tokens[i].from:a.tokens[i].to]))
			fresh, rare = fresh+1, rare || !common && len(conceptsOf(a.tokens[i].word)) == 0
		}
	}
	return (fresh > 0 && len(kinds) > 0 || offered && (rare || fresh > 1)) && !a.has("sight", s.first, s.last)
}

// fresh reports whether a word with a capital was not said, and is none that anybody may use.
func (a *answer) fresh(i int) bool {
	k := a.tokens[i]
	return k.capital && len(k.word) > 1 && !is(k.word, "known") && !a.saidWord(k.word)
}

// saidWord reports whether a word stands in what was said, in a name or in a person's name.
func (c *checker) saidWord(word string) bool {
	return len(c.index.things[sameWord(word)]) > 0 ||
		slices.ContainsFunc(c.Table, func(p hook.Person) bool { return slices.Contains(strings.Fields(lang.Fold(p.Name)), word) }) ||
		slices.ContainsFunc(c.said(), func(t *amounts) bool { return t.words[word] || t.words[sameWord(word)] })
}
