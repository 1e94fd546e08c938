package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
)

// ForgetAll forgets for good all memories of a guest, also that they were asked
// something, and returns how many they were. Their conversations stay, but what
// they said there until now counts no more: from those, nothing is learnt again.
func (b *Book) ForgetAll(ctx context.Context, guest string) (int, error) {
	t := hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}
	return b.forgetAll(ctx, t)
}

func (b *Book) forgetAll(ctx context.Context, t hook.Turn) (n int, err error) {
	// The mark comes first: with it alone nothing is lost, without it what is
	// forgotten could be learnt anew.
	err = b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~forget"}, t.Time, func(d *draft) {
		d.note(forgotten, "yes", t)
	})
	if err != nil {
		return 0, err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return 0, err
	}
	mark := s.asked(forgotten)
	var gone []string
	for id, m := range s.all {
		if m != mark {
			gone = append(gone, id)
		}
		if m.Kind != Asked {
			n++
		}
	}
	return n, b.purge(ctx, t.Guest, gone)
}

// forgotten is the key of the mark that all was forgotten.
const forgotten = "forgotten"

// since returns when the guest last had all forgotten, or the zero time.
func (s *Set) since() time.Time {
	if m := s.asked(forgotten); m != nil {
		return m.Since
	}
	return time.Time{}
}

// counted returns what was said since the guest last had all forgotten.
func (s *Set) counted(history []thread.Message) []thread.Message {
	since := s.since()
	i := slices.IndexFunc(history, func(m thread.Message) bool { return !m.Time.Before(since) })
	if i < 0 {
		return nil
	}
	return history[i:]
}

// ForgetSome forgets for good, in a turn, memories of the guest's: also of a
// person, if there is one, that the guest was asked whether they may be kept.
// What was said of it until now, and is still in conversations, is not learnt
// again: of what was forgotten a hash is kept to know it by.
func (b *Book) ForgetSome(ctx context.Context, t hook.Turn, some []*Memory, person string) error {
	if len(some) == 0 {
		return nil
	}
	ids := make([]string, len(some))
	for i, m := range some {
		ids[i] = m.ID
	}
	slices.Sort(ids)
	err := b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~forget~" + mark(strings.Join(ids, " ")), Thread: t.Thread}, t.Time, func(d *draft) {
		for _, m := range some {
			d.note(partly, forgottenMark(t.Guest, m.Subject, m.Value), t)
		}
	})
	if err != nil {
		return err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	for id, m := range s.all { // and what was said of it before it was put right
		if m.Retired != "" && !slices.Contains(ids, id) && slices.ContainsFunc(some, func(k *Memory) bool {
			one := m.Kind == k.Kind && m.Key == k.Key && single(Candidate{Kind: k.Kind, Key: k.Key, Subject: k.Subject})
			return m.Kind != Asked && hook.SameName(m.Person, k.Person) && (one || sameValue(k.Value, m.Value))
		}) {
			ids = append(ids, id)
		}
	}
	return b.purge(ctx, t.Guest, append(ids, s.answers(person)...))
}

// Unhear forgets what was said in a turn and is not noted yet: nobody notes it after.
func (b *Book) Unhear(ctx context.Context, t hook.Turn, some []Candidate) error {
	if len(some) == 0 || t.Guest == "" {
		return nil
	}
	var what []string
	for _, c := range some {
		what = append(what, forgottenMark(t.Guest, c.Subject, c.Value))
	}
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~unhear~" + mark(strings.Join(what, " ")), Thread: t.Thread}, t.Time, func(d *draft) {
		for _, w := range what {
			d.note(partly, w, t)
		}
	})
}

// wipe forgets for good what was taken back in a turn, if that is what the guest asks for:
// "esqueça o polvo" leaves nothing to read, "não gosto mais de polvo" leaves that they did.
func (b *Book) wipe(ctx context.Context, t hook.Turn, own *Set) error {
	var gone []*Memory
	for _, m := range own.all {
		if m.Again == t.Run && m.Retired == "retracted" && Forgets(t.Message, m.Value) {
			gone = append(gone, m)
		}
	}
	return b.ForgetSome(ctx, t, gone, "")
}

// ForgetsAll reports whether the guest asks in a sentence of a message to have all
// forgotten that is known of them: "wipe everything you noted and show me". Of a time, of a
// subject, or beside a no, it is not all.
func ForgetsAll(message string) bool {
	return slices.ContainsFunc(sentences(message), func(s sentence) bool {
		words := wordsOf(s.text)
		verb := slices.IndexFunc(words, func(w string) bool { return isOf(toForget, w) })
		words = words[max(0, verb):] // "estuvo todo rico, borra todo"
		all := slices.IndexFunc(words, func(w string) bool { return everything[w] })
		return all >= 0 && Forgets(s.text, "") && !hasAny(words[:all], ofWhat) && !hasAny(words, ofATime) && !hasAny(words, excepting) && !ofSomething(words[all+1:]) && !namesSomething(s.text)
	})
}

// namesSomething reports whether the reader finds in a text what one may know of somebody.
func namesSomething(text string) bool {
	return slices.ContainsFunc(understand.Read(text, understand.Before{}).Spans, func(s understand.Span) bool {
		return s.Kind == "name" || s.Kind == "place" || s.Kind == "food" || s.Kind == "drink" || s.Kind == "diet"
	})
}

// ofSomething reports whether words say what something is about, which is neither the
// guest nor the conversation: "sobre a praia".
func ofSomething(words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool { return ofWhat[w] })
	if at < 0 {
		return false
	}
	for _, w := range words[at+1:] {
		if !pointing[w] {
			return !oneself[w] && !everything[w] && !theTalk[w]
		}
	}
	return false
}

// ForgetsBut reports whether the guest asks in a message to have all forgotten that
// is known of them but for something: "esqueça tudo, menos meu nome".
func ForgetsBut(message string) bool {
	words := wordsOf(message)
	rest := hasAny(words, remaining)
	return (rest || hasAny(words, everything)) && (rest || hasAny(words, excepting)) && Forgets(message, "") && !strings.HasSuffix(strings.TrimSpace(message), "?")
}

// Forgets reports whether the guest asks in a message to have something forgotten, or a
// value: the reader hears so, or that they take the value back, or there is a verb of
// forgetting with no "no" before it.
func Forgets(message, value string) bool {
	verb := false
	r := understand.Read(message, understand.Before{})
	another := len(r.Acts) > 0 && r.Acts[0].Score >= clear && !beside[r.Acts[0].Name] // "a drink that wipes out this heat"
	for _, c := range clauses(message) {
		object := toBeForgotten(c)
		if named := value != "" && Names(object, value); named && (!another || !Edible(value)) { // "forget the nuts, bring me olives" takes back a wish
			return true
		}
		words := wordsOf(c)
		if at := slices.IndexFunc(words, func(w string) bool { return isOf(toForget, w) }); at >= 0 {
			if hasAny(words[max(0, at-3):at], noes) {
				return false // "don't forget that"
			}
			verb = true
		}
	}
	if score(r, "forget") >= sure || score(understand.Read(message, understand.Before{Last: "memory"}), "forget") >= clear {
		return true
	}
	return verb && !another || value != "" && slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Drop && Names(s.Text, value) })
}

// toBeForgotten returns the words after a verb of forgetting that a clause begins with, or nearly so:
// "então apaga o que falei do amendoim". A question asks for it only as a request.
func toBeForgotten(clause string) string {
	words := wordsOf(clause)
	if !ordersErasure(clause) {
		return ""
	}
	return strings.Join(words[slices.IndexFunc(words, func(w string) bool { return isOf(toForget, w) })+1:], " ")
}

// ordersErasure reports whether a clause begins with a verb of forgetting, or nearly so.
func ordersErasure(clause string) bool {
	words := wordsOf(clause)
	at := slices.IndexFunc(words, func(w string) bool { return isOf(toForget, w) })
	return at >= 0 && at <= 5 && !hasAny(words[:at], noes) && (!strings.Contains(clause, "?") || requests(clause))
}

// mentionsPerson reports whether a text speaks of a person, in full or by a part of the name: "Ana" of
// "minha amiga Ana".
func mentionsPerson(text, person string) bool {
	return person != "" && (hook.Speaks(text, person) || slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		return len(hook.Among([]hook.Person{{Name: person}}, w)) == 1
	}))
}

// ForgetsPerson reports whether the guest orders in a message, whatever else they ask for,
// that somebody whom they name is forgotten or not kept: "esquece meu sobrinho e me traz a
// conta", "I don't want my nephew on record".
func ForgetsPerson(message, person string) bool {
	for _, s := range sentences(message) {
		words := wordsOf(s.text)
		at := slices.IndexFunc(words, func(w string) bool { return isOf(toForget, w) })
		kept := at < 0 && (unkept(s.text) || hasAny(words, noes) && keeps(s.text) && !asksToKeep(s.text))
		verb := at >= 0 && !hasAny(words[max(0, at-3):at], noes) // not "don't forget my nephew"
		if mentionsPerson(s.text, person) && (!s.asked || requests(s.text)) && (kept || verb) {
			return true
		}
	}
	return false
}

// onlyForgets reports whether a message asks, beyond doubt, to have all forgotten that is
// known of the guest, and for nothing else: there is no way back.
func onlyForgets(message string) bool {
	if !ForgetsAll(message) {
		return false
	}
	words := wordsOf(message)
	another := slices.ContainsFunc(understand.Read(message, understand.Before{}).Acts, func(a understand.Act) bool {
		return a.Score >= sure && a.Name != "forget" && !beside[a.Name]
	})
	return !another && !hasAny(words, theTalk) && len(sentences(message)) == 1 && (len(words) <= 2 || hasAny(words, oneself) || hasAny(words, mine) || hasAny(words, pointing))
}

var (
	toForget   = lists()["toForget"]
	everything = set("tudo todo todos todas everything all dados data datos informacoes informacion memorias lembrancas memories memory memoria recuerdos")
	ofATime    = set("semana semanas mes meses ontem anteontem week weeks month months yesterday last ayer anteayer pasada pasado passada passado")
	beside     = set("forget recall tell yes no thanks greet bye help outside")
	ownName    = set("nome name nombre") // who names it means all that is known, and no order: "esquece tudo, meu nome também"
	remaining  = set("resto restante rest demas")
	excepting  = set("menos exceto excepto salvo fora tirando except but besides apart aparte so solo only apenas somente")
	pointing   = set("a o as os la el los las the my your our minha meu mi nossa nuestra esta essa este esse this that")
	oneself    = set("meus mis my mim mi me eu yo i voce vc usted ti you que oq what lo")
	ofWhat     = set("de da do das dos del about of on sobre dessa desta desse deste nessa nesta regarding acerca")
	theTalk    = set("conversa conversation conversacion charla papo chat talk hoje hoy today noite noche night tonight aqui ca here nos us nosotros gente ficha cadastro file record records sistema system historico history saude health salud mesa table perfil profile")
)

// partly is the key of the mark that something was forgotten.
const partly = "partly"

// forgottenMark stands for a value that was forgotten.
func forgottenMark(guest, subject, value string) string {
	value = stems(lang.Fold(value))
	if key, ok := things()[value]; ok {
		value = key
	}
	return mark(guest + "\n" + subject + "\n" + value)
}

// aMoment is how much later than its turn a message may be dated that asked to forget.
const aMoment = 30 * time.Second

// forgot reports whether what a candidate says was forgotten after it was said, or by the
// message that says it.
func (s *Set) forgot(guest string, c Candidate, said time.Time) bool {
	return slices.ContainsFunc(s.kinds[Asked], func(m *Memory) bool {
		return m.Key == partly && said.Before(m.Since.Add(aMoment)) && m.Value == forgottenMark(guest, c.Subject, c.Value)
	})
}

// forgotIn reports whether what a candidate says was forgotten in a turn.
func (s *Set) forgotIn(t hook.Turn, c Candidate) bool {
	return slices.ContainsFunc(s.kinds[Asked], func(m *Memory) bool {
		return m.Key == partly && m.Run == t.Run && m.Value == forgottenMark(t.Guest, c.Subject, c.Value)
	})
}
