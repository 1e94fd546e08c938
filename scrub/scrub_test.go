package scrub_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/scrub"
)

// testdata/cases.txt has a text a line, then ⇒ and its clean copy if they
// differ; \n is a line break, and what follows # and a space a remark.
func TestTextHidesWhatItShouldAndNothingElse(t *testing.T) {
	b := must.Get(os.ReadFile("testdata/cases.txt"))(t)
	n := 0
	for line := range strings.SplitSeq(string(b), "\n") {
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		n++
		text, want, ok := strings.Cut(strings.ReplaceAll(line, `\n`, "\n"), " ⇒ ")
		if !ok {
			want = text
		}
		if got := scrub.Text(text); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
	if n < 1000 {
		t.Errorf("%d cases, want at least 1000", n)
	}
}

func TestFindSaysWhatAndWhereAndHowBad(t *testing.T) {
	got := must.Get(json.Marshal(scrub.Find("ana@exemplo.com, senha: x1y2")))(t)
	want := `[{"type":"EMAIL","start":0,"end":15,"sensitivity":"medium"},{"type":"PASSWORD","start":24,"end":28,"sensitivity":"high"}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

// A mark reads differently from what it replaced: the token is glued to the
// card until the card is gone.
func TestWhatAMarkBringsToLightIsFoundAtOnce(t *testing.T) {
	const text = "senha [TOKEN] é \"x [CPF] y\" 4111 1111 1111 1111AKIAIOSFODNN7EXAMPLE"
	once := scrub.Text(text)
	if twice := scrub.Text(once); twice != once {
		t.Errorf("once %q, twice %q", once, twice)
	}
	clean, found := scrub.Replace(text)
	if len(found) == 0 || clean != once {
		t.Errorf("Replace(%q) = %q, %v, want %q", text, clean, found, once)
	}
}

func TestWhatIsMaskedStays(t *testing.T) {
	for _, masked := range []string{"n…@example.com", "…0958", "CPF ***.456.789-**"} {
		if got := scrub.Text(masked); got != masked {
			t.Errorf("Text(%q) = %q", masked, got)
		}
	}
}

func TestThePhoneOfTheHouseIsNoSecret(t *testing.T) {
	const house, guest = "liga no 48 3371-0042", "liga no 48 99871-0043"
	scrub.Spare("Recepção: 48 3371-0042")
	if got := scrub.Text(house); got != house {
		t.Errorf("Text(%q) = %q, and it is public", house, got)
	}
	if got := scrub.Text(guest); got == guest {
		t.Errorf("Text(%q) left it", guest)
	}
}
