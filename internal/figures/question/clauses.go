package question

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Plans makes a plan of each question of a text: "how much did I spend? And in how many orders?"
// are two, the second going on from the first. One that only narrows, such as "counting 2025
// only", changes the one before it.
func (v *Vocabulary) Plans(text string, now time.Time, before *Plan) ([]Plan, error) {
	text = strings.ReplaceAll(text, ", ¿", ", ") // "de esas, ¿cuáles?" is one
	whole, err := v.Read(text, now, before)
	q := v.read(text, now, before)
	no, ok := errors.AsType[*Cannot](err)
	if head, aside, found := strings.Cut(text, ", "); found && ok && (no.Why == NotUnderstood || no.Why == NotInData) {
		if q := v.read(aside, now, nil); !q.asks() && len(q.when) == 0 && !in("narrowing", q.said(0)) && q.length() > 1 { // "…, it was for the party"
			return v.Plans(head, now, before)
		}
	}
	clauses := v.circumstances(clausesOf(text), now)
	last, one := before, len(sentenceEnd().Split(strings.Trim(text, " .?!"), -1)) == 1
	part := one && before != nil && len(clauses) > 1 && (q.found || q.goesOn(*before)) && !v.read(clauses[0], now, before).asks() // "and of the second, which …"
	rows := whole.Do == Last || whole.Do == First
	timed := len(whole.When) > 0 && len(clauses) == 2 && len(v.read(clauses[0], now, before).when) == 0 // "my last order, and what did I spend in May?"
	if len(clauses) < 2 || err == nil && (part || rows && !timed || whole.Do == Summary) {
		return []Plan{whole}, err
	}
	var all []Plan
	for _, clause := range clauses {
		q := v.read(clause, now, last)
		narrows := len(all) > 0 && (!q.asks() && (q.strange() == "" || q.says("chart")) || in("only", q.said(0)) || in("only", q.said(1)))
		p, no := v.Read(clause, now, last)
		if narrows || len(all) > 0 && last.looksAtOne() && q.statistic() != "" { // "… and the mean of the rest?"
			if narrower, ok := q.follow(*last); ok {
				p, no = narrower, nil
			}
		}
		catalogue := no == nil && p.Do == "" && q.has("howmany", "howmuch") && (p.About == "beers" || p.About == "breweries") && !slices.ContainsFunc(q.toks, func(t token) bool { return in("yours", lastWord(t.text)) })
		mine := last
		if last == nil && err == nil { // whose it is may be said in the next clause
			mine = &Plan{About: "purchases", Whose: whole.Whose, Measure: "amount", Stat: Sum, When: whole.When}
		}
		if (no != nil && last == nil || catalogue) && mine != nil && mine.Whose == Mine { // "how many bottles in May, and of how many breweries?"
			p, no = v.Read("and "+clause, now, mine)
		}
		why, ok := errors.AsType[*Cannot](no)
		if ok && why.Why != NotUnderstood && why.Why != NotInData {
			return nil, no
		}
		again := v.table != nil && before != nil && q.says("only") && q.goesOn(*before)                                      // "the same, only in May. And …"
		again = again || before != nil && no == nil && len(all) == 0 && q.goesOn(*before) && (err != nil || len(q.when) > 0) // "and last year? Or, well, …"
		if no != nil || !q.asks() && !again && !narrows && (len(all) > 0 || p.Do != List || len(p.When) == 0) {
			continue // it asks nothing
		}
		first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(clause), " ¿"), " ")
		besides := len(q.when) > 0 && slices.Contains([]string{"e", "and", "y"}, first) && !q.says("only") // "this month? and last month?"
		if narrows && !(besides && len(last.When) > 0) {
			all = all[:len(all)-1]
		}
		if n := len(all); n > 0 {
			p = p.after(&all[n-1], q, one)
		}
		all = append(all, p)
		last = &all[len(all)-1]
	}
	if len(all) == 0 || err == nil && whole.beside(all) {
		return []Plan{whole}, err
	}
	return all, nil
}

// circumstances joins a clause that only tells a time, "in the last 3 months, how much …", to the one behind it.
func (v *Vocabulary) circumstances(clauses []string, now time.Time) (all []string) {
	before := ""
	for i, clause := range clauses {
		q := v.read(clause, now, nil)
		other := func(t token) bool {
			return !t.plain && t.class != "time" && t.class != "value" && !in("channels", t.class)
		}
		if i+1 < len(clauses) && len(q.when) > 0 && !slices.ContainsFunc(q.toks, other) {
			before += clause + " "
			continue
		}
		all, before = append(all, before+clause), ""
	}
	return all
}

// after is the plan of a question that another stands before in the same text: their time may be
// said once, "how much did I spend, and how many units did I buy in May?". In another sentence it
// is that of the question alone.
func (p Plan) after(had *Plan, q *reading, one bool) Plan {
	same := p.About == had.About && p.Whose == had.Whose
	p.There = (p.Do == List || p.Do == "" && len(p.By) == 0 && q.pointsBack()) && len(p.When)+len(p.Where) == 0 && len(had.By) == 1 && had.Top == 1
	switch {
	case same && len(p.When) == 0 && len(had.When) == 1 && !q.has("total"):
		p.When = had.When
	case same && len(had.When) == 0 && len(p.When) == 1 && had.Do == "" && p.Do == "" && one:
		had.When = p.When
	}
	return p
}

// Within is the plan of a question that follows another in the same text, of what that one found: "which
// month was the dearest, and what did I buy then?".
func (p Plan) Within(before Plan) Plan {
	f := before.Found
	if !p.There || len(f.Values) == 0 {
		return p
	}
	p.There = false
	if s, ok := spanOf(f.Values[0]); isPeriod(f.Field) && ok {
		p.When = []Span{s}
	} else if !isPeriod(f.Field) {
		p.Where = append(slices.Clone(p.Where), f)
	}
	return p
}

// beside reports whether some plans are this one, each for a time of its own: "how much this year,
// and how much last year?" is one question, from which another may go on.
func (p Plan) beside(all []Plan) bool {
	for i, one := range all {
		if len(p.When) != len(all) || !slices.Equal(one.When, p.When[i:i+1]) || one.Whose != p.Whose || one.main() != p.main() || one.Do != p.Do || len(one.By)+len(p.By) > 0 {
			return false
		}
	}
	return len(all) > 1 && p.Measure != ""
}

// asks reports whether a clause asks for something.
func (q *reading) asks() bool {
	other := func(t token) bool { return in("asks.clause", t.class) && t.class != "which" } // "acho q foi caro" asks nothing
	return q.superlative() || slices.ContainsFunc(q.toks, other) || q.which() || q.table() && q.hasOf("examines")
}

// clausesOf cuts a text after its sentences, and before a question that is joined to another,
// unless it points back into it: "which month, and how much was it?" is one.
func clausesOf(text string) (all []string) {
	for _, sentence := range sentenceEnd().Split(text, -1) {
		from := 0
		for _, at := range joined().FindAllStringSubmatchIndex(sentence, -1) {
			head, rest := sentence[from:at[0]], sentence[at[2]:]
			n := len(strings.Fields(head))
			if (n > 2 || n == 2 && asksFirst().MatchString(head)) && len(strings.Fields(rest)) > 1 && !pointsBack(lang.Fold(rest)) {
				all, from = append(all, head), at[2]
			}
		}
		if len(strings.Fields(sentence[from:])) > 1 {
			all = append(all, strings.TrimSpace(sentence[from:]))
		}
	}
	return all
}

// pointsBack reports whether a clause needs the one before it: it speaks of "it", or asks for
// figures of the groups that both are about.
func pointsBack(clause string) bool {
	if costing().MatchString(clause) && !perGroup().MatchString(costing().ReplaceAllString(clause, "")) {
		return false
	}
	back := slices.ContainsFunc(strings.Fields(clause), func(w string) bool { return in("pointing.clause", w) })
	return happened().MatchString(clause) || back && !ofEachNamed().MatchString(clause) || perGroup().MatchString(clause)
}

const askingWords = `quem|who|qui[eé]n|qual|quais|quanto|quantos|quantas|quando|onde|what|which|how|when|where|cu[aá]l|cu[aá]les|cu[aá]nto|cu[aá]ntos|cu[aá]ntas|cu[aá]ndo|d[oó]nde`

var (
	sentenceEnd = pattern.Of(`[.?!;¿¡\n]+(?:\s+|$)|[¿¡]`)
	asksFirst   = pattern.Of(`(?i)^\W*(?:` + askingWords + `)\s`)
	ofEachNamed = pattern.Of(`\b(?:cada|each) \pL`)
	happened    = pattern.Of(`^(?:quando|when|cuando|onde|where|donde) (?:foi|foram|was|were|fue|fueron)\b|^(?:de que|of what|of which|de qual|de cual) \pL+\W*$`)
	costing     = pattern.Of(`\bdid (?:it|that|they|all that)(?: all)? (?:cost|come to)\b|^(?:o q(?:ue)?|what|que) .*\b(?:comprei|compramos|compre|did i buy|did we buy|did i order|did we order|vendi|vendemos|vendimos|did i sell|did we sell)\b|^(?:what s|what's|what is|qual e|qual|cual es) (?:the |a |el |la )?(?:average|mean|media|promedio)(?:\W*$| (?:of|de|del|da|do|das|dos)\b)`)
	perGroup    = pattern.Of(`\b(por|by|per) |\b(abaixo|acima|above|below|over|under|debajo|encima|arriba|abajo|off|from|da|do|the|del)\b.*\b(media|average|mean|promedio)\b`)
	joined      = pattern.Of(`(?i)(?:,\s*(?:e |and |y |but |mas |pero |counting |contando |considerando )?|\s(?:e|and|y)\s+)((?:(?:em|in|over|across|with|com|on|en|con|of|de|a|at|from|only|s[oó]|apenas|solo)\s+)*(?:` + askingWords + `|o q(?:ue)?|qu[eé]|what's|only|apenas|somente|solo|me d[aáeê]|dame|give me|show me|me mostr[ae]|mu[eé]strame|(?:the |o |el )?top \d+|(?:the|[oa]s|l[oa]s) \d+ [\pL ]{0,30}?\b(?:mais|m[aá]s|most|best|melhores|mejores))\s)`)
)
