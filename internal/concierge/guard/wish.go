package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
)

// repeatsWish reports whether a claim is the guest's wish to leave something out, behind the
// name: "your burger without lettuce". An allergen is never only a wish.
func (c *checker) repeatsWish(v *findings, found []mention, x claim) bool {
	_, free := v.at("free_of", x.first)
	return free && !x.safe && len(x.foods) > 0 &&
		slices.ContainsFunc(found, func(m mention) bool { return m.to == x.first }) &&
		!slices.ContainsFunc(x.foods, func(f string) bool { return len(classes(f)) > 0 })
}

// quotedWords is how many words make a quotation a message, and not a name in quotes.
const quotedWords = 8

// quoted reports whether a token stands in a quotation that is as long as a message.
func (t *text) quoted(at int) bool {
	for _, marks := range []string{`""`, "“”", "«»"} {
		open, closed := string([]rune(marks)[0]), string([]rune(marks)[1])
		before := t.raw[:t.tokens[at].from]
		from := strings.LastIndex(before, open)
		if from < 0 || open == closed && strings.Count(before, open)%2 == 0 || open != closed && strings.Contains(before[from:], closed) {
			continue
		}
		if inside, _, ok := strings.Cut(t.raw[from+len(open):], closed); ok && len(strings.Fields(inside)) >= quotedWords {
			return true
		}
	}
	return false
}

// forThem reports whether the guest asks for somebody: "for my sister".
func (c *checker) forThem() bool {
	return slices.ContainsFunc(c.asked.find("to", 0, len(c.asked.tokens)), func(m mark) bool {
		return c.asked.has("who", m.to, min(m.to+3, len(c.asked.tokens)))
	})
}

// alone reports whether the guest asks for nobody but themselves.
func (c *checker) alone() bool {
	last := len(c.asked.tokens)
	return !slices.ContainsFunc([]string{"us", "who", "all", "other"}, func(list string) bool { return c.asked.has(list, 0, last) }) &&
		!slices.ContainsFunc(c.Table, func(p hook.Person) bool { return p.Name != "" && c.asked.names(span{0, last}, p.Name) })
}
