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
)

// cautioned is an answer of a model's with a warning of each dish that it names, that somebody at the table must not have
// and of which it does not say so, and with a caution if it says more of allergens than the card does.
func (c *Concierge) cautioned(v verdict, o own) string {
	text := v.text
	caution := v.report.Caution
	for _, w := range v.report.Warn {
		if caution = caution || w.Thing.Unknown; !w.Thing.Unknown {
			text = warn(text, w.Thing, w.For, o)
		}
	}
	if caution {
		text += "\n" + texts.In(o.Scene.Language).Concierge.Confirm
	}
	return text
}

// warn adds to a text that a thing is not for some people: "Acarajé da casa não é para sua irmã (amendoim)." What the
// answer before said so is not said again.
func warn(text string, t guard.Thing, not []guard.NotFor, o own) string {
	w := texts.In(o.Scene.Language)
	var who []string
	for _, n := range not {
		whom := w.Yours(n.Who)
		if n.Who == "" {
			whom = w.Menu.You
		} else if hook.SameName(n.Who, hook.Companion) {
			whom = w.Menu.Companion
		}
		says := func(line string) bool { return strings.Contains(line, t.Name) && strings.Contains(line, whom+" (") }
		if slices.ContainsFunc(strings.Split(text, "\n"), says) {
			continue
		}
		who = append(who, whom+" ("+cmp.Or(w.Menu.Allergens[n.Why], w.Menu.Diets[n.Why], n.Why)+")")
	}
	warning := fmt.Sprintf(w.Menu.NotFor, t.Name, w.List(who))
	if len(who) == 0 || strings.Contains(o.Scene.Last, warning) {
		return text
	}
	return text + "\n" + warning
}

// warned is an answer of the reader's with a warning of each dish in it that somebody at the table must
// not have, and of each on the order that somebody must not have of whom that is told now, where the answer
// does not say so.
func (c *Concierge) warned(ctx context.Context, text string, o own) string {
	f := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Asked: o.Turn.Message, Things: c.things(ctx, o.Scene)}
	eaters := o.searchedFor()
	some := func(of []guard.NotFor, is func(guard.NotFor) bool) []guard.NotFor {
		return slices.DeleteFunc(slices.Clone(of), func(n guard.NotFor) bool { return !is(n) })
	}
	known, bill := o.guestNamed(f), (asked{at: o.Scene}).kept().Lines // who names or orders it knows for whom it is
	whose := func(t guard.Thing, n guard.NotFor) bool {
		line := slices.IndexFunc(bill, func(l orderLine) bool { return l.ID == t.ID })
		return n.Who != "" && slices.Contains(known, t.ID) || line >= 0 && (n.Who != "" || bill[line].For != "")
	}
	for _, x := range guard.Review(text, f).Warn {
		if x.Thing.Unknown || !strings.Contains(text, x.Thing.Name) {
			continue
		}
		text = warn(text, x.Thing, some(x.For, func(n guard.NotFor) bool {
			return !whose(x.Thing, n) && (len(eaters) == 0 || slices.ContainsFunc(eaters, func(who string) bool { return who == "me" && n.Who == "" || hook.SameName(who, n.Who) }))
		}), o)
	}
	told := o.toldOf()
	dry := func(need string) bool { return strings.Contains(lang.Fold(need), "alco") } // "bebida alcoólica", "alcohol"
	for _, l := range bill {
		if i := slices.IndexFunc(f.Things, func(t guard.Thing) bool { return t.Kind == dish && t.ID == l.ID }); i >= 0 {
			text = warn(text, f.Things[i], some(f.Things[i].NotFor, func(n guard.NotFor) bool {
				return slices.ContainsFunc(told, func(who string) bool { return hook.SameName(who, n.Who) }) &&
					(l.For == "" && !dry(n.Why) || hook.SameName(l.For, n.Who)) // the beer of a table is for those who drink
			}), o)
		}
	}
	return text
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

// toldOf is those of whom the message tells what they must not have; "" is the guest.
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
					who = append(who, f.Person)
				}
			}
		}
	}
	return who
}
