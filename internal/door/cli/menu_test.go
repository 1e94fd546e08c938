package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/task"
)

func TestWhatIsKnownOfAGuestConstrains(t *testing.T) {
	for _, tt := range []struct {
		name    string
		lines   []string
		message string
		want    hook.Constraints
	}{
		{"as they say it", []string{"sou alérgico a camarão", "I'm vegan"}, "oi", hook.Constraints{Allergies: []string{"camarão"}, Diets: []string{"vegan"}}},
		{"as a note", []string{"alergia: amendoim"}, "oi", hook.Constraints{Allergies: []string{"amendoim"}}},
		{"as it is told of them", []string{"O cliente tem alergia a soja", "user has a dairy allergy", "es alérgico al maní"}, "oi", hook.Constraints{Allergies: []string{"soja", "dairy", "maní"}}},
		{"two in a line", []string{"tem alergia a leite e ovo"}, "oi", hook.Constraints{Allergies: []string{"leite", "ovo"}}},
		{"in the message itself", nil, "sou celíaco, o que sugere?", hook.Constraints{Diets: []string{"celíaco"}}},
		{"an allergy that is not understood is asked about", []string{"ver ficha de alergias"}, "oi", hook.Constraints{Unknown: true}},
		{"what they like is no danger", []string{"gosta de camarão"}, "oi", hook.Constraints{}},
		{"what they dislike is avoided", []string{"não gosta de coentro"}, "oi", hook.Constraints{Dislikes: []string{"coentro"}}},
		{"nothing", nil, "quero massa", hook.Constraints{}},
		{"health that is remembered", []string{"is pregnant"}, "uma bebida", hook.Constraints{Diets: []string{"gestante"}}},
		{"health as a note", []string{"saúde: grávida", "está grávida", "sou diabético"}, "uma bebida", hook.Constraints{Diets: []string{"diabético", "gestante"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			known := knownOf(append(tt.lines, tt.message))
			slices.Sort(known.Diets)
			known.Diets = slices.Compact(known.Diets) // a line may tell one twice
			if diff := cmp.Diff(tt.want, known, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("knownOf(%q, %q) (-want +got):\n%s", tt.lines, tt.message, diff)
			}
		})
	}
}

// While a guest talks, the card may be imported, changed, and imported for
// another restaurant.
func TestTheShelfHasTheCardAsItIsNow(t *testing.T) {
	ctx := t.Context()
	a := &app{System: System{Stdin: bytes.NewReader(nil), Stdout: io.Discard, Stderr: io.Discard}, settings: map[string]string{"db": filepath.Join(t.TempDir(), "maitre.db")}}
	defer a.close()
	if err := a.load(); err != nil {
		t.Fatal(err)
	}
	if err := a.openDB(ctx); err != nil {
		t.Fatal(err)
	}
	s := &shelf{app: a}
	names := func() (all []string) {
		t.Helper()
		card, err := s.house(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range card.Items() {
			all = append(all, it.Name)
		}
		return all
	}
	imports := func(restaurant, csv string) {
		t.Helper()
		if _, err := a.importMenu(ctx, writeFile(t, "menu.csv", csv), restaurant, editor.Replacing{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(); len(got) < 80 {
		t.Errorf("with no card there are %d items, want the sample's", len(got))
	}
	imports("Bar do Porto", "name\nCaldo verde\n")
	if got, want := names(), []string{"Caldo verde"}; !slices.Equal(got, want) {
		t.Errorf("the only card has %q, want %q", got, want)
	}
	imports("", "id,name\na,Feijoada\nb,Pudim\n")
	if got, want := names(), []string{"Feijoada", "Pudim"}; !slices.Equal(got, want) {
		t.Errorf("the house's own card has %q, want %q", got, want)
	}
	before, _ := s.house(ctx)
	if again, _ := s.house(ctx); again != before {
		t.Error("a card that has not changed is made again")
	}
	imports("", "id,name\na,Feijoada da casa\n")
	if got, want := names(), []string{"Feijoada da casa"}; !slices.Equal(got, want) {
		t.Errorf("after another import it has %q, want %q", got, want)
	}
	if others, err := s.Names(ctx); err != nil || !slices.Equal(others, []string{"Bar do Porto"}) {
		t.Errorf("besides the house there are %q, %v", others, err)
	}
	if card, err := s.Open(ctx, "Bar do Porto"); err != nil || card.Len() != 1 {
		t.Errorf("the card of the other restaurant: %v", err)
	}
}

func TestTablesOfTheHouseAreNotForGuestsOfALink(t *testing.T) {
	ctx := t.Context()
	a := &app{System: System{Stdin: bytes.NewReader(nil), Stdout: io.Discard, Stderr: io.Discard}, settings: map[string]string{"db": filepath.Join(t.TempDir(), "maitre.db")}}
	defer a.close()
	if err := errors.Join(a.load(), a.openDB(ctx)); err != nil {
		t.Fatal(err)
	}
	if _, err := (&house.Links{Store: a.db}).Seat(ctx, "g-1", house.Link{ID: "l1", Table: "4"}); err != nil {
		t.Fatal(err)
	}
	for guest, want := range map[string]bool{"g-1": false, "C001": true, "": true} {
		if owns, err := a.owns(ctx, guest); owns != want || err != nil {
			t.Errorf("owns(%q) = %v, %v, want %v", guest, owns, err, want)
		}
	}
}

// The page asks for them by the tool's name, which no test of the page can see.
func TestThePageHasWordsForEveryTool(t *testing.T) {
	a := &app{System: System{Stdin: bytes.NewReader(nil), Stdout: io.Discard, Stderr: io.Discard}, settings: map[string]string{"db": filepath.Join(t.TempDir(), "maitre.db")}}
	defer a.close()
	if err := errors.Join(a.load(), a.openDB(t.Context())); err != nil {
		t.Fatal(err)
	}
	words, err := os.ReadFile("../web/page/js/words-pt.js") // the other languages have the same
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range a.specialists(&task.Runner{}, a.book(), time.Time{}) {
		for _, tool := range s.Tools {
			if !bytes.Contains(words, []byte("tool_"+tool.Name)) {
				t.Errorf("the page has no words for %s: tool_%[1]s in words-{pt,en,es}.js", tool.Name)
			}
		}
	}
}
