package question

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Plans makes a plan of each question of a text: "how much did I spend? And in how many orders?"
// are two, the second going on from the first. One that only narrows, such as "counting 2025
// only", changes the one before it; what asks nothing is passed over.
func (v *Vocabulary) Plans(text string, now time.Time, before *Plan) ([]Plan, error) {
	whole, err := v.Read(text, now, before)
	clauses := clausesOf(text)
	if len(clauses) < 2 || err == nil && whole.Do == Summary {
		return []Plan{whole}, err
	}
	var all []Plan
	last := before
	for _, clause := range clauses {
		q := v.read(clause, now, last, nil)
		p, no := v.Read(clause, now, last)
		narrows := len(all) > 0 && (!q.asks() || q.at(0).has("only") || q.at(1).has("only"))
		if narrows {
			p, no = v.over(*last, q)
		}
		if catalogue := p.About == "beers" || p.About == "breweries"; no == nil && catalogue && q.has("howmany") && last != nil && last.Whose == Mine {
			p, no = v.Read("and "+clause, now, last) // "how many bottles in May, and of how many breweries?"
		}
		why, ok := errors.AsType[*Cannot](no)
		if ok && why.Why != NotUnderstood && why.Why != NotInData {
			return nil, no
		}
		if no != nil || !q.asks() && !narrows && !(before != nil && q.goesOn(*before)) {
			continue
		}
		n := len(all)
		switch {
		case narrows && !(len(q.when) > 0 && q.at(0).has("and")): // but "this month? and last month?" are two
			all[n-1] = p
		case n > 0 && all[n-1].only(p):
			all[n-1].When = append(slices.Clone(all[n-1].When), p.When...)
		default:
			all = append(all, p.after(all, q))
		}
		last = &all[len(all)-1]
	}
	if len(all) == 0 {
		return []Plan{whole}, err
	}
	return all, nil
}

// only reports whether another plan is the same of another time: both are told beside each other.
func (p Plan) only(o Plan) bool {
	return p.Do == "" && o.Do == "" && len(p.When) == 1 && len(o.When) == 1 && p.main() == o.main() && p.Whose == o.Whose && len(p.By)+len(o.By)+len(p.Where)+len(o.Where) == 0 && p.Then == o.Then
}

// after is the plan of a question behind others of the same text: their time may be said once, "how much did I
// spend, and how many units did I buy in May?".
func (p Plan) after(all []Plan, q *reading) Plan {
	if len(all) == 0 {
		return p
	}
	had := &all[len(all)-1]
	same := p.About == had.About && p.Whose == had.Whose
	p.There = (p.Do == List || p.Do == "" && len(p.By) == 0 && q.has("pointing")) && len(p.When)+len(p.Where) == 0 && len(had.By) == 1 && had.Top == 1
	if same && len(p.When) == 0 && len(had.When) == 1 && !q.has("total") {
		p.When = had.When
	}
	return p
}

// asks reports whether a clause asks for something.
func (q *reading) asks() bool {
	other := func(t token) bool { return t.has("asks") && !t.has("which") } // "acho q foi caro" asks nothing
	rows := q.own && q.has("rows") && len(q.when)+len(q.where) > 0          // "my purchases since May"
	return rows || q.has("order") || slices.ContainsFunc(q.toks, other) || q.which() || q.table() && q.has("examines")
}

// clausesOf cuts a text after its sentences, and before a question that is joined to another,
// unless it points back into it: "which month, and how much was it?" is one.
func clausesOf(text string) (all []string) {
	for _, sentence := range sentenceEnd().Split(strings.ReplaceAll(text, ", ¿", ", "), -1) {
		from := 0
		for _, at := range joined().FindAllStringSubmatchIndex(sentence, -1) {
			head, rest := sentence[from:at[0]], sentence[at[2]:]
			if len(strings.Fields(head)) > 2 && len(strings.Fields(rest)) > 1 && !ofItself().MatchString(rest) {
				all, from = append(all, head), at[2]
			}
		}
		if len(strings.Fields(sentence[from:])) > 1 {
			all = append(all, strings.TrimSpace(sentence[from:]))
		}
	}
	return all
}

const askingWords = `quem|who|qui[eé]n|qual|quais|quanto|quantos|quantas|quando|onde|what|which|how|when|where|cu[aá]l|cu[aá]les|cu[aá]nto|cu[aá]ntos|cu[aá]ntas|cu[aá]ndo|d[oó]nde`

var (
	sentenceEnd = pattern.Of(`[.?!;¿¡\n]+(?:\s+|$)|[¿¡]`)
	ofItself    = pattern.Of(`(?i)\b(?:it|that|each|ela|ele|dela|dele|nela|nele|cada|la|ella|ello|por|by|per)\b`)
	joined      = pattern.Of(`(?i)(?:,\s*(?:e |and |y |but |mas |pero |counting |contando |considerando )?|\s(?:e|and|y)\s+)((?:(?:em|in|over|across|with|com|on|en|con|of|de|a|at|from|only|s[oó]|apenas|solo)\s+)*(?:` + askingWords + `|o q(?:ue)?|qu[eé]|what's|only|apenas|somente|solo|me d[aáeê]|dame|give me|show me|me mostr[ae]|mu[eé]strame|(?:the |o |el )?top \d+)\s)`)
)
