package ui_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/ui"
)

func TestClean(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"ordinary words stay":                  {"Chope gelado, R$ 12,50 — ótimo! 🍺", "Chope gelado, R$ 12,50 — ótimo! 🍺"},
		"lines and tabs stay":                  {"- um\n\t- dois", "- um\n\t- dois"},
		"comparisons and hearts stay":          {"1 < 2, a <- b, a<1, I <3 IPA, x > y", "1 < 2, a <- b, a<1, I <3 IPA, x > y"},
		"escaped markup is text":               {"&lt;b&gt; &amp;", "&lt;b&gt; &amp;"},
		"tags go, their words stay":            {"Hello <b>big</b> <i class='x'>world</i>!", "Hello big world!"},
		"words do not run together":            {"um<br/>dois<p>três</p>4", "um dois três 4"},
		"a script is words":                    {"<script>alert(1)</script>", "alert(1)"},
		"upper case":                           {"<SCRIPT SRC=//evil>x</SCRIPT>", "x"},
		"a comment, a doctype, an instruction": {"a <!-- c -->b<!DOCTYPE html><?php x ?>", "a b"},
		"a tag across lines":                   {"a <img\nsrc=x\nonerror=alert(1)\n> b", "a  b"},
		"a tag that has no end":                {"a <img src=x onerror=alert(1) ", "a img src=x onerror=alert(1)"},
		"a tag within a tag":                   {"<scr<script>ipt>alert(1)", "scr ipt>alert(1)"},
		"a tag that a tag was hiding":          {"<<b>script>x", "script>x"},
		"twice hidden":                         {"<<<b><i>/script>x", "/script>x"},
		"a tag that a control was hiding":      {"<\x00b>x<\u200b/b>", "x"},
		"a tag that an override was hiding":    {"<\u202escript>x", "x"},
		"many openings":                        {"<<<<a", "a"},
		"an attribute with a >":                {`<img alt=">" src=x>y`, `" src=x>y`},
		"controls":                             {"a\x00b\x1b[31mc\x7f\u009bd", "ab[31mcd"},
		"white space that is a control":        {"a\vb\fc\rd\u0085e", "a b c d e"},
		"line ends of other systems":           {"a\r\nb\u2028c\u2029d", "a\nb\nc\nd"},
		"bidi":                                 {"\u202egnp.exe\u202c \u2066a\u2069 \u200f\u061c", "gnp.exe a"},
		"what cannot be seen":                  {"be\u200ber\u00ad\ufeff\u2060 \U000e0041", "beer"},
		"joiners spell emoji":                  {"👩\u200d🍳", "👩\u200d🍳"},
		"invalid UTF-8":                        {"a\xff\xc3(b", "a��(b"},
		"space around":                         {" \n a \t\u00a0", "a"},
		"nothing":                              {"<p> </p>", ""},
		"4,000 characters stay":                {strings.Repeat("é", 4000), strings.Repeat("é", 4000)},
		"4,001 are cut":                        {strings.Repeat("é", 4001), strings.Repeat("é", 3999) + "…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ui.Clean(tt.text); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func FuzzCleanLeavesNoTag(f *testing.F) {
	for _, s := range []string{"a<b>c", "<<b>script>", "<\x00b", "\u202e<\u200d!--", "<3 \xff", "\r\r\n\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := ui.Clean(s)
		unfit(t, got)
		if again := ui.Clean(got); again != got {
			t.Errorf("Clean(%q) = %q, and cleaned again %q", s, got, again)
		}
		if !strings.ContainsAny(s, "<") && utf8.ValidString(s) && len(s) <= 4000 && !strings.ContainsFunc(s, special) && got != strings.TrimSpace(s) {
			t.Errorf("Clean(%q) = %q changed an ordinary text", s, got)
		}
	})
}

var tag = regexp.MustCompile(`<[a-zA-Z/!?]`)

// unfit reports what is wrong with a text that should be clean.
func unfit(t interface{ Errorf(string, ...any) }, s string) {
	if found := tag.FindString(s); found != "" {
		t.Errorf("%q holds a tag: %q", s, found)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return special(r) && !strings.ContainsRune("\n\t\u200c\u200d", r) }) {
		t.Errorf("%q holds a character that cannot be seen", s)
	}
	if !utf8.ValidString(s) || utf8.RuneCountInString(s) > 4000 {
		t.Errorf("%.40q… is not valid UTF-8 of at most 4,000 characters", s)
	}
}

func special(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// hostile draws what a model or a page may write to break a card.
func hostile() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOf(rapid.SampledFrom([]rune("<<<>/!?ab3 \"'=&;\\\n\r\t\x00\x1b\u200b\u200d\u2028\u202e\u2066\ufeff\ufffdé🍺"))),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.SampledFrom([]string{"<", "<b>", "é", "\xff", "nowhere "}), func(s string) string { return strings.Repeat(s, 5000) }),
		rapid.SampledFrom([]string{"<script>alert(1)</script>", "<<b>img src=x>", "javascript:alert(1)", `"}],"v":9,"x":[{"`, "<!--", "]]>", "\u202etxt.exe"}),
	)
}
