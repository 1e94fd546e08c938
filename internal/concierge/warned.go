package concierge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
)

// warned is an answer of the reader's with the card's word of each dish in it that somebody must not have for whom
// dishes were looked for, and of each on the order that somebody must not have of whom that is told now.
func (c *Concierge) warned(ctx context.Context, text string, o own) string {
	things, eaters, told := c.things(ctx, o.Scene), o.searchedFor(), o.toldOf()
	among := func(who []string, name string) bool {
		return slices.ContainsFunc(who, func(w string) bool { return w == "me" && name == "" || hook.SameName(w, name) })
	}
	lines := (asked{at: o.Scene}).kept().Lines
	apart := func(id, who string) bool { // it is on the order, and so is something else for them
		return slices.ContainsFunc(lines, func(l orderLine) bool { return l.ID == id }) &&
			slices.ContainsFunc(lines, func(l orderLine) bool { return l.For != "" && l.ID != id && hook.SameName(l.For, who) })
	}
	var ordered []guard.Violation
	for i, t := range things {
		things[i].NotFor = slices.DeleteFunc(slices.Clone(t.NotFor), func(n guard.NotFor) bool {
			return t.Unknown || len(eaters) > 0 && !among(eaters, n.Who) || apart(t.ID, n.Who)
		})
		for _, l := range lines {
			for _, n := range t.NotFor {
				dry := strings.Contains(lang.Fold(n.Why), "alco") // the beer of a table is for those who drink
				theirs := l.For == "" && !dry && !apart(t.ID, n.Who) || hook.SameName(l.For, n.Who)
				if t.Kind == dish && t.ID == l.ID && theirs && among(told, n.Who) {
					ordered = append(ordered, guard.Violation{Word: guard.NotForThem, Thing: t.Name, Who: n.Who, Why: n.Why})
				}
			}
		}
	}
	f := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Asked: o.Turn.Message, Things: things, Whole: true}
	w := texts.In(f.Language)
	harm := slices.DeleteFunc(guard.Check(text, f), func(x guard.Violation) bool {
		line := text[strings.LastIndex(text[:x.From], "\n")+1:]
		line, _, _ = strings.Cut(line, "\n")
		said := func(why string) bool { return strings.Contains(lang.Fold(line), lang.Fold(why)) } // "fora por álcool: …" says it
		head, _, _ := strings.Cut(line, ":")
		others := x.Who != "" && strings.HasSuffix(head, " "+w.Menu.You) || slices.ContainsFunc(o.Scene.Table, func(p hook.Person) bool { // "Para sua namorada: …"
			return p.Name != "" && !p.Is(x.Who) && strings.HasSuffix(head, w.Yours(p.Name))
		})
		listed := slices.ContainsFunc(things, func(t guard.Thing) bool {
			return t.Name == x.Thing && slices.Contains(t.NotFor, guard.NotFor{Who: x.Who, Why: x.Why})
		})
		return x.Kind != guard.Harm || !listed || others || said(x.Why) || said(w.Need(x.Why))
	})
	return withWord(text, o.Scene.Last, o.Scene.Language, append(harm, ordered...))
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
