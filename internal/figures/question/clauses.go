package question

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Plans makes a plan of each question of a text: "how much did I spend? And in how many
// orders?" are two, the second going on from the first. One that only narrows, such as
// "counting 2025 only", changes the one before it.
func (v *Vocabulary) Plans(text string, now time.Time, before *Plan) ([]Plan, error) {
	whole, err := v.Read(text, now, before)
	if apart := whole.apart(); err == nil && apart != nil {
		return apart, nil
	}
	if q := v.read(text, now, before); err == nil && whole.Do == Shift && whole.Order == "" && q.has("grow") { // "which grew, and did I drop any?"
		rose := whole
		if rose.Order = Desc; fallen().MatchString(q.said(q.index("grow"))) {
			rose.Order = Asc
		}
		return []Plan{rose, whole}, nil
	}
	clauses := clausesOf(text)
	if len(clauses) < 2 || err == nil && (whole.Do == Last || whole.Do == First || whole.Do == Summary && (whole.Top > 0 || whole.Stat == Count)) {
		return []Plan{whole}, err
	}
	var all []Plan
	last, wholeErr := before, err
	for _, clause := range clauses {
		q := v.read(clause, now, last)
		narrows := len(all) > 0 && q.onlyNarrows()
		p, err := v.Read(clause, now, last)
		of := len(all) > 0 && last.looksAtOne() && q.statistic() != "" && len(q.numbers()) == 0 // "… and the mean of the rest?"
		if narrows || of {
			if narrower, ok := q.follow(*last); ok {
				p, err = narrower, nil
			}
		}
		if no, ok := errors.AsType[*Cannot](err); ok && no.Why != NotUnderstood && no.Why != NotInData {
			return nil, err
		}
		if lean := (Plan{About: "purchases", Whose: Mine, Measure: "amount", Stat: Sum}); err != nil && last == nil && wholeErr == nil && whole.Whose == Mine { // whose it is may be said in the next clause
			p, err = v.Read(clause, now, &lean)
		}
		again := v.table != nil && before != nil && q.says(onlying) && q.goesOn(*before) // "the same, only in May. And …"
		if err != nil || !q.asks() && !again && len(all) == 0 && (p.Do != List || len(p.When) == 0) {
			continue
		}
		if narrows {
			all = all[:len(all)-1]
		}
		if n := len(all); n > 0 {
			had := all[n-1]
			if had.Do == p.Do && had.looksAtOne() && len(p.Show) == 0 { // "is the age always filled in? How often is it empty?"
				p.Show, all = had.Show, all[:n-1]
			}
			p.There = p.Do == List && len(p.When)+len(p.Where) == 0 && len(had.By) == 1 && had.Top == 1
			if len(p.When) == 0 && len(had.When) == 1 && p.About == had.About && p.Whose == had.Whose && !q.has("total") {
				p.When = had.When // "what did I buy in May, and how much did I spend?"
			}
		}
		all = append(all, p)
		last = &all[len(all)-1]
	}
	if at := slices.IndexFunc(all, func(p Plan) bool { return p.Do == Summary && p.Stat == Count }); at >= 0 { // it tells how many rows there are, and the time
		all = slices.DeleteFunc(all, func(p Plan) bool {
			return p.Do == "" && len(p.Where)+len(p.By) == 0 && (p.Measure == "" && p.Stat == Count || p.Measure == "day")
		})
	}
	for i := len(all) - 1; i > 0 && len(sentenceEnd().Split(strings.Trim(text, " .?!"), -1)) == 1; i-- { // "how much did I spend and how many units did I buy in May?"
		if had := &all[i-1]; len(had.When) == 0 && len(all[i].When) == 1 && had.About == all[i].About && had.Whose == all[i].Whose && had.Do == "" && all[i].Do == "" {
			had.When = all[i].When
		}
	}
	if len(all) == 0 || err == nil && whole.beside(all) {
		return []Plan{whole}, err
	}
	return all, nil
}

// apart are the plans of one whose conditions on a number exclude each other, one for each:
// "rated 3, and those rated 1 or less".
func (p Plan) apart() (all []Plan) {
	exclude := func(a, b Cond) bool {
		low, high := strings.HasPrefix(a.Op, "<"), strings.HasPrefix(b.Op, "<")
		switch {
		case a.Field != b.Field || len(a.Values)+len(b.Values) > 0:
			return false
		case a.Op == "=" && b.Op == "=":
			return a.N != b.N
		case a.Op == "=":
			return high && a.N > b.N || strings.HasPrefix(b.Op, ">") && a.N < b.N
		}
		return low && strings.HasPrefix(b.Op, ">") && a.N < b.N
	}
	for i, a := range p.Where {
		for j, b := range p.Where {
			if i == j || !exclude(a, b) && !exclude(b, a) {
				continue
			}
			one := p
			one.Where = slices.Delete(slices.Clone(p.Where), j, j+1)
			all = append(all, one)
		}
	}
	if len(all) != 2 {
		return nil
	}
	return all
}

// beside reports whether some plans are this one, each for a time of its own: "how much this
// year, and how much last year?" is one question, from which another may go on.
func (p Plan) beside(all []Plan) bool {
	for i, one := range all {
		if len(p.When) != len(all) || !slices.Equal(one.When, p.When[i:i+1]) || one.Whose != p.Whose || one.Measure != p.Measure || one.Stat != p.Stat || one.Do != p.Do || len(one.By)+len(p.By) > 0 {
			return false
		}
	}
	return len(all) > 1 && p.Measure != ""
}

// Within is the plan of a question that follows another in the same text, of what that one
// found: "which month was the dearest, and what did I buy then?".
func (p Plan) Within(before Plan) Plan {
	f := before.Found
	if !p.There || f.Field == "" || len(f.Values) == 0 {
		return p
	}
	if s, ok := spanOf(f.Values[0]); isPeriod(f.Field) && ok {
		p.When = when{s}
	} else if !isPeriod(f.Field) {
		p.Where = append(slices.Clone(p.Where), f)
	}
	return p
}

// asks reports whether a clause asks for something.
func (q *reading) asks() bool {
	return q.has("howmany", "howmuch", "which", "when", "where", "list", "avg", "median", "total", "percent", "ticket", "compare", "tell", "by", "maximum", "minimum") || q.superlative() || q.voc.table != nil && q.has("missing", "outlier", "correlation", "distribution", "summary")
}

// onlyNarrows reports whether a clause says only which rows or groups count: it asks for
// nothing, or begins with "only".
func (q *reading) onlyNarrows() bool {
	const near = 2
	first := slices.ContainsFunc(q.toks[:min(near, len(q.toks))], func(t token) bool { return onlying[t.text] })
	return first || !q.asks()
}

var onlying = lang.Set("only just counting considering so apenas somente contando considerando solo solamente")

// clausesOf cuts a text after its sentences, and before a question that is joined to
// another, unless it points back into it: "which month, and how much was it?" is one.
func clausesOf(text string) (all []string) {
	for _, sentence := range sentenceEnd().Split(strings.ReplaceAll(text, ", ¿", ", "), -1) { // "de esas, ¿cuáles?" is one
		from := 0
		for _, at := range joined().FindAllStringSubmatchIndex(sentence, -1) {
			if (wordsIn(sentence[from:at[0]]) > 2 || wordsIn(sentence[from:at[0]]) == 2 && asking().MatchString(sentence[from:at[0]])) && wordsIn(sentence[at[2]:]) > 1 && !pointsBack(sentence[at[2]:]) {
				all, from = append(all, sentence[from:at[0]]), at[2]
			}
		}
		if wordsIn(sentence[from:]) > 1 {
			all = append(all, strings.TrimSpace(sentence[from:]))
		}
	}
	return all
}

func wordsIn(text string) int { return len(strings.Fields(text)) }

// pointsBack reports whether a clause needs the one before it: it speaks of "it", or
// asks for figures of the groups that both are about.
func pointsBack(clause string) bool {
	all := strings.Fields(lang.Fold(clause))
	if costing().MatchString(lang.Fold(clause)) && !perGroup().MatchString(costing().ReplaceAllString(lang.Fold(clause), "")) {
		return false
	}
	if happened().MatchString(lang.Fold(clause)) {
		return true
	}
	return slices.ContainsFunc(all, func(w string) bool { return backPointing[strings.Trim(w, "?.,!")] }) && !ofEachNamed().MatchString(lang.Fold(clause)) || perGroup().MatchString(lang.Fold(clause))
}

var backPointing = lang.Set("nela nele nelas neles nisso ele ela eles elas dela dele deles delas it that those them each ella ello eso ellos ellas cada")

var (
	sentenceEnd = pattern.Of(`[.?!;¿¡\n]+(?:\s+|$)|[¿¡]`)
	asking      = pattern.Of(`(?i)^\W*(?:` + askingWords + `)\s`)
	ofEachNamed = pattern.Of(`\b(?:cada|each) \pL`)
	happened    = pattern.Of(`^(?:quando|when|cuando|onde|where|donde) (?:foi|foram|was|were|fue|fueron)\b|^(?:de que|of what|of which|de qual|de cual) \pL+\W*$`)
	costing     = pattern.Of(`\bdid (?:it|that|they|all that)(?: all)? (?:cost|come to)\b|^(?:o que|what|que) .*\b(?:comprei|compramos|compre|did i buy|did we buy|did i order|did we order|vendi|vendemos|vendimos|did i sell|did we sell)\b|^(?:what s|what's|what is|qual e|qual|cual es) (?:the |a |el |la )?(?:average|mean|media|promedio)(?:\W*$| (?:of|de|del|da|do|das|dos)\b)`)
	perGroup    = pattern.Of(`\b(por|by|per) |\b(abaixo|acima|above|below|over|under|debajo|encima|arriba|abajo|off|from|da|do|the|del)\b.*\b(media|average|mean|promedio)\b`)
	joined      = pattern.Of(`(?i)(?:,\s*(?:e |and |y |but |mas |pero |counting |contando |considerando )?|\s(?:e|and|y)\s+)((?:(?:em|in|over|across|with|com|on|en|con|of|de|a|at|from|only|s[oó]|apenas|solo)\s+)*(?:` + askingWords + `|o que|qu[eé]|what's|only|apenas|somente|solo|me d[aáeê]|dame|give me|show me|me mostr[ae]|mu[eé]strame|(?:the |o |el )?top \d+|(?:the|[oa]s|l[oa]s) \d+ [\pL ]{0,30}?\b(?:mais|m[aá]s|most|best|melhores|mejores))\s)`)
)

const askingWords = `quem|who|qui[eé]n|qual|quais|quanto|quantos|quantas|quando|onde|what|which|how|when|where|cu[aá]l|cu[aá]les|cu[aá]nto|cu[aá]ntos|cu[aá]ntas|cu[aá]ndo|d[oó]nde`
