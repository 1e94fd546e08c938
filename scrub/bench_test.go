package scrub_test

import (
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/scrub"
)

type text struct{ name, text string }

var sizes = []text{
	{"short clean", "oi, tem mesa para quatro hoje às 20h?"},
	{"clean", "Boa noite! Somos 6 adultos e 2 crianças, chegamos dia 12/10/2026 às 19h30, pedido 88123, e a conta do ano passado deu R$ 1.284,90. Esqueci a senha do aplicativo, como recupero?"},
	{"dirty", "Sou a Ana, CPF 529.982.247-25, celular (11) 98765-4321, e-mail ana@exemplo.com, a senha do wi-fi é brisa2022"},
	{"page", strings.Repeat("Chegamos dia 12 às 20h, mesa 7, e queremos uma IPA de 65 IBU. ", 160)},
}

func BenchmarkText(b *testing.B) {
	for _, s := range append(sizes, text{"hostile megabyte", strings.Repeat("1 ", 1<<19)}) {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(s.text)))
			b.ReportAllocs()
			for b.Loop() {
				scrub.Text(s.text)
			}
		})
	}
}

func TestCleanTextIsReturnedAsItIs(t *testing.T) {
	for _, s := range sizes {
		if got, found := scrub.Replace(s.text); s.name != "dirty" && (got != s.text || found != nil) {
			t.Errorf("Replace(%q) = %q, %v, want it unchanged", s.text, got, found)
		}
	}
}

// BenchmarkHostileText reports how much longer 16 times as much of a text that
// makes a careless scanner read the same bytes again and again takes, at worst:
// 16 is linear, 256 is a scanner that reads all of it for every byte.
func BenchmarkHostileText(b *testing.B) {
	const small, times = 1 << 14, 16
	worst := 0.0
	for _, piece := range []string{
		"1", "1 ", "12", "4111 ", "529.982.247-25", "529.982.247-2", "11 98765-4321 ", "0.", "- ", ".", "(", "((1", "1\u200b", "１", "+1 ",
		"senha ", "senha:", "senha é ", "senha\"", "senha: \"", "senha: a ", "\"senha\":\"", "senha,", "senha=[CPF]", "pin ", "password is ", "pass", "é a ",
		"CPF ", "CPF:1 ", "cpf cnpj rg ", "pedido ", "pix ", "código de ", "a ", "A", "A1 ", "é", "12.ABC.", "X1", "ab12",
		"@", "a@", "a@a", "a@a.", " arroba ", "a arroba a ponto ", "ana ponto ", "at ", "://", "a://a:", "a://a:a@",
		"sk-", "sk-a-", "SG.", "eyJ", "eyJ.", "eyJa-", "AKIA", "Bearer ", "bearer a", "-----BEGIN ", "-----BEGIN A-----", "-----BEGIN A-----\nMIIE\n", "-----END ",
		"[", "[CPF", "[CPF]", "[CARD] ", "[CARD] 12/29 ", "[TOKEN] ", "[PASSWORD]", "123e4567-", "219-45-6781", "219-45-", "000201", "000201br.gov.bcb.pix", "\xff", "\n", "\"", "'", "a\"",
		"378282246310005sk-abcdefghijklmnop1234 ",
	} {
		one, many := fastest(piece, small), fastest(piece, small*times)
		worst = max(worst, float64(many)/float64(one))
	}
	for b.Loop() {
		scrub.Text(strings.Repeat("senha: a ", small/9))
	}
	b.ReportMetric(worst, "×time/16×text")
}

// fastest is how long a text of that size takes, the machine being busy or not.
func fastest(piece string, size int) time.Duration {
	text := strings.Repeat(piece, size/len(piece))
	best := time.Hour
	for range 3 {
		start := time.Now()
		scrub.Text(text)
		best = min(best, time.Since(start))
	}
	return max(best, time.Microsecond)
}
