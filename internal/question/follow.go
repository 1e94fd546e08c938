package question

import (
	"slices"

	"github.com/maitre-dev/maitre/lang"
)

// maxFollow is how many words a question that goes on from another has: a
// longer one says by itself what it wants.
const maxFollow = 7

// goingOn are words with which a question goes on from the one before.
var goingOn = lang.Set("e and y agora now ahora mas but pero so only solo apenas just ou or o por by em in en no na faz faca make draw show mostra desenha tira sem without sin inclui")

func (q *reading) short() bool { return len(q.toks) > 0 && len(q.toks) <= maxFollow }

// goesOn reports whether a question only goes on from what was asked: "e em
// 2024?", "por estilo".
func (q *reading) goesOn() bool {
	switch {
	case !q.short():
		return false
	case goingOn[q.toks[0].text] && !q.has("howmany", "howmuch", "which", "buyown", "moneyown"):
		return true
	case q.said(0) == "what" || q.said(0) == "how", q.said(0) == "que tal":
		return q.said(1) == "about" || q.said(0) == "que tal"
	}
	return len(q.toks) <= 2 && !q.has("which", "howmany", "howmuch", "list", "buyown", "moneyown") // "em unidades", "2024?"
}

// follow changes the plan of the last answer by what a question says.
func (q *reading) follow(before Plan) (Plan, bool) {
	more := Plan{When: q.when, Top: q.limit}
	all := before.Whose == All
	switch {
	case q.voc.table != nil:
	case q.has("everyone", "client", "buyall", "others", "sold"):
		more.Whose = All
		all = true
	case q.has("own", "buyown", "moneyown"):
		more.Whose = Mine
		all = false
	}
	// The words are read again as a part of a question about the same rows.
	if q.voc.table == nil {
		q.about, q.all, q.own = before.About, all, !all
		q.schema = schemaOf(q.about, all)
		q.by, q.target, q.where = nil, "", nil
		q.readBy()
		q.readTarget()
		q.readFilters()
	}
	more.Where = q.where
	more.By = slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) })
	if len(more.By) == 0 && q.grouping(q.target) && len(before.By) > 0 && before.Order != "" && q.has("which", "brewery", "style", "beer", "state", "city", "channel", "segment", "field") {
		more.By = []string{q.target} // "e a cervejaria?" after the style most bought
		more.Order, more.Top = before.Order, max(q.limit, before.Top)
	}
	if q.superlative() && !q.has("rating") {
		more.Order = q.order()
	}
	if q.limit > 0 && more.Order == "" && before.Order == "" {
		more.Order = Desc
	}
	q.followMeasure(&more, before)
	if q.has("percent") && len(before.By)+len(more.By) > 0 {
		more.Then = Share
	}
	q.then(&more)
	if more.Then == "" && q.has("grow", "change") {
		more.Then = Change
	}
	if slices.ContainsFunc(q.toks, func(t token) bool { return chartWords[t.text] }) {
		more.Chart = "auto"
	}
	for i := range q.having {
		if q.ofRow(q.having[i]) {
			more.Where = append(more.Where, q.having[i])
		} else {
			more.Having = append(more.Having, q.having[i])
		}
	}
	said := more.Whose != "" || len(more.When) > 0 || len(more.Where) > 0 || len(more.By) > 0 || more.Measure != "" || more.Stat != "" || more.Then != "" || more.Order != "" || more.Top > 0 || more.Chart != "" || len(more.Having) > 0
	if !said {
		return Plan{}, false
	}
	return before.Follow(more), true
}

var chartWords = lang.Set("grafico graficos chart charts graph plot desenho desenha")

// followMeasure sets the measure and the statistic that a follow-up names.
func (q *reading) followMeasure(more *Plan, before Plan) {
	if q.voc.table != nil {
		if m := q.tableMeasure(); m != "" {
			more.Measure = m
		}
	} else if q.has("money", "moneyown", "unit", "times", "purchase", "rating", "price", "ticket", "night", "abv", "ibu") && q.has("money", "unit", "times", "rating", "ticket", "night", "price") {
		q.measure(more, cmpOr(before.By, ""))
	}
	if stat := q.statistic(); stat != "" {
		more.Stat, more.Q = stat, q.quantile()
		if more.Measure == "" {
			more.Measure = before.Measure
		}
	}
}
