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

// An erasure is what is to be forgotten: notes, what no note has yet, and a person with all
// that is known of them.
type erasure struct {
	notes  []*memory.Memory
	heard  []memory.Candidate
	person string
	asked  bool // by the guest, in this message
	all    bool // whatever is known
}

// all are the words that mean everything, or all of this conversation.
var all = lang.Set("everything all tudo todo todos conversation conversa conversacion")

func (m *Memo) forget(ctx context.Context, in forgetIn) (out forgetOut, err error) {
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	w, say := &texts.In(s.Language).Memory, in.What
	what := lang.Fold(in.What)
	if all[what] {
		say = w.Everything
	}
	e, err := m.meant(own, s, t, in, what, &out)
	if err != nil {
		return out, err
	}
	if !e.asked && (e.all || len(e.notes)+len(e.heard) > 0) {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, say)}, nil
	}
	if err := m.erase(ctx, s, t, e); err != nil {
		return forgetOut{}, fmt.Errorf("forgetting %s: %w", in.What, err)
	}
	known := only(e.notes, func(k *memory.Memory) bool { return k.Retired == "" })
	out.What = texted(append(candidates(known), e.heard...), s)
	switch out.Forgotten = len(out.What); {
	case out.Forgotten > 0 || all[what]:
		out.Stays = w.Stays
	case ofTalk(in.What): // "a viagem pode esquecer": no note has it
		out.InTalk = append(out.InTalk, in.What)
	}
	if all[what] && len(in.Except) == 0 {
		if own, err = m.of(ctx, t); err != nil {
			return out, err
		}
		left := len(own.About(t.Thread, ""))
		out.All, out.Left = true, &left
	}
	return out, nil
}

// meant is what some words mean, and whether the guest asks for that: a model alone must not lift an allergy.
func (m *Memo) meant(own *memory.Set, s *scene.Scene, t hook.Turn, in forgetIn, what string, out *forgetOut) (e erasure, err error) {
	notes, heard := own.About(t.Thread, ""), needs(s.People())
	switch {
	case all[what] && len(in.Except) > 0:
		return m.allBut(own, s, t, in.Except, out)
	case all[what]:
		e.all, e.asked = !strings.HasPrefix(what, "conversa"), own.ErasesAll(t)
		e.notes = only(notes, func(k *memory.Memory) bool { return e.all || k.Thread == t.Thread || k.Session == t.Thread })
		e.heard = unnoted(heard, e.notes)
		return e, nil
	case what == "health" && memory.Forgets(t.Message, ""):
		e.asked, e.notes = true, only(notes, (*memory.Memory).Safety)
		e.heard = unnoted(heard, e.notes)
		return e, nil
	}
	e.notes, e.person = m.notesOf(own, s, t, in)
	e.notes = only(e.notes, func(k *memory.Memory) bool {
		return !slices.ContainsFunc(in.Except, func(what string) bool { return memory.Same(k.Value, what) })
	})
	e.asked = !slices.ContainsFunc(e.notes, func(k *memory.Memory) bool {
		return k.Safety() && !own.Erases(t, k) && !memory.TakenBack(t, k.Value)
	})
	if len(e.notes) == 0 || e.person != "" {
		e.heard = slices.DeleteFunc(unnoted(heard, e.notes), func(c memory.Candidate) bool {
			named := memory.Same(in.What, c.Value) || c.Person != "" && hook.SameName(in.What, c.Person)
			return !named || in.Person != "" && !hook.SameName(c.Person, in.Person)
		})
	}
	if len(e.notes) == 0 && len(e.heard) > 0 {
		e.asked = memory.Forgets(t.Message, in.What) || own.Consents(t, "", t.Message) == "no"
	}
	return e, nil
}

// notesOf are the notes that a guest's words mean, with those that say the same of the same person ("diabética" as health and
// "diabetes" as a diet), and the person if they mean all that is known of one: "esquece a Ana". Where the guest and another person
// share a need it is the guest's note.
func (m *Memo) notesOf(own *memory.Set, s *scene.Scene, t hook.Turn, in forgetIn) (some []*memory.Memory, person string) {
	some = own.About(t.Thread, in.What)
	if len(some) == 0 && !slices.ContainsFunc(strings.Fields(lang.Fold(in.What)), func(w string) bool { return !pointing[w] }) {
		some = lastNoted(own, t)
	}
	for _, p := range append(s.People(), persons(some)...) {
		if in.Person == "" && p.Name != "" && hook.SameName(in.What, p.Name) {
			return some, p.Name
		}
	}
	for _, are := range []func(*memory.Memory) bool{
		func(k *memory.Memory) bool { return in.Person != "" && hook.SameName(k.Person, in.Person) },
		func(k *memory.Memory) bool {
			return in.Person == "" && k.Person != "" && (hook.Speaks(t.Message, k.Person) || hook.Speaks(in.What, k.Person))
		},
		func(k *memory.Memory) bool { return in.Person == "" && k.Subject == memory.User },
	} {
		if slices.ContainsFunc(some, are) {
			some = only(some, are)
			break
		}
	}
	return append(some, only(own.About(t.Thread, ""), func(k *memory.Memory) bool {
		return !slices.Contains(some, k) && slices.ContainsFunc(some, func(x *memory.Memory) bool {
			place := k.Kind == memory.Location && memory.Names(x.Value, k.Value)
			return x.Subject == k.Subject && hook.SameName(x.Person, k.Person) && (place || memory.Same(x.Value, k.Value) || m.same(x.Value, k.Value))
		})
	})...), ""
}

// persons are those of whom some notes are.
func persons(some []*memory.Memory) (all []hook.Person) {
	for _, k := range some {
		all = append(all, hook.Person{Name: k.Person})
	}
	return all
}

// lastNoted returns what was noted last in a conversation: "apaga isso".
func lastNoted(own *memory.Set, t hook.Turn) []*memory.Memory {
	told := only(own.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Thread == t.Thread })
	if len(told) == 0 {
		return nil
	}
	last := slices.MaxFunc(told, func(a, b *memory.Memory) int { return a.Last.Compare(b.Last) })
	return only(told, func(k *memory.Memory) bool { return k.Run == last.Run })
}

// pointing are words that name nothing.
var pointing = lang.Set("it that this those these isso isto esse essa este esta eso esto ese esa lo la o a the thing bit one last ultimo ultima coisa cosa")

// erase takes what is to be forgotten from the book and from the table.
func (m *Memo) erase(ctx context.Context, s *scene.Scene, t hook.Turn, e erasure) error {
	before := m.known(ctx, t).People
	var err error
	switch {
	case t.Guest == "":
	case e.all:
		_, err = m.Book.ForgetAll(ctx, t.Guest)
	default:
		if err = m.Book.ForgetSome(ctx, t, e.notes, e.person); err == nil {
			err = m.Book.Unhear(ctx, t, e.heard)
		}
	}
	if err != nil {
		return err
	}
	gone := append(candidates(e.notes), e.heard...)
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

// unnoted returns those of some needs that are in no note.
func unnoted(needs []memory.Candidate, notes []*memory.Memory) []memory.Candidate {
	return slices.DeleteFunc(slices.Clone(needs), func(c memory.Candidate) bool {
		return slices.ContainsFunc(notes, func(k *memory.Memory) bool {
			return memory.Same(k.Value, c.Value) && len(hook.Among([]hook.Person{{Name: name(k.Candidate())}}, name(c))) > 0 // "Zulmira" is "minha mulher Zulmira"
		})
	})
}

// allBut is all that is known but what some words are about: of the notes, of the table, or of
// the conversation alone, such as the dates of a trip.
func (m *Memo) allBut(own *memory.Set, s *scene.Scene, t hook.Turn, except []string, out *forgetOut) (e erasure, err error) {
	known := own.About(t.Thread, "")
	heard := unnoted(needs(s.People()), known)
	var stay []memory.Candidate
	for _, what := range except {
		some := candidates(own.About(t.Thread, what))
		for _, c := range heard {
			if hook.Speaks(what, c.Person) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return memory.Names(c.Says(w.Language), what) }) {
				some = append(some, c)
			}
		}
		if stay = append(stay, some...); len(some) == 0 {
			out.InTalk = append(out.InTalk, what)
		}
	}
	stays := func(c memory.Candidate) bool {
		return slices.ContainsFunc(stay, func(k memory.Candidate) bool { return m.same(k.Value, c.Value) && hook.SameName(name(k), name(c)) })
	}
	e.notes = only(append(known, own.Retired()...), func(k *memory.Memory) bool { return !stays(k.Candidate()) })
	e.heard = slices.DeleteFunc(slices.Clone(heard), stays)
	out.Kept = texted(slices.DeleteFunc(append(candidates(known), heard...), func(c memory.Candidate) bool { return !stays(c) }), s)
	if unknown := slices.DeleteFunc(slices.Clone(out.InTalk), ofTalk); len(unknown) > 0 && len(e.notes)+len(e.heard) > 0 {
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
