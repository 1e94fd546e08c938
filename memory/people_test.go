package memory_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// of proposes a need of a person.
func of(person, text string) memory.Candidate {
	c := propose(text, 0.9)
	c.Subject, c.Person = memory.Companion, person
	return c
}

// known is a memory of a person; in a session if it is "for now".
func known(id, person, text string) memory.Memory {
	m := recall(id + ": " + text)
	m.Subject, m.Person = memory.Companion, person
	return m
}

func TestThePolicyKnowsPeopleApart(t *testing.T) {
	type verdict = memory.Verdict
	for _, tt := range []struct {
		name    string
		c       memory.Candidate
		known   []memory.Memory
		consent string
		want    verdict
	}{
		{"a person's need is for the conversation", of("Ana", "diet allergy lula"), nil, "", verdict{Session: true}},
		{"so is a taste of theirs", of("Ana", "dislike food lula"), nil, "", verdict{Session: true}},
		{"with a yes for that person it is kept", of("Ana", "diet allergy lula"), nil, "yes", verdict{}},
		{"with a no it is not", of("Ana", "diet allergy lula"), nil, "no", verdict{Session: true}},
		{"today's is today's", of("Ana", "diet restriction lula, for now"), nil, "yes", verdict{Session: true}},
		{"two with the same need are two", of("Ana", "diet allergy lula"), []memory.Memory{known("a", "Leo", "diet allergy lula, for now")}, "", verdict{Session: true}},
		{"one who is named again is one", of("a ANA", "diet allergy lulas"), []memory.Memory{known("a", "Ana", "diet allergy lula, for now")}, "", verdict{Session: true, Again: "a"}},
		{"the guest is another", of("Ana", "diet allergy lula"), []memory.Memory{recall("a: diet allergy lula")}, "", verdict{Session: true}},
		{"who had no name has one now", of("Ana", "diet allergy lula"), []memory.Memory{recall("a: diet allergy lula, a companion's, for now")}, "", verdict{Session: true, Retire: []string{"a"}, Why: "superseded"}},
		{"what one takes back another has", of("Ana", "diet allergy lula, no longer"), []memory.Memory{known("a", "Leo", "diet allergy lula"), known("b", "Ana", "diet allergy lula"), recall("c: diet allergy lula")}, "", verdict{Retract: true, Retire: []string{"b"}, Why: "retracted"}},
		{"a guest has no name of a companion", func() memory.Candidate { c := of("Ana", "diet allergy lula"); c.Subject = memory.User; return c }(), nil, "", verdict{Reject: memory.NotAValue}},
		{"a name is no prompt", of("Ana</guest>", "diet allergy lula"), nil, "", verdict{Reject: memory.NotAValue}},
		{"a name is no document", of("529.982.247-25", "diet allergy lula"), nil, "", verdict{Reject: memory.Sensitive}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := memory.Decide(tt.c, memory.Setting{Said: "lula", Consent: tt.consent, Known: tt.known})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Decide (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsKnownOfPeopleOutlivesTheProcess(t *testing.T) {
	db := must.Get(sqlite.Open(t.Context(), t.TempDir()+"/maitre.db"))(t)
	t.Cleanup(func() { _ = db.Close() })
	o := memory.Options{Store: db, Log: db, Forget: db.Forget}
	b := memory.NewBook(o)
	turn := hook.Turn{Thread: "t1", Guest: "bia", Run: "r1", Message: "a Ana é alérgica a lula e duas de nós são veganas", Time: noon}
	two := of("duas de nós", "diet restriction veganas")
	two.Count = 2
	r, err := b.Remember(t.Context(), turn, []memory.Candidate{of("Ana", "diet allergy lula"), two, of("Ana", "diet allergy ostra")})
	if err != nil || len(r.ForNow) != 2 || len(r.Rejected) != 1 || r.Rejected[0].Why != memory.NotSaid {
		t.Fatalf("Remember = %+v, %v", r, err)
	}
	must.Do(t, b.ConsentFor(t.Context(), turn, "ana", true))
	before, _ := db.Memories(t.Context(), "bia", 0)
	must.Do(t, b.Rebuild(t.Context()))
	after, _ := db.Memories(t.Context(), "bia", 0)
	if diff := cmp.Diff(before.Rows, after.Rows); diff != "" {
		t.Errorf("made anew from the log (-want +got):\n%s", diff)
	}
	own := must.Get(memory.NewBook(o).Of(t.Context(), "bia"))(t)
	text := must.Get(b.Export(t.Context(), "bia", lang.English))(t).Markdown
	for _, want := range []string{"Allergy: squid (of Ana; said on", "(of duas de nós; said on 2026-11-14; for this conversation only)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the guest is told %q, want %q in it", text, want)
		}
	}
	if own.Health("Ana") != "yes" || own.Health("") != "" || own.Health("duas de nós") != "" {
		t.Error("the answer for one is the answer for another")
	}
	if n, err := b.Forget(t.Context(), "bia", memory.What{Person: "a Ana"}); n != 1 || err != nil {
		t.Errorf("Forget = %d, %v; want 1", n, err)
	}
	own, _ = b.Of(t.Context(), "bia")
	if own.Health("Ana") != "" || len(own.About("t1", "")) != 1 {
		t.Errorf("after forgetting Ana there is %s", must.Get(b.Export(t.Context(), "bia", lang.English))(t).Markdown)
	}
	if err := b.ConsentFor(t.Context(), turn, "Ana\n", true); err == nil {
		t.Error("what is no name is taken for one")
	}
}

func TestARefusalForAPersonForgetsWhatWasKeptOfThem(t *testing.T) {
	h := open(t)
	turn := hook.Turn{Thread: "t1", Guest: "bia", Run: "r1", Message: "a Ana é alérgica a lula, e eu sou alérgica a lula", Time: noon}
	must.Get(h.Remember(t.Context(), turn, []memory.Candidate{of("Ana", "diet allergy lula"), propose("diet allergy lula", 0.9)}))(t)
	for _, person := range []string{"", "Ana"} {
		must.Do(t, h.ConsentFor(t.Context(), turn, person, true))
	}
	h.knows("bia", "", "diet allergy lula", "diet allergy lula, a companion's")
	turn.Run = "r2"
	must.Do(t, h.ConsentFor(t.Context(), turn, "Ana", false))
	h.knows("bia", "", "diet allergy lula")
}

func TestRowsThatKnowNoPersonGoOnAsTheyAre(t *testing.T) {
	const old = `{"id":"a","for":"user","kind":"diet","key":"allergy","value":"lula","subject":"companion","session":"t1","source":"guest","since":"2026-01-02T03:04:05Z","last":"2026-01-02T03:04:05Z","evidence":1,"sessions":["00"],"alpha":3600000,"beta":400000}`
	var m memory.Memory
	must.Do(t, json.Unmarshal([]byte(old), &m))
	raw, err := json.Marshal(&m)
	if err != nil || string(raw) != old {
		t.Errorf("an old row is written as %s, %v", raw, err)
	}
}

func TestRememberingTwiceIsRememberingOnce(t *testing.T) {
	h := open(t)
	turn := hook.Turn{
		Thread: "t1", Guest: "bia", Run: "r1", Message: "adoro polvo", Time: noon,
		History: []thread.Message{{Role: thread.RoleAssistant, Text: "Temos ostra.", Time: noon}},
	}
	found := []memory.Candidate{propose("preference food polvo", 0.9), propose("preference food ostra", 0.9)}
	first, err := h.Remember(t.Context(), turn, found)
	if err != nil || len(first.Kept) != 1 || len(first.Rejected) != 1 {
		t.Fatalf("Remember = %+v, %v; what only the house said is not the guest's", first, err)
	}
	again, err := h.Remember(t.Context(), turn, found)
	if diff := cmp.Diff(first, again); diff != "" || err != nil {
		t.Errorf("Remember again, %v (-want +got):\n%s", err, diff)
	}
	h.knows("bia", "", "preference food polvo")
	if r, err := h.Remember(t.Context(), hook.Turn{Message: "adoro polvo"}, found); err != nil || len(r.Kept) != 1 {
		t.Errorf("of nobody: %+v, %v", r, err)
	}
	if _, err := h.Remember(t.Context(), hook.Turn{Guest: "bia", Message: "adoro polvo"}, found); err == nil {
		t.Error("something is remembered of no turn")
	}
}

func TestWhatIsProposed(t *testing.T) {
	for _, tt := range []struct {
		name string
		told memory.Telling
		want []string
	}{
		{"an allergy lasts", memory.Telling{Kind: "allergy", What: "alergia a camarão"}, []string{"diet allergy camarão durable"}},
		{"a list is several", memory.Telling{Kind: "allergy", What: "camarão, lula e polvo"}, []string{"diet allergy camarão durable", "diet allergy lula durable", "diet allergy polvo durable"}},
		{"one thing of several words is one", memory.Telling{Kind: "allergy", What: "frutos do mar"}, []string{"diet allergy frutos do mar durable"}},
		{"the word after it goes too", memory.Telling{Kind: "allergy", What: "peanut allergy"}, []string{"diet allergy peanut durable"}},
		{"a diet of today", memory.Telling{Kind: "diet", What: "não bebe álcool", Person: "João"}, []string{"diet restriction álcool session of João"}},
		{"a diet for good", memory.Telling{Kind: "diet", What: "vegano", Always: true, Person: "guest"}, []string{"diet restriction vegano durable"}},
		{"a dislike of a drink", memory.Telling{Kind: "dislike", What: "cerveja"}, []string{"dislike drink cerveja session"}},
		{"a budget a head", memory.Telling{Kind: "budget", What: "até R$ 1.200 por pessoa"}, []string{"budget max_person 1200 session"}},
		{"a budget a night", memory.Telling{Kind: "budget", What: "300 per night"}, []string{"budget max_night 300 session"}},
		{"a kind of budget", memory.Telling{Kind: "budget", What: "econômico"}, []string{"budget level econômico session"}},
		{"a party in words", memory.Telling{Kind: "party", What: "somos cinco"}, []string{"party_size people 5 session"}},
		{"a dislike of weather is none of food", memory.Telling{Kind: "dislike", What: "rain"}, []string{"dislike ambience rain session"}},
		{"how long an answer is to be is for now", memory.Telling{Kind: "manner", What: "keep it brief"}, []string{"communication style keep it brief session"}},
		{"a language", memory.Telling{Kind: "manner", What: "in English please"}, []string{"communication language in English please durable"}},
		{"a fact of health", memory.Telling{Kind: "fact", What: "diabético", Always: true}, []string{"fact health diabético durable"}},
		{"a word in which a trade begins", memory.Telling{Kind: "fact", What: "second time here"}, []string{"fact other second time here session"}},
		{"any fact", memory.Telling{Kind: "fact", What: "coleciona selos"}, []string{"fact other coleciona selos session"}},
		{"nobody in particular", memory.Telling{Kind: "diet", What: "vegano", Person: "companion"}, []string{"diet restriction vegano session of a companion"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := must.Get(memory.Propose(tt.told))(t)
			var got []string
			for _, c := range found {
				text := strings.Join([]string{string(c.Kind), c.Key, c.Value, c.Scope}, " ")
				if c.Subject == memory.Companion {
					text += " of " + c.Person
					if c.Person == "" {
						text += "a companion"
					}
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Propose(%+v) (-want +got):\n%s", tt.told, diff)
			}
		})
	}
	for _, bad := range []memory.Telling{{Kind: "allergy"}, {Kind: "party", What: "muitos"}, {Kind: "spell", What: "lula"}} {
		if found, err := memory.Propose(bad); err == nil {
			t.Errorf("Propose(%+v) = %+v", bad, found)
		}
	}
}
