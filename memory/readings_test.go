package memory_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// questions are what testdata/readings.tsv answers of messages.
var questions = map[string]func(t *testing.T, message, about string) string{
	"detect":    func(_ *testing.T, message, _ string) string { return strings.Join(detected(message), "; ") },
	"companion": isACompanions,
	"doubt":     doubt,
	"propose":   proposes,
	"whose": func(_ *testing.T, message, _ string) string {
		var all []string
		for _, c := range sure(memory.Detect([]string{message})) {
			if c.Kind == memory.Diet {
				all = append(all, c.Value+": "+c.Person)
			}
		}
		return strings.Join(all, ",")
	},
	"notes": func(t *testing.T, message, answer string) string {
		noted, _, _ := strings.Cut(open(t).answers("ana", "t1", message, hook.Response{Text: answer, Specialist: "menu"}).more, "\n")
		if strings.Contains(noted, "?") || strings.HasSuffix(noted, "only.") { // it asks whether it may keep that
			return ""
		}
		return noted
	},
	"lifts": func(_ *testing.T, message, value string) string {
		said := []thread.Message{{Role: thread.RoleUser, Text: "sou intolerante à lactose e tenho alergia a mexilhão"}}
		return yes(memory.TakenBack(hook.Turn{Message: message, History: said}, value))
	},
	"found": func(_ *testing.T, message, _ string) string { return fmt.Sprint(len(memory.Detect([]string{message}))) },
	"name": func(_ *testing.T, message, _ string) (name string) {
		for _, c := range memory.Detect([]string{message}) {
			if c.Kind == memory.Fact && c.Key == "name" {
				name = c.Value
			}
		}
		return name
	},
	"slip":        slip,
	"forgets":     func(_ *testing.T, message, value string) string { return yes(memory.Forgets(message, value)) },
	"forgets all": func(_ *testing.T, message, _ string) string { return yes(memory.ForgetsAll(message)) },
	"keeping": func(_ *testing.T, message, person string) string {
		return memory.Keeping(message, person, []string{"amendoim"})
	},
	"wishes": func(_ *testing.T, message, words string) string {
		answer := new(memory.Set).Consents(hook.Turn{Message: message}, "", words)
		return map[string]string{"yes": "wishes", "no": "declines"}[answer]
	},
	"only that": func(_ *testing.T, message, _ string) string { return yes(memory.OnlyThat(message)) },
	"refuses": func(_ *testing.T, message, _ string) string {
		return yes(new(memory.Set).Consents(hook.Turn{Message: message}, "", "") == "no")
	},
	"answers": func(_ *testing.T, message, house string) string {
		return new(memory.Set).Consents(answering(house, message), "", "")
	},
	"answers for": func(_ *testing.T, message, house string) string {
		var all []string
		for name, person := range map[string]string{"guest": "", "Rita": "Rita"} {
			if new(memory.Set).Consents(answering(house, message), person, "") == "yes" {
				all = append(all, name)
			}
		}
		slices.SortFunc(all, func(a, b string) int { return strings.Compare(b, a) })
		return strings.Join(all, " and ")
	},
	"binds":      binds,
	"takes back": takesBack,
	"understood": understood,
	"knows": func(t *testing.T, message, _ string) string {
		h := open(t)
		if s := h.says("ana", "t1", message); strings.Contains(s.more, "Entendi") {
			t.Errorf("to %q the house says %q", message, s.more)
		}
		c := h.before("ana", "t1", "o que sugerem?")
		return strings.Join(c.Allergies, "; ") + map[bool]string{true: ", to be asked about"}[c.Unknown]
	},
	"consents": func(t *testing.T, message, told string) string {
		h := open(t)
		h.says("ana", "t1", told)
		h.says("ana", "t1", message)
		return h.of("ana").Health("")
	},
	"health": health,
	"forgets me": func(t *testing.T, message, _ string) string {
		h := open(t)
		h.says("ana", "t1", "adoro polvo")
		h.says("bia", "t9", "adoro tainha")
		reply, _, _ := strings.Cut(h.says("ana", "t1", message).known.Reply, " ")
		if h.knows("bia", "", "preference food tainha"); len(h.of("ana").About("t1", "")) > 0 {
			return "not"
		}
		if again := h.export("ana", "pt").Markdown; !strings.Contains(again, "não guardei nada") {
			t.Errorf("after %q the house still says %q", message, again)
		}
		return reply
	},
}

func TestReadings(t *testing.T) {
	file := must.Get(os.ReadFile("testdata/readings.tsv"))(t)
	asked := map[string]bool{}
	for line := range strings.Lines(string(file)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) < 4 {
			continue // a remark
		}
		question, message, about, want := row[0], row[1], row[2], row[3]
		asked[question] = true
		t.Run(question, func(t *testing.T) {
			if got := questions[question](t, message, about); got != want {
				t.Errorf("%s %q: got %q, want %q (%s)", about, message, got, want, strings.Join(row[4:], ""))
			}
		})
	}
	for question := range questions {
		if !asked[question] {
			t.Errorf("nothing is read for %q", question)
		}
	}
}

func yes(is bool) string { return map[bool]string{true: "yes", false: "no"}[is] }

// answering is a turn in which a guest answers the house.
func answering(house, message string) hook.Turn {
	return hook.Turn{Guest: "ana", Thread: "t1", Message: message, History: []thread.Message{{Role: thread.RoleUser, Text: "oi"}, {Role: thread.RoleAssistant, Text: house}}}
}

// isACompanions says whether something is told, and nothing of it of the guest.
func isACompanions(_ *testing.T, message, _ string) string {
	got := sure(memory.Detect([]string{message}))
	guests := func(c memory.Candidate) bool { return c.Subject != memory.Companion && c.Kind != memory.PartySize }
	return yes(len(got) > 0 && !slices.ContainsFunc(got, guests))
}

// proposes is what a telling proposes: "diet of Ana always".
func proposes(_ *testing.T, what, about string) string {
	about, always := strings.CutSuffix(about, " always")
	kind, person, _ := strings.Cut(about, " of ")
	found, _ := memory.Propose(memory.Telling{Kind: kind, What: what, Person: person, Always: always})
	var all []string
	for _, c := range found {
		text := strings.Join([]string{string(c.Kind), c.Key, c.Value, c.Scope}, " ")
		if c.Subject == memory.Companion {
			text += " of " + cmp.Or(c.Person, "a companion")
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// doubt is what somebody may not have, and how sure that is.
func doubt(_ *testing.T, message, _ string) (value string) {
	for _, c := range memory.Detect([]string{message}) {
		if c.Kind == memory.Diet {
			value = fmt.Sprint(c.Value, " ", c.Confidence)
		}
	}
	return value
}

// slip is what somebody may not have, read 200 times.
func slip(t *testing.T, message, _ string) (first string) {
	for n := range 200 {
		var got []string
		for _, c := range memory.Detect([]string{message}) {
			if c.Kind == memory.Diet && !c.Retract && c.Confidence >= memory.ToWriteEnd {
				got = append(got, c.Key+" "+c.Value)
			}
		}
		if now := strings.Join(got, ", "); n == 0 {
			first = now
		} else if now != first {
			t.Fatalf("%q is first %q, then %q", message, first, now)
		}
	}
	return first
}

// binds is what a guest must not be served who told of an allergy and then says
// something: at once, afterwards and later on.
func binds(t *testing.T, message, told string) string {
	h := open(t)
	h.says("ana", "t1", told)
	now := h.before("ana", "t1", message).Allergies
	h.says("ana", "t1", message)
	then := h.before("ana", "t1", "o que sugerem?").Allergies
	h.says("ana", "t1", "obrigado")
	later := slices.Sorted(slices.Values(h.before("ana", "t1", "e de sobremesa?").Allergies))
	for _, other := range [][]string{now, then} {
		if slices.Sort(other); !slices.Equal(other, later) {
			t.Errorf("%q binds to %q, later to %q", message, other, later)
		}
	}
	return strings.Join(later, "; ")
}

// takesBack is what still binds a guest who told of shrimp in any language.
func takesBack(t *testing.T, message, _ string) (left string) {
	for _, told := range []string{"sou alérgica a camarão", "I'm allergic to shrimp", "soy alérgica a los camarones"} {
		h := open(t)
		h.says("ana", "t1", told)
		left += strings.Join(h.says("ana", "t1", message).known.Constraints.Allergies, "; ")
		h.knows("ana", "t1")
	}
	return left
}

// understood is what binds a guest who has misspelt it, which they are told, and
// which they can take back by its name.
func understood(t *testing.T, message, _ string) string {
	h := open(t)
	more := h.says("ana", "t1", message).more
	c := h.before("ana", "t1", "o que sugerem?")
	right := strings.Join(c.Allergies, "; ")
	if !strings.Contains(more, right+"; ") || c.Unknown {
		t.Errorf("to %q the house does not say that it understood %s: %q", message, right, more)
	}
	h.says("ana", "t1", "não sou mais alérgico a "+right)
	bound(t, h.before("ana", "t1", "o que sugerem?"))
	return right
}

// health is what becomes of an allergy that was told and then, asked whether it may
// be kept, answered with a message. The guest is told of it, and not asked again.
func health(t *testing.T, message, told string) string {
	h := open(t)
	s := h.says("ana", "t1", told)
	if !strings.HasPrefix(s.more, "Anotado: você, sem camarão.\nPosso guardar") {
		t.Fatalf("after an allergy the house says %q", s.more)
	}
	h.knows("ana", "t1", "diet allergy camarão, for now")
	h.knows("ana", "t2")
	s = h.says("ana", "t1", message)
	became := "for now"
	if len(h.of("ana").About("t2", "")) > 0 {
		became = "kept"
		h.knows("ana", "t2", "diet allergy camarão")
	}
	if strings.Contains(s.more, "vou lembrar") || strings.Contains(s.more, "I will remember") {
		became += ", told"
	}
	if s := h.says("ana", "t1", "também sou alérgica a lula"); s.more != "Anotado: você, sem lula." {
		t.Errorf("the guest is asked again: %q", s.more)
	}
	h.ends("ana", "t1")
	if strings.HasPrefix(became, "kept") {
		h.knows("ana", "t1", "diet allergy camarão", "diet allergy lula")
	} else {
		h.knows("ana", "t1")
	}
	return became
}

// A yes to the house is the guest's own, be it with the house's verb.
func TestWhatSomebodyElseKeepsIsNoYes(t *testing.T) {
	const house = "May I remember what you told me about your diet and health for next time? Until then it counts for this conversation only."
	for said, want := range map[string]string{"He tries to keep sugar to a minimum": "", "Yes, keep it please": "yes", "keep it, he can't remember it himself": "yes", "no, don't keep it": "no", "sure, remember it": "yes"} {
		if got := new(memory.Set).Consents(answering(house, said), "", ""); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
