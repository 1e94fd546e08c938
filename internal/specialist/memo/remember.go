package memo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

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
	Kind   string `json:"kind" jsonschema:"allergy, intolerance, diet, dislike, like, name, budget, party, home, manner, fact"`
	Person string `json:"person,omitempty"`
	Count  int    `json:"count,omitempty"`
	Always bool   `json:"always,omitempty" jsonschema:"beyond today"`
	Over   bool   `json:"over,omitempty" jsonschema:"taken back or wrong"`
	Silent bool   `json:"silent,omitempty"` // it holds and is not said back; for the reader alone
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
		Schema: func(s *jsonschema.Schema) { delete(s.Properties["facts"].Items.Properties, "silent") },
		Say:    sayRemembered,
	})
}

func (m *Memo) remember(ctx context.Context, in rememberIn) (out rememberOut, err error) {
	if len(in.Facts) == 0 {
		return out, fmt.Errorf(`there are no facts: want {"facts":[{"what":"camarão","kind":"allergy"}]}`)
	}
	s, t := scene.From(ctx), turn(ctx)
	var found []memory.Candidate
	over := slices.DeleteFunc(slices.Clone(in.Facts), func(f fact) bool { return !f.Over }) // comes first: what was noted as a need may be what they like
	in.Facts = append(slices.Clip(over), slices.DeleteFunc(in.Facts, func(f fact) bool { return f.Over })...)
	in.Facts = slices.DeleteFunc(in.Facts, func(f fact) bool {
		righted := func(o fact) bool { return hook.SameName(o.Person, f.Person) && m.same(o.What, f.What) }
		no := f.Kind == "like" && !f.Over && m.mustNot(s, f) && !slices.ContainsFunc(over, righted)
		if no {
			out.Rejected = append(out.Rejected, rejected{f.What, "is what they must not have"})
		}
		return no
	})
	in.Facts = apart(s.People(), in.Facts)
	for i, f := range in.Facts { // "dirigindo" is what they drink none of
		if m.same(f.What, driver) && f.Kind != "fact" {
			in.Facts[i].What = driver
		}
	}
	in.Facts = slices.DeleteFunc(in.Facts, func(f fact) bool { // "my sister" is somebody, and no number of people
		somebody := f.Person != "" && f.Count < 2 && m.telling(f).Kind == "party"
		if somebody {
			s.Tell(hook.Person{Name: f.Person})
		}
		return somebody
	})
	if in.Facts = m.called(ctx, s, t, in.Facts); len(in.Facts) == 0 {
		return out, nil
	}
	for _, f := range in.Facts { // whoever needs nothing is there as well
		if f.Person != "" && !f.Over && len(hook.Among(s.People(), f.Person)) == 0 && (hook.Kin(f.Person) || hook.Speaks(t.Message, f.Person)) {
			s.Tell(hook.Person{Name: f.Person})
		}
	}
	own, err := m.of(ctx, t)
	if err != nil {
		own = &memory.Set{}
	}
	for _, f := range in.Facts {
		some, err := m.standing(own, s, t, f), error(nil)
		if len(some) == 0 && f.Over && slices.Contains([]string{"allergy", "intolerance", "diet", "dislike"}, f.Kind) {
			continue // it never held
		}
		if len(some) == 0 {
			some, err = memory.Propose(m.telling(f))
		}
		if err != nil {
			out.Rejected = append(out.Rejected, rejected{f.What, err.Error()})
			continue
		}
		found = append(found, some...)
	}
	fresh := m.fresh(s, t, own, in.Facts)
	if t.Guest == m.Nobody || t.Guest == "" {
		for i := range found {
			found[i].Scope = memory.Session
		}
	}
	r, err := m.Book.Remember(ctx, t, found)
	if err != nil {
		out.Rejected = append(out.Rejected, rejected{"", "noted for this conversation, but not kept"})
	} else if t.Guest != "" {
		r = m.keepAsWished(ctx, t, own, in.Keep, r)
	}
	m.seat(s, t, own, r)
	out.New = fresh(r)
	l := s.Language
	out.Kept, out.Over = say(r.Kept, l), say(r.Over, l)
	out.ForNow = append(say(r.ForNow, l), say(r.Pending, l)...)
	out.Asked = len(r.Pending) > 0 && own.Health("") != "asked"
	if t.Guest != "" && t.Guest != m.Nobody && !out.Asked { // one question at a time
		if out.MayAsk, err = mayAsk(s, own, r.ForNow); err != nil {
			return out, err
		}
	}
	for _, c := range r.Rejected {
		out.Rejected = append(out.Rejected, rejected{c.Says(l), why(c.Why)})
	}
	return out, nil
}

// called gives people at the table the names that facts tell of them, and returns the facts
// by these.
func (m *Memo) called(ctx context.Context, s *scene.Scene, t hook.Turn, facts []fact) []fact {
	for _, f := range slices.Clone(facts) {
		if m.telling(f).Kind != "name" || f.Over || hook.SameName(f.Person, "") || len(hook.Among(s.People(), f.Person)) != 1 || !hook.Speaks(t.Message, f.What) {
			continue
		}
		s.Call(f.Person, f.What)
		if t.Guest != "" && m.Book != nil {
			_ = m.Book.Call(ctx, t, f.Person, f.What) // else the table alone knows
		}
		facts = slices.DeleteFunc(facts, func(x fact) bool { return x == f })
		for i := range facts {
			if hook.SameName(facts[i].Person, f.Person) {
				facts[i].Person = f.What
			}
		}
	}
	return facts
}

// standing returns what a fact takes back, as it stands in the notes: there it may be of
// another kind or under another name ("somebody") than whoever takes it back says.
func (m *Memo) standing(own *memory.Set, s *scene.Scene, t hook.Turn, f fact) (all []memory.Candidate) {
	if !f.Over {
		return nil
	}
	for _, k := range own.About(t.Thread, "") {
		all = append(all, memory.Candidate{Kind: k.Kind, Key: k.Key, Value: k.Value, Subject: k.Subject, Person: k.Person})
	}
	for _, p := range s.People() { // the house has heard it in this message
		all = append(all, memory.Needs(p)...)
	}
	all = slices.DeleteFunc(all, func(c memory.Candidate) bool { return !memory.Names(f.What, c.Value) && !m.same(c.Value, f.What) })
	kind := func(c memory.Candidate) bool {
		told, err := memory.Propose(m.telling(f))
		return err == nil && told[0].Kind == c.Kind
	}
	of := func(name string) func(memory.Candidate) bool {
		return func(c memory.Candidate) bool { p, _ := c.Need(); return hook.SameName(cmp.Or(c.Person, p.Name), name) }
	}
	only := func(are func(memory.Candidate) bool) bool {
		some := slices.DeleteFunc(slices.Clone(all), func(c memory.Candidate) bool { return !are(c) })
		if len(some) > 0 {
			all = some
		}
		return len(some) > 0
	}
	if !only(of(f.Person)) && !only(of(hook.Companion)) && !only(of("")) && len(all) > 1 {
		return nil // whose it is cannot be told
	}
	only(kind)
	for i := range all {
		all[i].Scope, all[i].Confidence, all[i].Retract = memory.Durable, 1, true
	}
	return all
}

// askedNote is the key of those of whom it was left to whoever answers to ask once whether
// their needs may be kept.
const askedNote = "memo.asked"

// mayAsk returns of whom it may be asked now: those whose needs are new and of whom it was
// not asked in this conversation.
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

// apart makes a fact of each person of one that is told of several: "Ana e João".
func apart(people []hook.Person, facts []fact) (all []fact) {
	for _, f := range facts {
		for _, f.Person = range scene.Apart(people, []string{f.Person}) {
			all = append(all, f)
		}
	}
	return all
}

// mustNot reports whether a fact names what its person must not have: who says "write
// down the gluten" does not like it.
func (m *Memo) mustNot(s *scene.Scene, f fact) bool {
	people := s.People()
	at := hook.Among(people, f.Person)
	return len(at) == 1 && slices.ContainsFunc(slices.Concat(people[at[0]].Allergies, people[at[0]].Diets), func(v string) bool { return m.same(v, f.What) })
}

// implied reports whether a food is left out because of a state that is told beside it:
// "pressão alta" is little salt, and "sem sal" says no more.
func (m *Memo) implied(c memory.Candidate, facts []fact, l lang.Language) bool {
	return c.Kind == memory.Diet && c.Key == "restriction" && memory.Edible(c.Value) && slices.ContainsFunc(facts, func(f fact) bool {
		limit := memory.Limit(f.What, l)
		return limit != "" && !memory.Same(f.What, c.Value) && hook.SameName(f.Person, c.Person) && memory.Names(limit, cmp.Or(sweet[lang.Fold(c.Value)], c.Value))
	})
}

// sweet are words for what has sugar in it.
var sweet = map[string]string{"doce": "açúcar", "doces": "açúcar", "sweets": "sugar", "dulce": "azúcar", "dulces": "azúcar"}

// keepAsWished keeps for good what the guest asks to keep in the message that tells it, of
// each person whom they do not leave out.
func (m *Memo) keepAsWished(ctx context.Context, t hook.Turn, own *memory.Set, words string, r memory.Remembered) memory.Remembered {
	if t.Guest == m.Nobody || words == "" && memory.Keeping(t.Message, "", nil) != "yes" && !own.MayKeep(t, "", "") {
		return r
	}
	if len(r.Pending) > 0 && own.MayKeep(t, "", words) && m.Book.ConsentFor(ctx, t, "", true) == nil {
		r.Kept, r.Pending = append(r.Kept, r.Pending...), nil
	}
	var rest []memory.Candidate
	for _, c := range r.ForNow {
		if c.Person != "" && c.Scope == memory.Durable && c.Kind == memory.Diet && own.MayKeep(t, c.Person, words) && m.Book.ConsentFor(ctx, t, c.Person, true) == nil {
			r.Kept = append(r.Kept, c)
			continue
		}
		rest = append(rest, c)
	}
	r.ForNow = rest
	return r
}

// toldNote is the key of what was noted in a conversation.
const toldNote = "memo.told"

func toldKey(kind memory.Kind, value, person string) string {
	return string(kind) + " " + lang.Fold(value) + " " + lang.Fold(person)
}

// unnote leaves no trace among a conversation's notes of what is forgotten.
func unnote(s *scene.Scene, some []*memory.Memory) error {
	had := map[string]string{}
	return s.Change(toldNote, &had, func() {
		for _, k := range some {
			delete(had, toldKey(k.Kind, k.Value, k.Person))
		}
	})
}

// fresh returns a function that says which facts the house did not know before
// and has taken: "sua irmã, sem camarão".
func (m *Memo) fresh(s *scene.Scene, t hook.Turn, own *memory.Set, facts []fact) func(memory.Remembered) []string {
	had := map[string]string{} // the run in which it was first told
	s.Load(toldNote, &had)
	before := own.About(t.Thread, "")
	return func(r memory.Remembered) (said []string) {
		for _, f := range facts {
			some, err := memory.Propose(m.telling(f))
			if err != nil || f.Over || f.Silent {
				continue
			}
			for _, c := range some {
				taken := slices.ContainsFunc(slices.Concat(r.Kept, r.ForNow, r.Pending), func(k memory.Candidate) bool { return k.Kind == c.Kind && memory.Same(k.Value, c.Value) })
				known := slices.ContainsFunc(before, func(k *memory.Memory) bool {
					return k.Run != t.Run && k.Kind == c.Kind && memory.Same(k.Value, c.Value) && hook.SameName(k.Person, c.Person)
				})
				key := toldKey(c.Kind, c.Value, c.Person)
				if taken && !known && !m.implied(c, facts, s.Language) && (had[key] == "" || had[key] == t.Run) {
					had[key] = t.Run
					if text := noted(f, c, s.Language); !slices.Contains(said, text) {
						said = append(said, text)
					}
				}
			}
		}
		_ = s.Save(toldNote, had) // else it is said again
		return said
	}
}

// noted says a fact in a few words.
func noted(f fact, c memory.Candidate, l lang.Language) string {
	switch {
	case c.Key == "name":
		return f.What
	case c.Kind != memory.Diet && c.Kind != memory.Preference && c.Kind != memory.Dislike:
		return c.Says(l)
	}
	return c.Held(f.What, l)
}

func (m *Memo) telling(f fact) memory.Telling {
	kind := strings.ToLower(strings.TrimSpace(f.Kind))
	if other := synonyms[kind]; other != "" {
		kind = other
	}
	if !slices.Contains(memory.Told, kind) || (kind == "manner" || kind == "home") && memory.Health(f.What) {
		kind = "fact"
	}
	if kind == "intolerance" && memory.IsState(f.What) {
		kind, f.Always = "diet", true // "celíaca" is how one eats
	}
	if kind == "fact" && m.Diet != nil {
		if diet := m.Diet(f.What); diet != "" { // "grávida de 5 meses" limits what one has
			kind, f.What = "diet", diet
		}
	}
	return memory.Telling{Kind: kind, What: f.What, Person: f.Person, Count: max(0, f.Count), Always: f.Always, Over: f.Over}
}

// synonyms are what models call kinds besides.
var synonyms = map[string]string{"allergies": "allergy", "restriction": "diet", "preference": "like", "likes": "like", "dislikes": "dislike", "party_size": "party", "people": "party", "location": "home", "style": "manner", "language": "manner", "communication": "manner", "health": "fact"}

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

func say(all []memory.Candidate, l lang.Language) (texts []string) {
	for _, c := range all {
		if said := c.Says(l); !slices.Contains(texts, said) {
			texts = append(texts, said)
		}
	}
	return texts
}

// seat puts at the table what was taken, for the tools that run after.
func (m *Memo) seat(s *scene.Scene, t hook.Turn, own *memory.Set, r memory.Remembered) {
	s.Tell(hook.Person{}) // the guest comes first
	for _, c := range slices.Concat(r.ForNow, r.Pending, r.Kept) {
		switch n, _ := strconv.ParseFloat(c.Value, 64); {
		case c.Kind == memory.PartySize:
			s.Limit(int(n), hook.Budget{})
		case c.Kind == memory.Budget && c.Subject == memory.User:
			s.Limit(0, map[string]hook.Budget{"max_person": {Person: n}, "max_total": {Total: n}, "max_night": {Night: n}, "level": {Level: c.Value}}[c.Key])
		}
		p, needs := c.Need()
		if !needs || p.Is(hook.Companion) && m.namedNeeds(s, c) {
			continue
		}
		s.Tell(p)
		if !p.Is(hook.Companion) && !(c.Kind == memory.Dislike && m.allergicCompanion(s, c.Value)) {
			m.untell(s, hook.Companion, c.Value) // now it is known who that was
		}
		guests := slices.ContainsFunc(r.ForNow, func(g memory.Candidate) bool {
			return g.Subject == memory.User && g.Kind == c.Kind && m.same(g.Value, c.Value)
		})
		if c.Person != "" && !guests && !own.Owns(t, c) {
			m.untell(s, "", c.Value) // a rule took it for the guest's; whoever listens knows better
		}
	}
	for _, c := range r.Over {
		if p, needs := c.Need(); needs {
			m.untell(s, p.Name, c.Value)
		}
	}
}

// namedNeeds reports whether somebody who has a name at the table needs something: it is
// theirs, and nobody's besides.
func (m *Memo) namedNeeds(s *scene.Scene, c memory.Candidate) bool {
	return slices.ContainsFunc(s.People(), func(p hook.Person) bool {
		return p.Name != "" && !p.Is(hook.Companion) && slices.ContainsFunc(memory.Needs(p), func(n memory.Candidate) bool {
			return (n.Kind == memory.Diet || c.Kind == memory.Dislike) && m.same(n.Value, c.Value)
		})
	})
}

// allergicCompanion reports whether a companion without a name is allergic to something:
// who does not like it may be somebody else.
func (m *Memo) allergicCompanion(s *scene.Scene, value string) bool {
	return slices.ContainsFunc(s.People(), func(p hook.Person) bool {
		return p.Is(hook.Companion) && slices.ContainsFunc(p.Allergies, func(v string) bool { return m.same(v, value) })
	})
}

// untell takes a value from a person at the table, under whatever name of it.
func (m *Memo) untell(s *scene.Scene, name, value string) {
	people := s.People()
	if at := hook.Among(people, name); len(at) == 1 { // else nobody, or it is not known who
		p := people[at[0]]
		same := func(all []string) []string {
			return slices.DeleteFunc(slices.Clone(all), func(v string) bool { return !m.same(v, value) })
		}
		s.Untell(hook.Person{Name: p.Name, Allergies: same(p.Allergies), Diets: same(p.Diets), Dislikes: same(p.Dislikes)})
	}
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
