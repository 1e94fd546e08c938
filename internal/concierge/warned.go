package concierge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
)

// warned is an answer of the reader's with a warning of each dish in it that somebody at the table must
// not have, where neither its line nor the answer before says so: "Acarajé da casa não é para sua irmã (amendoim)."
func (c *Concierge) warned(ctx context.Context, text string, o own) string {
	f := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Asked: o.Turn.Message, Told: o.Scene.Said, Things: c.things(ctx, o.Scene)}
	w, answer := texts.In(o.Scene.Language), text
	for _, x := range guard.Check(answer, f) {
		i := slices.IndexFunc(f.Things, func(t guard.Thing) bool { return t.Kind == dish && t.Name == answer[x.From:x.To] })
		if x.Kind != guard.Harm || i < 0 {
			continue
		}
		before, after := answer[:x.From], answer[x.To:]
		line := lang.Fold(before[strings.LastIndex(before, "\n")+1:] + strings.SplitN(after, "\n", 2)[0])
		var who []string
		for _, not := range f.Things[i].NotFor {
			switch {
			case f.Things[i].Unknown || strings.Contains(line, lang.Fold(not.Why)): // it is said: "fora por álcool: …"
			case not.Who == "":
				who = append(who, w.Menu.You+" ("+not.Why+")")
			case hook.SameName(not.Who, hook.Companion):
				who = append(who, w.Menu.Companion+" ("+not.Why+")")
			default:
				who = append(who, w.Yours(not.Who)+" ("+not.Why+")")
			}
		}
		said := func(who string) bool { // maybe for the same by another word: "(álcool)", "(bebida alcoólica)"
			whom, _, _ := strings.Cut(who, " (")
			told, _, _ := strings.Cut(fmt.Sprintf(w.Menu.NotFor, f.Things[i].Name, whom+" ("), " (")
			return strings.Contains(answer, told+" (") || slices.ContainsFunc(strings.Split(answer, "\n"), func(line string) bool {
				left, _, _ := strings.Cut(fmt.Sprintf(w.Menu.Avoid, whom, "|", ""), "|")
				return strings.HasPrefix(line, left) && strings.Contains(line, f.Things[i].Name)
			})
		}
		who = slices.DeleteFunc(who, said)
		warning := fmt.Sprintf(w.Menu.NotFor, f.Things[i].Name, w.List(who))
		if len(who) > 0 && !strings.Contains(text, warning) && !strings.Contains(o.Scene.Last, warning) {
			text += "\n" + warning
		}
	}
	return text
}
