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

type consentIn struct {
	Answer string   `json:"answer" jsonschema:"yes or no"`
	Person string   `json:"person,omitempty" jsonschema:"empty: the guest"`
	Only   []string `json:"only,omitempty" jsonschema:"these alone"`
	Words  string   `json:"words,omitempty" jsonschema:"the guest's own, of this message"`
}

type consentOut struct {
	Answer  string   `json:"answer,omitempty"` // yes or no, as it is on record now
	Of      string   `json:"of,omitempty"`
	Kept    []string `json:"kept,omitempty"`
	Erased  []string `json:"erased,omitempty"`  // as the guest wants nothing else kept
	Refused string   `json:"refused,omitempty"` // why nothing was recorded
}

func (m *Memo) consentTool() (agent.Tool, error) {
	return agent.NewTool("consent", "Records a yes or no to keeping needs for next time, the guest's or another's.", m.consent, agent.Options[consentOut]{First: true, Say: sayConsent})
}

func (m *Memo) consent(ctx context.Context, in consentIn) (consentOut, error) {
	s, t := scene.From(ctx), turn(ctx)
	if t.Guest == "" || m.Book == nil {
		return consentOut{Refused: "this guest has no account: all holds for this conversation only"}, nil
	}
	yes, ok := map[string]bool{"yes": true, "sim": true, "si": true, "y": true, "true": true, "no": false, "nao": false, "n": false, "false": false}[lang.Fold(in.Answer)]
	if !ok {
		return consentOut{}, fmt.Errorf("answer is yes or no, not %q", in.Answer)
	}
	own, err := m.of(ctx, t)
	if err != nil {
		return consentOut{}, err
	}
	person := strings.Join(strings.Fields(in.Person), " ")
	if hook.SameName(person, "") {
		person = ""
	}
	if yes && person == "" && len(in.Only) > 0 {
		return m.consentSome(ctx, s, t, own, in)
	}
	before := own.About(t.Thread, "")
	for _, k := range before {
		if person != "" && hook.SameName(k.Person, person) {
			person = k.Person // as it was said before
		}
	}
	switch {
	case yes && !own.Agrees(t, person) && !(in.Words != "" && memory.Wishes(t.Message, in.Words)):
		return consentOut{Refused: refusedOf(person)}, nil
	case !yes && person == "" && !own.Refuses(t, person) && !memory.Declines(t.Message, in.Words): // it would take away what the guest let the house keep
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

// consentSome records a yes to some needs of the guest's, which they name.
func (m *Memo) consentSome(ctx context.Context, s *scene.Scene, t hook.Turn, own *memory.Set, in consentIn) (out consentOut, err error) {
	var some []*memory.Memory
	wished := in.Words != "" && memory.Wishes(t.Message, in.Words)
	for _, what := range in.Only {
		for _, k := range own.About(t.Thread, what) {
			if k.Subject == memory.User && k.Session != "" && (own.AgreesTo(t, k) || wished && memory.Names(in.Words, what)) && !slices.Contains(some, k) {
				some = append(some, k)
				out.Kept = append(out.Kept, k.Says(s.Language))
			}
		}
	}
	if len(some) == 0 {
		return consentOut{Refused: refusedOf("")}, nil
	}
	out.Answer = "yes"
	return out, m.Book.ConsentSome(ctx, t, some)
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
		return w.Agreed
	}
	return w.Refused
}
