package memo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

type forgetIn struct {
	What   string   `json:"what" jsonschema:"a value, person, health, conversation or everything"`
	Person string   `json:"person,omitempty" jsonschema:"-"` // whose the value is; a model need not say it
	Except []string `json:"except,omitempty"`
}

type forgetOut struct {
	Forgotten int      `json:"forgotten"`
	What      []string `json:"what,omitempty"` // that is known no more
	All       bool     `json:"all,omitempty"`
	Left      *int     `json:"still_known,omitempty"`
	Kept      []string `json:"kept,omitempty"`                 // of the notes
	InTalk    []string `json:"only_in_conversation,omitempty"` // what is in no note: nothing of it is kept, and there it stays
	Stays     string   `json:"stays,omitempty"`
	Confirm   string   `json:"confirm,omitempty"` // what the guest has to say first
}

func (m *Memo) forgetTool() (agent.Tool, error) {
	return agent.NewTool("forget", "Erases for good what the guest asks to.", m.forget, agent.Options[forgetOut]{
		First: true,
		Say:   sayForgotten,
	})
}

// An erasure is what is to be forgotten: notes, and a person with all that is known of them.
type erasure struct {
	notes  []note
	past   []*memory.Memory // what was put right before
	person string
	asked  bool // by the guest, in this message
	all    bool // whatever is known
}

// everything are the words that mean all that is known, or all of this conversation.
var everything = lang.Set("everything all tudo todo todos conversation conversa conversacion")

func (m *Memo) forget(ctx context.Context, in forgetIn) (out forgetOut, err error) {
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	w, say, all := &texts.In(s.Language).Memory, in.What, everything[lang.Fold(in.What)]
	if all {
		say = w.Everything
	}
	e, err := m.erasure(own, s, t, in, &out)
	if err != nil {
		return out, err
	}
	if !e.asked && (e.all || len(e.notes) > 0) {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, say)}, nil
	}
	if err := m.erase(ctx, s, t, e); err != nil {
		return forgetOut{}, fmt.Errorf("forgetting %s: %w", in.What, err)
	}
	out.What = texted(said(e.notes), s)
	switch out.Forgotten = len(out.What); {
	case out.Forgotten > 0 || all:
		out.Stays = w.Stays
	case ofTalk(in.What): // "a viagem pode esquecer": no note has it
		out.InTalk = append(out.InTalk, in.What)
	}
	if all && len(in.Except) == 0 {
		if own, err = m.of(ctx, t); err != nil {
			return out, err
		}
		left := len(own.About(t.Thread, ""))
		out.All, out.Left = true, &left
	}
	return out, nil
}

// erasure is what some words mean, and whether the guest asks for that: a model alone must not lift an allergy.
func (m *Memo) erasure(own *memory.Set, s *scene.Scene, t hook.Turn, in forgetIn, out *forgetOut) (e erasure, err error) {
	e.notes = notes(own, s, t)
	switch what := lang.Fold(in.What); {
	case everything[what] && len(in.Except) > 0:
		return m.allBut(own, t, in.Except, e.notes, out, s)
	case everything[what]:
		e.all, e.asked = !strings.HasPrefix(what, "conversa"), own.ErasesAll(t)
		e.notes = only(e.notes, func(n note) bool {
			return e.all || n.kept == nil || n.kept.Thread == t.Thread || n.kept.Session == t.Thread
		})
		return e, nil
	case what == "health" && memory.Forgets(t.Message, ""):
		e.asked, e.notes = true, only(e.notes, note.safety)
		return e, nil
	}
	e.notes, e.person = m.oneThing(e.notes, s, t, in)
	e.notes = only(e.notes, func(n note) bool {
		return !slices.ContainsFunc(in.Except, func(what string) bool { return memory.Same(n.Value, what) })
	})
	e.asked = !slices.ContainsFunc(e.notes, func(n note) bool {
		if n.kept == nil {
			return !memory.Forgets(t.Message, in.What) && own.Consents(t, "", t.Message) != "no"
		}
		return n.safety() && !own.Erases(t, n.kept) && !memory.TakenBack(t, n.Value)
	})
	return e, nil
}

// safety reports whether to overlook a note can harm somebody.
func (n note) safety() bool { return n.kept == nil || n.kept.Safety() }

// oneThing are the notes that a guest's words mean, with those that say the same of the same person ("diabética" as health and
// "diabetes" as a diet), and the person if they mean all that is known of one: "esquece a Ana". Where the guest and another person
// share a need it is the guest's note.
func (m *Memo) oneThing(all []note, s *scene.Scene, t hook.Turn, in forgetIn) (some []note, person string) {
	some = m.meant(all, in.What)
	if len(some) == 0 && !slices.ContainsFunc(strings.Fields(lang.Fold(in.What)), func(w string) bool { return !pointing[w] }) {
		some = lastNoted(all, t)
	}
	for _, p := range s.People() {
		if in.Person == "" && p.Name != "" && hook.SameName(in.What, p.Name) {
			return some, p.Name
		}
	}
	for _, n := range some {
		if in.Person == "" && n.Person != "" && hook.SameName(in.What, n.Person) {
			return some, n.Person
		}
	}
	whose := false
	if in.Person != "" {
		some, whose = narrow(some, func(n note) bool { return hook.SameName(n.Person, in.Person) })
	} else {
		some, whose = narrow(some, func(n note) bool {
			return n.Person != "" && (hook.Speaks(t.Message, n.Person) || hook.Speaks(in.What, n.Person))
		})
	}
	if !whose {
		some, _ = narrow(some, func(n note) bool { return n.Subject == memory.User })
	}
	return append(some, only(all, func(k note) bool {
		return !slices.ContainsFunc(some, func(x note) bool { return x == k }) && slices.ContainsFunc(some, func(x note) bool {
			place := k.Kind == memory.Location && memory.Names(x.Value, k.Value)
			return hook.SameName(name(x.Candidate), name(k.Candidate)) && (place || m.same(x.Value, k.Value))
		})
	})...), ""
}

// lastNoted returns what was noted last in a conversation: "apaga isso".
func lastNoted(all []note, t hook.Turn) []note {
	told := only(all, func(n note) bool { return n.kept != nil && n.kept.Thread == t.Thread })
	if len(told) == 0 {
		return nil
	}
	last := slices.MaxFunc(told, func(a, b note) int { return a.kept.Last.Compare(b.kept.Last) })
	return only(told, func(n note) bool { return n.kept.Run == last.kept.Run })
}

// pointing are words that name nothing.
var pointing = lang.Set("it that this those these isso isto esse essa este esta eso esto ese esa lo la o a the thing bit one last ultimo ultima coisa cosa")

// erase takes what is to be forgotten from the book and from the table.
func (m *Memo) erase(ctx context.Context, s *scene.Scene, t hook.Turn, e erasure) error {
	before := m.known(ctx, t).People
	heard := said(only(e.notes, func(n note) bool { return n.kept == nil }))
	var err error
	switch {
	case t.Guest == "":
	case e.all:
		_, err = m.Book.ForgetAll(ctx, t.Guest)
	default:
		if err = m.Book.ForgetSome(ctx, t, append(kept(e.notes), e.past...), e.person); err == nil {
			err = m.Book.Unhear(ctx, t, heard)
		}
	}
	if err != nil {
		return err
	}
	gone := said(e.notes)
	for _, c := range gone {
		if c.Subject == memory.Companion { // who may sit there without a name
			c.Person = ""
			gone = append(gone, c)
		}
	}
	m.reseat(ctx, s, t, before, nil, gone)
	for _, p := range s.People() {
		if e.all || e.person != "" && hook.SameName(p.Name, e.person) {
			s.Leave(p.Name)
		}
	}
	return nil
}

// allBut is all that is known but what some words are about: of the notes, of the table, or of
// the conversation alone, such as the dates of a trip.
func (m *Memo) allBut(own *memory.Set, t hook.Turn, except []string, all []note, out *forgetOut, s *scene.Scene) (e erasure, err error) {
	var stay []memory.Candidate
	for _, what := range except {
		some := m.meant(all, what)
		if stay = append(stay, said(some)...); len(some) == 0 {
			out.InTalk = append(out.InTalk, what)
		}
	}
	e.notes = only(all, func(n note) bool { return !m.has(stay, n.Candidate) })
	e.past = only(own.Retired(), func(k *memory.Memory) bool { return !m.has(stay, k.Candidate()) })
	out.Kept = texted(said(only(all, func(n note) bool { return m.has(stay, n.Candidate) })), s)
	if unknown := only(out.InTalk, func(what string) bool { return !ofTalk(what) }); len(unknown) > 0 && len(e.notes) > 0 {
		return e, fmt.Errorf("nothing is known of %s: name what stays as recall does", strings.Join(unknown, ", "))
	}
	e.asked = memory.ForgetsBut(t.Message)
	return e, nil
}

// ofTalk reports whether words are about what a conversation knows and no note has: the
// dates of a trip, how many they are, what they order.
func ofTalk(words string) bool {
	return slices.ContainsFunc(strings.Fields(lang.Fold(words)), func(w string) bool { return talked[w] || talked[strings.TrimSuffix(w, "s")] })
}

var talked = lang.Set("data dia fecha date day viagem viagen viaje trip plano plan roteiro itinerario itinerary pessoa persona people party grupo group hotel " +
	"hospedagem alojamiento lodging reserva booking conta cuenta bill pedido order")

func sayForgotten(out forgetOut, l lang.Language) string {
	w := &texts.In(l).Memory
	switch {
	case out.Confirm != "":
		return fmt.Sprintf(w.Confirm, out.Confirm)
	case out.All && len(out.What) > 0:
		return w.Forgotten + " " + fmt.Sprintf(w.Erased, strings.Join(out.What, "; "))
	case out.All:
		return w.Forgotten
	case out.Forgotten == 0:
		return w.NotKnown
	}
	return fmt.Sprintf(w.ForgottenSome, strings.Join(out.What, "; "))
}
