package maitre_test

import (
	"context"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
)

// Requests of one step wait apart, those of one run are filed apart, and an order is not
// sent before the guest says so.
func TestAModelPassesSeveralWishesOn(t *testing.T) {
	card, err := menu.SampleCard(t.Context())
	must(t, err)
	script := &llmtest.Script{Steps: []llmtest.Step{
		uses("ask_staff", `{"kind":"booking","request":"a table outside","people":3,"date":"2031-05-02","time":"20:00"}`, "ask_staff", `{"kind":"complaint","request":"the bread was stale the last time"}`),
		llmtest.Say("A table outside for three, and that the bread was stale: shall I pass both on?"),
		uses("ask_staff", `{"kind":"booking","answer":"yes"}`, "ask_staff", `{"kind":"complaint","answer":"yes"}`), llmtest.Say("Both are with the staff."),
		uses("bill", `{"items":[{"dish":"Pilsen da casa","quantity":2}]}`), llmtest.Say("Two Pilsen da casa come to R$32.00."),
		llmtest.Say("No trouble."),
		uses("bill", `{"items":[{"dish":"Pilsen da casa","quantity":2}]}`, "ask_staff", `{"kind":"order","request":"two Pilsen da casa"}`), llmtest.Say("The order is with the kitchen."),
		llmtest.Say("Cheers!"),
	}}
	var box *staff.Inbox
	m := open(t, script, func(o *maitre.Options) {
		o.House.Currency = "BRL"
		box = &staff.Inbox{Store: o.Store.(semcache.Store), Threads: o.Store}
		o.Specialists = []maitre.Specialist{
			maitre.Menu(&menu.Waiter{Tasks: &task.Runner{}, Card: func(context.Context) (*menu.Card, error) { return card, nil }}),
			maitre.Facts(&staff.House{Inbox: box}),
		}
	})
	for _, l := range []struct {
		says  string
		notes string // of which the model hears
		filed int
	}{
		{"a table outside for 3 on May 2nd 2031 at 8pm, and the bread was stale last time", "", 0},
		{"yes, both please", `a complaint, "the bread was stale the last time"; and a table, 3 people`, 2},
		{"what do two pilsen come to?", "", 2},
		{"thank you", "2 Pilsen da casa; not sent yet: R$32.00", 2},
		{"send them to the kitchen, please", "not sent yet: R$32.00", 3},
		{"cheers", "", 3},
	} {
		before := len(script.Asked())
		speak(t, m, l.says)
		first := script.Asked()[before].Messages
		if notes := first[len(first)-1].Parts[0].Text; !strings.Contains(notes, l.notes) || l.notes == "" && (strings.Contains(notes, "not sent") || strings.Contains(notes, "Read back")) {
			t.Errorf("%s: %q is not in the notes:\n%s", l.says, l.notes, notes)
		}
		if all, err := box.List(t.Context()); err != nil || len(all) != l.filed {
			t.Errorf("%s: filed %+v, %v", l.says, all, err)
		}
	}
}
