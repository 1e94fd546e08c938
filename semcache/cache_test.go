package semcache_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
)

const day = 24 * time.Hour

var errDead = errors.New("the provider is dead")

// says returns a refresh that makes the same answer every time.
func says(value string) semcache.Refresh {
	return func(context.Context) ([]byte, error) { return []byte(value), nil }
}

func fails(context.Context) ([]byte, error) { return nil, errDead }

// get fails the test if there is no answer, and compares what matters of it.
func get(t *testing.T, c *semcache.Cache, q semcache.Question, refresh semcache.Refresh, want semcache.Answer) {
	t.Helper()
	got, err := c.Get(t.Context(), q, refresh)
	if err != nil {
		t.Fatalf("Get(%q) fails: %v", q, err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("Get(%q): (-want +got)\n%s", q, diff)
	}
}

func TestAnAnswerIsGoodForThirtyDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		q := semcache.Question{Key: "dogma"}
		get(t, c, q, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss})
		time.Sleep(30*day - time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("one"), State: semcache.Hit, Age: 30*day - time.Nanosecond})
		time.Sleep(time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("two"), State: semcache.Stale})
		get(t, c, q, says("three"), semcache.Answer{Value: []byte("two"), State: semcache.Hit})
	})
}

func TestAnOldAnswerIsBetterThanNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		q := semcache.Question{Key: "dogma"}
		get(t, c, q, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss})
		time.Sleep(40 * day)
		get(t, c, q, fails, semcache.Answer{Value: []byte("one"), State: semcache.Stale, Age: 40 * day, Expired: true, Err: errDead})
		// For a while the provider is not asked again, then it is.
		time.Sleep(30*time.Second - time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("one"), State: semcache.Stale, Age: 40*day + 30*time.Second - time.Nanosecond, Expired: true, Err: errDead})
		time.Sleep(time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("two"), State: semcache.Stale})
	})
}

func TestWithoutAnyAnswerGetFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		for _, tt := range []struct {
			name    string
			refresh semcache.Refresh
			want    error // nil: any
		}{
			{"refresh fails", fails, errDead},
			{"refresh takes too long", func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }, context.DeadlineExceeded},
			{"refresh panics", func(context.Context) ([]byte, error) { panic("sk-secret") }, nil},
		} {
			q := semcache.Question{Key: tt.name}
			_, err := c.Get(t.Context(), q, tt.refresh)
			_, again := c.Get(t.Context(), q, says("ok"))
			for _, err := range []error{err, again} {
				if err == nil || tt.want != nil && !errors.Is(err, tt.want) || strings.Contains(err.Error(), "secret") {
					t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
				}
			}
			time.Sleep(time.Minute)
			get(t, c, q, says("ok"), semcache.Answer{Value: []byte("ok"), State: semcache.Miss})
		}
	})
}

func TestKeysAreWhatTheyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		long := strings.Repeat("x", 1000)
		for i, q := range []semcache.Question{
			{Key: "a"},
			{Key: "A"},
			{Key: " a"},
			{Text: "b"},
			{Key: "c", Text: "b"},
			{Key: long},
			{Key: long + "x"},
			{Key: "bad \xff"},
			{Key: "bad \xfe"},
			{Key: "nul \x00"},
			{Text: "\x00 \xff"},
			{Text: "?"},
			{Text: "!"},
			{Text: "o que tem?"},
		} {
			get(t, c, q, says(fmt.Sprint(i)), semcache.Answer{Value: []byte(fmt.Sprint(i)), State: semcache.Miss})
			if a, err := c.Get(t.Context(), q, fails); err != nil || string(a.Value) != fmt.Sprint(i) {
				t.Errorf("Get(%q) again = %+v, %v", q, a, err)
			}
		}
		if _, err := c.Get(t.Context(), semcache.Question{Text: " \n"}, says("all")); err == nil {
			t.Error("nothing asked is answered")
		}
		if err := c.Forget(t.Context(), semcache.Question{}); err == nil {
			t.Error("nothing was forgotten without an error: of a store it would be everything")
		}
		must.Do(t, c.Forget(t.Context(), semcache.Question{Key: "a"}))
		get(t, c, semcache.Question{Key: "a"}, says("new"), semcache.Answer{Value: []byte("new"), State: semcache.Miss})
	})
}

func TestQuestionsThatMeanTheSame(t *testing.T) {
	for _, tt := range []struct {
		kept, asked string
		same        bool
	}{
		{"Sopa de mandioca", "sopa de macaxeira", true},
		{"Tem sobremesa quente?", "quero uma sobremesa quente", true},
		{"Tem prato picante?", "Do you have a spicy dish?", true},
		{"Tem sobremesa sem glúten?", "do you have a gluten free dessert?", true},
		{"sobremesa em Austin", "Sobremesas em austin!", true},
		{"quatro zubrowkas de sobremesa", "4 zubrowkas de sobremesa", true},

		{"sobremesa em Austin", "sobremesa em Denver", false},
		{"sobremesa perto de Austin", "sobremesa longe de Austin", false},
		{"sobremesa no dia 12", "sobremesa no dia 13", false},
		{"sobremesa por 1.500 reais", "sobremesa por 500 reais", false},
		{"sobremesa para quatro", "sobremesa para cinco", false},
		{"sopa para 2 velhos e 3 novos", "sopa para 3 velhos e 2 novos", false},
		{"de Austin a Denver", "de Denver a Austin", false},
		{"prato com carne", "prato sem carne", false},
		{"dish with cheese", "dish without cheese", false},
		{"prato sem pimenta", "prato sem fritura", false},
		{"does zubrowka serve dessert", "doesn't zubrowka serve dessert", false},
		{"sopa barata", "sopa cara", false},
		{"sobremesa", "sobremesa barata", false},
		{"onde tem sobremesa", "quando tem sobremesa", false},
	} {
		for _, pair := range [][2]string{{tt.kept, tt.asked}, {tt.asked, tt.kept}} {
			c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
			must.Get(c.Get(t.Context(), semcache.Question{Text: pair[0]}, says("kept")))(t)
			a := must.Get(c.Get(t.Context(), semcache.Question{Text: pair[1]}, says("made")))(t)
			if same := string(a.Value) == "kept"; same != tt.same || same != (a.State == semcache.Hit) {
				t.Errorf("after %q, %q is the same: %v, want %v", pair[0], pair[1], same, tt.same)
			}
		}
	}
}
