package thread_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/thread"
)

func TestIDsAreGoodAndSortByAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []string
		for range 2000 {
			id := thread.NewID()
			if err := thread.CheckID(id); err != nil || len(id) != 24 {
				t.Fatalf("NewID = %q, %v", id, err)
			}
			ids = append(ids, id)
			time.Sleep(time.Millisecond)
		}
		if !slices.IsSorted(ids) {
			t.Error("ids do not sort by age")
		}
	})
}

func TestCheckID(t *testing.T) {
	for id, want := range map[string]string{
		"a":                     "",
		"friday-2026.03_14":     "",
		".hidden":               "",
		strings.Repeat("Z", 64): "",
		"":                      "must not be empty",
		strings.Repeat("Z", 65): "at most 64 characters, not 65",
		".":                     "dots alone",
		"..":                    "dots alone",
		"a/b":                   `not '/'`,
		"a b":                   `not ' '`,
		"a\x1b[31m":             `not '\x1b'`,
		"olá":                   `not 'á'`,
		"a\xff":                 `not '�'`,
	} {
		err := thread.CheckID(id)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("CheckID(%q) = %v, want %q", id, err, want)
		}
	}
}

func TestComplete(t *testing.T) {
	lisbon := time.FixedZone("WEST", 3600)
	now := time.Date(2026, 7, 1, 12, 0, 0, 123456789, lisbon)
	given := []thread.Message{
		{ID: "m1", Role: thread.RoleUser, Text: "a\x00b\xff", Time: now.Add(-time.Hour)},
		{Role: thread.RoleAssistant, Text: "olá 🍺"},
	}
	untouched := slices.Clone(given)
	got, err := thread.Complete(given, now)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(untouched, given); diff != "" {
		t.Errorf("Complete changed its argument:\n%s", diff)
	}
	want := []thread.Message{
		{ID: "m1", Role: thread.RoleUser, Text: "a\ufffdb\ufffd", Time: time.Date(2026, 7, 1, 10, 0, 0, 123456000, time.UTC)},
		{ID: got[1].ID, Role: thread.RoleAssistant, Text: "olá 🍺", Time: time.Date(2026, 7, 1, 11, 0, 0, 123456000, time.UTC)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Complete (-want +got):\n%s", diff)
	}
	if err := thread.CheckID(got[1].ID); err != nil {
		t.Errorf("the id it filled in is %q: %v", got[1].ID, err)
	}
}

func TestCompleteRefuses(t *testing.T) {
	for name, bad := range map[string]thread.Message{
		"no role":           {Text: "segredo"},
		"a role of its own": {Role: "segredo", Text: "segredo"},
		"a malformed id":    {ID: "a b", Role: thread.RoleUser, Text: "segredo"},
	} {
		ms, err := thread.Complete([]thread.Message{{Role: thread.RoleUser}, bad}, time.Now())
		if err == nil || ms != nil || !strings.HasPrefix(err.Error(), "message 2 of 2: ") || strings.Contains(err.Error(), "segredo") {
			t.Errorf("%s: got %v and error %v, want one that names the message and not its words", name, ms, err)
		}
	}
}

func TestTitle(t *testing.T) {
	user := func(text string) []thread.Message { return []thread.Message{{Role: thread.RoleUser, Text: text}} }
	for name, tt := range map[string]struct {
		messages []thread.Message
		want     string
	}{
		"nothing was said":               {nil, ""},
		"only the house spoke":           {[]thread.Message{{Role: thread.RoleAssistant, Text: "Olá"}}, ""},
		"the first words of the guest":   {append([]thread.Message{{Role: thread.RoleAssistant, Text: "Olá"}}, user("uma IPA")...), "uma IPA"},
		"silence is passed over":         {append(user(" \n"), user("uma IPA")...), "uma IPA"},
		"one line":                       {user("  uma\n\tIPA  "), "uma IPA"},
		"no escapes":                     {user("a\x1b[31mb\u202ec\x00"), "a [31mbc"},
		"60 runes are whole":             {user(strings.Repeat("á", 60)), strings.Repeat("á", 60)},
		"61 runes in one word":           {user(strings.Repeat("á", 61)), strings.Repeat("á", 59) + "…"},
		"a word that ends at the room":   {user(strings.Repeat("á", 59) + " bc"), strings.Repeat("á", 59) + "…"},
		"a word that does not fit":       {user(strings.Repeat("á", 50) + " de cada vez"), strings.Repeat("á", 50) + " de cada…"},
		"a word that is one rune longer": {user(strings.Repeat("á", 50) + " deixamos x"), strings.Repeat("á", 50) + " deixamos…"},
	} {
		got := thread.Title(tt.messages)
		if got != tt.want || utf8.RuneCountInString(got) > 60 {
			t.Errorf("%s: Title = %q, want %q", name, got, tt.want)
		}
	}
}

func TestStanding(t *testing.T) {
	for name, tt := range map[string]struct{ said, want string }{
		"nothing is replaced":              {"a A b B", "a A b B"},
		"the last message":                 {"a A b B c.re.b C", "a A c.re.b C"},
		"once more":                        {"a A b B c.re.b C d.re.b D", "a A d.re.b D"},
		"what follows stands":              {"a A b B c.re.b C d D", "a A c.re.b C d D"},
		"the first of all":                 {"a A b B c.re.a C", "c.re.a C"},
		"one that is not there":            {"a A c.re.z C", "a A c.re.z C"},
		"a guest does not replace answers": {"a A c.re.A C", "a A c.re.A C"},
		"an earlier one":                   {"a A b B c C d.re.b D e E", "a A d.re.b D e E"},
		"on from an earlier branch":        {"a A b B c C d.re.b D e.on.c E", "a A b B c C e.on.c E"},
		"and instead of what was said on":  {"a A b B c.re.a C d.on.b D e.on.c E f.re.d F", "a A b B f.re.d F"},
		"on from a later version":          {"a A b.re.a B c.re.a C d.on.b D e E", "b.re.a B d.on.b D e E"},
		"on from one that is not there":    {"a A b.on.z B", "a A b.on.z B"},
	} {
		var said []thread.Message
		for _, id := range strings.Fields(tt.said) {
			role := thread.RoleUser
			if len(id) == 1 && id < "a" {
				role = thread.RoleAssistant
			}
			said = append(said, thread.Message{ID: id, Role: role})
		}
		var got []string
		for _, m := range thread.Standing(said) {
			got = append(got, m.ID)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: of %s stand %q, want %s", name, tt.said, got, tt.want)
		}
	}
}
