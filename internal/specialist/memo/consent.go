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

type consentIn struct {
	Answer string   `json:"answer"`
	Person string   `json:"person,omitempty"`
	Only   []string `json:"only,omitempty"`
	Words  string   `json:"words,omitempty"` // the guest's own; a model need not say which
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
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "words")
			s.AdditionalProperties = nil
		},
	})
}

func (m *Memo) consent(ctx context.Context, in consentIn) (consentOut, error) {
	s, t := scene.From(ctx), turn(ctx)
	if t.Guest == "" || m.Book == nil {
		return consentOut{Refused: "this guest has no account: all holds for this conversation only"}, nil
	}
	own, err := m.of(ctx, t)
	if err != nil {
		return consentOut{}, err
	}
	yes, ok := map[string]bool{"y": true, "true": true, "n": false, "false": false}[lang.Fold(in.Answer)]
	if !ok {
		answer := memory.Answer(in.Answer)
		some := len(in.Only) > 0 // "keep the gluten, not my age" is a yes to some
		if answer != "yes" && (answer == "" || some) && own.MayKeep(t, in.Person, in.Words) {
			answer = "yes"
		}
		if answer == "" {
			return consentOut{}, fmt.Errorf("%q is neither a yes nor a no to keeping: want answer yes or no, or the guest's words that say so", in.Answer)
		}
		yes = answer == "yes"
	}
	person := strings.Join(strings.Fields(in.Person), " ")
	if hook.SameName(person, "") {
		person = ""
	}
	before := own.About(t.Thread, "")
	if yes && person == "" && len(in.Only) == 0 && !slices.ContainsFunc(before, func(k *memory.Memory) bool { return k.Pending }) {
		for _, k := range before { // "I don't drink" was taken for today, and is to be kept
			if k.Subject == memory.User && k.Session != "" && k.Safety() {
				in.Only = append(in.Only, k.Value)
			}
		}
	}
	for _, k := range before {
		if person != "" && hook.SameName(k.Person, person) {
			person = k.Person // as it was said before
		}
	}
	if yes && len(in.Only) > 0 {
		return m.consentSome(ctx, s, t, own, person, in)
	}
	switch {
	case yes && !own.MayKeep(t, person, in.Words):
		return consentOut{Refused: refusedOf(person)}, nil
	case !yes && person == "" && !own.Refuses(t, person, in.Words): // it would take away what the guest let the house keep
		return consentOut{Refused: "the guest has not refused"}, nil
	}
	if err := m.Book.ConsentFor(ctx, t, person, yes); err != nil {
		return consentOut{}, err
	}
	out := consentOut{Answer: "no", Of: person}
	if !yes {
		return out, nil
	}
	out.Answer = "yes"
	if person == "" {
		out.Others = own.OnlyToday(t.Thread)
	}
	if memory.OnlyThat(t.Message) { // what else this conversation taught the house goes
		rest := slices.DeleteFunc(slices.Clone(before), func(k *memory.Memory) bool {
			return k.Session != "" || k.Thread != t.Thread || k.Safety() && hook.SameName(k.Person, person)
		})
		if err := m.Book.ForgetSome(ctx, t, rest, ""); err != nil {
			return consentOut{}, err
		}
		for _, k := range rest {
			out.Erased = append(out.Erased, k.Says(s.Language))
		}
	}
	for _, k := range before {
		if k.Session != "" && hook.SameName(k.Person, person) && (person != "" || k.Pending) && k.Kind != memory.Asked {
			out.Kept = append(out.Kept, k.Says(s.Language))
		}
	}
	return out, nil
}

// refusedOf says why nothing is kept, and who asks: the house of the guest's own health,
// whoever answers of others.
func refusedOf(person string) string {
	if person == "" {
		return "no words of the guest's in this message agree; the house asks by itself"
	}
	return "no words of the guest's in this message agree: ask once whether it may be kept of " + person
}

// consentSome records a yes to some of what was told of a person, or of the guest, which
// they name.
func (m *Memo) consentSome(ctx context.Context, s *scene.Scene, t hook.Turn, own *memory.Set, person string, in consentIn) (out consentOut, err error) {
	out.Of = person
	var some []*memory.Memory
	theirs := func(k *memory.Memory) bool {
		return person == "" && k.Subject == memory.User || person != "" && hook.SameName(k.Person, person)
	}
	wished, before := own.MayKeep(t, person, in.Words), own.Health(person) == "yes"
	other := slices.ContainsFunc(own.About(t.Thread, ""), func(k *memory.Memory) bool { // that the words are of
		return theirs(k) && k.Session != "" && memory.Names(in.Words, k.Value)
	})
	var named []*memory.Memory
	for _, what := range in.Only {
		told := own.About(t.Thread, what)
		if len(told) == 0 {
			out.Unknown = append(out.Unknown, what)
		}
		for _, k := range told {
			if !theirs(k) || k.Session == "" || slices.Contains(named, k) {
				continue
			}
			named = append(named, k)
			if own.AgreesTo(t, k) || (wished && (!other || memory.Names(in.Words, what)) || before && memory.Names(t.Message, what)) && !k.DeniedIn(t.Message) {
				some = append(some, k)
			}
		}
	}
	if len(some) == 0 {
		return consentOut{Refused: refusedOf(person), Unknown: out.Unknown}, nil
	}
	agreed := slices.Clone(some)
	for _, k := range named { // "the cheese one may stay" is of the cream too that was told with it
		beside := slices.ContainsFunc(agreed, func(a *memory.Memory) bool { return a.Run == k.Run && a.Kind == k.Kind })
		if beside && !slices.Contains(some, k) && !memory.Names(t.Message, k.Value) {
			some = append(some, k)
		}
	}
	for _, k := range some {
		out.Kept = append(out.Kept, k.Says(s.Language))
	}
	for _, k := range own.About(t.Thread, "") { // who has milk kept has cheese kept, told beside it
		covered := slices.ContainsFunc(some, func(x *memory.Memory) bool { return x.Run == k.Run && memory.Covers(x.Value, k.Value) })
		if k.Pending && covered && !slices.Contains(some, k) && !memory.Names(t.Message, k.Value) {
			some = append(some, k)
			out.Kept = append(out.Kept, k.Says(s.Language))
		}
	}
	out.Answer = "yes"
	return out, m.Book.ConsentSome(ctx, t, person, some)
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
