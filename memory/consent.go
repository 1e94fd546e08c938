package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// answered returns what the guest answers to the question whether their health
// may be remembered: yes, no, maybe, or nothing if they were not just asked; and
// whether that is all they say. Who said maybe may still say yes or no.
func (b *Book) answered(t hook.Turn) (answer string, only bool) {
	for n := len(t.History); n > 0 && t.History[n-1].Role == thread.RoleAssistant; n -= 2 {
		if asksConsent(t.History[n-1].Text) {
			return yesOrNo(t.Message)
		}
		if n < 2 || t.History[n-2].Role != thread.RoleUser {
			break
		}
		if before, _ := yesOrNo(t.History[n-2].Text); before != "maybe" {
			break
		}
	}
	return "", false
}

// ask records that the guest is asked whether their health may be remembered,
// if something that they have just said waits for the answer and they have not
// answered: once in a conversation, unless they could not decide.
func (d *draft) ask(t hook.Turn) {
	was := d.asked("health", "")
	if (was == nil || was.Value == "asked" && was.Thread != t.Thread) && slices.ContainsFunc(d.known(t.Thread, Diet, Fact), func(m Memory) bool { return m.Pending && m.Run == t.Run }) {
		if was != nil {
			d.change(event.MemoryRetired, Change{ID: was.ID, Why: "superseded"})
		}
		d.note("health", "asked", t)
	}
}

// note records what the house has asked, or what the guest answered: see Asked.
func (d *draft) note(key, value string, t hook.Turn) {
	d.save(d.fresh(Candidate{Kind: Asked, Key: key, Value: value, Subject: User, Confidence: 1}, t))
}

// consented returns what the guest said to having their health, or what is told
// of a person, remembered.
func (d *draft) consented(person string) string {
	if m := d.asked("health", person); m != nil {
		return m.Value
	}
	return ""
}

// asked returns what the guest was last asked, of themselves or of a person.
func (d *draft) asked(key, person string) (last *Memory) {
	for m := range d.each(Asked) {
		if m.Key == key && m.isOf(person) && m.Retired == "" && (last == nil || older(last, m) < 0) {
			last = m
		}
	}
	return last
}

func (s *Set) asked(key string) *Memory { return (&draft{set: s}).asked(key, "") }

// undecided records that the guest was asked and said neither yes nor no: they
// may be asked again.
func (d *draft) undecided() {
	if was := d.asked("health", ""); was != nil && was.Value == "asked" {
		d.change(event.MemoryRetired, Change{ID: was.ID, Why: "superseded"})
	}
}

// consent records a guest's answer, yes or no. With a yes what has waited for
// it is kept.
func (d *draft) consent(t hook.Turn, answer string) {
	if was := d.asked("health", ""); was != nil {
		if was.Value == answer {
			return
		}
		d.change(event.MemoryRetired, Change{ID: was.ID, Why: "superseded"})
	}
	d.note("health", answer, t)
	if answer != "yes" {
		return
	}
	for _, m := range slices.SortedFunc(maps.Values(d.set.all), older) {
		switch {
		case !m.Pending || m.Retired != "":
		case slices.ContainsFunc(d.known("", m.Kind), func(k Memory) bool {
			return k.Key == m.Key && k.Subject == m.Subject && sameValue(k.Value, m.Value)
		}): // said in two threads that waited
			d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded"})
		default:
			d.change(event.MemoryKept, Change{ID: m.ID})
		}
	}
}

// consentFor records a guest's answer, yes or no, to having what they tell of a
// person remembered. With a yes what was told of that person is kept.
func (d *draft) consentFor(t hook.Turn, person, answer string) {
	was := d.asked("health", person)
	if was != nil && was.Value != answer {
		d.change(event.MemoryRetired, Change{ID: was.ID, Why: "superseded"})
	}
	if was == nil || was.Value != answer {
		d.save(d.fresh(Candidate{Kind: Asked, Key: "health", Value: answer, Subject: Companion, Person: person, Confidence: 1}, t))
	}
	if answer != "yes" {
		return
	}
	for _, m := range slices.SortedFunc(maps.Values(d.set.all), older) {
		switch {
		case m.Kind == Asked || !m.isOf(person) || m.Session == "" || m.Retired != "":
		case slices.ContainsFunc(d.known("", m.Kind), func(k Memory) bool {
			return k.Kind == m.Kind && k.Key == m.Key && k.isOf(person) && sameValue(k.Value, m.Value)
		}): // said in two threads
			d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded"})
		default:
			d.change(event.MemoryKept, Change{ID: m.ID})
		}
	}
}

// Consent records whether the guest's health may be remembered. With a no what
// was remembered of it is forgotten.
func (b *Book) Consent(ctx context.Context, guest string, yes bool) error {
	return b.ConsentFor(ctx, hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}, "", yes)
}

// ConsentFor records, in a turn, whether what the guest tells of a person may be
// remembered beyond this conversation; with no person, whether their own health
// may. With a no what was remembered of it is forgotten. Only Guest, Thread, Run
// and Time of the turn count.
func (b *Book) ConsentFor(ctx context.Context, t hook.Turn, person string, yes bool) error {
	answer := "no"
	if yes {
		answer = "yes"
	}
	if person != "" && (!plainText(person) || scrub.Text(person) != person) {
		return fmt.Errorf("%w: the name of a person", errNotAName)
	}
	l := Lesson{Owner: t.Guest, Run: t.Run + "~consent", Thread: t.Thread}
	if person != "" {
		l.Run += "~" + mark(answer+person)
	}
	err := b.learn(ctx, l, t.Time, func(d *draft) {
		if person != "" {
			d.consentFor(t, person, answer)
		} else {
			d.consent(t, answer)
		}
	})
	if err != nil || yes {
		return err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	var gone []string
	for id, m := range s.all {
		if m.Kind != Asked && m.Session == "" && m.isOf(person) && (person != "" || m.Safety()) {
			gone = append(gone, id)
		}
	}
	return b.purge(ctx, t.Guest, gone)
}

// ConsentSome records, in a turn, that of what the guest told of their health only
// some memories may be remembered. The rest holds for its conversation, and nothing
// more is kept before the guest agrees to it.
func (b *Book) ConsentSome(ctx context.Context, t hook.Turn, some []*Memory) error {
	var ids []string
	for _, m := range some {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~consent~" + mark(strings.Join(ids, " ")), Thread: t.Thread}, t.Time, func(d *draft) {
		d.consent(t, "no")
		for _, m := range slices.SortedFunc(maps.Values(d.set.all), older) {
			switch {
			case m.Retired != "" || m.Session == "":
			case slices.Contains(ids, m.ID):
				d.change(event.MemoryKept, Change{ID: m.ID})
			case m.Pending: // a later yes is to something else
				d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded"})
				now := *m
				now.ID, now.Pending = newID(), false
				d.save(&now)
			}
		}
	})
}

var errNotAName = errors.New("this is not a name")

// yesOrNo reads an answer: yes, no, maybe, or nothing. Nobody agrees by the way:
// "isso tem glúten?" and "quero a moqueca" are no answers, and "claro que não"
// is a no.
func yesOrNo(message string) (answer string, only bool) {
	message = signs.Replace(message)
	if undecided(message) {
		return "maybe", true
	}
	first, rest := message, ""
	if i := strings.IndexAny(message, ",.;:!?\n"); i >= 0 {
		first, rest = message[:i], message[i:]
	}
	words := strings.FieldsFunc(agreeing(first), notWord)
	rest = agreeing(rest)
	only = onlyAnswers(rest)
	for i, w := range words {
		switch {
		case noes[w] && answer != "plainly":
			answer = "no"
		case plainly[w] && i == 0:
			answer = "plainly"
		case yeses[w] && answer == "" && (only || agrees[w]):
			answer = "yes"
		case !yeses[w] && !noes[w] && !fillers[w]:
			return "", false
		}
	}
	switch {
	case answer == "plainly": // "sim, não tem problema"
		answer = "yes"
	case answer == "yes" && only && slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return noes[w] }):
		answer = "no" // "tudo bem, não precisa"
	}
	return answer, answer != "" && only
}

// undecided reports a message that says neither yes nor no, and nothing else.
func undecided(message string) bool {
	folded := " " + lang.Fold(message) + " "
	rest := folded
	for _, d := range doubts {
		rest = strings.ReplaceAll(rest, " "+d+" ", "  ")
	}
	shrugs := folded == " whatever " || folded == " tanto faz " || folded == " da igual "
	return shrugs || rest != folded && onlyAnswers(rest)
}

// onlyAnswers reports whether all words of a folded text are a yes, a no or
// what goes with them.
func onlyAnswers(folded string) bool {
	return !slices.ContainsFunc(strings.FieldsFunc(folded, notWord), func(w string) bool { return !fillers[w] && !yeses[w] && !noes[w] })
}

// agreeing writes the ways to say yes that have another word in them as a yes.
func agreeing(text string) string {
	folded := " " + lang.Fold(text) + " "
	for _, way := range assents {
		folded = strings.ReplaceAll(folded, " "+way+" ", " sure ")
	}
	return folded
}

var (
	plainly = set("sim yes si yep yeah yup")
	agrees  = set("sim yes si yep yeah yup pode podem autorizo aceito concordo lembre lembra guarde guarda salve salva remember keep")
	yeses   = lists()["yeses"]
	noes    = set("nao n nn nunca no not nope nah dont never jamais negativo tampoco")
	fillers = lists()["fillers"]
	// What is drawn rather than said.
	signs = strings.NewReplacer("👍", " sim ", "👌", " sim ", "✅", " sim ", "🆗", " sim ", "👎", " não ", "❌", " não ", "🚫", " não ")
	// Some of these have a no in them.
	assents = inOrder("assents")
	doubts  = inOrder("doubts")
)
