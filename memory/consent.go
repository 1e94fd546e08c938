package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// answered returns what the guest answers to the question whether their health
// may be remembered: yes, no, maybe, or nothing if they were not just asked; and
// whether that is all they say. Who said maybe may still say yes or no.
func (s *Set) answered(t hook.Turn) (answer string, only bool) {
	if slices.ContainsFunc(clauses(t.Message), ForgetsAll) || s.hasForgotten(t) { // whatever was asked
		return "", false
	}
	for n := len(t.History); n > 0 && t.History[n-1].Role == thread.RoleAssistant; n -= 2 {
		if asksConsent(t.History[n-1].Text) {
			if onlyMine(t.Message) {
				return "yes", true
			}
			if answer, only = answerTo(t.History[n-1].Text, s.part(t.Message, "")); answer != "yes" && isElsewhere(t.Message) || answer == "yes" && agreesToWish(t.Message, only) {
				return "", false
			}
			if rest := slices.DeleteFunc(clauses(t.Message), ordersErasure); answer == "yes" && len(rest) < len(clauses(t.Message)) && readAnswer("", strings.TrimSpace(strings.Join(rest, ","))) != "yes" { // "olvida eso"
				answer = "no"
			}
			return answer, only
		}
		if n < 2 || t.History[n-2].Role != thread.RoleUser || !hasPhrase(signs.Replace(t.History[n-2].Text), doubts) {
			break
		}
		if before, _ := answerTo("", t.History[n-2].Text); before != "maybe" {
			break
		}
	}
	return "", false
}

// hasForgotten reports whether the guest orders in a turn that something is forgotten which is known, or a
// person: that is no answer to whether something may be kept.
func (s *Set) hasForgotten(t hook.Turn) bool {
	return slices.ContainsFunc(clauses(t.Message), func(c string) bool {
		object := toBeForgotten(c)
		return object != "" && slices.ContainsFunc(s.About(t.Thread, ""), func(m *Memory) bool {
			return mentionsPerson(object, m.Person) || Names(object, m.Value) || called(m.label(languageOf(t)), stemsIn(object))
		})
	})
}

// isElsewhere reports whether a message that begins with no refusal speaks of something else than what
// may be kept: it asks of a food, or puts right whose a need is.
func isElsewhere(message string) bool {
	r := understand.Read(message, understand.Before{})
	to, _ := r.Moved(message)
	said := wordsOf(message)
	return len(to) > 0 || len(said) > 0 && !noes[said[0]] && strings.Contains(message, "?") && len(understand.Foods(message)) > 0
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

// consent records a guest's answer, yes or no, to having their health remembered, or what
// they tell of a person. With a yes what has waited for it is kept.
func (d *draft) consent(t hook.Turn, person, answer string) {
	subject := User
	if person != "" {
		subject = Companion
	}
	switch was := d.asked("health", person); {
	case was != nil && was.Value == answer && person == "":
		return
	case was != nil && was.Value != answer:
		d.change(event.MemoryRetired, Change{ID: was.ID, Why: "superseded"})
		fallthrough
	case was == nil:
		d.save(d.fresh(Candidate{Kind: Asked, Key: "health", Value: answer, Subject: subject, Person: person, Confidence: 1}, t))
	}
	if answer != "yes" {
		return
	}
	for _, m := range slices.SortedFunc(maps.Values(d.set.all), older) {
		waits := m.Pending
		if person != "" {
			waits = m.Kind != Asked && m.isOf(person) && m.Session != ""
		}
		switch {
		case !waits || m.Retired != "":
		case slices.ContainsFunc(d.known("", m.Kind), func(k Memory) bool {
			return k.Kind == m.Kind && k.Key == m.Key && k.Subject == m.Subject && (person == "" || k.isOf(person)) && sameValue(k.Value, m.Value)
		}): // said in two threads that waited
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
		return fmt.Errorf("%w: the name of a person", ErrValue)
	}
	l := Lesson{Owner: t.Guest, Run: t.Run + "~consent", Thread: t.Thread}
	if person != "" {
		l.Run += "~" + mark(answer+person)
	}
	err := b.learn(ctx, l, t.Time, func(d *draft) { d.consent(t, person, answer) })
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

// ConsentSome records, in a turn, that of what the guest told of a person, or with no
// person of their own health, only some memories may be remembered. The rest holds for
// its conversation, and nothing more is kept before the guest agrees to it.
func (b *Book) ConsentSome(ctx context.Context, t hook.Turn, person string, some []*Memory) error {
	var ids []string
	for _, m := range some {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~consent~" + mark(strings.Join(ids, " ")), Thread: t.Thread}, t.Time, func(d *draft) {
		d.consent(t, person, "no")
		for _, m := range slices.SortedFunc(maps.Values(d.set.all), older) {
			switch {
			case m.Retired != "" || m.Session == "":
			case slices.Contains(ids, m.ID):
				d.change(event.MemoryKept, Change{ID: m.ID})
			case person == "" && m.Pending: // a later yes is to something else
				d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded"})
				now := *m
				now.ID, now.Pending = d.newID(), false
				d.save(&now)
			}
		}
	})
}

// answerTo reads an answer to what the house asked of keeping: yes, no, maybe, part
// (yes to one thing and no to another), or nothing; and whether that is all that is said.
// Nobody agrees by the way: "isso tem glúten?" and "quero a moqueca" are no answers. Of a
// message that goes on with something else the first clause is one, if it is nothing else:
// "pode. e qual vinho vai com isso?".
func answerTo(house, message string) (answer string, only bool) {
	message = signs.Replace(message)
	if answer = readAnswer(house, message); answer != "" || denies(message, unkeeping) {
		if denies(message, unkeeping) && answer != "part" {
			answer = "no"
		}
		return answer, !strings.Contains(agreeing(message), "?") && !goesOn(house, message) || answer == "maybe"
	}
	if first := strings.TrimSpace(firstClause().FindString(message)); first != strings.TrimSpace(message) && !strings.HasSuffix(first, "?") && hasAny(wordsOf(first), agrees) {
		if answer = readAnswer(house, first); answer == "maybe" {
			answer = ""
		}
	}
	return answer, false
}

// agreesToWish reports whether the yes of a message that says more is one to that, and none to what
// the house asked of keeping: "pode ser, quero um nhoque". It is an answer to the house if it speaks of
// keeping, or goes on with "and" ("sim, e me traz a carta"), a question ("pode. qual cerveja vai com
// isso?") or what else somebody must not have. Only says that its part about the guest is no more than a yes.
func agreesToWish(message string, only bool) bool {
	message = strings.TrimSpace(signs.Replace(message))
	first := firstClause().FindString(message)
	rest := strings.TrimLeft(message[len(first):], " .;:!\n")
	if asked := strings.Contains(rest, "?") && !strings.HasPrefix(rest, ","); asked && len(first) < len(message) || slices.ContainsFunc(clauses(message), func(c string) bool {
		return keeps(c) && (readAnswer("", strings.TrimSpace(c)) == "yes" || asksToKeep(c))
	}) {
		return false
	}
	if next := strings.Fields(strings.TrimLeft(rest, ", ")); len(next) == 0 || andWords[strings.ToLower(next[0])] {
		return false
	}
	if only && onlyAnswers(understand.Read(rest, understand.Before{Last: "consent"})) {
		return false
	}
	return len(understand.Needs(rest)) == 0
}

var andWords = set("e and y")

var firstClause = pattern.Of(`^(?i:sim|yes|sí|yep|yeah)\b|^[^,.;:!?\n]*[?]?`)

// readAnswer is what the reader takes a text for that is an answer, and names nothing. The
// house's question makes it hear a yes in much: an answer is clear, or one without it too.
func readAnswer(house, text string) string {
	if words := wordsOf(text); hasAny(words, staff) || understand.Says(text, "meal_course") && !hasAny(words, agrees) { // "let the kitchen know", "a starter, please"
		return ""
	}
	said := agreeing(text)
	r := understand.Read(said, understand.Before{Last: "consent", House: lastQuestion(house)})
	bare := understand.Read(said, understand.Before{Last: "consent"})
	yes, no := score(r, "yes"), score(r, "no")
	asked, free := strings.HasSuffix(said, "?"), understand.Read(said, understand.Before{})
	if len(free.Acts) > 0 && free.Acts[0].Score >= clear && !beside[free.Acts[0].Name] && max(yes, no) < certain {
		return "" // it would be something else, had nobody asked
	}
	switch {
	case undecided(text, r):
		return "maybe"
	case slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return !health[s.Kind] }):
		return ""
	case yes >= sure && no >= sure && len(wordsOf(said)) > 4: // in four words nobody tells two things apart
		return "part"
	case no >= sure && (!asked || no >= clear):
		return "no"
	case no > 0 || yes < sure || r.Acts[0].Name != "yes":
	case yes >= clear, score(bare, "yes") >= sure && !asked && !hasAny(wordsOf(said), noes):
		return "yes"
	}
	return ""
}

// health are kinds of what one may let the house keep, and whose it is.
var health = set("diet people name fact")

// sure and clear are scores of an act from which on it counts: if nothing speaks against
// it, and if something may.
const sure, clear = 0.5, 0.8

// score is how likely an act is meant, or 0.
func score(r understand.Reading, act string) float64 {
	if i := slices.IndexFunc(r.Acts, func(a understand.Act) bool { return a.Name == act }); i >= 0 {
		return r.Acts[i].Score
	}
	return 0
}

// lastQuestion is what the house asked last in a text: what it said before and after is
// nothing that is answered.
func lastQuestion(house string) (question string) {
	for _, s := range sentences(house) {
		if s.asked {
			question = strings.TrimSpace(s.text)
		}
	}
	return question
}

// agreeing writes ways to say yes that have a no in them, or no yes, as a yes.
func agreeing(message string) string {
	folded := spaced(message)
	for _, way := range assents {
		if before, after, ok := strings.Cut(folded, " "+way+" "); ok && !hasAny(wordsOf(before+" "+after), noes) {
			return strings.TrimSpace(before + " sim, " + after)
		}
	}
	return message
}

// undecided reports a message that says neither yes nor no, and nothing else: "depois te
// falo".
func undecided(message string, r understand.Reading) bool {
	words := len(wordsOf(message))
	for _, d := range doubts {
		if hasPhrase(message, []string{d}) {
			alone := words-len(strings.Fields(d)) < 2
			return alone || words <= 8 && len(r.Spans) == 0 && onlyAnswers(r) && max(score(r, "yes"), score(r, "no")) < clear
		}
	}
	return false
}

// goesOn reports whether a message asks for something beside its answer.
func goesOn(house, message string) bool {
	return !onlyAnswers(understand.Read(agreeing(message), understand.Before{Last: "consent", House: lastQuestion(house)}))
}

// onlyAnswers reports whether a message answers, by its acts, and asks for nothing.
func onlyAnswers(r understand.Reading) bool {
	return !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Score >= sure && !answers[a.Name] })
}

var (
	agrees  = set("sim yes si yep yeah yup pode podem puede puedes claro dale autorizo aceito concordo acepto sure nao no nope nah")
	answers = set("yes no thanks greet bye smalltalk")
	signs   = strings.NewReplacer("👍", " sim ", "👌", " sim ", "✅", " sim ", "🆗", " sim ", "👎", " não ", "❌", " não ", "🚫", " não ") // drawn rather than said
	staff   = lists()["staff"]
	assents = inLists()["assents"]
	doubts  = inLists()["doubts"]
)
