package scrub_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/scrub"
)

// testdata/cases.txt has a text a line, then ⇒ and its clean copy if they
// differ; \n is a line break.
func TestTextHidesWhatItShouldAndNothingElse(t *testing.T) {
	b, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.SplitSeq(string(b), "\n") {
		if line == "" {
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

func TestNumbersAreTypedByWhatTheyAre(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the official example of a CNPJ with letters", "12.ABC.345/01DE-35", "[CNPJ]"},
		{"its check digits count", "12.ABC.345/01DE-36", "12.ABC.345/01DE-36"},
		{"a bare number with wrong check digits stays", "12345678901", "12345678901"},
		{"a labelled one goes", "CPF 12345678901", "CPF [CPF]"},
		{"equal digits are no CPF", "111.111.111-11", "111.111.111-11"},
		{"unless they are called one", "CPF 111.111.111-11", "CPF [CPF]"},
		{"digits that check go even from an order", "pedido 52998224725", "pedido [CPF]"},
		{"a mobile that checks as a CPF goes all the same", "11987654021", "[CPF]"},
		{"and is a phone when it is called one", "celular 11987654021", "celular [PHONE]"},
		{"a mobile of Spain", "Inés, 612 345 678", "Inés, [PHONE]"},
		{"an amount is none", "612.345.678 reais", "612.345.678 reais"},
		{"a licence is no CPF", "CNH 52998224725", "CNH [CNH]"},
		{"an order's number is no phone", "pedido 11987654321", "pedido 11987654321"},
		{"what describes a label does not replace it", "CPF da reserva: 12345678901", "CPF da reserva: [CPF]"},
		{"another number's name does", "CPF ok, reserva: 12345678901", "CPF ok, reserva: 12345678901"},
		{"a number in front is no part of a CPF", "mesa 12 529.982.247-25", "mesa 12 [CPF]"},
		{"a UUID is an id", "id 123e4567-e12b-12d1-a456-426655440000", "id 123e4567-e12b-12d1-a456-426655440000"},
		{"near pix it is a key", "pix 123e4567-e12b-12d1-a456-426655440000", "pix [PIX]"},
		{"an invoice's key has cards by chance only", "NF-e 4111 1111 1111 1111 0195 5500 1000 0012 3410 0001 2345", "NF-e 4111 1111 1111 1111 0195 5500 1000 0012 3410 0001 2345"},
		{"a queue's ticket is no password", "minha senha é a 45", "minha senha é a 45"},
		{"four digits at the counter neither", "senha 1045, guichê 3", "senha 1045, guichê 3"},
		{"elsewhere they are", "minha senha é 1045", "minha senha é [PASSWORD]"},
		{"a mark is not a label", "[CPF] 12345678901", "[CPF] 12345678901"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := scrub.Text(tt.text); got != tt.want {
				t.Errorf("Text(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestFindSaysWhatAndWhereAndHowBad(t *testing.T) {
	got, err := json.Marshal(scrub.Find("ana@exemplo.com, senha: x1y2"))
	if err != nil {
		t.Fatal(err)
	}
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
