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
	"github.com/maitre-dev/maitre/scene"
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
	all := own.About(t.Thread, "")
	in.Person = called(all, in.Person)
	in.Words = cmp.Or(in.Words, in.Answer) // a model may give them for a yes
	yes, err := saysYes(own, t, in)
	if err != nil {
		return out, err
	}
	out.Of = in.Person
	theirs := only(all, func(k *memory.Memory) bool {
		return k.Session != "" && hook.SameName(k.Person, in.Person) && (in.Person != "" || k.Subject == memory.User)
	})
	some, partly := named(own, t, in, theirs, &out)
	says := own.Consents(t, in.Person, in.Words)
	if others := slices.ContainsFunc(all, func(k *memory.Memory) bool {
		return k.Person != "" && !hook.SameName(k.Person, in.Person) && hook.Speaks(t.Message, k.Person)
	}); says == "" && in.Person != "" && !others { // they call her by a name that nobody knew before: "keep Clarinha's allergy"
		says = own.Consents(t, "", in.Words)
	}
	switch {
	case yes && partly:
		if some = agreed(own, t, in, theirs, some); len(some) == 0 {
			return consentOut{Refused: refusedOf(in.Person), Unknown: out.Unknown}, nil
		}
		out.Answer, out.Kept = "yes", listed(some, s)
		return out, m.Book.ConsentSome(ctx, t, in.Person, some)
	case yes && says != "yes":
		return consentOut{Refused: refusedOf(in.Person)}, nil
	case !yes && in.Person == "" && says != "no": // it would take away what the guest let the house keep
		return consentOut{Refused: "the guest has not refused"}, nil
	}
	if err := m.Book.ConsentFor(ctx, t, in.Person, yes); err != nil || !yes {
		out.Answer = "no"
		return out, err
	}
	if out.Answer = "yes"; in.Person == "" {
		out.Others = own.OnlyToday(t.Thread)
	}
	rest := only(all, func(k *memory.Memory) bool { // what else this conversation taught the house goes
		return memory.OnlyThat(t.Message) && k.Session == "" && k.Thread == t.Thread && !(k.Safety() && hook.SameName(k.Person, in.Person))
	})
	out.Kept = listed(only(theirs, func(k *memory.Memory) bool { return in.Person != "" || k.Pending }), s)
	out.Erased = listed(rest, s)
	return out, m.Book.ForgetSome(ctx, t, rest, "")
}

// listed says some memories in a few words each.
func listed(some []*memory.Memory, s *scene.Scene) (all []string) {
	for _, k := range some {
		all = append(all, k.Candidate().Says(s.Language))
	}
	return all
}

// called returns the name of a person as it was said before: "Nélida" is "mi hermana Nélida". The guest has none.
func called(all []*memory.Memory, person string) string {
	person = strings.Join(strings.Fields(person), " ")
	if hook.SameName(person, "") {
		return ""
	}
	for _, k := range all {
		if k.Person != "" && len(hook.Among([]hook.Person{{Name: k.Person}}, person)) > 0 {
			return k.Person
		}
	}
	return person
}

// saysYes reports whether an answer is a yes: it says yes or no, or has the guest's words.
func saysYes(own *memory.Set, t hook.Turn, in consentIn) (bool, error) {
	yes, ok := map[string]bool{"y": true, "yes": true, "true": true, "sim": true, "si": true, "n": false, "no": false, "false": false, "nao": false}[lang.Fold(in.Answer)]
	said := own.Consents(t, in.Person, in.Answer)
	switch {
	case ok:
		return yes || in.Person == "" && memory.OnlyMine(t.Message), nil // which a reader may take for a no
	case said == "yes" || said == "no":
		return said == "yes" || len(in.Only) > 0, nil // "keep the onion, not the pork"
	}
	return false, fmt.Errorf("%q is neither a yes nor a no to keeping: want answer yes or no, or the guest's words that say so", in.Answer)
}

// refusedOf says why nothing is kept, and who asks: the house of the guest's own health,
// whoever answers of others.
func refusedOf(person string) string {
	if person == "" {
		return "no words of the guest's in this message agree; the house asks by itself"
	}
	return "no words of the guest's in this message agree: ask once whether it may be kept of " + person
}

// named returns the notes of a person that alone are to be kept, by what a model names or by the words of the guest, and
// whether it is not simply all of them.
func named(own *memory.Set, t hook.Turn, in consentIn, theirs []*memory.Memory, out *consentOut) (some []*memory.Memory, partly bool) {
	for _, what := range in.Only {
		told := own.About(t.Thread, what)
		if len(told) == 0 {
			out.Unknown = append(out.Unknown, what)
		}
		some = append(some, only(told, func(k *memory.Memory) bool { return slices.Contains(theirs, k) && !slices.Contains(some, k) })...)
	}
	switch pending := slices.ContainsFunc(theirs, func(k *memory.Memory) bool { return k.Pending }); {
	case len(in.Only) > 0:
		return some, true
	case in.Person == "" && !pending: // "I don't drink" was taken for today, and is to be kept
		some = only(theirs, (*memory.Memory).Safety)
		return some, len(some) > 0
	case in.Person != "" && memory.SpeaksOfNeeds(in.Words): // "lembra da alergia dela" keeps no age
		return only(theirs, func(k *memory.Memory) bool { return k.Kind == memory.Diet }), true
	}
	return nil, false
}

// agreed returns the notes that the guest agrees to have kept of some that are named: a yes to one is none to another.
func agreed(own *memory.Set, t hook.Turn, in consentIn, theirs, named []*memory.Memory) []*memory.Memory {
	wished, before := own.Consents(t, in.Person, in.Words) == "yes", own.Health(in.Person) == "yes"
	text := t.Message
	if strings.Contains(text, in.Words) {
		text = in.Words
	}
	spoken := func(k *memory.Memory) bool { return memory.Names(text, k.Value) }
	of := slices.ContainsFunc(theirs, spoken) // the words say of what they are
	return only(named, func(k *memory.Memory) bool {
		said := own.ConsentsTo(t, k)
		return said == "yes" || said == "" && (wished && (spoken(k) || !of) || before && memory.Names(t.Message, k.Value))
	})
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
