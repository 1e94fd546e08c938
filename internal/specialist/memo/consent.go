package memo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

type consentIn struct {
	Answer string   `json:"answer"`
	Person string   `json:"person,omitempty"`
	Only   []string `json:"only,omitempty"`
	Words  string   `json:"words,omitempty" jsonschema:"-"` // the guest's own; a model need not say which
}

type consentOut struct {
	Answer  string   `json:"answer,omitempty"` // yes or no, as it is on record now
	Of      string   `json:"of,omitempty"`
	Kept    []string `json:"kept,omitempty"`
	Erased  []string `json:"erased,omitempty"`                 // as the guest wants nothing else kept
	Others  []string `json:"only_this_conversation,omitempty"` // whose needs this is no yes to
	Unknown []string `json:"not_known,omitempty"`              // of what was to be kept
	Refused string   `json:"refused,omitempty"`                // why nothing was recorded
}

func (m *Memo) consentTool() (agent.Tool, error) {
	return agent.NewTool("consent", "The guest's yes or no to keeping needs (only some) for next time.", m.consent, agent.Options[consentOut]{
		First: true,
		Say:   sayConsent,
	})
}

func (m *Memo) consent(ctx context.Context, in consentIn) (out consentOut, err error) {
	s, t := m.turn(ctx)
	if t.Guest == "" {
		return consentOut{Refused: "this guest has no account: all holds for this conversation only"}, nil
	}
	own, err := m.of(ctx, t)
	if err != nil {
		return out, err
	}
	in.Answer = cmp.Or(granted(own, t, in), in.Answer)
	in.Words = cmp.Or(in.Words, in.Answer) // a model may give them for a yes
	yes, err := saysYes(own, t, in)
	if err != nil {
		return out, err
	}
	if person := strings.Join(strings.Fields(in.Person), " "); !hook.SameName(person, "") {
		out.Of = person
	}
	before := own.About(t.Thread, "")
	var people []hook.Person
	for _, k := range before {
		people = append(people, hook.Person{Name: k.Person})
	}
	if of := hook.Among(people, out.Of); out.Of != "" && len(of) > 0 {
		out.Of = people[of[0]].Name // as it was said before: "Nélida" is "mi hermana Nélida"
	}
	theirs := func(k *memory.Memory) bool {
		return k.Session != "" && hook.SameName(k.Person, out.Of) && (out.Of != "" || k.Subject == memory.User)
	}
	if yes && out.Of == "" && len(in.Only) == 0 && !slices.ContainsFunc(before, func(k *memory.Memory) bool { return k.Pending }) {
		for _, k := range before { // "I don't drink" was taken for today, and is to be kept
			if theirs(k) && k.Safety() {
				in.Only = append(in.Only, k.Value)
			}
		}
	}
	if yes && out.Of != "" && len(in.Only) == 0 && memory.SpeaksOfNeeds(cmp.Or(in.Words, in.Answer)) {
		for _, k := range before { // "lembra da alergia dela" keeps no age
			if theirs(k) && k.Kind == memory.Diet {
				in.Only = append(in.Only, k.Value)
			}
		}
	}
	switch {
	case yes && len(in.Only) > 0:
		some := m.chosen(own, t, in, &out, theirs)
		if len(some) == 0 {
			return consentOut{Refused: refusedOf(out.Of), Unknown: out.Unknown}, nil
		}
		out.Answer, out.Kept = "yes", texted(candidates(some), s)
		return out, m.Book.ConsentSome(ctx, t, out.Of, some)
	case yes && !own.MayKeep(t, out.Of, in.Words):
		return consentOut{Refused: refusedOf(out.Of)}, nil
	case !yes && out.Of == "" && !own.Refuses(t, "", in.Words): // it would take away what the guest let the house keep
		return consentOut{Refused: "the guest has not refused"}, nil
	}
	if err := m.Book.ConsentFor(ctx, t, out.Of, yes); err != nil || !yes {
		out.Answer = "no"
		return out, err
	}
	if out.Answer = "yes"; out.Of == "" {
		out.Others = own.OnlyToday(t.Thread)
	}
	var kept, rest []*memory.Memory
	for _, k := range before {
		switch {
		case theirs(k) && (out.Of != "" || k.Pending):
			kept = append(kept, k)
		case k.Session == "" && k.Thread == t.Thread && !(k.Safety() && hook.SameName(k.Person, out.Of)) && memory.OnlyThat(t.Message):
			rest = append(rest, k) // what else this conversation taught the house goes
		}
	}
	out.Kept, out.Erased = texted(candidates(kept), s), texted(candidates(rest), s)
	return out, m.Book.ForgetSome(ctx, t, rest, "")
}

// saysYes reports whether an answer is a yes: it says yes or no, or has the guest's words.
func saysYes(own *memory.Set, t hook.Turn, in consentIn) (bool, error) {
	yes, ok := map[string]bool{"y": true, "yes": true, "true": true, "sim": true, "si": true, "n": false, "no": false, "false": false, "nao": false}[lang.Fold(in.Answer)]
	switch {
	case ok && !yes && in.Person == "" && memory.OnlyMine(t.Message): // which a reader may take for a no
		return true, nil
	case ok:
		return yes, nil
	case memory.RefusesToKeep(in.Answer):
		return false, nil
	case own.MayKeep(t, in.Person, in.Answer):
		return true, nil
	case own.Refuses(t, in.Person, in.Answer):
		return false, nil
	}
	return false, fmt.Errorf("%q is neither a yes nor a no to keeping: want answer yes or no, or the guest's words that say so", in.Answer)
}

// granted are the clauses of an answer that let the house keep something of what alone is to be kept: "keep the onion, not the pork".
func granted(own *memory.Set, t hook.Turn, in consentIn) string {
	clauses := strings.FieldsFunc(in.Answer, func(r rune) bool { return strings.ContainsRune(".,;:!?\n", r) })
	return strings.Join(slices.DeleteFunc(clauses, func(clause string) bool {
		named := slices.ContainsFunc(in.Only, func(what string) bool { return memory.Names(clause, what) })
		return !named || memory.RefusesToKeep(clause) || own.Refuses(t, in.Person, clause)
	}), ",")
}

// refusedOf says why nothing is kept, and who asks: the house of the guest's own health,
// whoever answers of others.
func refusedOf(person string) string {
	if person == "" {
		return "no words of the guest's in this message agree; the house asks by itself"
	}
	return "no words of the guest's in this message agree: ask once whether it may be kept of " + person
}

// chosen returns the notes that the guest agrees to have kept, of those that the model names, and
// with them notes that were told with them: "the cheese one may stay" keeps the cream, too.
func (m *Memo) chosen(own *memory.Set, t hook.Turn, in consentIn, out *consentOut, theirs func(*memory.Memory) bool) (some []*memory.Memory) {
	wished, before := own.MayKeep(t, out.Of, in.Words), own.Health(out.Of) == "yes"
	all := slices.DeleteFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { return !theirs(k) })
	other := slices.ContainsFunc(all, func(k *memory.Memory) bool { return memory.Names(in.Words, k.Value) }) // that the words are of
	var named []*memory.Memory
	for _, what := range in.Only {
		told := own.About(t.Thread, what)
		if len(told) == 0 {
			out.Unknown = append(out.Unknown, what)
		}
		for _, k := range told {
			if !theirs(k) || slices.Contains(named, k) {
				continue
			}
			named = append(named, k)
			meant := wished && (!other || memory.Names(in.Words, what)) || before && memory.Names(t.Message, what)
			if own.AgreesTo(t, k) || meant && !k.DeniedIn(t.Message) {
				some = append(some, k)
			}
		}
	}
	agreed := slices.Clone(some)
	for _, k := range all {
		goes := slices.ContainsFunc(agreed, func(a *memory.Memory) bool {
			return a.Run == k.Run && (k.Pending && memory.Covers(a.Value, k.Value) || a.Kind == k.Kind && slices.Contains(named, k))
		})
		if goes && !slices.Contains(some, k) && !memory.Names(t.Message, k.Value) {
			some = append(some, k)
		}
	}
	return some
}

func sayConsent(out consentOut, l lang.Language) string {
	w := &texts.In(l).Memory
	switch {
	case out.Refused != "":
		return w.Maybe
	case out.Of != "" && out.Answer == "yes":
		return fmt.Sprintf(w.AgreedOf, texts.In(l).Yours(out.Of))
	case out.Of != "":
		return fmt.Sprintf(w.RefusedOf, texts.In(l).Yours(out.Of))
	case out.Answer == "yes":
		return texts.In(l).Agreed(out.Others)
	}
	return w.Refused
}
