package memo

import (
	"cmp"
	"context"
	"errors"
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

type rememberIn struct {
	Facts []fact `json:"facts"`
	Keep  string `json:"keep,omitempty" jsonschema:"words asking to keep"`
}

type fact struct {
	What   string `json:"what" jsonschema:"1-3 guest's words"`
	Kind   string `json:"kind" jsonschema:"allergy, intolerance, diet, dislike, like, name, budget, party, home, manner, fact; away: not at the table today"`
	Person string `json:"person,omitempty"`
	Count  int    `json:"count,omitempty"`
	Always bool   `json:"always,omitempty" jsonschema:"beyond today"`
	Over   bool   `json:"over,omitempty" jsonschema:"taken back or wrong"`
	Silent bool   `json:"silent,omitempty" jsonschema:"-"` // it holds and is not said back; for the reader alone
}

// driver is the need of who drives, as package menu calls it: it is of today, and kept of nobody.
const driver = "bebida alcoólica"

type rememberOut struct {
	Kept   []string `json:"kept,omitempty"`
	ForNow []string `json:"for_now,omitempty"` // for this conversation
	Over   []string `json:"over,omitempty"`
	New    []string `json:"new,omitempty"` // of these what the house did not know, and whose it is

	// Asked says that the house itself asks whether it may keep the guest's
	// health, MayAsk of whom it is kept only if the guest says yes when asked.
	Asked    bool       `json:"house_asks_to_keep,omitempty"`
	MayAsk   []string   `json:"may_ask_to_keep,omitempty"`
	Rejected []rejected `json:"rejected,omitempty"`
}

type rejected struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

func (m *Memo) rememberTool() (agent.Tool, error) {
	return agent.NewTool(memory.Remembering, "Notes what the guest tells of people; the step's other tools obey.", m.remember, agent.Options[rememberOut]{
		First: true, Lenient: true,
		Say: sayRemembered,
	})
}

func (m *Memo) remember(ctx context.Context, in rememberIn) (out rememberOut, err error) {
	if len(in.Facts) == 0 {
		return out, errors.New(`there are no facts: want {"facts":[{"what":"camarão","kind":"allergy"}]}`)
	}
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		own = &memory.Set{}
	}
	facts := m.seat(ctx, s, t, in.Facts, &out)
	before := m.known(ctx, t).People
	var found []memory.Candidate
	var of []fact // of each candidate the fact, to say it in the guest's words
	for _, f := range facts {
		f.Always = f.Always || in.Keep != "" && own.Consents(t, "", in.Keep) == "yes" // what a guest likes or is needs no consent
		some, err := m.candidates(own, s, t, f)
		if err != nil {
			out.Rejected = append(out.Rejected, rejected{f.What, err.Error()})
		}
		for _, c := range some {
			if !m.stays(t) {
				c.Scope = memory.Session
			}
			found, of = append(found, c), append(of, f)
		}
	}
	r, err := m.Book.Remember(ctx, t, found)
	switch {
	case err != nil:
		out.Rejected = append(out.Rejected, rejected{"", "noted for this conversation, but not kept"})
	case m.stays(t):
		r = m.keepAsWished(ctx, t, in.Keep, r)
	}
	if in.Keep != "" && m.stays(t) && len(r.Kept) == 0 {
		out.Rejected = append(out.Rejected, rejected{in.Keep, "nothing new is kept by it; what was told before is kept with consent"})
	}
	m.reseat(ctx, s, t, before, slices.Concat(r.Kept, r.ForNow, r.Pending), r.Over)
	out.tell(own, s, t, r, found, of)
	out.Asked = len(r.Pending) > 0 && own.Health("") != "asked"
	if m.stays(t) && !out.Asked { // one question at a time
		out.MayAsk, err = mayAsk(s, own, r.ForNow)
		return out, err
	}
	return out, nil
}

// tell says what became of what was told, and what of it the house did not know.
func (out *rememberOut) tell(own *memory.Set, s *scene.Scene, t hook.Turn, r memory.Remembered, found []memory.Candidate, of []fact) {
	taken := slices.Concat(r.Kept, r.ForNow, r.Pending)
	for i, c := range found {
		known := slices.ContainsFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Run != t.Run && says(c, k.Candidate()) })
		took := slices.ContainsFunc(taken, func(k memory.Candidate) bool { return k.Kind == c.Kind && memory.Same(k.Value, c.Value) })
		text := noted(of[i], c, s.Language)
		if took && !known && !c.Retract && !of[i].Silent && !slices.Contains(out.New, text) {
			out.New = append(out.New, text)
		}
	}
	out.Kept, out.ForNow, out.Over = texted(r.Kept, s), texted(slices.Concat(r.ForNow, r.Pending), s), texted(r.Over, s)
	for _, c := range r.Rejected {
		if c.Why == memory.NotSaid && c.Kind != memory.Diet && c.Kind != memory.Dislike { // it limits nobody: it is not noted, and not spoken of
			continue
		}
		out.Rejected = append(out.Rejected, rejected{c.Says(s.Language), cmp.Or(whys[c.Why], c.Why)})
	}
}

// seat returns what is told as it is noted: of several people one of each, what is over first, since what was
// noted as a need may be what they like. Whoever is spoken of sits at the table by the name that they have by
// now, also if they need nothing; who is away, and who has been given a name, is no fact to note.
func (m *Memo) seat(ctx context.Context, s *scene.Scene, t hook.Turn, told []fact, out *rememberOut) (facts []fact) {
	var all []fact
	for _, over := range []bool{true, false} {
		for _, f := range told {
			for _, f.Person = range scene.Apart(s.People(), []string{f.Person}) {
				if f.Over == over {
					all = append(all, f)
				}
			}
		}
	}
	for i := range all {
		f := &all[i]
		of, told := hook.Among(s.People(), f.Person), m.telling(*f)
		switch alone := told.Kind == "party" && f.Person != "" && f.Count < 2; {
		case strings.EqualFold(f.Kind, "away"):
			if m.away(s, *f) != nil {
				facts = append(facts, *f)
			}
			continue
		case told.Kind == "name" && !f.Over && !hook.SameName(f.Person, "") && len(of) == 1 && hook.Speaks(t.Message, f.What):
			name := m.call(ctx, s, t, f.Person, f.What)
			out.New = append(out.New, texts.In(s.Language).Yours(name))
			for k := range all {
				if was := f.Person; k > i && (hook.SameName(all[k].Person, was) || hook.SameName(all[k].Person, f.What)) {
					all[k].Person = name
				}
			}
			continue
		case alone, f.Person != "" && !f.Over && len(of) == 0 && (hook.Kin(f.Person) || hook.Speaks(t.Message, f.Person)):
			if s.Tell(hook.Person{Name: f.Person}); alone {
				continue
			}
		}
		facts = append(facts, *f)
	}
	return facts
}

// call gives somebody the name that they have by now, beside what they are to the guest: either may be said later, "meu
// padrinho" or "Lourival". "Primo 1" is a name for want of another.
func (m *Memo) call(ctx context.Context, s *scene.Scene, t hook.Turn, was, name string) string {
	if !strings.ContainsAny(was, "0123456789") && len(hook.Among([]hook.Person{{Name: was}}, name)) == 0 {
		name = was + " " + name
	}
	s.Call(was, name)
	if t.Guest != "" {
		_ = m.Book.Call(ctx, t, was, name) // else the table alone knows
	}
	return name
}

// away notes that somebody is not at the table today: "hoje vim só eu", "the twins come on Sunday".
func (m *Memo) away(s *scene.Scene, f fact) error {
	people := s.People()
	if of := hook.Among(people, f.Person); len(of) > 0 {
		return s.Send(people[of[0]].Name, !f.Over)
	}
	s.Tell(hook.Person{Name: f.Person})
	return s.Send(f.Person, !f.Over)
}

// candidates returns the notes that a fact proposes. A fact that takes a note back is matched to
// the notes as they stand, where the need may have another kind or person ("somebody"), or the house has
// heard it in this message. A need that was never noted cannot be taken back.
func (m *Memo) candidates(own *memory.Set, s *scene.Scene, t hook.Turn, f fact) ([]memory.Candidate, error) {
	told, err := memory.Propose(m.telling(f))
	if err != nil || !f.Over {
		return told, err
	}
	some := only(notes(own, s, t), func(n note) bool { return memory.Names(f.What, n.Value) || m.same(n.Value, f.What) })
	whose := slices.ContainsFunc([]string{f.Person, hook.Companion, ""}, func(who string) (are bool) {
		some, are = narrow(some, func(n note) bool { return hook.SameName(name(n.Candidate), who) })
		return are
	})
	some, _ = narrow(some, func(n note) bool { return n.Kind == told[0].Kind })
	switch known := told[0].Kind == memory.Diet || told[0].Kind == memory.Dislike; {
	case !whose && len(some) > 1: // it cannot be told
		return nil, nil
	case len(some) == 0 && !known:
		return told, nil
	}
	over := said(some)
	for i := range over {
		over[i].Scope, over[i].Confidence, over[i].Retract = memory.Durable, 1, true
	}
	return over, nil
}

// askedNote is the key of the people for whom the guest may already have been asked whether their
// needs are kept.
const askedNote = "memo.asked"

// mayAsk returns the people for whom the guest may be asked now whether their needs are kept: their
// needs are new, and nobody asked in this conversation.
func mayAsk(s *scene.Scene, own *memory.Set, told []memory.Candidate) (people []string, err error) {
	var asked []string
	err = s.Change(askedNote, &asked, func() {
		for _, c := range told {
			if c.Person != "" && c.Kind == memory.Diet && c.Value != driver && own.Health(c.Person) == "" && !slices.Contains(asked, c.Person) {
				people, asked = append(people, c.Person), append(asked, c.Person)
			}
		}
	})
	return people, err
}

// keepAsWished keeps for good what the guest asks to keep in the message that tells it, of each person whom they do
// not leave out. Without words that a model gives those of the sentence count that tells it: "keep that one. And for lunch:
// she can't have shrimp" keeps no shrimp.
func (m *Memo) keepAsWished(ctx context.Context, t hook.Turn, words string, r memory.Remembered) memory.Remembered {
	asked := map[string]bool{}
	for _, c := range slices.Concat(r.Pending, r.ForNow) {
		said := words
		if at := max(0, strings.Index(strings.ToLower(t.Message), strings.ToLower(c.Value))); said == "" {
			said = t.Message[1+strings.LastIndexAny(t.Message[:min(at, len(t.Message))], ".!?\n"):]
			if memory.Keeping(said, c.Person, []string{c.Value}) != "yes" {
				said = ""
			}
		}
		need := c.Kind == memory.Diet && (words != "" || c.Scope == memory.Durable) || c.Subject == memory.User
		if said != "" && need && (c.Subject == memory.User) == (c.Person == "") && !asked[c.Person] {
			asked[c.Person] = true
			_, _ = m.consent(ctx, consentIn{Answer: "yes", Person: c.Person, Words: said}) // else it holds for now
		}
	}
	now, err := m.of(ctx, t)
	if err != nil {
		return r
	}
	is := func(k memory.Candidate) func(memory.Candidate) bool {
		return func(had memory.Candidate) bool { return says(had, k) }
	}
	for _, k := range only(now.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Session == "" && k.Thread == t.Thread && asked[k.Person] }) {
		c := k.Candidate() // also what was told of them before
		r.ForNow, r.Pending = slices.DeleteFunc(r.ForNow, is(c)), slices.DeleteFunc(r.Pending, is(c))
		if (c.Person != "" || k.Run == t.Run) && !slices.ContainsFunc(r.Kept, is(c)) {
			r.Kept = append(r.Kept, c)
		}
	}
	return r
}

// noted says a fact in a few words: "sua irmã, sem camarão".
func noted(f fact, c memory.Candidate, l lang.Language) string {
	switch c.Kind {
	case memory.Diet, memory.Preference, memory.Dislike:
		return c.Held(f.What, l)
	}
	if c.Key == "name" {
		return f.What
	}
	return c.Says(l)
}

// telling says a fact as package memory knows its kind.
func (m *Memo) telling(f fact) memory.Telling {
	kind := strings.ToLower(strings.TrimSpace(f.Kind))
	if other := synonyms[kind]; other != "" {
		kind = other
	}
	switch {
	case !slices.Contains(memory.Told, kind), (kind == "manner" || kind == "home") && memory.Health(f.What):
		kind = "fact"
	case kind == "intolerance" && memory.IsState(f.What):
		kind, f.Always = "diet", true // "celíaca" is how one eats
	}
	if kind == "fact" && m.Diet != nil && m.Diet(f.What) != "" { // "grávida de 5 meses" limits what one has
		kind, f.What = "diet", m.Diet(f.What)
	} else if kind != "fact" && m.same(f.What, driver) { // "dirigindo" is what they drink none of
		f.What = driver
	}
	return memory.Telling{Kind: kind, What: f.What, Person: f.Person, Count: max(0, f.Count), Always: f.Always, Over: f.Over}
}

// synonyms are what models call kinds besides.
var synonyms = map[string]string{
	"allergies": "allergy", "restriction": "diet", "preference": "like", "likes": "like", "dislikes": "dislike", "party_size": "party",
	"people": "party", "location": "home", "style": "manner", "language": "manner", "communication": "manner", "health": "fact",
}

// whys say for a model why something was not taken, and what to do.
var whys = map[string]string{
	memory.NotTakenBack: "it still counts: only the guest can take it back, in their own words; ask them",
	memory.NotSaid:      "the guest did not say this; use their words",
	memory.NotKnown:     "was not known",
	memory.Sensitive:    "is never kept",
	memory.NotAValue:    "want a few plain words",
}

func sayRemembered(out rememberOut, l lang.Language) string {
	var said []string
	line := func(form string, all []string) {
		if len(all) > 0 {
			said = append(said, fmt.Sprintf(form, strings.Join(all, "; ")))
		}
	}
	line(texts.In(l).House.Noted, out.New)
	line(texts.In(l).Memory.Dropped, out.Over)
	return strings.Join(said, " ")
}
