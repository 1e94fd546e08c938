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
}

func (m *Memo) forget(ctx context.Context, in forgetIn) (out forgetOut, err error) {
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	w, say := &texts.In(s.Language).Memory, in.What
	table := needs(s.People())
	var e erasure
	what := lang.Fold(in.What)
	switch all := lang.Set("everything all tudo todo todos conversation conversa conversacion")[what]; {
	case all && len(in.Except) > 0:
		if e, err = m.allBut(own, s, t, in.Except, table, &out); err != nil {
			return out, err
		}
		say = w.Everything
	case all:
		talk := strings.HasPrefix(what, "conversa")
		notes := slices.DeleteFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool {
			return talk && k.Thread != t.Thread && k.Session != t.Thread
		})
		e, out.All = erasure{notes: notes, heard: unnoted(table, notes), asked: asksAll(own, t)}, !talk
		say = w.Everything
	case what == "health" && memory.Forgets(t.Message, ""):
		notes := slices.DeleteFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return !k.Safety() })
		e = erasure{notes: notes, heard: unnoted(table, notes), asked: true}
	default:
		e = m.oneThing(own, s, t, in, table)
		e.notes = slices.DeleteFunc(e.notes, func(k *memory.Memory) bool {
			return slices.ContainsFunc(in.Except, func(what string) bool { return memory.Same(k.Value, what) })
		})
	}
	if !e.asked && len(e.notes)+len(e.heard) > 0 || !e.asked && out.All {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, say)}, nil
	}
	if err := m.erase(ctx, s, t, e, out.All); err != nil {
		return forgetOut{}, fmt.Errorf("forgetting %s: %w", in.What, err)
	}
	known := slices.DeleteFunc(slices.Clone(e.notes), func(k *memory.Memory) bool { return k.Retired != "" })
	out.What = texted(append(candidates(known), e.heard...), s)
	switch out.Forgotten = len(out.What); {
	case out.Forgotten > 0 || say == w.Everything:
		out.Stays = w.Stays
	case ofTalk(in.What): // "a viagem pode esquecer": no note has it
		out.InTalk = append(out.InTalk, in.What)
	}
	if say == w.Everything && len(in.Except) == 0 {
		if own, err = m.of(ctx, t); err != nil {
			return out, err
		}
		left := len(own.About(t.Thread, ""))
		out.All, out.Left = true, &left
	}
	return out, nil
}

// erase takes what is to be forgotten from the book and from the table.
func (m *Memo) erase(ctx context.Context, s *scene.Scene, t hook.Turn, e erasure, all bool) error {
	before := m.known(ctx, t).People
	var err error
	switch {
	case t.Guest == "":
	case all:
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
	if e.person != "" {
		s.Leave(e.person)
	}
	for _, p := range s.People() {
		if all {
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

// oneThing is what a guest means by some words: notes, with those that say the same of the same
// person ("diabética" as health and "diabetes" as a diet), and what no note has yet. A model
// alone must not lift an allergy: the guest asks for it.
func (m *Memo) oneThing(own *memory.Set, s *scene.Scene, t hook.Turn, in forgetIn, table []memory.Candidate) (e erasure) {
	if e.notes, e.person = meant(own, s, t, in.What); in.Person != "" {
		e.notes, e.person = slices.DeleteFunc(own.About(t.Thread, in.What), func(k *memory.Memory) bool { return !hook.SameName(k.Person, in.Person) }), ""
	}
	some := slices.Clone(e.notes)
	for _, k := range own.About(t.Thread, "") {
		if !slices.Contains(some, k) && slices.ContainsFunc(some, func(x *memory.Memory) bool {
			place := k.Kind == memory.Location && memory.Names(x.Value, k.Value)
			return x.Subject == k.Subject && hook.SameName(x.Person, k.Person) && (place || memory.Same(x.Value, k.Value) || m.same(x.Value, k.Value))
		}) {
			e.notes = append(e.notes, k)
		}
	}
	refused := own.Refuses(t, "", t.Message)
	e.asked = !slices.ContainsFunc(e.notes, func(k *memory.Memory) bool {
		theirs := k.Subject == memory.Companion && (memory.Forgets(t.Message, k.Value) || memory.ForgetsPerson(t.Message, k.Person) || refused)
		return k.Safety() && !theirs && !memory.TakenBack(t, k.Value) && !wished(own, t, k)
	})
	if len(e.notes) > 0 && e.person == "" {
		return e
	}
	e.heard = slices.DeleteFunc(unnoted(table, e.notes), func(c memory.Candidate) bool {
		named := memory.Same(in.What, c.Value) || c.Person != "" && hook.SameName(in.What, c.Person)
		return !named || in.Person != "" && !hook.SameName(c.Person, in.Person)
	})
	if len(e.notes) == 0 && len(e.heard) > 0 {
		e.asked = memory.Forgets(t.Message, in.What) || memory.ForgetsPerson(t.Message, in.What) || refused
	}
	return e
}

// meant returns the notes that a guest's words mean, and the person if they mean all notes of one:
// "esquece a Ana". Where the guest and another person share a need it is the guest's note.
func meant(own *memory.Set, s *scene.Scene, t hook.Turn, what string) (some []*memory.Memory, person string) {
	some = own.About(t.Thread, what)
	if len(some) == 0 && !slices.ContainsFunc(strings.Fields(lang.Fold(what)), func(w string) bool { return !pointing[w] }) {
		some = lastNoted(own, t)
	}
	for _, k := range some {
		if k.Person != "" && hook.SameName(what, k.Person) {
			return some, k.Person
		}
	}
	for _, p := range s.People() {
		if p.Name != "" && hook.SameName(what, p.Name) {
			return some, p.Name
		}
	}
	named := func(k *memory.Memory) bool {
		return k.Person != "" && (hook.Speaks(t.Message, k.Person) || hook.Speaks(what, k.Person))
	}
	guests := func(k *memory.Memory) bool { return k.Subject == memory.User }
	for _, are := range []func(*memory.Memory) bool{named, guests} {
		if slices.ContainsFunc(some, are) {
			return slices.DeleteFunc(some, func(k *memory.Memory) bool { return !are(k) }), ""
		}
	}
	return some, ""
}

// lastNoted returns what was noted last in a conversation: "apaga isso".
func lastNoted(own *memory.Set, t hook.Turn) []*memory.Memory {
	told := slices.DeleteFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Thread != t.Thread })
	if len(told) == 0 {
		return nil
	}
	last := slices.MaxFunc(told, func(a, b *memory.Memory) int { return a.Last.Compare(b.Last) })
	return slices.DeleteFunc(told, func(k *memory.Memory) bool { return k.Run != last.Run })
}

// pointing are words that name nothing.
var pointing = lang.Set("it that this those these isso isto esse essa este esta eso esto ese esa lo la o a the thing bit one last ultimo ultima coisa cosa")

// wished reports whether the guest asks to have something forgotten that may well
// be this: they name it, or nothing else that is known.
func wished(own *memory.Set, t hook.Turn, k *memory.Memory) bool {
	about := own.About(t.Thread, t.Message)
	return memory.Forgets(t.Message, k.Value) && (len(about) == 0 || slices.Contains(about, k))
}

// asksAll reports whether the guest asks to have all forgotten: plainly, or in other
// words that name nothing that is known. "Borra todo, también lo de …" names it besides.
func asksAll(own *memory.Set, t hook.Turn) bool {
	marks := ".!?;\n"
	if !memory.ForgetsBut(t.Message) {
		marks += ","
	}
	parts := strings.FieldsFunc(t.Message, func(r rune) bool { return strings.ContainsRune(marks, r) })
	return slices.ContainsFunc(append(parts, t.Message), func(said string) bool {
		named := func(k *memory.Memory) bool { return memory.Names(said, k.Value) }
		return memory.ForgetsAll(said) && !slices.ContainsFunc(own.About(t.Thread, ""), named)
	})
}

// allBut is all that is known but what some words are about: of the notes, of the table, or of
// the conversation alone, such as the dates of a trip.
func (m *Memo) allBut(own *memory.Set, s *scene.Scene, t hook.Turn, except []string, table []memory.Candidate, out *forgetOut) (e erasure, err error) {
	var stay []*memory.Memory
	for _, what := range except {
		found := own.About(t.Thread, what)
		if stay = append(stay, found...); len(found) == 0 {
			out.InTalk = append(out.InTalk, what)
		}
	}
	stays := func(c memory.Candidate) bool {
		return slices.ContainsFunc(stay, func(k *memory.Memory) bool {
			return m.same(k.Value, c.Value) && hook.SameName(name(k.Candidate()), name(c))
		})
	}
	for _, k := range own.About(t.Thread, "") {
		if slices.Contains(stay, k) {
			out.Kept = append(out.Kept, k.Says(s.Language))
		} else {
			e.notes = append(e.notes, k)
		}
	}
	for _, k := range own.Retired() {
		if !stays(k.Candidate()) {
			e.notes = append(e.notes, k)
		}
	}
	for _, c := range unnoted(table, own.About(t.Thread, "")) {
		of := slices.IndexFunc(out.InTalk, func(what string) bool { return speaks(what, c) })
		switch {
		case stays(c):
		case of >= 0:
			out.InTalk = slices.Delete(out.InTalk, of, of+1)
			out.Kept = append(out.Kept, c.Says(s.Language))
		default:
			e.heard = append(e.heard, c)
		}
	}
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

// speaks reports whether words are about a need, by what it is, its kind or whose
// it is.
func speaks(words string, c memory.Candidate) bool {
	return hook.Speaks(words, c.Person) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return memory.Names(c.Says(w.Language), words) })
}

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
