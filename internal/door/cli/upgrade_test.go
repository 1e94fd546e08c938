package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// upgraded returns the path of a database as it was written before there were
// tools of one agent. testdata/before-tools.sql says what was talked about. The
// question in it, of the thread cervejas, stays open until a time.
func upgraded(t *testing.T, open time.Time) string {
	t.Helper()
	const schema = 7
	rows, err := os.ReadFile("testdata/before-tools.sql")
	if err != nil {
		t.Fatal(err)
	}
	text := "BEGIN;"
	for _, m := range sqlite.Migrations()[:schema] {
		text += m.SQL
	}
	text += string(rows) + fmt.Sprintf("UPDATE runs SET deadline = %d WHERE status = 'waiting';", open.UnixMicro())
	path := filepath.Join(t.TempDir(), "maitre.db")
	execSQLite(t, path, text+fmt.Sprintf("PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d; COMMIT", schema))
	return path
}

// waiting returns how many runs of a database wait for an answer.
func waiting(t *testing.T, path string) int {
	t.Helper()
	return len(inSQLite(t, path, `SELECT run FROM runs WHERE status IN ('waiting', 'running')`))
}

func TestConversationsFromBeforeTheUpgradeGoOn(t *testing.T) {
	path := upgraded(t, time.Unix(1, 0))
	const wish, shrimp = "quero moqueca de camarão", "[moqueca-baiana-de-camarao]"
	for _, tt := range []struct {
		name        string
		args        []string
		want, never string
	}{
		{"about dishes", []string{"ask", "--as", "ana", "--thread", "jantar", "o que vem no talharim com ragu de costela?"}, "Talharim fresco com ragu de costela", ""},
		{"about a trip", []string{"ask", "--as", "ana", "--thread", "viagem", "quero um hotel em Florianópolis"}, "Hotel Faz de Conta da Praça", ""},
		{"what was told is known", []string{"ask", "--as", "ana", "--thread", "jantar", "o que você sabe de mim?"}, "camarão", ""},
		{"must-nots hold", []string{"ask", "--as", "ana", "--thread", "jantar", wish}, "camarão", shrimp},
		{"and beyond the conversation", []string{"ask", "--as", "ana", "--thread", "nova", wish}, "camarão", shrimp},
		{"tools of profiles are counted", []string{"metrics"}, "get_client_profile", ""},
		{"of breweries", []string{"metrics"}, "search_breweries", ""},
		{"of rooms", []string{"metrics"}, "list-accommodations", ""},
		{"of restaurants", []string{"metrics"}, "list-restaurants", ""},
		{"and traced", []string{"trace", "06gu5rbejhhqa20ung7icevn"}, "search_breweries", ""},
	} {
		out, err := said(t, append(tt.args, "--db", path)...)
		if err != nil || !strings.Contains(out, tt.want) || tt.never != "" && strings.Contains(out, tt.never) {
			t.Errorf("%s: %s, %v, want %q in it and not %q", tt.name, out, err, tt.want, tt.never)
		}
	}
}

func TestAQuestionThatWasOpenAtTheUpgradeEndsCleanly(t *testing.T) {
	soon, past := time.Now().Add(time.Hour), time.Unix(1, 0)
	for _, tt := range []struct {
		name string
		open time.Time
		says string
		want string // in the answer
	}{
		{"no", soon, "não", ""},
		{"one of those it had shown", soon, "a segunda", ""},
		{"something else", soon, "que cervejarias novas tem por aqui?", "San Diego"},
		{"yes, when it is too late", past, "sim", ""},
		{"something else, when it is too late", past, "que cervejarias novas tem por aqui?", "San Diego"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := upgraded(t, tt.open)
			out, err := said(t, "ask", "--db", path, "--customers", ofSample(t, "customers.db"), "--as", "C001", "--thread", "cervejas", tt.says)
			if err != nil || out == "" || !strings.Contains(out, tt.want) {
				t.Errorf("%q: %s, %v, want %q in it", tt.says, out, err, tt.want)
			}
			left := 0
			if strings.HasSuffix(strings.TrimSpace(out), "Quer saber mais de alguma delas?") {
				left = 1 // the question of this answer
			}
			if n := waiting(t, path); n != left {
				t.Errorf("%d runs are under way, want %d", n, left)
			}
		})
	}
}

func TestWithAModelConversationsFromBeforeTheUpgradeGoOn(t *testing.T) {
	const second, eat, wish = "o que vem no segundo?", "e onde jantamos por lá?", "quero moqueca de camarão"
	const dish, place = "O Talharim fresco com ragu de costela leva costela bovina e vinho tinto.", "Gosto da Cozinha Era Uma Vez do Sol."
	h := serving(t, script(map[string][]step{
		second: {call("dish_details", `{"dishes":["Talharim fresco com ragu de costela"]}`), says(dish)},
		eat:    {call("list-restaurants", `{"place":"Florianópolis"}`), says(place)},
		wish:   {call("find_dishes", `{"wish":"moqueca de camarão"}`), says("Prove a Moqueca baiana de camarão, perfeita para você.")},
	}), config.Flags{"db": upgraded(t, time.Unix(1, 0))})
	for _, tt := range []struct {
		thread, says, heard, never string
		told                       []string // to the model
	}{
		{"jantar", second, dish, "", []string{"quero uma massa", "Talharim fresco com ragu de costela", "the guest: camarão (allergy or intolerance)"}},
		{"viagem", eat, place, `"name":"Peixaria`, []string{"Quero ir para Florianópolis com meu marido"}},
		{"jantar", wish, "", `"id":"moqueca-baiana-de-camarao"`, nil},
		{"nova", wish, "", `"id":"moqueca-baiana-de-camarao"`, nil},
	} {
		before := len(h.model.Asked())
		got := h.say(t, "ana", tt.thread, tt.says, nil)
		if got.text == "" || tt.heard != "" && got.text != tt.heard || strings.Contains(got.text, "Prove a Moqueca baiana") || tt.never != "" && strings.Contains(got.all, tt.never) {
			t.Errorf("%s, %q: %q, shown %q: %.2000s", tt.thread, tt.says, got.text, got.cards, got.all)
		}
		for _, words := range tt.told {
			if asked := h.model.Asked(); len(asked) <= before || !strings.Contains(asked[before].Prompt, words) {
				t.Errorf("%s: the model is not told %q", tt.thread, words)
			}
		}
	}
}

func TestWithAModelAQuestionThatWasOpenAtTheUpgradeEndsCleanly(t *testing.T) {
	soon, past := time.Now().Add(time.Hour), time.Unix(1, 0)
	for _, tt := range []struct {
		name, says, want string
		open             time.Time
	}{
		{"no", "não", "", soon},
		{"another wish", "quanto gastei no total?", "US$", soon},
		{"another wish, when it is too late", "quanto gastei no total?", "US$", past},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := serving(t, well, config.Flags{"db": upgraded(t, tt.open)})
			got := h.say(t, "C001", "cervejas", tt.says, nil)
			if got.text == "" || !strings.Contains(got.text, tt.want) {
				t.Errorf("%q: %q, want %q in it", tt.says, got.text, tt.want)
			}
			if n := waiting(t, h.app.config.DB.Reveal()); n != 0 {
				t.Errorf("%d runs are under way", n)
			}
			if next := h.say(t, "C001", "cervejas", "boa noite, tudo bem?", nil); next.text == "" || !slices.Contains(next.by, "decide=test") {
				t.Errorf("the thread does not go on: %q by %q", next.text, next.by)
			}
		})
	}
}
