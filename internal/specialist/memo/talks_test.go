package memo_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// TestTalks has the conversations of testdata/talks.txt. A talk is a name, and then lines:
//
//	each: texts between ";": the talk is had once with each of them in the place of $
//	states: somebody's state is how they eat
//	shrimp: it begins with what the guest, and Ana, must not have
//	as, in: who speaks, and where, from then on; - is nobody
//	says: a message; call: what is called in its turn, answer: what is answered
//	result: of the first call; has, lacks: what all results have
//	known, table: who is known before the calls, and sits there after: "Ana: camarão | …"
//	must, barred: what nobody may have, all of it or some; party, counted: how many they are by the table, and the book
//	keeps: the values that are kept for good; export-not, untold: what is not told
//	adds, adds-not: what the house says besides; asks: whether that asks to keep
func TestTalks(t *testing.T) {
	file, err := os.ReadFile("testdata/talks.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	talks := map[string][][2]string{}
	for key, value := range wordfile.Entries(string(file)) {
		if key == "talk" {
			names = append(names, fmt.Sprintf("%s %d", value, len(names)))
			continue
		}
		name := names[len(names)-1]
		talks[name] = append(talks[name], [2]string{key, value})
	}
	for _, name := range names {
		lines, each := talks[name], []string{""}
		if lines[0][0] == "each" {
			each = strings.Split(lines[0][1], " ; ")
		}
		for _, item := range each {
			t.Run(name+" "+item, func(t *testing.T) {
				k := &talk{house: open(t), t: t, next: turn{guest: "bia"}}
				for _, line := range lines {
					k.line(line[0], strings.ReplaceAll(line[1], "$", item))
				}
				k.play()
			})
		}
	}
}

// A talk is a conversation that has come to a line; next is a turn that was not had yet.
type talk struct {
	*house
	t    *testing.T
	next turn
	c    came
}

// play has the turn, once all of it is known.
func (k *talk) play() {
	k.t.Helper()
	if k.next.says != "" {
		k.next.notes = nil
		if k.c.scene != nil {
			k.next.notes = k.c.scene.Notes
		}
		k.c = k.turn(k.next)
	}
	k.next = turn{guest: k.next.guest, thread: k.next.thread}
}

func (k *talk) line(key, value string) {
	k.t.Helper()
	switch key {
	case "each":
	case "states":
		k.memo.Diet = func(text string) string { return text }
	case "shrimp":
		k.turn(turn{guest: "bia", says: "sou alérgica a camarão e a soja. a Ana é alérgica a camarão", calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana"}]}`}})
	case "as":
		k.next.guest = strings.TrimPrefix(value, "-")
	case "in":
		k.play()
		k.next.thread = value
	case "says":
		k.play()
		k.next.says = value
	case "call":
		k.next.calls = append(k.next.calls, value)
	case "answer":
		k.next.answer = value
	default:
		k.play()
		k.check(key, value)
	}
}

// check holds what came of the last turn to a line.
func (k *talk) check(key, value string) {
	k.t.Helper()
	want := strings.Split(value, " | ")
	if value == "-" {
		want = nil
	}
	all := strings.Join(k.c.results, "\n")
	wrong := false
	switch key {
	case "result":
		k.c.result(k.t, value)
	case "has", "lacks":
		wrong = strings.Contains(all, value) != (key == "has")
	case "known":
		seated(k.t, k.c.known.People, want...)
	case "table":
		seated(k.t, k.c.table, want...)
	case "must":
		slices.Sort(want)
		got := slices.Sorted(slices.Values(k.c.must))
		if wrong = !slices.Equal(got, want); wrong {
			k.t.Errorf("nobody may have %q", got)
		}
	case "barred":
		wrong = slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(k.c.must, w) })
	case "party":
		wrong = fmt.Sprint(k.c.scene.Party) != value
	case "counted":
		wrong = fmt.Sprint(k.c.known.Constraints.Party) != value
	case "keeps":
		own, _ := k.book.Of(k.t.Context(), k.c.guest)
		var got []string
		for _, m := range own.In("") {
			if m.Kind != memory.Asked {
				got = append(got, m.Value)
			}
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			k.t.Errorf("kept is %q, want %q", got, want)
		}
	case "export-not":
		all, err := k.book.Export(k.t.Context(), k.c.guest, lang.Portuguese)
		wrong = err != nil || strings.Contains(all.Markdown, value)
	case "untold":
		text, _, _ := strings.Cut(k.c.known.Context, "lately")
		wrong = strings.Contains(text, value)
	case "adds":
		wrong = value == "-" && k.c.more != "" || value != "-" && !strings.Contains(k.c.more, value)
	case "adds-not":
		wrong = strings.Contains(k.c.more, value)
	case "asks":
		n := strings.Count(k.c.more, texts.In(lang.Portuguese).Memory.Consent)
		wrong = (value == "yes") != (n == 1) || value == "no" && strings.Contains(k.c.more, "?")
	default:
		k.t.Fatalf("there is no line %q", key)
	}
	if wrong {
		k.t.Errorf("after %q, %s: want %q; results %s; adds %q; table %v", k.c.says, key, value, all, k.c.more, k.c.table)
	}
}

func TestWhoIsAwayIsNotedForTheDay(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "minha tia Olga é alérgica a soja, e ela vem no sábado", calls: []string{
		`remember {"facts":[{"what":"soja","kind":"allergy","person":"tia Olga"},{"what":"vem no sábado","kind":"away","person":"tia Olga"}]}`,
	}, answer: "Certo."})
	if len(c.table) != 2 || c.scene.Away(c.table[0]) || !c.scene.Away(c.table[1]) || len(c.table[1].Allergies) != 1 {
		t.Fatalf("at the table are %+v", c.table)
	}
	if len(c.must) != 0 {
		t.Errorf("those who are there must not have %v", c.must)
	}
	if her := c.scene.MustNots([]string{"Olga"}); len(her.Allergies) != 1 {
		t.Errorf("Olga must not have %v", her.Allergies)
	}
	c.scene.Now = c.scene.Now.AddDate(0, 0, 1)
	if c.scene.Away(c.table[1]) {
		t.Error("who was away yesterday is away today")
	}
	c = h.turn(turn{guest: "bia", says: "ela chegou agora", notes: c.scene.Notes, calls: []string{`remember {"facts":[{"what":"chegou","kind":"away","person":"Olga","over":true}]}`}})
	if len(c.must) != 1 {
		t.Errorf("with Olga nobody may have %v", c.must)
	}
}

func TestWhatAFamilyMustNotHaveNobodyOfItMust(t *testing.T) {
	c := open(t).turn(turn{guest: "bia", says: "my family is vegetarian, and Ravi is allergic to peanut", calls: []string{`remember {"facts":[{"what":"vegetarian","kind":"diet","person":"family"},{"what":"peanut","kind":"allergy","person":"Ravi"}]}`}})
	if m := c.scene.MustNots([]string{"Ravi"}); len(m.Diets) != 1 || len(m.Allergies) != 1 {
		t.Errorf("Ravi must not have %+v, at the table %+v", m, c.table)
	}
}

// A child at the table has no beer, in this turn and the next.
func TestAChildHasNoAlcohol(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "vou com meu sobrinho Caio, de 5 anos, e minha mãe, de 71", calls: []string{`remember {"facts":[{"what":"5 anos","kind":"fact","person":"Caio"},{"what":"71","kind":"fact","person":"mãe"}]}`}})
	for range 2 {
		if m := c.scene.MustNots([]string{"Caio"}); !slices.Contains(m.Diets, "bebida alcoólica") {
			t.Errorf("Caio must not have %q, at the table %+v", m.Diets, c.table)
		}
		if m := c.scene.MustNots([]string{"mãe"}); len(m.Diets) > 0 {
			t.Errorf("her mother must not have %q", m.Diets)
		}
		c = h.turn(turn{guest: "bia", says: "o que tem de entrada?"})
	}
}

func TestARememberedFactIsTakenOnce(t *testing.T) {
	h := open(t)
	call := `remember {"facts":[{"what":"lula","kind":"like","always":true}]}`
	c := h.turn(turn{guest: "bia", says: "adoro lula", calls: []string{call, call}})
	if len(c.results) != 2 || c.results[0] != c.results[1] {
		t.Errorf("two calls bring %q", c.results)
	}
	own, _ := h.book.Of(t.Context(), "bia")
	if held := own.In(""); len(held) != 1 || held[0].Evidence != 1 {
		t.Errorf("there is %d memory, said %d times", len(held), held[0].Evidence)
	}
}
