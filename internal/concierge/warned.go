package concierge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// warned is an answer of the reader's with a warning of each dish in it that somebody at the table must
// not have, and of each on the order that somebody must not have of whom that is told now, where neither its
// line nor the answer before says so: "Acarajé da casa não é para sua irmã (amendoim)."
func (c *Concierge) warned(ctx context.Context, text string, o own) string {
	f := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Asked: o.Turn.Message, Told: o.Scene.Said, Things: c.things(ctx, o.Scene)}
	w, answer := texts.In(o.Scene.Language), text
	lines := strings.Split(answer, "\n")
	warn := func(t guard.Thing, unsaid func(guard.NotFor) bool) {
		var who []string
		for _, not := range t.NotFor {
			whom := w.Yours(not.Who)
			if not.Who == "" {
				whom = w.Menu.You
			} else if hook.SameName(not.Who, hook.Companion) {
				whom = w.Menu.Companion
			}
			barred, _, _ := strings.Cut(fmt.Sprintf(w.Menu.NotFor, t.Name, whom+"|"), "|") // maybe by another word: "(álcool)", "(bebida alcoólica)"
			avoids, _, _ := strings.Cut(fmt.Sprintf(w.Menu.Avoid, whom, "|", ""), "|")
			said := func(line string) bool {
				return strings.HasPrefix(line, avoids) && strings.Contains(line, t.Name) || strings.Contains(line, barred+" (")
			}
			if !t.Unknown && unsaid(not) && !slices.ContainsFunc(lines, said) {
				who = append(who, whom+" ("+cmp.Or(w.Menu.Allergens[not.Why], w.Menu.Diets[not.Why], not.Why)+")")
			}
		}
		warning := fmt.Sprintf(w.Menu.NotFor, t.Name, w.List(who))
		if len(who) > 0 && !strings.Contains(text, warning) && !strings.Contains(o.Scene.Last, warning) {
			text += "\n" + warning
		}
	}
	eaters := o.searchedFor()
	meant := func(not guard.NotFor) bool {
		return len(eaters) == 0 || slices.ContainsFunc(eaters, func(who string) bool { return who == "me" && not.Who == "" || hook.SameName(who, not.Who) })
	}
	for _, x := range guard.Check(answer, f) {
		i := slices.IndexFunc(f.Things, func(t guard.Thing) bool { return t.Kind == dish && strings.HasPrefix(answer[x.From:], t.Name) })
		if x.Kind != guard.Harm || i < 0 {
			continue
		}
		before, after := answer[:x.From], answer[x.To:]
		line := lang.Fold(before[strings.LastIndex(before, "\n")+1:] + strings.SplitN(after, "\n", 2)[0])
		warn(f.Things[i], func(not guard.NotFor) bool { return meant(not) && !strings.Contains(line, lang.Fold(not.Why)) }) // "fora por álcool: …" says it
	}
	told := o.toldOf()
	dry := func(need string) bool { return strings.Contains(lang.Fold(need), "alco") } // "bebida alcoólica", "alcohol"
	for _, l := range (asked{at: o.Scene}).kept().Lines {
		if i := slices.IndexFunc(f.Things, func(t guard.Thing) bool { return t.Kind == dish && t.ID == l.ID }); i >= 0 {
			warn(f.Things[i], func(not guard.NotFor) bool {
				return slices.ContainsFunc(told, func(who string) bool { return hook.SameName(who, not.Who) }) &&
					(l.For == "" && !dry(not.Why) || hook.SameName(l.For, not.Who)) // the beer of a table is for those who drink
			})
		}
	}
	return text
}

// fits returns the calls for a question about the order, or else about the list told of last, beside a new need: "nem soja, o que sobra?".
func (a asked) fits(who []string) []llm.ToolCall {
	dishes, asks := a.tab(), a.questions() && (a.says("ordered") || a.says("among_these") || a.forgoes())
	if len(dishes) == 0 {
		dishes, asks = ids(a.lastTold()), a.asksWhich() && a.questions()
	}
	if len(who)*len(dishes) == 0 || !asks || a.namesDish(a.text) || a.courseAsked() != "" {
		return nil
	}
	return call("dish_details", args{"dishes": dishes, "ask": "safe", "for": who})
}

// searchedFor is those for whom alone dishes were looked for, or nobody: "e pro pequeno?" needs no warning of
// what his sister must not have.
func (o own) searchedFor() (who []string) {
	for _, st := range o.Steps {
		for _, x := range st.Calls {
			var in struct{ For []string }
			if x.Name != "find_dishes" || json.Unmarshal([]byte(x.Args), &in) != nil {
				continue
			} else if len(in.For) == 0 {
				return nil
			}
			who = append(who, in.For...)
		}
	}
	return who
}

// toldOf is those of whom the message tells what they must not have; "me" is the guest.
func (o own) toldOf() (who []string) {
	for _, st := range o.Steps {
		for _, x := range st.Calls {
			var in struct {
				Facts []struct {
					Kind, Person string
					Over         bool
				}
			}
			if x.Name != "remember" || json.Unmarshal([]byte(x.Args), &in) != nil {
				continue
			}
			for _, f := range in.Facts {
				if !f.Over && slices.Contains([]string{"allergy", "intolerance", "diet"}, f.Kind) {
					who = append(who, cmp.Or(f.Person, "me"))
				}
			}
		}
	}
	return who
}
