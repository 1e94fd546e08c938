package lang_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

// The set has one message a line. Odd lines are what the tables were tuned on;
// even lines are held out: their mistakes are counted and never shown. New
// lines go at the end, so that no line changes sides. Both halves were written by
// the hand that wrote the tables: what guests write will fare worse.
func TestDetectIsRightOnLabelledMessages(t *testing.T) {
	f, err := os.Open("testdata/languages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var total, right [2]int
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var l struct{ Text, Language string }
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		got, ok := lang.Detect(l.Text)
		if !ok {
			got = "none"
		}
		half := (n + 1) % 2
		total[half]++
		if string(got) == l.Language {
			right[half]++
		} else if half == 0 {
			t.Logf("line %d: Detect(%q) = %s, want %s", n, l.Text, got, l.Language)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for half, least := range [2]float64{0.97, 0.95} {
		name := [2]string{"tuned on", "held out"}[half]
		accuracy := float64(right[half]) / float64(max(total[half], 1))
		t.Logf("%s: %d of %d right, %.3f", name, right[half], total[half], accuracy)
		if accuracy < least || total[half] < 150 {
			t.Errorf("%s: accuracy %.3f on %d messages, want at least %.2f on 150", name, accuracy, total[half], least)
		}
	}
}

func TestDetectEdges(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       lang.Language
	}{
		{"nothing", "", ""},
		{"a name, though it has a tilde", "João", ""},
		{"an address has no language", "https://example.com.br/com/um/prato ana@com.um", ""},
		{"markup has none either", "<the> <what>", ""},
		{"drawn out", "oiiiiii", "pt"},
		{"shouted", "OBRIGADO", "pt"},
		{"accents typed apart", "na\u0303o", "pt"},
		{"the accent decides", "más", "es"},
		{"an unknown word of unmistakable spelling", "constelação", "pt"},
		{"emoji around it", "🍺 gracias 🍺", "es"},
		{"two languages in balance", "thanks gracias", ""},
		{"broken UTF-8", "\xff\xfe good evening \xc3", "en"},
		{"a book is judged by its beginning", strings.Repeat("good evening ", 200) + strings.Repeat("obrigado ", 100_000), "en"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := lang.Detect(tt.text)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("Detect = %q, %v, want %q", got, ok, tt.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for code, want := range map[string]lang.Language{
		"pt": "pt", "pt-BR": "pt", "EN_us": "en", " es ": "es",
		"": "", "fr": "", "portuguese": "", "-": "", "e\x00n": "",
	} {
		if got, ok := lang.Parse(code); got != want || ok != (want != "") {
			t.Errorf("Parse(%q) = %q, %v, want %q", code, got, ok, want)
		}
	}
}

func FuzzDetectAnswersForAnyText(f *testing.F) {
	for _, s := range []string{"", "oi, tudo bem?", "¿", "\xff", "ã", "Ã", "kkkk", "a@b <c> d://e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := lang.Detect(text)
		if parsed, known := lang.Parse(string(got)); ok != known || parsed != got {
			t.Errorf("Detect(%q) = %q, %v", text, got, ok)
		}
	})
}
