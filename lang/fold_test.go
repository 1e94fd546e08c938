package lang_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"already folded", "oi tudo bem 2", "oi tudo bem 2"},
		{"case and accents", "AÇÃO é Über Ñandú ŁÓDŹ", "acao e uber nandu lodz"},
		{"accents of their own", "na\u0303o", "nao"},
		{"punctuation is a space, once", " Oi!!  Tudo-bem?\t(sim)\n", "oi tudo bem sim"},
		{"an apostrophe too", "what's on", "what s on"},
		{"emoji", "oi 😂❤️ tchau", "oi tchau"},
		{"only punctuation", "?!…", ""},
		{"two letters for one", "Æsir Œuvre Straße", "aesir oeuvre strasse"},
		{"ordinals", "1ª 2º", "1a 2o"},
		{"letters we have no table for stay", "Привет 東京", "привет 東京"},
		{"broken UTF-8 and control characters", "a\xffb\x00c", "a b c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := lang.Fold(tt.text); got != tt.want {
				t.Errorf("Fold(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestFoldKnowsEveryAccentedLetter(t *testing.T) {
	for r := 'à'; r <= 'ſ'; r++ {
		if r == '÷' || r == 'þ' { // no letter; no plain letter
			continue
		}
		got := lang.Fold(string(r))
		if got == "" || strings.Trim(got, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("Fold(%q) = %q, want plain letters", r, got)
		}
	}
	if got := lang.Fold("ÀÇÉÑÕÜÝ ĄČĐĘĞĦĮĴĶŁŇŐŘŞŤŲŴŶŻſ"); got != "aceno"+"uy acdeghijklnorstuwyzs" {
		t.Errorf("one of each letter folds to %q", got)
	}
}

func TestSqueeze(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "",
		"hello":            "hello",
		"oiiii tudo beeem": "oi tudo bem",
		"ããã são três aaa": "ããã são três a",
	} {
		if got := lang.Squeeze(text); got != want {
			t.Errorf("Squeeze(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzFoldedTextIsPlainAndStaysAsItIs(f *testing.F) {
	for _, s := range []string{"", "Olá, tudo bem?", "na\u0303o", "a\xff\x00", "İ K ẞ ŉ", strings.Repeat("ã ", 50)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := lang.Fold(text)
		if !utf8.ValidString(got) {
			t.Errorf("Fold(%q) = %q is not UTF-8", text, got)
		}
		if again := lang.Fold(got); again != got {
			t.Errorf("Fold(%q) = %q, and folded again %q", text, got, again)
		}
		for _, r := range got {
			if r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				t.Errorf("Fold(%q) = %q has %q in it", text, got, r)
			}
		}
		if strings.Join(strings.Fields(got), " ") != got {
			t.Errorf("Fold(%q) = %q has white space to spare", text, got)
		}
		if short := lang.Squeeze(got); !utf8.ValidString(short) || len(short) > len(got) {
			t.Errorf("Squeeze(%q) = %q", got, short)
		}
	})
}
