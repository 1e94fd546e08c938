package memo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

type forgetIn struct {
	What   string   `json:"what" jsonschema:"a value, person, health, conversation or everything"`
	Person string   `json:"person,omitempty"` // whose the value is; a model need not say it
	Except []string `json:"except,omitempty"`
}

type forgetOut struct {
	Forgotten int      `json:"forgotten"`
	What      []string `json:"what,omitempty"` // that is known no more
	All       bool     `json:"all,omitempty"`
	Left      *int     `json:"still_known,omitempty"`
	Kept      []string `json:"kept,omitempty"`                 // of the notes
	InTalk    []string `json:"only_in_conversation,omitempty"` // what shall stay and is in no note: it stays there
	Stays     string   `json:"stays,omitempty"`
	Confirm   string   `json:"confirm,omitempty"` // what the guest has to say first
}

func (m *Memo) forgetTool() (agent.Tool, error) {
	return agent.NewTool("forget", "Erases for good what the guest asks to.", m.forget, agent.Options[forgetOut]{
		First: true,
		Say:   sayForgotten,
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "person")
			s.AdditionalProperties = nil
		},
	})
}

func (m *Memo) forget(ctx context.Context, in forgetIn) (forgetOut, error) {
	s, t := scene.From(ctx), turn(ctx)
	switch what := lang.Fold(in.What); {
	case !lang.Set("everything all tudo todo todos conversation conversa conversacion")[what]:
	case len(in.Except) > 0:
		return m.forgetBut(ctx, s, t, in.Except)
	default:
		return m.forgetAll(ctx, s, t, strings.HasPrefix(what, "conversa"))
	}
	own, err := m.of(ctx, t)
	if err != nil {
		return forgetOut{}, err
	}
	if lang.Fold(in.What) == "health" && memory.Forgets(t.Message, "") {
		return m.forgetHealth(ctx, s, t, own)
	}
	w := &texts.In(s.Language).Memory
	some, person := meant(own, s, t, in.What)
	if in.Person != "" {
		some, person = slices.DeleteFunc(own.About(t.Thread, in.What), func(k *memory.Memory) bool { return !hook.SameName(k.Person, in.Person) }), ""
	}
	some = append(some, m.copies(own, t, some)...)
	var out forgetOut
	for _, k := range some {
		// A model alone must not lift an allergy: the guest asks for it.
		theirs := k.Subject == memory.Companion && (memory.Forgets(t.Message, k.Value) || memory.ForgetsPerson(t.Message, k.Person) || own.Refuses(t, "", t.Message))
		if k.Safety() && !theirs && !memory.TakenBack(t, k.Value) && !wished(own, t, k) {
			return forgetOut{Confirm: fmt.Sprintf(w.SayForget, in.What)}, nil
		}
		out.What = append(out.What, k.Says(s.Language))
	}
	atTable := slices.DeleteFunc(needs(s.People(), in.What), func(c memory.Candidate) bool {
		return in.Person != "" && !hook.SameName(c.Person, in.Person)
	})
	if len(some) == 0 && len(atTable) > 0 && !memory.Forgets(t.Message, in.What) && !memory.ForgetsPerson(t.Message, in.What) && !own.Refuses(t, "", t.Message) {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, in.What)}, nil
	}
	if len(some) > 0 {
		if err := m.Book.ForgetSome(ctx, t, some, person); err != nil {
			return forgetOut{}, fmt.Errorf("forgetting %s: %w", in.What, err)
		}
		if err := unnote(s, some); err != nil {
			return forgetOut{}, err
		}
	}
	for _, k := range some {
		m.untell(s, k.Person, k.Value)
		if k.Subject == memory.Companion {
			m.untell(s, hook.Companion, k.Value)
		}
	}
	var unheard []memory.Candidate
	for _, c := range atTable {
		if !slices.ContainsFunc(some, func(k *memory.Memory) bool {
			return memory.Same(k.Value, c.Value) && hook.SameName(k.Person, c.Person)
		}) && (person == "" || hook.SameName(person, c.Person)) && (len(some) == 0 || person != "") {
			m.untell(s, c.Person, c.Value)
			out.What, unheard = append(out.What, c.Says(s.Language)), append(unheard, c)
		}
	}
	if m.Book != nil {
		if err := m.Book.Unhear(ctx, t, unheard); err != nil {
			return forgetOut{}, fmt.Errorf("forgetting %s: %w", in.What, err)
		}
	}
	if person != "" {
		s.Leave(person)
	}
	out.Forgotten = len(out.What)
	if out.Forgotten > 0 {
		out.Stays = w.Stays
	}
	return out, nil
}

// forgetHealth forgets all that is known of what people must not have, and of their
// health. The guest has asked for it in this message.
func (m *Memo) forgetHealth(ctx context.Context, s *scene.Scene, t hook.Turn, own *memory.Set) (out forgetOut, err error) {
	var some []*memory.Memory
	for _, k := range own.About(t.Thread, "") {
		if k.Kind == memory.Diet || k.Key == "health" || k.Key == "mobility" || k.Safety() {
			some = append(some, k)
			out.What = append(out.What, k.Says(s.Language))
		}
	}
	if len(some) > 0 {
		if err := m.Book.ForgetSome(ctx, t, some, ""); err != nil {
			return out, fmt.Errorf("forgetting health: %w", err)
		}
	}
	for _, p := range s.People() {
		for _, c := range memory.Needs(p) {
			if says := c.Says(s.Language); !slices.Contains(out.What, says) {
				out.What = append(out.What, says)
			}
			m.untell(s, c.Person, c.Value)
		}
	}
	if out.Forgotten = len(out.What); out.Forgotten > 0 {
		out.Stays = texts.In(s.Language).Memory.Stays
	}
	return out, nil
}

// copies returns what is known that says the same of the same person as something else:
// "diabética" as health and "diabetes" as a diet go together, and so do a trip and its place.
func (m *Memo) copies(own *memory.Set, t hook.Turn, some []*memory.Memory) (all []*memory.Memory) {
	for _, k := range own.About(t.Thread, "") {
		says := func(x *memory.Memory) bool {
			place := k.Kind == memory.Location && memory.Names(x.Value, k.Value)
			return x.Subject == k.Subject && hook.SameName(x.Person, k.Person) && (place || memory.Same(x.Value, k.Value) || m.same(x.Value, k.Value))
		}
		if !slices.ContainsFunc(some, func(x *memory.Memory) bool { return x.ID == k.ID }) && slices.ContainsFunc(some, says) {
			all = append(all, k)
		}
	}
	return all
}

// meant returns what is known that a guest means by some words, and, if they mean
// all of a person, whom. Of what the guest and others share it is the guest's.
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
	if !memory.Forgets(t.Message, k.Value) {
		return false
	}
	about := own.About(t.Thread, t.Message)
	return len(about) == 0 || slices.ContainsFunc(about, func(a *memory.Memory) bool { return a.ID == k.ID })
}

// needs returns what people at the table need that some words are about.
func needs(table []hook.Person, what string) (some []memory.Candidate) {
	for _, p := range table {
		for _, c := range memory.Needs(p) {
			if memory.Same(what, c.Value) || p.Name != "" && hook.SameName(what, p.Name) {
				some = append(some, c)
			}
		}
	}
	return some
}

// forgetAll forgets all that is known, or all that was told in this conversation. The
// guest has asked for it in a sentence of this message, and names no one thing.
func (m *Memo) forgetAll(ctx context.Context, s *scene.Scene, t hook.Turn, talk bool) (out forgetOut, err error) {
	w := &texts.In(s.Language).Memory
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	if !asksAll(own, t) {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, w.Everything)}, nil
	}
	var some []*memory.Memory
	for _, k := range own.About(t.Thread, "") {
		if !talk || k.Thread == t.Thread || k.Session == t.Thread {
			some = append(some, k)
			out.What = append(out.What, k.Says(s.Language))
		}
	}
	for _, p := range s.People() {
		for _, c := range memory.Needs(p) {
			if says := c.Says(s.Language); !slices.Contains(out.What, says) && !slices.ContainsFunc(own.About(t.Thread, c.Value), func(k *memory.Memory) bool { return hook.SameName(k.Person, c.Person) }) {
				out.What = append(out.What, says)
			}
			if !talk {
				m.untell(s, c.Person, c.Value)
			}
		}
	}
	if err := m.erase(ctx, s, t, some, talk); err != nil {
		return out, fmt.Errorf("forgetting everything: %w", err)
	}
	if own, err = m.of(ctx, t); err != nil {
		return out, err
	}
	left := len(own.About(t.Thread, ""))
	out.Forgotten, out.All, out.Stays, out.Left = len(out.What), true, w.Stays, &left
	return out, nil
}

// erase takes what was told from the book and from the table.
func (m *Memo) erase(ctx context.Context, s *scene.Scene, t hook.Turn, some []*memory.Memory, talk bool) error {
	if !talk {
		for _, p := range s.People() {
			s.Leave(p.Name)
		}
		if t.Guest == "" || m.Book == nil {
			return nil
		}
		_, err := m.Book.ForgetAll(ctx, t.Guest)
		return err
	}
	for _, k := range some {
		m.untell(s, k.Person, k.Value)
	}
	if t.Guest == "" || m.Book == nil || len(some) == 0 {
		return nil
	}
	return m.Book.ForgetSome(ctx, t, some, "")
}

// asksAll reports whether the guest asks to have all forgotten: plainly, or in other
// words that name nothing that is known. "Borra todo, también lo de …" names it besides.
func asksAll(own *memory.Set, t hook.Turn) bool {
	marks := ".!?;\n"
	if !memory.ForgetsBut(t.Message) {
		marks += ","
	}
	parts := strings.FieldsFunc(t.Message, func(r rune) bool { return strings.ContainsRune(marks, r) })
	for _, said := range append(parts, t.Message) {
		if memory.ForgetsAll(said) && !slices.ContainsFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return memory.Names(said, k.Value) }) {
			return true
		}
	}
	return false
}

// forgetBut forgets all that is known but for what some words are about.
func (m *Memo) forgetBut(ctx context.Context, s *scene.Scene, t hook.Turn, except []string) (out forgetOut, err error) {
	w := &texts.In(s.Language).Memory
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	all := own.About(t.Thread, "")
	var some, stay []*memory.Memory
	for _, what := range except {
		found := own.About(t.Thread, what)
		if stay = append(stay, found...); len(found) == 0 {
			out.InTalk = append(out.InTalk, what)
		}
	}
	for _, k := range all {
		if slices.ContainsFunc(stay, func(s *memory.Memory) bool { return s.ID == k.ID }) {
			out.Kept = append(out.Kept, k.Says(s.Language))
			continue
		}
		some = append(some, k)
		out.What = append(out.What, k.Says(s.Language))
	}
	for _, k := range own.Retired() {
		if !slices.ContainsFunc(stay, func(s *memory.Memory) bool { return memory.Same(s.Value, k.Value) && hook.SameName(s.Person, k.Person) }) {
			some = append(some, k)
		}
	}
	var gone []memory.Candidate // needs at the table
	for _, p := range s.People() {
		for _, c := range memory.Needs(p) {
			kept := func(k *memory.Memory) bool { return m.same(k.Value, c.Value) && hook.SameName(k.Person, c.Person) }
			of := slices.IndexFunc(out.InTalk, func(what string) bool { return speaks(what, c) })
			switch {
			case slices.ContainsFunc(stay, kept):
			case of >= 0 && !slices.ContainsFunc(all, kept):
				out.InTalk = slices.Delete(out.InTalk, of, of+1)
				out.Kept = append(out.Kept, c.Says(s.Language))
			default:
				gone = append(gone, c)
			}
		}
	}
	if unknown := slices.DeleteFunc(slices.Clone(out.InTalk), ofTalk); len(unknown) > 0 && len(gone) > 0 {
		return forgetOut{}, fmt.Errorf("nothing is known of %s: name what stays as recall does", strings.Join(unknown, ", "))
	}
	if !memory.ForgetsBut(t.Message) && len(out.What)+len(gone) > 0 {
		return forgetOut{Confirm: fmt.Sprintf(w.SayForget, w.Everything)}, nil
	}
	if err := m.Book.ForgetSome(ctx, t, some, ""); err != nil {
		return forgetOut{}, fmt.Errorf("forgetting all but %s: %w", strings.Join(except, ", "), err)
	}
	for _, c := range gone {
		if m.untell(s, c.Person, c.Value); !slices.Contains(out.What, c.Says(s.Language)) {
			out.What = append(out.What, c.Says(s.Language))
		}
	}
	out.Forgotten, out.Stays = len(out.What), w.Stays
	return out, nil
}

// ofTalk reports whether words are about what a conversation knows and no note has: the
// dates of a trip, how many they are, what they order.
func ofTalk(words string) bool {
	return slices.ContainsFunc(strings.Fields(lang.Fold(words)), func(w string) bool { return talked[lang.Stem(w)] })
}

var talked = func() map[string]bool {
	all := map[string]bool{}
	for w := range lang.Set("data datas dia dias fecha fechas date dates day days viagem viaje trip plano plan roteiro itinerario itinerary pessoas personas people party grupo group hotel hospedagem alojamiento lodging reserva booking conta cuenta bill pedido order") {
		all[lang.Stem(w)] = true
	}
	return all
}()

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
