package texts_test

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// textsOf returns the texts of a language by where they are: "Menu.Hello",
// "Beer.Kinds[micro]". The answers of small talk, of which languages may have
// more or fewer, are by their kind.
func textsOf(w *texts.Words) map[string][]string {
	all := map[string][]string{}
	var walk func(at string, v reflect.Value)
	walk = func(at string, v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			all[at] = append(all[at], v.String())
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.Name != "Language" {
					walk(strings.TrimPrefix(at+"."+f.Name, "."), v.Field(i))
				}
			}
		case reflect.Map:
			for _, k := range v.MapKeys() {
				walk(fmt.Sprintf("%s[%s]", at, k), v.MapIndex(k))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(at, v.Index(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", at, i), v.Index(i))
			}
		default:
			panic(at + " holds no text")
		}
	}
	walk("", reflect.ValueOf(*w))
	return all
}

func TestEveryLanguageSaysEverything(t *testing.T) {
	want := slices.Sorted(maps.Keys(textsOf(texts.In(lang.Portuguese))))
	for _, w := range texts.All() {
		texts := textsOf(w)
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(texts))); diff != "" {
			t.Errorf("%s has other texts than Portuguese (-pt +%s):\n%s", w.Language, w.Language, diff)
		}
		for at, some := range texts {
			if slices.ContainsFunc(some, func(text string) bool { return strings.TrimSpace(text) == "" }) {
				t.Errorf("%s: %s is empty", w.Language, at)
			}
		}
	}
}

var (
	verbs = regexp.MustCompile(`%(?:\[\d+\])?([sd%])`)
	names = regexp.MustCompile(`\{\w+\}`)
)

// filled returns what is to be filled in.
func filled(some []string) string {
	var all []string
	for _, text := range some {
		for _, v := range verbs.FindAllStringSubmatch(text, -1) {
			all = append(all, v[1])
		}
		all = append(all, names.FindAllString(text, -1)...)
	}
	slices.Sort(all)
	if len(some) > 1 {
		all = slices.Compact(all)
	}
	return strings.Join(all, " ")
}

func TestEveryLanguageIsFilledWithTheSame(t *testing.T) {
	want := textsOf(texts.In(lang.Portuguese))
	for _, w := range texts.All() {
		for at, some := range textsOf(w) {
			if got := filled(some); got != filled(want[at]) {
				t.Errorf("%s: %s is filled with %q, in Portuguese with %q", w.Language, at, got, filled(want[at]))
			}
			for _, text := range some {
				if rest := verbs.ReplaceAllString(text, ""); strings.Contains(rest, "%") && strings.TrimSpace(text) != "%" {
					t.Errorf("%s: %s has a verb that is neither %%s nor %%d: %s", w.Language, at, text)
				}
			}
		}
	}
}

// What two speakers say in the same words belongs to the house.
func TestNoSentenceIsWrittenTwice(t *testing.T) {
	for _, w := range texts.All() {
		first := map[string]string{}
		for at, some := range textsOf(w) {
			if strings.HasPrefix(at, "Chat.Moments") || strings.HasPrefix(at, "Figures") {
				continue // only English tells an evening from a night; figures are said by what was counted
			}
			for _, text := range some {
				key := lang.Fold(text)
				if words := slices.DeleteFunc(strings.Fields(key), func(w string) bool { return len(w) < 2 }); len(words) < 2 {
					continue // a word may stand for several things
				}
				if was, ok := first[key]; ok {
					t.Errorf("%s: %s and %s are the same: %s", w.Language, min(was, at), max(was, at), text)
				}
				first[key] = at
			}
		}
	}
}

// A text that reads as another language, or speaks to the guest in another
// way than the rest, was not written for its place.
func TestGuestsAreSpokenToInOneWay(t *testing.T) {
	wrong := map[lang.Language]*regexp.Regexp{
		lang.Portuguese: regexp.MustCompile(`(?i)(?:^|[^\pL])(tu|te|ti|teu|tua|contigo|tens|podes|queres|conta pra mim|me conta|me diz|me dá|senhor|senhora)(?:$|[^\pL])`),
		lang.Spanish:    regexp.MustCompile(`(?i)(?:^|[^\pL])(tú|te|ti|tu|tus|contigo|vos|eres|estás|tienes|puedes|quieres|prefieres|buscas|dime|dame|cuéntame|inténtalo|elige|vosotros)(?:$|[^\pL])`),
		lang.English:    regexp.MustCompile(`(?i)\b(sir|madam|ma'am|gonna|wanna)\b`),
	}
	for _, w := range texts.All() {
		all := textsOf(w)
		page, err := os.ReadFile(fmt.Sprintf("../../door/web/page/js/words-%s.js", w.Language))
		if err != nil {
			t.Fatal(err)
		}
		for _, quoted := range regexp.MustCompile(`"[^"\n]*"`).FindAllString(string(page), -1) {
			all["the page"] = append(all["the page"], strings.Trim(quoted, `"`))
		}
		for at, some := range all {
			for _, text := range some {
				if found := wrong[w.Language].FindString(text); found != "" {
					t.Errorf("%s: %s says %q: %s", w.Language, at, strings.TrimSpace(found), text)
				}
				own := names.ReplaceAllString(verbs.ReplaceAllString(text, ""), "")
				if l, ok := lang.Detect(own); ok && at != "the page" && l != w.Language && len(strings.Fields(lang.Fold(own))) > 3 && len(verbs.FindAllString(text, -1)) < 4 {
					t.Errorf("%s: %s reads as %s: %s", w.Language, at, l, text)
				}
			}
		}
	}
}

func TestALanguageThatIsNotSpokenIsPortuguese(t *testing.T) {
	for _, l := range []lang.Language{"", "de", lang.Portuguese} {
		if got := texts.In(l).Language; got != lang.Portuguese {
			t.Errorf("In(%q) is %q", l, got)
		}
	}
}
