package question

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// hoursIn reads which hours of the day the rows of a table are of, "a partir das 18h", and
// returns the question without them. Of one that speaks of none the condition is nil.
func hoursIn(text string) (c *Cond, rest string) {
	for _, kind := range hourForms() {
		m := kind.form.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		group := func(i int) string {
			if 2*i+1 >= len(m) || m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		from, to := kind.span(hourAt(group(1), group(2)), hourAt(group(3), group(4)))
		if from < 0 || to > 24 || from >= to {
			continue
		}
		c = &Cond{Field: "hour", Op: "="}
		for h := from; h < to; h++ {
			c.Values = append(c.Values, fmt.Sprintf("%02d", h))
		}
		return c, text[:m[0]] + " " + text[m[1]:]
	}
	return nil, text
}

// hourAt is an hour with its mark, as "6" and "pm".
func hourAt(figure, mark string) int {
	h, _ := strconv.Atoi(figure)
	if strings.Contains(strings.ToLower(mark), "p") && h < 12 {
		h += 12
	}
	return h
}

// hourForm is a way to say a span of hours; the span is up to the second, not with it.
type hourForm struct {
	form *regexp.Regexp
	span func(a, b int) (from, to int)
}

var hourForms = sync.OnceValue(func() []hourForm {
	const (
		the  = `(?:(?:as|às|las|los|the)\s+)?`
		mark = `(\s?h(?:\d\d|oras|ours|rs|s)?\b|:\d\d(?:\s?[ap]m)?|\s?horas|\s?[ap]\.?m\b|\s?o'clock)`
		on   = `(?:\s+(?:em diante|on(?:wards?)?|en adelante|pra frente))?`
	)
	form := func(expr string, span func(a, b int) (int, int)) hourForm {
		return hourForm{regexp.MustCompile(`(?i)(?:^|[\s,(])` + expr), span}
	}
	after := func(a, _ int) (int, int) { return a, 24 }
	before := func(a, _ int) (int, int) { return 0, a }
	return []hourForm{
		form(`(?:entre|between|from|das|de)\s+`+the+`(\d{1,2})`+mark+`?\s+(?:e|y|and|às|as|a|to|until|até)\s+`+the+`(\d{1,2})`+mark, func(a, b int) (int, int) { return a, b }),
		form(`(?:hora|hour)(?:\s+\pL+){0,3}\s*>=\s*(\d{1,2})(:\d\d)?`, after),
		form(`(?:hora|hour)(?:\s+\pL+){0,3}\s*<\s*(\d{1,2})(:\d\d)?`, before),
		form(`(?:antes d[ae]s?|até|ate|hasta|before|until)\s+`+the+`(\d{1,2})`+mark, before),
		form(`(?:a partir d[ae]s?|depois d[ae]s?|após|apos|desde|después de|despues de|after|from|since)\s+`+the+`(\d{1,2})`+mark+on, after),
		form(`das\s+(\d{1,2})`+mark+`\s+(?:em diante|pra frente)`, after),
	}
})

// Unread are the words and figures of a question about a table that no plan heeds: "cujo",
// or what the table has nothing of.
func (v *Vocabulary) Unread(text string, now time.Time) (all []string) {
	q := v.read(text, now, nil)
	for _, t := range q.toks {
		if t.class == "" && !t.plain && len([]rune(t.text)) > 3 || t.class == "number" && q.limit != int(t.n) {
			all = append(all, t.raw)
		}
	}
	return all
}
