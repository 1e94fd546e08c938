package concierge

import (
	"encoding/json"
	"slices"
	"strings"

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
	For      string   `json:"for,omitempty"`     // who else at the table has it
	Round    bool     `json:"round,omitempty"`   // as many as came last of these drinks
	But      int      `json:"but,omitempty"`     // those who have something else of a round

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
	in.put("budget", a.budget())
	in.put("fits", a.says("fits"))
	m := percent().FindStringSubmatch(a.text)
	if m == nil {
		m = usual().FindStringSubmatch(words(a.text))
	}
	if m == nil && a.says("service") && !a.says("except") && a.kept().Service != "" { // "já com o serviço"
		m = []string{"", a.kept().Service}
	}
	if m != nil && a.says("tip") {
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
	if !order && len(items)+len(drop)+len(a.tab()) == 0 {
		for _, m := range a.mentions(a.at.Message) { // "can she have the soup? and what is it?"
			if len(m.Things) == 1 {
				items = append(items, billLine{Dish: m.Things[0].ID})
			}
		}
	}
	if (order || !a.addsUp()) && len(items)+len(drop)+len(a.tab()) == 0 {
		return nil // what was shown is not ordered by that
	}
	in.put("brief", !a.addsUp() && !a.says("ordered"))
	in.put("running", !a.restates() && (order || a.ordered() || len(items) == 0 || len(drop) > 0 || a.runs() || slices.ContainsFunc(items, func(l billLine) bool { return l.More })))
	if len(items) > 0 {
		in["items"] = items
	}
	in.put("without", a.spared())
	if last := a.kept(); len(items)+len(drop) == 0 && !a.says("except") { // "e com os 10%?" of what was split, and the other way round
		if in["service_percent"] != nil && in["people"] == nil {
			in.put("people", last.People)
		}
		if in["people"] != nil && in["service_percent"] == nil && a.at.Notes["menu.bill"] != nil {
			in.put("service_percent", last.Service)
		}
	}
	if len(drop) > 0 {
		in["drop"] = drop
	}
	return call("bill", in)
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

// restates reports whether a message lists the whole order behind a colon: "a conta: uma
// sopa e dois cafés". What is to be added to a bill is no list of it.
func (a asked) restates() bool {
	head, list, ok := strings.Cut(a.text, ":")
	if !ok || len(a.mentions(head)) > 0 || len(a.mentions(list)) == 0 {
		return false
	}
	before := a.part(head)
	adds := slices.ContainsFunc(spots(head), func(w spot) bool { return is(w.word, "more") && !is(w.word, "tally") })
	whole := (before.says("sum") || before.says("tally")) && (len(a.tab()) == 0 || len(a.mentions(list)) > 1) || before.says("recap") && len(a.mentions(list)) > 1
	return whole && !adds && !before.says("onto")
}

// onOrder is a line that may be several dishes, of which one alone is on the order: that one.
func (l billLine) onOrder(tab []string) billLine {
	had := slices.DeleteFunc(slices.Clone(l.Among), func(id string) bool { return !slices.Contains(tab, id) })
	if len(had) == 1 {
		l.Dish, l.Among = had[0], nil
	}
	return l
}

// forMe reports whether the guest has a dish: "um mate pra mim", "I'll have the soup".
func (a asked) forMe(d meant) bool {
	start := strings.LastIndexAny(a.text[:d.at], ".,;!?\n") + 1
	end := len(a.text)
	if i := strings.IndexAny(a.text[d.to:], ".,;!?\n"); i >= 0 {
		end = d.to + i
	}
	before, after := spots(a.text[start:d.at]), spots(a.text[d.to:end])
	near := before[max(0, len(before)-3):] // "… e pra mim o"
	return len(before) < 5 && saysMe(before[:min(len(before), 2)]) || saysMe(near) || saysMe(after[:min(len(after), 2)])
}

// saysMe reports whether words speak of the guest: "mi" alone may be whose somebody is.
func saysMe(words []spot) bool {
	for i, w := range words {
		if is(w.word, "me") && (w.word != "mi" || i > 0 && is(words[i-1].word, "for")) {
			return true
		}
	}
	return false
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
	if len(d.among) > 0 && (d.ref || onlyPoints(d.text)) {
		l.Dish = ""
	}
	return l
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
	for i, w := range words[1:min(len(words), 4)] {
		if strings.ContainsAny(a.text[words[i].to:w.from], ".,;!?") { // "não, ele quer…"
			return 0
		}
		if is(w.word, "want") || i == 0 && is(w.word, "bring") { // "não põe o vinho"
			return i + 1
		}
	}
	return 0
}

// forUs reports whether words end in "pra nós", "pros" or "for us".
func (a asked) forUs(words []spot) bool {
	n := len(words)
	article := n > 1 && (is(words[n-1].word, "of") || words[n-1].word == "nos" || words[n-1].word == "us")
	return is(words[n-1].word, "for") && words[n-1].word != "a" || article && is(words[n-2].word, "for") && words[n-2].word != "a"
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
	if slices.Contains(menuWords()[use], lang.Stem(word)) {
		return true
	}
	for _, pronoun := range clitics {
		if verb, ok := strings.CutSuffix(word, pronoun); ok && len(verb) > shortWord && slices.Contains(menuWords()["="+use], verb) {
			return true
		}
	}
	return false
}

// clitics are pronouns at the end of a verb: "cámbiele", "tráeme".
var clitics = strings.Fields("me le les nos lo la los las selo mela")

const shortWord = 4

// spot is a folded word with its place in a text.
type spot struct {
	word     string
	from, to int
}

// spots cuts a text into words.
func spots(text string) (all []spot) {
	for from, to := range lang.Words(text) {
		word := lang.Fold(text[from:to])
		if strings.HasPrefix(text[to:], "%") {
			word += "%" // no number of things
		}
		all = append(all, spot{word, from, to})
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
