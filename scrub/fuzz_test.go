package scrub_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/scrub"
)

// pieces are what hostile text is made of: labels, values, marks and the signs
// between them. Fuzzing picks from them by the byte.
var pieces = strings.Split(`senha|é|era|:|=| |, |. |"|'|(|)|-|/|@|+|#|
|[CPF]|[CARD]|[PASSWORD]|[EMAIL]|[TOKEN]|[PHONE]|[|]|CPF|cnpj|RG|CNH|cartão|celular|pedido|da|reserva|nº|pix|PIN|código|segurança|token|api|key|pass|wi-fi|fila|a|é a|seguinte|`+
	`529.982.247-25|52998224725|111.222.333-44|11122233344|11.222.333/0001-81|12.ABC.345/01DE-35|12ABC34501DE35|4111 1111 1111 1111|378282246310005|12/29|123|4821|45|`+
	`11 98765-4321|(11)|98765-4321|+55|123e4567-e12b-12d1-a456-426655440000|ana|gmail.com|arroba|ponto|com|hunter2|batata|sk-abcdefghijklmnop1234|AKIAIOSFODNN7EXAMPLE|`+
	`abcdEFGH1234abcdEFGH1234abcdEFGH1234abcd|eyJhbGciOiJIUzI1NiJ9|.|eyJhIjoxfQ|Bearer|-----BEGIN KEY-----|-----END KEY-----|://|ana:coral@host|１２|３|　|`+"\u200b"+`|000201|br.gov.bcb.pix|6304ABCD|MG|X|1|22|333|4444|e|É|senha=|"senha":"`, "|")

func hostile(picks []byte) string {
	var b strings.Builder
	for _, p := range picks {
		b.WriteString(pieces[int(p)%len(pieces)])
		if p >= 128 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func seed(f *testing.F) {
	for _, l := range readLines(f) {
		f.Add(l.Text, []byte(l.ID))
	}
	f.Add("\xff\xfe 529\xff982 senha: \xc3", []byte{0, 200, 33})
	f.Add("000201\x89\x81\x81\x81\x81\x81br.gov.bcb.pix", []byte{0})
	f.Add("a://"+strings.Repeat("ana:coral@host", 400), []byte{0}) // longer than is looked at
}

func FuzzScrubbingTwiceChangesNothingMore(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string, picks []byte) {
		for _, text := range []string{s, hostile(picks), s + hostile(picks)} {
			once := scrub.Text(text)
			if twice := scrub.Text(once); twice != once {
				t.Errorf("%q: once %q, twice %q", text, once, twice)
			}
		}
	})
}

func FuzzSpansAreInOrderAndCutNoCharacter(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string, picks []byte) {
		s += hostile(picks)
		clean, found := scrub.Replace(s)
		var b strings.Builder
		at := 0
		for _, x := range found {
			if x.Start < at || x.End <= x.Start || x.End > len(s) {
				t.Fatalf("%q: span %d:%d after %d", s, x.Start, x.End, at)
			}
			if utf8.ValidString(s) && (!utf8.ValidString(s[:x.Start]) || !utf8.ValidString(s[x.Start:x.End])) {
				t.Fatalf("%q: span %d:%d cuts a character", s, x.Start, x.End)
			}
			b.WriteString(s[at:x.Start] + x.Type.Mark())
			at = x.End
		}
		if b.WriteString(s[at:]); b.String() != clean {
			t.Errorf("%q: %q is not the text with its findings replaced, %q", s, clean, b.String())
		}
	})
}

// A second opinion on what a document or a card looks like.
var (
	cpfForm  = regexp.MustCompile(`[0-9]{11}|[0-9]{3}[ .-][0-9]{3}[ .-][0-9]{3}[ ./-][0-9]{2}`)
	cnpjForm = regexp.MustCompile(`[0-9A-Z]{12}[0-9]{2}|[0-9A-Z]{2}[ .][0-9A-Z]{3}[ .][0-9A-Z]{3}[ /][0-9A-Z]{4}[ -][0-9]{2}`)
	cardForm = regexp.MustCompile(`[0-9]{16}|[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{4}`)
)

// Mutation alone would seldom make a valid number: one is put into the text.
func FuzzNoValidDocumentOrCardSurvives(f *testing.F) {
	for i, l := range readLines(f) {
		f.Add(l.Text, []byte(l.ID), uint64(i))
	}
	f.Fuzz(func(t *testing.T, s string, picks []byte, n uint64) {
		r := rand.New(rand.NewPCG(n, 1))
		m := makers[n%4] // CPF, CNPJ, CNPJ with letters, card
		value := write(m.write[n/4%3], m.make(r))
		text := s + "\n" + value + "\n" + hostile(picks)
		clean := scrub.Text(text)
		if survives(clean, value) {
			t.Errorf("%q: %s %q is still in %q", text, m.typ, value, clean)
		}
		for _, form := range []struct {
			typ   scrub.Type
			re    *regexp.Regexp
			valid func(string) bool
		}{{scrub.CPF, cpfForm, isCPF}, {scrub.CNPJ, cnpjForm, isCNPJ}, {scrub.Card, cardForm, isCard}} {
			for _, number := range form.re.FindAllString(clean, -1) {
				if form.valid(plainOf(number)) && survives(text, number) && survives(clean, number) {
					t.Errorf("%q: %s %q is still in %q", text, form.typ, number, clean)
				}
			}
		}
	})
}

func isCPF(d string) bool {
	return strings.Trim(d, d[:1]) != "" && closeCPF(d[:9]) == d
}

func isCNPJ(d string) bool {
	return strings.Trim(d, d[:1]) != "" && closeCNPJ(d[:12]) == d
}

func isCard(d string) bool {
	return (d[0] == '4' || "51" <= d[:2] && d[:2] <= "55" || "2221" <= d[:4] && d[:4] <= "2720") && luhnSum(d)%10 == 0 && strings.Trim(d, d[:1]) != ""
}

func plainOf(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ./-", r) {
			return -1
		}
		return r
	}, s)
}

// free reports whether nothing that could belong to the number touches it.
func free(s string, start, end int) bool {
	belongs := func(r rune) bool { return unicode.In(r, unicode.L, unicode.Nd, unicode.Mn) }
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	if start > 1 && (before == '.' || before == ',') && unicode.IsDigit(rune(s[start-2])) {
		return false // digits after a decimal point
	}
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !belongs(before) && !belongs(after)
}

// survives reports whether the number stands free in the text.
func survives(clean, number string) bool {
	for at := 0; ; {
		n := strings.Index(clean[at:], number)
		if n < 0 {
			return false
		}
		if at += n; free(clean, at, at+len(number)) {
			return true
		}
		at++
	}
}
