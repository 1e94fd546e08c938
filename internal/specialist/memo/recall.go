package memo

import (
	"context"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

type recallIn struct {
	About string `json:"about,omitempty"`
}

type recallOut struct {
	Known  []known `json:"known"`
	Else   []known `json:"else_known,omitempty"` // where nothing is known of what was asked about
	More   int     `json:"more,omitempty"`
	Health string  `json:"health_may_be_kept,omitempty"` // yes, no, asked, or only some
	Reads  string  `json:"who_reads"`
}

// whoReads tells who may read a guest's words; it holds in every house: see docs/memory.md.
const whoReads = "staff, of a conversation that needs a person; the owner, with names and health hidden unless a reason is given, which is logged; no other guest. The guest deletes a conversation's text on the page, in its menu"

type known struct {
	What   string `json:"what"`
	Since  string `json:"since,omitempty"`
	ForNow bool   `json:"for_now,omitempty"`       // for this conversation
	Now    bool   `json:"told_just_now,omitempty"` // in this message: it was not known before
}

func (m *Memo) recallTool() (agent.Tool, error) {
	return agent.NewTool("recall", "What is known of the guest and others.", m.recall, agent.Options[recallOut]{Last: true, Reads: true, Say: sayRecalled})
}

// mostRecalled is how much is told at once.
const mostRecalled = 20

func (m *Memo) recall(ctx context.Context, in recallIn) (out recallOut, err error) {
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	out.Known, out.Health, out.Reads = []known{}, own.Health(""), whoReads
	all := notes(own, s, t) // also what was said in this turn, or by a guest without an id
	if in.About != "" {
		all = m.meant(all, in.About)
	}
	for _, n := range all {
		k := n.kept
		switch {
		case n.Kind == memory.PartySize && in.About == "": // how many come is no fact of the guest
		case k == nil:
			out.Known = append(out.Known, known{What: n.Says(s.Language), ForNow: true})
		default:
			out.Known = append(out.Known, known{n.Says(s.Language), texts.In(s.Language).Day(k.Since.Local()), k.Session != "", k.Run == t.Run})
			if out.Health == "no" && k.Safety() && k.Subject == memory.User && k.Session == "" {
				out.Health = "only what is kept of it here"
			}
		}
	}
	if len(out.Known) == 0 && in.About != "" { // a model may have asked by other words
		all, err := m.recall(ctx, recallIn{})
		out.Else = all.Known
		return out, err
	}
	if n := len(out.Known); n > mostRecalled {
		out.Known, out.More = out.Known[:mostRecalled], n-mostRecalled
	}
	return out, nil
}

func sayRecalled(out recallOut, l lang.Language) string {
	w := &texts.In(l).Memory
	if len(out.Known) == 0 {
		return w.Nothing
	}
	var b strings.Builder
	b.WriteString(w.Told + "\n")
	for _, k := range out.Known {
		var more []string
		if k.Since != "" {
			more = append(more, fmt.Sprintf(w.Said, k.Since))
		}
		if k.ForNow {
			more = append(more, w.ThisTalk)
		}
		what := k.What
		if len(more) > 0 {
			what += " (" + strings.Join(more, "; ") + ")"
		}
		b.WriteString("\n- " + what)
	}
	return b.String()
}
