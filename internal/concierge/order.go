package concierge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// billLine is a line that a message puts on the order or takes off it.
type billLine struct {
	Dish     string   `json:"dish"`
	Quantity int      `json:"quantity,omitempty"`
	More     bool     `json:"more,omitempty"`    // to those that are on it
	Among    []string `json:"among,omitempty"`   // it may be any of these
	Missing  bool     `json:"missing,omitempty"` // no dish is called so
	Mine     bool     `json:"mine,omitempty"`    // the guest has it

	drop bool
	said bool // how many
	one  bool // "meu mate", of several
}

// bill adds up dishes, changes the order ("tira uma caipirinha"), or says again what
// it comes to: split, or with service.
func (a asked) bill(order bool) []llm.ToolCall {
	in := args{}
	in.put("order", order)
	in.put("people", a.shares())
	if m := percent().FindStringSubmatch(a.text); m != nil && a.says("tip") {
		in["tip"] = m[1] + "%"
	} else if m != nil && !a.says("discount") {
		in["service_percent"] = m[1]
	} else if n, ok := understand.Amount(afterWord(a.text, menuWords()["tip"])); ok {
		in.put("tip", n)
	}
	var items, drop []billLine
	for _, l := range a.lines() {
		switch {
		case !l.drop:
			items = append(items, l)
		case l.one:
			l.Quantity = 1
			drop = append(drop, l)
		default:
			if !l.said {
				l.Quantity = 0 // all
			}
			drop = append(drop, l)
		}
	}
	if order && len(items)+len(drop)+len(a.tab()) == 0 {
		return nil // what was shown is not ordered by that
	}
	in.put("brief", !a.addsUp() && !a.says("ordered"))
	in.put("running", order || a.ordered() || len(items) == 0 || len(drop) > 0 || a.runs() || slices.ContainsFunc(items, func(l billLine) bool { return l.More }))
	if len(items) > 0 {
		in["items"] = items
	}
	if len(drop) > 0 {
		in["drop"] = drop
	}
	return call("bill", in)
}

// lines reads what a message puts on the order: "troca o mate por duas caipirinhas" is
// one line less and one more.
func (a asked) lines() (lines []billLine) {
	words, dishes := spots(a.text), a.dishes()
	drop, swap, instead, next := false, false, false, 0
	for i := 0; i < len(words); i++ {
		w := words[i]
		if i > 0 && strings.ContainsAny(a.text[words[i-1].to:w.from], ".;!?\n") {
			drop, swap = false, false
		}
		if i > 0 && instead && strings.Contains(a.text[words[i-1].to:w.from], ",") {
			drop, instead = false, false
		}
		if drop && is(w.word, "this") && (next == len(dishes) || dishes[next].at > w.from) { // "tira ela"
			if t := a.tab(); len(lines) > 0 {
				lines[len(lines)-1].drop = true
			} else if len(t) > 0 {
				n := a.countAt(w.from, w.to)
				lines = append(lines, billLine{Dish: t[len(t)-1], drop: true, Quantity: n, said: n > 0})
			}
		}
		if mine := a.mine(); drop && mine != "" && is(w.word, "mine") && !a.names(words[i+1:]) { // "troca o meu por…"
			lines = append(lines, billLine{Dish: mine, drop: true, one: true})
		}
		if next < len(dishes) && w.from >= dishes[next].at {
			d := dishes[next]
			l := d.line()
			l.Mine = a.forMe(d)
			l.drop = drop || d.not
			l.More = !l.drop && (l.said && a.adds(words[:i]) || i > 0 && is(words[i-1].word, "other"))
			l.one = l.drop && !l.said && (swap && !strings.HasSuffix(w.word, "s") || i > 0 && is(words[i-1].word, "own"))
			lines = append(lines, l)
			for next < len(dishes) && dishes[next].at <= w.from {
				next++
			}
			for i+1 < len(words) && words[i+1].from < d.to {
				i++
			}
			continue
		}
		if d, ok := a.elided(words, i, lines); ok && !drop {
			lines = append(lines, d)
			continue
		}
		if drop && courseNamed(w.word) != "" { // "esquece os principais"
			lines = append(lines, billLine{Dish: courseNamed(w.word), drop: true})
		}
		switch {
		case is(w.word, "swap") && !a.insteadOf(words[i:]):
			swap, drop = true, true
		case a.insteadOf(words[i:]):
			drop, instead = true, true
		case a.refuses(words[i:]) > 0:
			drop = true
			i += a.refuses(words[i:])
		case is(w.word, "drop"):
			drop = true
		case swap && drop && is(w.word, "by"):
			swap, drop = false, false
		case is(w.word, "add"):
			drop = false
		}
	}
	for ; next < len(dishes); next++ { // pointed at by words that stand elsewhere
		l := dishes[next].line()
		l.drop = dishes[next].not
		lines = append(lines, l)
	}
	return a.unnamed(a.multiplied(lines, words), words)
}

// elided is the line of a number that stands alone and means the dish told of last: "bota
// uma pra mim", "add one". Of several it may be any.
func (a asked) elided(words []spot, i int, lines []billLine) (l billLine, ok bool) {
	n := numeral(words[i].word)
	if n == 0 || len(words[i].word) < 2 && !unicode.IsDigit(rune(words[i].word[0])) || !a.standsAlone(words, i) {
		return l, false
	}
	if i > 0 && (is(words[i-1].word, "make") || is(words[i-1].word, "only") && len(lines) > 0) { // "two… make it three"
		if last := len(lines) - 1; last >= 0 {
			lines[last].Quantity, lines[last].said = n, true
		}
		return l, false
	}
	begins := i == 0 || strings.ContainsAny(a.text[words[i-1].to:words[i].from], ".,;:!?") || i == 1 && is(words[0].word, "and")
	if !begins && !is(words[i-1].word, "add") && !is(words[i-1].word, "bring") && !is(words[i-1].word, "more") {
		return l, false
	}
	told := a.offered()
	l = billLine{Quantity: n, said: true}
	switch {
	case a.pointsAt(a.text[words[i].from:]): // the reader has heard it
		return l, false
	case len(told) == 1:
		l.Dish, l.More, l.Mine = told[0].ID, slices.Contains(a.tab(), told[0].ID), a.forMe(meant{at: words[i].from, to: words[i].to})
	case len(told) > 1:
		for _, t := range told {
			l.Among = append(l.Among, t.ID)
		}
	}
	return l, len(told) > 0
}

// pointsAt reports whether words begin with a reference.
func (a asked) pointsAt(words string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && strings.HasPrefix(words, s.Text) })
}

// standsAlone reports whether no noun follows a number: "uma pra ela", "two of those".
func (a asked) standsAlone(words []spot, i int) bool {
	if i+1 == len(words) || strings.ContainsAny(a.text[words[i].to:words[i+1].from], ".,;:!?") {
		return true
	}
	next := words[i+1].word
	if next == "of" && i+2 < len(words) {
		next = words[i+2].word
	}
	return is(next, "for") && next != "a" || is(next, "this") || is(next, "please") || is(next, "and") && !a.names(words[i+1:])
}

// runs reports whether a message speaks of the order so far: "quanto fica com duas
// cervejas?", "and now all together?".
func (a asked) runs() bool {
	dishes := a.dishes()
	if len(dishes) == 0 {
		return true
	}
	for _, w := range spots(a.text) {
		if slices.ContainsFunc(dishes, func(d meant) bool { return d.at <= w.from && w.from < d.to }) {
			continue
		}
		if is(w.word, "running") || is(w.word, "with") && w.to < dishes[0].at {
			return true
		}
	}
	return false
}

// forMe reports whether the guest has a dish: "um mate pra mim", "I'll have the soup".
func (a asked) forMe(d meant) bool {
	start := strings.LastIndexAny(a.text[:d.at], ".,;!?\n") + 1
	end := len(a.text)
	if i := strings.IndexAny(a.text[d.to:], ".,;!?\n"); i >= 0 {
		end = d.to + i
	}
	before, after := spots(a.text[start:d.at]), spots(a.text[d.to:end])
	me := func(w spot) bool { return is(w.word, "me") }
	return slices.ContainsFunc(before[:min(len(before), 2)], me) || slices.ContainsFunc(after[:min(len(after), 2)], me)
}

// mine is the id of what the guest has on the order: what was ordered so, or else last.
func (a asked) mine() (id string) {
	for _, l := range a.kept().Lines {
		if l.Mine {
			id = l.ID
		}
	}
	if t := a.tab(); id == "" && len(t) > 0 {
		return t[len(t)-1]
	}
	return id
}

// line is a dish as a line of the order.
func (d meant) line() billLine {
	l := billLine{Dish: d.name, Quantity: max(1, d.count), Among: d.among, Missing: !d.card && len(d.among) == 0, said: d.count > 0}
	if len(d.among) > 0 && onlyPoints(d.text) {
		l.Dish = ""
	}
	return l
}

// adds reports whether the words before a dish say that it is one more.
func (a asked) adds(before []spot) bool {
	for _, w := range slices.Backward(before[max(0, len(before)-5):]) {
		if is(w.word, "more") {
			return true
		}
	}
	return false
}

// insteadOf reports whether words begin with "em vez de" or the like.
func (a asked) insteadOf(words []spot) bool {
	return len(words) > 1 && is(words[0].word, "instead") && is(words[1].word, "of")
}

// refuses returns how many words behind a "não" the "quero" is that words begin with, or
// 0 if they do not.
func (a asked) refuses(words []spot) int {
	if !is(words[0].word, "not") {
		return 0
	}
	return 1 + slices.IndexFunc(words[1:min(len(words), 4)], func(w spot) bool { return is(w.word, "want") })
}

// multiplied gives lines the number of those who have them: "arroz pra nós dois", "uma
// caipirinha pra cada".
func (a asked) multiplied(lines []billLine, words []spot) []billLine {
	if a.says("shared") {
		return lines
	}
	for i, w := range words {
		n := 0
		switch {
		case i == 0 || a.says("split") && !is(words[i-1].word, "for"):
		case is(w.word, "both") && is(words[i-1].word, "for"), is(w.word, "two") && a.forUs(words[:i]) && !a.names(words[i+1:]):
			n = 2
		case is(w.word, "everyone") && a.at.Party > 1 && (is(words[i-1].word, "for") || is(words[i-1].word, "one")):
			n = a.at.Party
		}
		if n == 0 || len(lines) == 0 {
			continue
		}
		for j := range lines {
			if !lines[j].drop && (!lines[j].said || lines[j].Quantity == 1) && len(lines[j].Among) == 0 {
				lines[j].Quantity, lines[j].said = n, true
			}
		}
		break
	}
	return lines
}

// forUs reports whether words end in "pra nós", "pros" or "for us".
func (a asked) forUs(words []spot) bool {
	n := len(words)
	article := n > 1 && (is(words[n-1].word, "of") || words[n-1].word == "nos" || words[n-1].word == "us")
	return is(words[n-1].word, "for") && words[n-1].word != "a" || article && is(words[n-2].word, "for") && words[n-2].word != "a"
}

// names reports whether the next of some words is a dish.
func (a asked) names(words []spot) bool {
	return len(words) > 0 && slices.ContainsFunc(a.dishes(), func(d meant) bool { return d.at == words[0].from })
}

// unnamed adds what a message says of no dish by its name: "o mesmo pra ela", "só uma",
// "uma de cada", "troca então".
func (a asked) unnamed(lines []billLine, words []spot) []billLine {
	count := 0
	for i, w := range words {
		if n := numeral(w.word); n > 0 && (len(w.word) > 1 || unicode.IsDigit(rune(w.word[0]))) {
			count = n
			if last := len(lines) - 1; last >= 0 && n > 1 && a.begins(words, i) && !lines[last].said && !a.names(words[i+1:]) { // "bota mate. dois"
				lines[last].Quantity, lines[last].said = n, true
			}
			if i+2 < len(words) && is(words[i+1].word, "of") && is(words[i+2].word, "everyone") { // "duas de cada"
				if told := a.focus(); len(lines) == 0 && len(told) > 1 {
					for _, t := range told {
						lines = append(lines, billLine{Dish: t.ID})
					}
				} else if len(lines) == 0 {
					for _, m := range a.mentions(a.saidBefore()) {
						lines = append(lines, billLine{Dish: m.Things[0].ID})
					}
				}
				for j := range lines {
					if !lines[j].said {
						lines[j].Quantity, lines[j].said = n, true
					}
				}
				return lines
			}
		}
		if is(w.word, "same") && i+1 < len(words) && is(words[i+1].word, "for") {
			if n := len(lines); n > 0 {
				lines[n-1].Quantity++
			} else if t := a.tab(); len(t) > 0 {
				lines = append(lines, billLine{Dish: t[len(t)-1], Quantity: 1, More: true})
			}
			return lines
		}
	}
	t := a.tab()
	switch {
	case len(lines) > 0 || len(t) == 0:
	case a.says("swap"):
		for _, m := range a.mentions(a.saidBefore()) {
			if len(m.Things) == 1 && slices.Contains(t, m.Things[0].ID) {
				lines = append(lines, billLine{Dish: m.Things[0].ID, drop: true})
				break
			}
		}
		for _, x := range a.focus() {
			if !slices.Contains(t, x.ID) && len(lines) == 1 {
				lines = append(lines, billLine{Dish: x.ID, Quantity: 1})
			}
		}
	case count > 0 && a.says("only") && a.shares() == 0:
		lines = append(lines, billLine{Dish: t[len(t)-1], Quantity: count})
	}
	return lines
}

// begins reports whether a word begins a sentence that is not the first.
func (a asked) begins(words []spot, i int) bool {
	return i > 0 && strings.ContainsAny(a.text[words[i-1].to:words[i].from], ".,;!\n")
}

// saidBefore is what the guest said before this message.
func (a asked) saidBefore() string {
	if n := len(a.at.Said); n > 0 {
		return a.at.Said[n-1]
	}
	return ""
}

func (a asked) kept() (o order) {
	_ = json.Unmarshal(a.at.Notes["menu.bill"], &o) // written by the bill tool
	return o
}

// ordered reports whether dishes were ordered, and not only added up.
func (a asked) ordered() bool { return a.kept().Ordered && !a.says("only") }

// tab is the ids of what is on the order, the last the newest.
func (a asked) tab() (ids []string) {
	for _, l := range a.kept().Lines {
		ids = append(ids, l.ID)
	}
	return ids
}

// is reports whether a folded word is of a use. Short words are compared as they are:
// "com" is no form of "come".
func is(word, use string) bool {
	if len(word) <= shortWord {
		return slices.Contains(menuWords()["="+use], word)
	}
	return slices.Contains(menuWords()[use], lang.Stem(word))
}

const shortWord = 4

// spot is a folded word with its place in a text.
type spot struct {
	word     string
	from, to int
}

// spots cuts a text into words.
func spots(text string) (all []spot) {
	from := -1
	for i, r := range text + " " {
		in := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case in && from < 0:
			from = i
		case !in && from >= 0:
			all = append(all, spot{lang.Fold(text[from:i]), from, i})
			from = -1
		}
	}
	return all
}

// mentions are where a text names dishes of the card.
func (a asked) mentions(text string) []scene.Mention {
	if a.onCard == nil || text == "" {
		return nil
	}
	return a.onCard(text)
}
