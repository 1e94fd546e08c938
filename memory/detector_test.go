package memory_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/memory"
)

// sure is what counts.
func sure(all []memory.Candidate) []memory.Candidate {
	var kept []memory.Candidate
	for _, c := range all {
		if c.Confidence >= 0.7 {
			kept = append(kept, c)
		}
	}
	return kept
}

// detected is what counts of a message, a line each.
func detected(messages ...string) []string {
	var all []string
	for _, c := range sure(memory.Detect(messages)) {
		s := string(c.Kind) + " " + c.Key + " " + c.Value
		if c.Scope == memory.Session {
			s += ", for now"
		}
		if c.Subject == memory.Companion {
			s += ", a companion's"
		}
		if c.Retract {
			s += ", no longer"
		}
		all = append(all, s)
	}
	return all
}

func FuzzEveryProposalIsWellFormed(f *testing.F) {
	for _, s := range []string{"", "sou alérgico a", "não é", "a, b, c", "\xff sou \xc3", "é", "'s", "n't", "I'm", "12/", "entre 1 e", "somos", "“x", "R$ 1.500,00", "moro em", "me chamo", strings.Repeat("sou alérgico a camarão e ", 300), "tenho 👍🏽", "nao sou mais", "meu aniversário é dia"} {
		f.Add(s, "sou vegano")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, c := range memory.Detect([]string{a, b}) {
			keys, ok := memory.Keys[c.Kind]
			known := c.Kind == memory.Correction
			for _, k := range keys {
				known = known || k == c.Key
			}
			if !ok || !known || c.Value == "" || c.Confidence <= 0 || c.Confidence > 1 || utf8.RuneCountInString(c.Value) > 400 ||
				c.Scope != memory.Durable && c.Scope != memory.Session || c.Subject != memory.User && c.Subject != memory.Companion {
				t.Errorf("%q, %q give %+v", a, b, c)
			}
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	for name, message := range map[string]string{
		"short": "sou alérgico a camarão",
		"usual": "mesa pra 6 hoje às 20h, e olha, minha filha é alérgica a amendoim e eu não como carne de porco",
		"chat":  "boa noite! tudo bem por aí? queria saber se vocês têm estacionamento e até que horas a cozinha fica aberta",
		"long":  strings.Repeat("Prefiro vinho tinto, adoro moqueca e moro em Natal; meu marido é vegetariano. ", 20),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				memory.Detect([]string{message})
			}
		})
	}
}

// Of several companions the one is noted by name who is said to need something in the same clause.
func TestWhoseANeedIsAmongSeveral(t *testing.T) {
	for message, want := range map[string]string{
		"a sogra é celíaca, o sogro come de tudo e a neta só quer batata": "celíaca: sogra",
		"the wife is allergic to mustard and my father eats anything":     "mustard: wife",
		"mi marido es alérgico al maní y mi hija come de todo":            "maní: mi marido",
		"o tio é vegano e a tia também":                                   "vegano: ",
		"minha irmã e meu irmão são celíacos, a avó come tudo":            "celíacos: ",
	} {
		var got []string
		for _, c := range sure(memory.Detect([]string{message})) {
			if c.Kind == memory.Diet {
				got = append(got, c.Value+": "+c.Person)
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
