package memo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
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
		return out, fmt.Errorf(`there are no facts: want {"facts":[{"what":"camarão","kind":"allergy"}]}`)
	}
	s, t := m.turn(ctx)
	own, err := m.of(ctx, t)
	if err != nil {
		own = &memory.Set{}
	}
	for i, f := range in.Facts { // what a guest likes or is needs no consent
		in.Facts[i].Always = f.Always || in.Keep != "" && own.MayKeep(t, "", in.Keep)
	}
	facts, called := m.facts(ctx, s, t, in.Facts)
	out.New = called
	before := m.known(ctx, t).People
	var found []memory.Candidate
	var of []fact // of each candidate the fact, to say it in the guest's words
	for _, f := range facts {
		some, err := m.candidates(own, s, t, f)
		if err != nil {
			out.Rejected = append(out.Rejected, rejected{f.What, err.Error()})
		}
		for _, c := range some {
			if t.Guest == "" || t.Guest == m.Nobody {
				c.Scope = memory.Session
			}
			found, of = append(found, c), append(of, f)
		}
	}
	r, err := m.Book.Remember(ctx, t, found)
	if err != nil {
		out.Rejected = append(out.Rejected, rejected{"", "noted for this conversation, but not kept"})
	} else if t.Guest != "" && t.Guest != m.Nobody {
		r = m.keepAsWished(ctx, t, own, in.Keep, r)
	}
	taken := slices.Concat(r.Kept, r.ForNow, r.Pending)
	m.reseat(ctx, s, t, before, taken, r.Over)
	for i, c := range found {
		known := slices.ContainsFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Run != t.Run && says(c, k.Candidate()) })
		took := slices.ContainsFunc(taken, func(k memory.Candidate) bool { return k.Kind == c.Kind && memory.Same(k.Value, c.Value) })
		text := noted(of[i], c, s.Language)
		if took && !known && !c.Retract && !of[i].Silent && !implied(c, facts, s.Language) && !slices.Contains(out.New, text) {
			out.New = append(out.New, text)
		}
	}
	out.Kept, out.ForNow, out.Over = texted(r.Kept, s), texted(slices.Concat(r.ForNow, r.Pending), s), texted(r.Over, s)
	out.Asked = len(r.Pending) > 0 && own.Health("") != "asked"
	if t.Guest != "" && t.Guest != m.Nobody && !out.Asked { // one question at a time
		if out.MayAsk, err = mayAsk(s, own, r.ForNow); err != nil {
			return out, err
		}
	}
	for _, c := range r.Rejected {
		out.Rejected = append(out.Rejected, rejected{c.Says(s.Language), why(c.Why)})
	}
	return out, nil
}

// facts returns what is told as it is noted: of several people one of each, what is over
// first, since what was noted as a need may be what they like, and by the names that people have
// by now, with the names that they are given. Whoever is spoken of sits at the table, also if they need nothing.
func (m *Memo) facts(ctx context.Context, s *scene.Scene, t hook.Turn, told []fact) (facts []fact, called []string) {
	for _, f := range told {
		for _, f.Person = range scene.Apart(s.People(), []string{f.Person}) {
			facts = append(facts, f)
		}
	}
	slices.SortStableFunc(facts, func(a, b fact) int {
		if a.Over == b.Over {
			return 0
		}
		return map[bool]int{true: -1, false: 1}[a.Over]
	})
	facts = slices.DeleteFunc(facts, func(f fact) bool { return strings.EqualFold(f.Kind, "away") && m.away(s, f) == nil })
	for _, f := range slices.Clone(facts) {
		of, told := hook.Among(s.People(), f.Person), m.telling(f)
		switch alone := told.Kind == "party" && f.Person != "" && f.Count < 2; {
		case told.Kind == "name" && !f.Over && !hook.SameName(f.Person, "") && len(of) == 1 && hook.Speaks(t.Message, f.What):
			was, name := f.Person, f.What
			if !strings.ContainsAny(was, "0123456789") && len(hook.Among([]hook.Person{{Name: was}}, name)) == 0 { // either may be said later: "meu padrinho", "Lourival"
				name = was + " " + name
			}
			called = append(called, texts.In(s.Language).Yours(name))
			s.Call(was, name)
			if t.Guest != "" {
				_ = m.Book.Call(ctx, t, was, name) // else the table alone knows
			}
			for i := range facts {
				if hook.SameName(facts[i].Person, was) || hook.SameName(facts[i].Person, f.What) {
					facts[i].Person = name
				}
			}
			f.Person = name
		case alone, f.Person != "" && !f.Over && len(of) == 0 && (hook.Kin(f.Person) || hook.Speaks(t.Message, f.Person)):
			if s.Tell(hook.Person{Name: f.Person}); !alone {
				continue
			}
		default:
			continue
		}
		facts = slices.DeleteFunc(facts, func(x fact) bool { return x == f }) // a name, or that somebody is there
	}
	return facts, called
}

// away notes that somebody is not at the table today: "hoje vim só eu", "the twins come on Sunday".
func (m *Memo) away(s *scene.Scene, f fact) error {
	people := s.People()
	name := f.Person
	if of := hook.Among(people, name); len(of) > 0 {
		name = people[of[0]].Name
	} else {
		s.Tell(hook.Person{Name: name})
	}
	return s.Send(name, !f.Over)
}

// candidates returns the notes that a fact proposes. A fact that takes a note back is matched to
// the notes as they stand, where the need may have another kind or person ("somebody"). A need that
// was never noted cannot be taken back.
func (m *Memo) candidates(own *memory.Set, s *scene.Scene, t hook.Turn, f fact) ([]memory.Candidate, error) {
	told, err := memory.Propose(m.telling(f))
	if err != nil || !f.Over {
		return told, err
	}
	all := candidates(own.About(t.Thread, ""))
	for _, p := range s.People() { // the house has heard it in this message
		all = append(all, memory.Needs(p)...)
	}
	all = slices.DeleteFunc(all, func(c memory.Candidate) bool { return !memory.Names(f.What, c.Value) && !m.same(c.Value, f.What) })
	only := func(are func(memory.Candidate) bool) bool {
		some := slices.DeleteFunc(slices.Clone(all), func(c memory.Candidate) bool { return !are(c) })
		if len(some) > 0 {
			all = some
		}
		return len(some) > 0
	}
	of := func(who string) bool {
		return only(func(c memory.Candidate) bool { return hook.SameName(name(c), who) })
	}
	if !of(f.Person) && !of(hook.Companion) && !of("") && len(all) > 1 {
		return nil, nil // whose it is cannot be told
	}
	only(func(c memory.Candidate) bool { return c.Kind == told[0].Kind })
	for i := range all {
		all[i].Scope, all[i].Confidence, all[i].Retract = memory.Durable, 1, true
	}
	if len(all) == 0 && told[0].Kind != memory.Diet && told[0].Kind != memory.Dislike {
		return told, nil
	}
	return all, nil
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

// keepAsWished keeps for good what the guest asks to keep in the message that tells it, of
// each person whom they do not leave out.
func (m *Memo) keepAsWished(ctx context.Context, t hook.Turn, own *memory.Set, words string, r memory.Remembered) memory.Remembered {
	if words == "" && memory.Keeping(t.Message, "", nil) != "yes" && !own.MayKeep(t, "", "") {
		return r
	}
	if len(r.Pending) > 0 && own.MayKeep(t, "", words) && m.Book.ConsentFor(ctx, t, "", true) == nil {
		r.Kept, r.Pending = append(r.Kept, r.Pending...), nil
	}
	var people []string
	r.ForNow = slices.DeleteFunc(r.ForNow, func(c memory.Candidate) bool {
		lasts := c.Person != "" && (words != "" || c.Scope == memory.Durable) && c.Kind == memory.Diet
		from := t
		if at := strings.Index(strings.ToLower(t.Message), strings.ToLower(c.Value)); words == "" && at > 0 { // "keep that one. And for lunch: she can't have shrimp" keeps no shrimp
			from.Message = t.Message[1+strings.LastIndexAny(t.Message[:min(at, len(t.Message))], ".!?\n"):]
		}
		kept := lasts && own.MayKeep(from, c.Person, words) && m.agree(ctx, t, c.Person, words) == nil
		if kept {
			people, r.Kept = append(people, c.Person), append(r.Kept, c)
		}
		return kept
	})
	if now, err := m.of(ctx, t); err == nil {
		own = now
	}
	for _, k := range own.About(t.Thread, "") { // and what was told of them before
		had := func(c memory.Candidate) bool { return says(c, k.Candidate()) }
		if k.Session == "" && k.Thread == t.Thread && slices.Contains(people, k.Person) && !slices.ContainsFunc(r.Kept, had) {
			r.Kept, r.ForNow = append(r.Kept, k.Candidate()), slices.DeleteFunc(r.ForNow, had)
		}
	}
	return r
}

// agree keeps what is known of a companion, or only what they must not have where the guest's words speak of no more:
// "lembra da alergia dela" keeps no age.
func (m *Memo) agree(ctx context.Context, t hook.Turn, person, words string) error {
	own, err := m.of(ctx, t)
	if err != nil || !memory.SpeaksOfNeeds(words) {
		return m.Book.ConsentFor(ctx, t, person, true)
	}
	needs := slices.DeleteFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return k.Session == "" || k.Person != person || k.Kind != memory.Diet })
	return m.Book.ConsentSome(ctx, t, person, needs)
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

// implied reports whether a food is left out because of a state that is told beside it:
// "pressão alta" is little salt, and "sem sal" says no more.
func implied(c memory.Candidate, facts []fact, l lang.Language) bool {
	return c.Key == "restriction" && memory.Edible(c.Value) && slices.ContainsFunc(facts, func(f fact) bool {
		limit := memory.Limit(f.What, l)
		return limit != "" && !memory.Same(f.What, c.Value) && hook.SameName(f.Person, c.Person) && memory.Names(limit, c.Value)
	})
}

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
	if slices.Contains([]string{"allergy", "intolerance", "dislike"}, kind) { // "nothing cured" is told of what is cured
		f.What = withoutNo().ReplaceAllString(f.What, "")
	}
	if kind == "fact" && m.Diet != nil {
		if diet := m.Diet(f.What); diet != "" { // "grávida de 5 meses" limits what one has
			kind, f.What = "diet", diet
		}
	} else if m.same(f.What, driver) { // "dirigindo" is what they drink none of
		f.What = driver
	}
	return memory.Telling{Kind: kind, What: f.What, Person: f.Person, Count: max(0, f.Count), Always: f.Always, Over: f.Over}
}

// withoutNo matches the words with which a need may be told as what is not to be there: "sem", "nothing".
var withoutNo = pattern.Of(`(?i)^(?:no|not|nothing|without|sem|sin|nada(?: de)?|nenhum|nenhuma|ningún|ninguna|zero)\s+`)

// synonyms are what models call kinds besides.
var synonyms = map[string]string{
	"allergies": "allergy", "restriction": "diet", "preference": "like", "likes": "like", "dislikes": "dislike", "party_size": "party",
	"people": "party", "location": "home", "style": "manner", "language": "manner", "communication": "manner", "health": "fact",
}

// why says for a model why something was not taken, and what to do.
func why(reason string) string {
	switch reason {
	case memory.NotTakenBack:
		return "it still counts: only the guest can take it back, in their own words; ask them"
	case memory.NotSaid:
		return "the guest did not say this; use their words"
	case memory.NotKnown:
		return "was not known"
	case memory.Sensitive:
		return "is never kept"
	case memory.NotAValue:
		return "want a few plain words"
	}
	return reason
}

func sayRemembered(out rememberOut, l lang.Language) string {
	w := texts.In(l)
	var said []string
	line := func(form string, all []string) {
		if len(all) > 0 {
			said = append(said, fmt.Sprintf(form, strings.Join(all, "; ")))
		}
	}
	line(w.House.Noted, out.New)
	line(w.Memory.Dropped, out.Over)
	return strings.Join(said, " ")
}
