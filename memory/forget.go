package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
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
			if m.Safety() {
				d.note(partly, forgottenMark(t.Guest, m.Subject, m.Value), t)
			}
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
			same := m.Kind == k.Kind && m.Key == k.Key || Names(k.Value, m.Value) || Names(m.Value, k.Value)
			return m.Kind != Asked && hook.SameName(m.Person, k.Person) && same
		}) {
			ids = append(ids, id)
		}
	}
	return b.purge(ctx, t.Guest, append(ids, s.answers(person)...))
}

// ForgetsAll reports whether the guest asks in a message to have all forgotten
// that is known of them.
func ForgetsAll(message string) bool {
	words := slices.DeleteFunc(strings.FieldsFunc(lang.Fold(message), notWord), func(w string) bool { return emphases[w] })
	return forgetsAll(strings.Join(words, " "))
}

// ForgetsMost reports whether the guest asks in a sentence of a message to have all
// forgotten, in whatever words, as who listens to them has understood: "wipe everything
// you noted and show me". Of a time, or beside a no, it is not all.
func ForgetsMost(message string) bool {
	return slices.ContainsFunc(sentences(shortNot.Replace(message)), func(s sentence) bool {
		var verb, all bool
		words := strings.FieldsFunc(agreeing(s.text), notWord)
		for i, w := range words {
			if noes[w] && !verb || ofATime[w] || excepting[w] || verb && all && ofSomething(words[i:]) {
				return false
			}
			verb, all = verb || toForget[w], all || everything[w]
		}
		return verb && all
	})
}

// ofSomething reports whether words begin with what something is about, which is neither the
// guest nor the conversation: "sobre a praia".
func ofSomething(words []string) bool {
	if !ofWhat[words[0]] {
		return false
	}
	for _, w := range words[1:] {
		if !pointing[w] {
			return !aboutMe[w] && !everything[w] && !theTalk[w]
		}
	}
	return false
}

var (
	pointing = set("a o as os la el los las the my your our minha meu mi nossa nuestra esta essa este esse this that")
	ofWhat   = set("de da do das dos del about of on sobre dessa desta desse deste nessa nesta regarding acerca")
	theTalk  = set("conversa conversation conversacion charla papo chat talk hoje hoy today noite noche night tonight aqui ca here nos us nosotros gente ficha cadastro file record records sistema system historico history saude health salud mesa table")
)

// ofATime are words for a part of what was told: "last week".
var ofATime = set("semana semanas mes meses ontem anteontem week weeks month months yesterday last ayer anteayer pasada pasado passada passado")

// ForgetsBut reports whether the guest asks in a message to have all forgotten that
// is known of them but for something: "esqueça tudo, menos meu nome".
func ForgetsBut(message string) bool {
	var verb, all, but bool
	for _, w := range strings.FieldsFunc(lang.Fold(message), notWord) {
		verb, all, but = verb || toForget[w], all || everything[w] || remaining[w], but || remaining[w] || excepting[w]
	}
	return verb && all && but && !strings.HasSuffix(strings.TrimSpace(message), "?")
}

var (
	remaining = set("resto restante rest demas")
	excepting = set("menos exceto excepto salvo fora tirando except but besides apart aparte so solo only apenas somente")
)

// emphases are words that make a wish stronger, or more polite, and not another.
var emphases = lists()["emphases"]

// Forgets reports whether the guest asks in a message to have a value forgotten.
// "Tira" and "ignore" are said of much else: their sentence must name the value.
func Forgets(message, value string) bool {
	some := func(text string, list map[string]bool) bool {
		return slices.ContainsFunc(strings.FieldsFunc(lang.Fold(text), notWord), func(w string) bool { return list[w] })
	}
	return some(message, toForget) || value != "" && slices.ContainsFunc(sentences(message), func(s sentence) bool {
		return some(s.text, unnoted) && Names(s.text, value)
	})
}

var unnoted = set("tira tire tirar risca risque riscar desconsidere desconsidera desconsiderar ignore ignora ignorar scratch drop disregard quita quite quitar saca saque sacar")

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

// forgot reports whether what a candidate says was forgotten after it was said.
func (s *Set) forgot(guest string, c Candidate, said time.Time) bool {
	return slices.ContainsFunc(s.kinds[Asked], func(m *Memory) bool {
		return m.Key == partly && said.Before(m.Since) && m.Value == forgottenMark(guest, c.Subject, c.Value)
	})
}

// forgetsAll reports "esqueça tudo": a wish to have all forgotten, said plainly,
// for there is no way back. "Forget everything about the beach" is none.
func forgetsAll(message string) bool {
	verb, all := false, false
	for _, w := range strings.FieldsFunc(lang.Fold(message), notWord) {
		switch {
		case toForget[w]:
			verb = true
		case everything[w]:
			all = true
		case !aboutMe[w]:
			return false
		}
	}
	return verb && all
}

var (
	toForget   = lists()["toForget"]
	everything = set("tudo todo todos todas everything all dados data datos informacoes informacion memorias lembrancas memories memory memoria perfil profile recuerdos")
	aboutMe    = lists()["aboutMe"]
)
