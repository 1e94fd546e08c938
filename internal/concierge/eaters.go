package concierge

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/llm"
)

// newLimit is the price that a short message sets for the last search: "baixa pra 90".
func (a asked) newLimit() float64 {
	words := spots(a.text)
	searched := slices.ContainsFunc(a.again, func(c llm.ToolCall) bool { return c.Name == "find_dishes" })
	if !searched || len(words) > 6 || !a.says("limit") || a.orders() {
		return 0
	}
	for _, w := range words {
		if n, ok := understand.Amount(w.word); ok && n >= 10 {
			return n
		}
	}
	return 0
}

// eaters are for whom a wish is, if it is not for all.
func (a asked) eaters() (who []string) {
	text := words(a.text)
	if a.says("others") && len(a.at.Table) > 1 {
		return []string{"me"} // "for the others"
	}
	for _, me := range []string{" para mim ", " pra mim ", " for me ", " para mi ", " so pra mim ", " just for me ", " myself ", " i eat everything ", " i can eat ", " eu posso ", " eu como de tudo ", " yo puedo ", " yo como de todo "} {
		if strings.Contains(text, me) {
			return []string{"me"}
		}
	}
	if n := len(a.at.Table); n > 1 && !a.says("us") && a.says("third") && !a.also("tell") && len(told(understand.Reading{Spans: a.spans}, a.at.Message)) == 0 {
		if others := slices.DeleteFunc(slices.Clone(a.at.Table), func(p hook.Person) bool { return p.Name == "" }); len(others) == 1 && !others[0].Is(hook.Companion) {
			return []string{others[0].Name} // "o que ela come?"
		}
	}
	for _, p := range a.at.Table {
		name := strings.TrimSpace(words(p.Name))
		for _, before := range []string{"para ", "pra ", "pro ", "for ", "para a ", "para o "} {
			if name != "" && strings.Contains(text, " "+before+name+" ") {
				who = append(who, p.Name)
				break
			}
		}
	}
	return who
}

// spokenOf are those at the table whom words speak of, by their names: "a Bia" is "minha
// filha Bia". The guest is one where a verb says so ("can I").
func (a asked) spokenOf(words string) (who []string) {
	named := func(i int) bool {
		return slices.ContainsFunc(spots(words), func(w spot) bool {
			return unicode.IsUpper(rune(words[w.from])) && slices.Equal(hook.Among(a.at.Table, words[w.from:w.to]), []int{i})
		})
	}
	for i, p := range a.at.Table {
		if p.Name != "" && !p.Is(hook.Companion) && (hook.Speaks(words, p.Name) || named(i)) {
			who = append(who, p.Name)
		}
	}
	return who
}

// askedFor are those of whom words ask what they may have: who is named, the guest, or
// the only one whom "she" may mean. Nobody is all.
func (a asked) askedFor() []string {
	if who := a.spokenOf(a.text); len(who) > 0 {
		return who
	}
	others := slices.DeleteFunc(slices.Clone(a.at.Table), func(p hook.Person) bool { return p.Name == "" })
	switch {
	case a.says("third") && len(others) == 1 && !others[0].Is(hook.Companion):
		return []string{others[0].Name}
	case a.says("i_may"):
		return []string{"me"}
	}
	return nil
}

// set is how many dishes of each course are to be put together for what the table has to
// spend: "um prato pra cada, duas bebidas e uma sobremesa pra dividir".
func (a asked) set() (all []args) {
	courses := a.courses()
	if len(courses) < 2 || a.purse() == 0 {
		return nil
	}
	several := false
	for _, c := range courses {
		n := a.partOf(c).ofCourse(c)
		several = several || n > 1
		all = append(all, args{"course": c, "count": n})
	}
	if !several {
		return nil
	}
	return all
}

// ofCourse is how many dishes of a course words say: for each one, or a number.
func (a asked) ofCourse(course string) int {
	if (a.says("each") || a.says("everyone")) && !a.says("shared") {
		n, _ := staydate.Party(a.at.Message)
		return max(2, n, a.at.Party, len(a.at.Table))
	}
	before := 1
	for _, w := range spots(a.text) {
		if courseNamed(w.word) == course {
			return before
		}
		before = max(1, numeral(w.word))
	}
	return 1
}

// purse is what the table has to spend, in all, as the message says it.
func (a asked) purse() float64 {
	if n := a.limit("all", ""); n > 0 {
		return n
	}
	if m := purseSaid.FindStringSubmatch(strings.ToLower(a.at.Message)); m != nil {
		n, _ := understand.Amount(m[1] + m[2])
		return n
	}
	return 0
}

var purseSaid = regexp.MustCompile(`r\$ ?(\d{2,5})|(\d{2,5}) ?(?:reais|reales|conto|contos|pila|pilas|mangos|bucks|brl|real)\b`)
